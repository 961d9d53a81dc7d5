"""Mail as people look at it: lists, searches, chains, laps, waits, flow and what reading took."""

from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import WaitState
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.places import Place
from bailiwick.kernel.usage import Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.store import ExecutionStore
from bailiwick.tools.records import ToolSpec
from support.stored_swarm import StoredSwarm


def contents(mails):
    return [mail.content for mail in mails]


def test_lists_hold_the_latest_oldest_first_page_by_page(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        room = await stored.direct("ana", "ben")
        for n in range(1, 8):
            await stored.post(room, "ana", f"{n}")

        async def page(**filters):
            return contents(await stores[MailStore].list(stored.user, stored.id, **filters))

        for filters in ({}, {"room_id": room}, {"member": "ben@solar"}, {"member": "ana@solar", "room_id": room}):
            assert await page(**filters) == ["1", "2", "3", "4", "5", "6", "7"]
            assert await page(limit=3, **filters) == ["5", "6", "7"]
            assert await page(limit=3, before=5, **filters) == ["2", "3", "4"]
            assert await page(before=1, **filters) == []
            assert await page(before=10**30, limit=1, **filters) == ["7"]
        with pytest.raises(NotFound):
            await stores[MailStore].list(stored.user, "no")

    stores_run(story)


def test_filters_of_a_list_leave_only_what_matches_them_all(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai")
        team = await stored.group("Team", "ana", "ben")
        await stored.post(team, "ana", "The ROOF leaks 100%")
        await stored.write(PERSON, "cai", "roof_plan")
        await stored.write("cai", "ana", "Nothing")
        claim, attempt = await stored.claim("ben")
        await stored.give_up(claim, attempt, dead=True)

        async def found(**filters):
            return contents(await stores[MailStore].list(stored.user, stored.id, **filters))

        assert await found(search="roof") == ["The ROOF leaks 100%", "roof_plan"]
        assert await found(search="0%") == ["The ROOF leaks 100%"]
        assert await found(search="f_p") == ["roof_plan"]
        assert await found(search="") == ["The ROOF leaks 100%", "roof_plan", "Nothing"]
        assert await found(search="roof", member="cai@solar") == ["roof_plan"]
        assert await found(member="cai@solar") == ["roof_plan", "Nothing"]
        assert await found(member="no") == []
        assert await found(dead=True) == ["The ROOF leaks 100%"]
        assert await found(dead=True, search="roof", room_id=team, member="ben@solar") == ["The ROOF leaks 100%"]
        assert await found(dead=True, search="plan") == []
        assert await found(dead=True, member="cai@solar") == []
        assert await found(search="roof", limit=1) == ["roof_plan"]
        assert await found(search="roof", before=2) == ["The ROOF leaks 100%"]

    stores_run(story)


def test_a_chain_is_what_led_to_a_mail_and_what_came_of_it(new_user_id, stores_run, sync_app):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        ids = {}
        for name, cause in (("a", None), ("b", "a"), ("x", "a"), ("c", "b"), ("d", "c"), ("e", "c"), ("other", None)):
            ids[name] = (await stored.write("ana", "ben", name, cause_id=ids.get(cause))).id
        later = "UPDATE mails SET sent_at = sent_at + interval '1 hour' WHERE id = %s"
        with sync_app(stored.user) as connection:
            # Neither the clock of the sender nor the place in the table tells what came first.
            for name in ("b", "d"):
                assert connection.execute(later, [ids[name]]).rowcount == 1

        async def chain(name, **options):
            return contents(await stores[MailStore].chain(stored.user, stored.id, ids[name], **options))

        assert await chain("c") == ["a", "b", "c", "d", "e"]
        assert await chain("a") == ["a", "b", "x", "c", "d", "e"]
        assert await chain("e") == ["a", "b", "c", "e"]
        assert await chain("other") == ["other"]
        assert await chain("e", limit=2) == ["c", "e"]
        assert await chain("a", limit=3) == ["a", "b", "x"]
        assert await chain("c", limit=4) == ["a", "b", "c", "d"]
        assert await chain("c", limit=1) == ["c"]
        with pytest.raises(NotFound):
            await stores[MailStore].chain(stored.user, stored.id, uuid7())

    stores_run(story)


async def ring(stored, laps, *names, cause):
    """Have mail go round a ring so often; return the last one."""
    for _ in range(laps):
        for name, to in zip(names, [*names[1:], names[0]], strict=True):
            cause = (await stored.write(name, to, "x", cause_id=cause)).id
    return cause


def test_laps_are_counted_back_to_a_persons_latest_word(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai")
        room = await stored.direct("ana", "ben")

        async def laps(cause, times=2, to=room):
            found = await stores[MailStore].laps(stored.user, stored.id, "ana@solar", to, cause, times=times)
            return [sender.partition("@")[0] for sender in found]

        asked = (await stored.write(PERSON, "ana", "Go")).id
        assert await laps(asked) == []
        once = await ring(stored, 1, "ana", "ben", "cai", cause=asked)
        assert await laps(once) == []
        assert await laps(once, times=1) == ["cai", "ben", "ana"]
        twice = await ring(stored, 1, "ana", "ben", "cai", cause=once)
        assert await laps(twice) == ["cai", "ben", "ana"] * 2
        assert await laps(twice, times=3) == []
        assert await laps(twice, times=1, to=await stored.direct("ana", "cai")) == []
        spoken = (await stored.write(PERSON, "ana", "Go on", cause_id=twice)).id
        assert await laps(spoken) == []
        assert await laps(await ring(stored, 1, "ana", "ben", "cai", cause=spoken)) == []
        for_her = (await stored.write("ana", "ben", "Enough", cause_id=twice, by_person=True)).id
        assert await laps(for_her, times=1) == []
        assert await laps(uuid7()) == []

    stores_run(story)


def test_laps_are_looked_for_in_so_many_mails_and_no_further(new_user_id, stores_run, sync_app):
    user = new_user_id()

    async def story(stores):
        stored = await StoredSwarm.found(stores, user, "Ana", "Ben")
        room = await stored.direct("ana", "ben")
        last = (await stored.write("ana", "ben", "first")).id
        with sync_app(user) as connection:
            connection.execute(
                """
                insert into mails (id, swarm_id, room_id, position, sender_id, by_person, content, cause_id, root_id,
                                   hop, mentions, expects_reply, tainted)
                select lpad(n::text, 32, '0')::uuid, 'solar', %(room)s::uuid, n, 'ben@solar', false, 'x',
                       case when n = 2 then %(first)s else lpad((n - 1)::text, 32, '0') end::uuid, %(first)s::uuid,
                       n, '{}', false, false
                  from generate_series(2, 1100) n
                """,
                {"room": room, "first": last},
            )

        async def laps(n):
            cause = f"{n:032}"
            cause = "-".join((cause[:8], cause[8:12], cause[12:16], cause[16:20], cause[20:]))
            return len(await stores[MailStore].laps(user, stored.id, "ana@solar", room, cause, times=1))

        assert [await laps(n) for n in (2, 1000, 1001, 1100)] == [2, 1000, 0, 0]

    stores_run(story)


def test_what_was_sent_lately_is_that_of_one_sender_in_one_room_within_a_minute(new_user_id, stores_run, sync_app):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        team = await stored.group("Team", "ana", "ben")
        for n in range(3):
            await stored.post(team, "ana", f"{n}")
        await stored.post(team, "ben", "x")
        await stored.write("ana", "ben", "x")
        assert await stores[MailStore].sent_lately(stored.user, stored.id, "ana@solar", team) == 3
        with sync_app(stored.user) as connection:
            connection.execute("update mails set sent_at = sent_at - interval '59 seconds' where content = '0'")
            connection.execute("update mails set sent_at = sent_at - interval '61 seconds' where content = '1'")
        assert await stores[MailStore].sent_lately(stored.user, stored.id, "ana@solar", team) == 2

    stores_run(story)


def test_somebody_waits_until_the_other_writes_there(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")

        async def waits():
            found = await stores[MailStore].waits(stored.user, stored.id)
            return [(wait.who.partition("@")[0], wait.whom.partition("@")[0], wait.state) for wait in found]

        asked = await stored.write("ana", "ben", "Well?", expects_reply=True)
        await stored.write("ana", "ben", "By the way.")
        await stored.write("ana", "ben", "And?", expects_reply=True)
        assert await waits() == [("ana", "ben", WaitState.UNREAD)]
        (wait,) = await stores[MailStore].waits(stored.user, stored.id)
        assert (wait.mail_id, wait.since, wait.approval_id, wait.circular) == (asked.id, asked.sent_at, None, False)
        claim, attempt = await stored.claim("ben")
        assert await waits() == [("ana", "ben", WaitState.WORKING)]
        await stored.persist(claim, attempt)
        assert await waits() == [("ana", "ben", WaitState.READ)]
        await stored.write("ben", PERSON, "Elsewhere?", expects_reply=True)
        assert await waits() == [("ana", "ben", WaitState.READ), ("ben", "person", WaitState.UNREAD)]
        await stored.write("ben", "ana", "Yes.")
        assert await waits() == [("ben", "person", WaitState.UNREAD)]
        await stored.write(PERSON, "ben", "No?", expects_reply=True)
        assert await waits() == [("person", "ben", WaitState.UNREAD)]
        with pytest.raises(NotFound):
            await stores[MailStore].waits(stored.user, "no")

    stores_run(story)


def test_in_a_group_one_waits_for_those_who_were_mentioned(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai")
        team = await stored.group("Team", "ana", "ben", "cai", PERSON)
        await stored.post(team, "ana", "Anybody?", expects_reply=True)
        assert await stores[MailStore].waits(stored.user, stored.id) == []
        await stored.post(team, "ana", "@Ben @person ?", expects_reply=True, mentions=("ben", PERSON))
        assert {wait.whom for wait in await stores[MailStore].waits(stored.user, stored.id)} == {"ben@solar", PERSON}
        await stored.post(team, PERSON, "Yes")
        assert {wait.whom for wait in await stores[MailStore].waits(stored.user, stored.id)} == {"ben@solar"}

    stores_run(story)


def test_sleepers_that_wait_for_one_another_in_a_ring_are_marked(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben", "Cai", "Dan")
        for who, whom in (("ana", "ben"), ("ben", "cai"), ("cai", "ana"), ("dan", "ana"), ("cai", PERSON)):
            await stored.write(who, whom, "?", expects_reply=True)

        async def marked():
            return {wait.who[:3] for wait in await stores[MailStore].waits(stored.user, stored.id) if wait.circular}

        assert await marked() == set()  # they have mail to read
        for name in ("ana", "ana", "ben"):
            await stored.turn(name)
        claim, attempt = await stored.claim("cai")
        assert await marked() == set()
        await stored.persist(claim, attempt)
        assert await marked() == {"ana", "ben", "cai"}
        assert len(await stores[MailStore].waits(stored.user, stored.id)) == 5
        await stored.write(PERSON, "ben", "Go on")
        assert await marked() == set()

    stores_run(story)


def test_a_call_that_waits_for_a_person_is_a_wait(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        claim, attempt = await stored.claim("ana", manual=True)
        spec = ToolSpec(name="bash", description="", parameters={}, approval=True)
        asked = await stores[ApprovalStore].admit(
            stored.user,
            execution_id=claim.execution_id,
            step_key="k",
            place=Place(round=1, index=0),
            agent_id="ana@solar",
            spec=spec,
            arguments={},
            reason="It asks.",
            life=timedelta(days=1),
        )
        await stores[ExecutionStore].wait(stored.user, claim.execution_id, attempt, "It asks.")
        (wait,) = await stores[MailStore].waits(stored.user, stored.id)
        assert (wait.who, wait.whom, wait.state) == ("ana@solar", PERSON, WaitState.APPROVAL)
        assert (wait.mail_id, wait.approval_id) == (None, asked.approval_id)
        await stores[ApprovalStore].withdraw(stored.user, claim.execution_id)
        assert await stores[MailStore].waits(stored.user, stored.id) == []

    stores_run(story)


def test_the_flow_counts_mails_by_sender_recipient_and_span(new_user_id, stores_run, sync_app):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        team = await stored.group("Team", "ana", "ben", PERSON)
        since = datetime(2030, 1, 1, tzinfo=UTC)
        for seconds, sender in ((-1, "ana"), (0, "ana"), (9, "ana"), (10, "ben"), (59, "ana"), (60, "ana")):
            mail = (await stored.post(team, sender, "x")).mail
            with sync_app(stored.user) as connection:
                at = since + timedelta(seconds=seconds)
                connection.execute("update mails set sent_at = %s where id = %s", (at, mail.id))

        async def flow(since, until, spans):
            found = await stores[MailStore].flow(stored.user, stored.id, since=since, until=until, spans=spans)
            return [(one.sender[:3], one.recipient[:3], (one.at - since).total_seconds(), one.mails) for one in found]

        until = since + timedelta(seconds=60)
        assert await flow(since, until, 6) == [
            ("ana", "ben", 0.0, 2),
            ("ana", "per", 0.0, 2),
            ("ben", "ana", 10.0, 1),
            ("ben", "per", 10.0, 1),
            ("ana", "ben", 50.0, 1),
            ("ana", "per", 50.0, 1),
        ]
        assert await flow(since, until, 0) == [
            ("ana", "ben", 0.0, 3),
            ("ana", "per", 0.0, 3),
            ("ben", "ana", 0.0, 1),
            ("ben", "per", 0.0, 1),
        ]
        assert await flow(until, since, 5) == []
        assert await flow(since, since, 5) == []
        assert len(await flow(since, until, 10**9)) == 8
        with pytest.raises(NotFound):
            await stores[MailStore].flow(stored.user, "no", since=since, until=until, spans=1)

    stores_run(story)


def test_what_a_turn_took_is_shared_by_its_mails_to_the_last_token(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        team = await stored.group("Team", "ana", "ben", PERSON)
        for n in range(3):
            await stored.post(team, PERSON, f"{n}")
        used = Usage(input_tokens=11, output_tokens=7, model_calls=2, tool_calls=1, cost=0.75)
        await stored.turn("ana", usage=used)
        claim, attempt = await stored.claim("ben")
        await stored.post(team, PERSON, "3")
        await stored.persist(claim, attempt, usage=used)
        mails = await stores[MailStore].list(stored.user, stored.id)
        assert [mail.usage.input_tokens for mail in mails] == [8, 8, 6, 0]
        assert [mail.usage.output_tokens for mail in mails] == [6, 4, 4, 0]
        assert [mail.usage.model_calls for mail in mails] == [2, 2, 0, 0]
        assert [mail.usage.tool_calls for mail in mails] == [2, 0, 0, 0]
        assert sum((mail.usage for mail in mails), Usage()) == used + used
        assert (await stores[MailStore].get(stored.user, stored.id, mails[1].id)).usage == mails[1].usage

    stores_run(story)


def test_the_mails_of_turns_are_those_they_read_and_those_they_sent(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        await stored.write(PERSON, "ana", "one")
        first, attempt = await stored.claim("ana")
        await stored.write("ana", "ben", "two", execution_id=first.execution_id)
        await stored.persist(first, attempt)
        second = await stored.turn("ben")
        await stored.write(PERSON, "ben", "three")

        async def of_turns(*claims):
            ids = [claim.execution_id for claim in claims]
            return contents(await stores[MailStore].of_turns(stored.user, stored.id, ids))

        assert await of_turns(first) == ["one", "two"]
        assert await of_turns(second) == ["two"]
        assert await of_turns(second, first) == ["one", "two"]
        assert await of_turns() == []

    stores_run(story)
