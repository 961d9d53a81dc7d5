"""What a person writes to residents at the same time is sent together, and each mail keeps what is promised of one."""

import asyncio
from collections import Counter
from contextlib import suppress

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.batches import Batches
from bailiwick.kernel.errors import InboxFull, InvalidInput, NotFound, TooMuchWork
from bailiwick.kernel.platform import Working
from bailiwick.people.records import PERSON
from support.running import person, running
from support.statements import counted
from support.stored_swarm import StoredSwarm

NAMES = ("Ana", "Ben", "Cai", "Dan")
JOBS = "select args -> 'arguments' ->> 'resident' as resident from procrastinate_jobs where status = 'todo'"


def told(story, own_database, tmp_path, **settings):
    """Tell a story about two swarms of four to whom the person has written once, on whom nobody works."""

    async def tell():
        async with running(own_database.owner, tmp_path, mode=Working.NO, **settings) as platform:
            user = (await person(platform)).id
            swarms = [await StoredSwarm.found(platform.stores, user, *NAMES, swarm=name) for name in ("One", "Two")]
            for swarm in swarms:
                for name in NAMES:
                    await swarm.direct(PERSON, name.lower())
            return await story(platform, *swarms)

    return asyncio.run(tell())


def write(platform, swarm, to, content="Hello", **options):
    return platform[Swarms].write(swarm.user, swarm.id, content, to=to, **options)


async def contents(swarm):
    mails = await swarm.stores[MailStore].list(swarm.user, swarm.id, limit=1000)
    assert [mail.position for mail in mails] == [*range(1, len(mails) + 1)]
    return [mail.content for mail in mails]


def test_many_at_once_are_each_sent_once_in_one_order_and_wake_their_reader_once(own_database, tmp_path, monkeypatch):
    async def story(platform, one, two):
        statements = counted(monkeypatch)
        wanted = [(swarm, name, f"{name} {n}") for n in range(10) for swarm in (one, two) for name in NAMES]
        sent = await asyncio.gather(*(write(platform, *each) for each in wanted))
        assert [name for _, name in statements].count("send_direct") == 2
        for (swarm, name, content), mail in zip(wanted, sent, strict=True):
            assert (mail.swarm_id, mail.content) == (swarm.id, content)
            assert mail == await swarm.stores[MailStore].get(swarm.user, swarm.id, mail.id)
            assert [delivery.recipient for delivery in mail.deliveries] == [swarm.of(name.lower())]
        for swarm in (one, two):
            assert await contents(swarm) == [content for each, _, content in wanted if each is swarm]
            assert (await swarm.stores[SwarmStore].get(swarm.user, swarm.id)).mails == 40
            residents = await swarm.stores[SwarmStore].residents(swarm.user, swarm.id)
            assert {resident.unread for resident in residents} == {10}
            rooms = await swarm.stores[MailStore].rooms(swarm.user, swarm.id)
            assert {(room.mails, room.unread, room.last_mail[-1]) for room in rooms} == {(10, 0, "9")}
        async with platform.database.without_user() as connection:
            woken = Counter(row["resident"] for row in await connection.fetch(JOBS))
        assert woken == {swarm.of(name.lower()): 1 for swarm in (one, two) for name in NAMES}
        async with platform.database.as_user(one.user) as connection:
            facts = await connection.fetch("select data from events where kind = 'mail.sent' order by id")
        told_of = {fact["data"]["mail"]: fact["data"] for fact in facts}
        assert len(told_of) == len(facts) == len(sent)
        for mail in sent:
            fact = told_of[mail.id]
            assert (fact["room"], fact["position"]) == (mail.room_id, mail.position)
            assert fact["recipients"] == [mail.deliveries[0].recipient]

    told(story, own_database, tmp_path)


def test_what_is_in_the_way_of_one_keeps_none_of_the_others_back(own_database, tmp_path):
    async def story(platform, one, two):
        sent = await asyncio.gather(
            write(platform, one, "Ana", "first"),
            write(platform, one, "Nobody"),
            write(platform, one, "ben@one", "nul \0"),
            write(platform, one, "ben@one", "by id"),
            write(platform, two, "ana@one"),
            write(platform, one, "Cai", " "),
            write(platform, two, "dan", "last"),
            return_exceptions=True,
        )
        found = [outcome.content if not isinstance(outcome, Exception) else type(outcome) for outcome in sent]
        assert found == ["first", NotFound, InvalidInput, "by id", NotFound, InvalidInput, "last"]
        assert sorted(await contents(one)) == ["by id", "first"]
        assert await contents(two) == ["last"]

    told(story, own_database, tmp_path)


def test_nobody_gets_more_than_they_may_have_unread(own_database, tmp_path):
    async def story(platform, one, two):
        sent = await asyncio.gather(*(write(platform, one, "Ana") for _ in range(9)), return_exceptions=True)
        assert Counter(type(outcome).__name__ for outcome in sent) == {"Mail": 5, InboxFull.__name__: 4}
        assert (await one.stores[SwarmStore].resident(one.user, "ana@one")).unread == 5

    told(story, own_database, tmp_path, unread_per_resident=5)


def test_nothing_is_sent_for_who_has_too_much_unfinished(own_database, tmp_path):
    async def story(platform, one, two):
        await one.write("ana", "ben", "Hello")
        await one.begin("ben")
        sent = await asyncio.gather(*(write(platform, two, name) for name in NAMES), return_exceptions=True)
        assert {type(outcome) for outcome in sent} == {TooMuchWork}
        assert await contents(two) == []

    told(story, own_database, tmp_path, unfinished_per_person=1)


def test_a_swarm_that_somebody_holds_keeps_only_its_own_mail_waiting(own_database, tmp_path):
    async def story(platform, one, two):
        async with asyncio.TaskGroup() as group, platform.database.as_user(one.user):
            await one.stores[SwarmStore].hold(one.user, one.id)
            waits = group.create_task(write(platform, one, "Ana"))
            async with asyncio.TaskGroup() as others:
                other = others.create_task(write(platform, two, "Ana"))
            assert (other.result().position, waits.done()) == (1, False)
        assert waits.result().position == 1

    told(story, own_database, tmp_path)


def test_what_waits_for_a_swarm_is_sent_together_once_it_is_free(own_database, tmp_path, monkeypatch):
    async def story(platform, one, two):
        statements = counted(monkeypatch)
        async with asyncio.TaskGroup() as group, platform.database.as_user(one.user):
            await one.stores[SwarmStore].hold_to_count(one.user, one.id)
            writing = [group.create_task(write(platform, one, name, f"{name} {n}")) for n in range(5) for name in NAMES]
            async with asyncio.TaskGroup() as others:  # done when what was found held has been tried
                others.create_task(write(platform, two, "Ana"))
        assert len({each.result().position for each in writing}) == 20
        # The first alone, the rest with the mail of the other swarm; then one that waits, and the others behind it.
        assert [name for _, name in statements].count("send_direct") <= 5
        assert "send" not in [name for _, name in statements]
        assert sorted(await contents(one)) == sorted(f"{name} {n}" for n in range(5) for name in NAMES)

    told(story, own_database, tmp_path)


def test_who_goes_away_while_mail_is_sent_takes_nobody_elses_along(own_database, tmp_path):
    async def story(platform, one, two):
        async with asyncio.TaskGroup() as group:
            writing = [group.create_task(write(platform, one, "Ana", str(n))) for n in range(3)]
            await asyncio.sleep(0)
            writing[1].cancel()
        assert writing[1].cancelled()
        assert {"0", "2"} <= set(await contents(one))

    told(story, own_database, tmp_path)


def test_in_a_transaction_of_the_callers_mail_is_part_of_it(own_database, tmp_path):
    async def story(platform, one, two):
        with suppress(ZeroDivisionError):
            async with platform.database.as_user(one.user):
                await write(platform, one, "Ana")
                raise ZeroDivisionError
        assert await contents(one) == []

    told(story, own_database, tmp_path)


def test_what_comes_while_something_is_done_is_done_together_and_each_user_apart():
    async def story():
        began, may_end, done = asyncio.Event(), asyncio.Event(), []

        async def do(user, asked):
            done.append((user, [*asked]))
            began.set()
            await may_end.wait()
            if "bad" in asked:
                raise ValueError(user)
            return [each.upper() for each in asked]

        async with Background() as background:
            work = Batches(background, "test", do, most=3)
            async with asyncio.TaskGroup() as group:
                first = group.create_task(work.ask("ana", "a"))
                await began.wait()
                others = [group.create_task(work.ask(user, each)) for each in "bcde" for user in ("ana", "ben")]
                await asyncio.sleep(0)
                may_end.set()
            assert first.result() == "A"
            assert [other.result() for other in others] == [*"BBCCDDEE"]
            assert done[0] == ("ana", ["a"])
            assert [asked for user, asked in done if user == "ana"] == [["a"], ["b", "c", "d"], ["e"]]
            failed = await asyncio.gather(
                work.ask("ana", "x"),
                work.ask("ben", "bad"),
                work.ask("ana", "y"),
                return_exceptions=True,
            )
            assert [str(each) for each in failed] == ["X", "ben", "Y"]
            assert not work._waiting

    asyncio.run(story())


def test_what_waits_when_its_owner_ends_is_cancelled():
    async def story():
        async def do(user, asked):
            await asyncio.Event().wait()

        async with asyncio.TaskGroup() as group, Background() as background:
            work = Batches(background, "test", do, most=1)
            asked = [group.create_task(work.ask("ana", each)) for each in "ab"]
            await asyncio.sleep(0)
            await background.stop()
        assert all(each.cancelled() for each in asked)

    asyncio.run(story())
