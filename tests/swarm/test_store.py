"""Swarms and residents: who there is, what they have used, and what goes when a swarm goes."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bailiwick.features.swarm.events import MailDied, SwarmChanged
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import (
    LONGEST_GUIDANCE,
    Activity,
    NewResident,
    ResidentStatus,
    RoomStatus,
    SwarmLimits,
    SwarmStatus,
)
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.errors import Conflict, InvalidInput, LostClaim, NotFound
from bailiwick.kernel.events.facts import AgentRemoved
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.places import Place
from bailiwick.kernel.usage import Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.records import Step, StepKind, StepStatus
from bailiwick.runs.store import ExecutionStore
from bailiwick.tools.records import ToolSpec
from support.stored_swarm import StoredSwarm

BEN = NewResident(name="Ben", role="builder", guidance="Build.")


def create(stores, user, name, **fields):
    return stores[SwarmStore].create(user, name=name, goal=fields.pop("goal", ""), template=None, limits=SwarmLimits())


def test_a_swarm_is_kept_as_it_was_made(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        limits = SwarmLimits(depth=None, seconds=1.5, rounds=2)
        made = await stores[SwarmStore].create(
            user, name=" Roof  plan ", goal="Plan it.", template="debate", limits=limits
        )
        assert (made.id, made.name, made.goal, made.template) == ("roof-plan", "Roof plan", "Plan it.", "debate")
        assert (made.status, made.reason, made.limits) == (SwarmStatus.RUNNING, "", limits)
        assert (made.residents, made.mails, made.unread, made.dead, made.working) == (0, 0, 0, 0, 0)
        assert await stores[SwarmStore].get(user, made.id) == made
        changed = await stores[SwarmStore].update(user, made.id, goal="Build it.", limits=replace(limits, depth=4))
        assert (changed.name, changed.goal, changed.limits.depth) == ("Roof plan", "Build it.", 4)
        assert changed.updated_at > made.updated_at
        paused = await stores[SwarmStore].set_status(user, made.id, SwarmStatus.PAUSED, "Lunch.")
        assert (paused.status, paused.reason) == (SwarmStatus.PAUSED, "Lunch.")

    stores_run(story)


def test_limits_that_a_later_version_wrote_are_left_aside(new_user_id, stores_run, sync_app):
    user = new_user_id()
    stores_run(lambda stores: create(stores, user, "Solar"))
    with sync_app(user) as connection:
        connection.execute('update swarms set limits = \'{"depth": 7, "novel": 1}\'')
    assert stores_run(lambda stores: stores[SwarmStore].get(user, "solar")).limits == SwarmLimits(depth=7)


def test_swarms_of_one_name_get_numbers_also_when_made_at_once(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        made = await asyncio.gather(*(create(stores, user, "Año Nuevo") for _ in range(12)))
        assert sorted(one.id for one in made) == sorted(["ano-nuevo", *(f"ano-nuevo-{n}" for n in range(2, 13))])
        long = [(await create(stores, user, "x" * 60)).id for _ in range(2)]
        assert long == ["x" * 32, "x" * 30 + "-2"]
        assert (await create(stores, new_user_id(), "Año Nuevo")).id == "ano-nuevo"

    stores_run(story)


def test_swarms_are_listed_latest_change_first_page_by_page(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for name in ("a", "b", "c"):
            await create(stores, user, name)
        await stores[SwarmStore].update(user, "a", name="A")
        listed = await stores[SwarmStore].list(user)
        assert [one.id for one in listed] == ["a", "c", "b"]
        page = await stores[SwarmStore].list(user, limit=1)
        assert [one.id for one in await stores[SwarmStore].list(user, before=page[0].updated_at)] == ["c", "b"]

    stores_run(story)


def test_what_there_is_not_is_not_found(new_user_id, stores_run):
    async def story(stores):
        user, swarms = new_user_id(), stores[SwarmStore]
        for call in (
            swarms.get(user, "no"),
            swarms.hold(user, "no"),
            swarms.update(user, "no", name="x"),
            swarms.set_status(user, "no", SwarmStatus.PAUSED, ""),
            swarms.delete(user, "no"),
            swarms.add_resident(user, "no", BEN),
            swarms.residents(user, "no"),
            swarms.resident(user, "no"),
            swarms.ancestors(user, "no"),
            swarms.edit_resident(user, "no", role="x"),
            swarms.set_resident_status(user, "no", ResidentStatus.PAUSED, ""),
            swarms.reserve(user, "no", 1),
            swarms.spend(user, "no", Usage(), 1.0),
        ):
            with pytest.raises(NotFound):
                await call

    stores_run(story)


@pytest.mark.parametrize("name", ["", "  \n ", "x" * 81, "a\u202eb", "a\x1bb", "a\u200bb", "@ana", "a\0b", "a\ud800b"])
def test_a_name_that_cannot_be_read_is_refused(new_user_id, stores_run, name):
    async def story(stores):
        user = new_user_id()
        await create(stores, user, "Solar")
        for call in (
            create(stores, user, name),
            stores[SwarmStore].update(user, "solar", name=name),
            stores[SwarmStore].add_resident(user, "solar", replace(BEN, name=name)),
            stores[MailStore].create_group(user, "solar", name, []),
        ):
            with pytest.raises(InvalidInput) as refused:
                await call
            assert refused.value.field == "name"

    stores_run(story)


@pytest.mark.parametrize("name", ["person", "PERSON", "Pérson", "-person-", "person!"])
def test_nobody_else_is_called_person(new_user_id, stores_run, name):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id())
        with pytest.raises(InvalidInput):
            await stored.add(name)

    stores_run(story)


def test_a_resident_is_kept_as_it_was_made(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        new = NewResident(
            name="Ben  Ñu",
            role="builder",
            guidance="Build.",
            parent_id="ana@solar",
            agent_id="coder",
            model="x:y",
            tools=("bash", "run_*"),
            context_window=7,
            color="#123456",
            icon="hammer",
            call_id="call-1",
        )
        ben, is_new = await stores[SwarmStore].add_resident(stored.user, stored.id, new)
        assert is_new
        assert (ben.id, ben.name, ben.swarm_id, ben.depth) == ("ben-nu@solar", "Ben Ñu", "solar", 2)
        for field in ("role", "guidance", "parent_id", "agent_id", "model", "tools", "context_window", "color", "icon"):
            assert getattr(ben, field) == getattr(new, field)
        assert (ben.status, ben.activity, ben.unread, ben.turns, ben.children) == ("active", "sleeping", 0, 0, 0)
        assert await stores[SwarmStore].residents(stored.user, stored.id) == [
            await stores[SwarmStore].resident(stored.user, "ana@solar"),
            ben,
        ]
        assert (await stores[SwarmStore].resident(stored.user, "ana@solar")).children == 1
        assert (await stores[SwarmStore].get(stored.user, stored.id)).residents == 2
        edited = await stores[SwarmStore].edit_resident(stored.user, ben.id, guidance="Rest.", model="", tools=[])
        assert (edited.guidance, edited.model, edited.tools, edited.role) == ("Rest.", None, (), "builder")
        edited = await stores[SwarmStore].edit_resident(
            stored.user, ben.id, role="r", context_window=3, color="#fff", icon="i", model="a:b"
        )
        assert (edited.role, edited.context_window, edited.color, edited.icon) == ("r", 3, "#fff", "i")
        assert (edited.model, edited.guidance) == ("a:b", "Rest.")
        stopped = await stores[SwarmStore].set_resident_status(stored.user, ben.id, ResidentStatus.STOPPED, "Enough.")
        assert (stopped.status, stopped.reason) == (ResidentStatus.STOPPED, "Enough.")

    stores_run(story)


def test_a_repeated_call_creates_nobody_again(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id())
        new = replace(BEN, call_id="call-1")
        made = await asyncio.gather(*(stores[SwarmStore].add_resident(stored.user, stored.id, new) for _ in range(20)))
        assert len({resident.id for resident, _ in made}) == 1
        assert sorted(is_new for _, is_new in made) == [False] * 19 + [True]
        assert (await stores[SwarmStore].get(stored.user, stored.id)).residents == 1

    stores_run(story, pool_size=20)


def test_names_are_the_same_without_case_and_diacritics(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "José", "Ana!")
        for name in ("jose", "JOSE\u0301", " José "):
            with pytest.raises(Conflict):
                await stored.add(name)
        assert await stored.add("Ana?") == "ana-2@solar"
        assert await stored.add("日本") == "resident@solar"
        other = await StoredSwarm.found(stores, stored.user, "José", swarm="Other")
        assert other.of("jose") == "jose@other"

    stores_run(story)


def test_a_parent_is_a_resident_of_the_same_swarm(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        for parent in (other.of("eva"), "no@solar", PERSON):
            with pytest.raises(NotFound):
                await stored.add("Ben", parent_id=parent)

    stores_run(story)


def test_ancestors_are_told_from_the_parent_up_however_deep(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id())
        parent = None
        for depth in range(50):
            parent = await stored.add(f"r{depth}", parent_id=parent)
        assert (await stores[SwarmStore].resident(stored.user, parent)).depth == 50
        line = await stores[SwarmStore].ancestors(stored.user, parent)
        assert [one.name for one in line] == [f"r{depth}" for depth in reversed(range(49))]
        assert await stores[SwarmStore].ancestors(stored.user, "r0@solar") == []

    stores_run(story)


def test_texts_that_are_too_long_are_refused_and_others_cleaned(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id())
        for fields in ({"guidance": "x" * (LONGEST_GUIDANCE + 1)}, {"role": "x" * 201}):
            with pytest.raises(InvalidInput):
                await stored.add("Ben", **fields)
        with pytest.raises(InvalidInput):
            await create(stores, stored.user, "x", goal="x" * (LONGEST_GUIDANCE + 1))
        ben = await stored.add("Ben", guidance="x" * (LONGEST_GUIDANCE - 1) + "\0", role="\ud800")
        kept = await stores[SwarmStore].resident(stored.user, ben)
        assert (kept.guidance[-1], kept.role) == ("\ufffd", "\ufffd")

    stores_run(story)


def test_what_a_resident_does_is_told_as_it_stands(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        user, swarms = stored.user, stores[SwarmStore]

        async def ana():
            found = await swarms.resident(user, "ana@solar")
            return found.activity, found.doing

        assert await ana() == (Activity.SLEEPING, "")
        mail = await stored.write(PERSON, "ana", "Hello?")
        assert await ana() == (Activity.WAKING, "")
        await stores[MailStore].set_room_status(user, stored.id, mail.room_id, RoomStatus.PAUSED)
        assert await ana() == (Activity.SLEEPING, "")
        await stores[MailStore].set_room_status(user, stored.id, mail.room_id, RoomStatus.OPEN)
        await swarms.set_status(user, stored.id, SwarmStatus.PAUSED, "")
        assert await ana() == (Activity.SLEEPING, "")
        await swarms.set_status(user, stored.id, SwarmStatus.RUNNING, "")
        claim, attempt = await stored.claim("ana")
        assert await ana() == (Activity.THINKING, "")
        assert (await swarms.resident(user, "ana@solar")).execution_id == claim.execution_id
        assert (await swarms.get(user, stored.id)).working == 1
        assert [one.working for one in await swarms.list(user)] == [1]
        call = Step(
            key="tool:1",
            kind=StepKind.TOOL,
            agent_id="ana@solar",
            status=StepStatus.RUNNING,
            attempt=attempt,
            name="send",
        )
        await stores[ExecutionStore].record(user, claim.execution_id, attempt, call)
        assert await ana() == (Activity.CALLING, "send")
        await stores[ExecutionStore].wait(user, claim.execution_id, attempt, "A person is asked.")
        assert await ana() == (Activity.WAITING, "A person is asked.")
        await stores[ExecutionStore].resume(user, claim.execution_id)
        assert await ana() == (Activity.WAKING, "")
        claim, attempt = await stored.claim("ana")
        at = claim.resident.created_at + timedelta(days=1)
        await stores[ResidentTurnStore].release(user, claim.execution_id, attempt, error="Model down.", retry_at=at)
        assert await ana() == (Activity.RETRYING, "Model down.")
        assert (await swarms.resident(user, "ana@solar")).retry_at == at
        assert (await swarms.get(user, stored.id)).working == 0
        await swarms.set_resident_status(user, "ana@solar", ResidentStatus.PAUSED, "")
        assert await ana() == (Activity.SLEEPING, "")

    stores_run(story)


def test_what_turns_reserve_and_spend_is_counted_on_resident_and_swarm(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana", "Ben")
        user, swarms = stored.user, stores[SwarmStore]
        turns = {name: await stored.claim(name, manual=True) for name in ("ana", "ben")}
        ids = {name: claim.execution_id for name, (claim, _) in turns.items()}
        await swarms.reserve(user, ids["ana"], 100)
        await swarms.reserve(user, ids["ben"], 30)
        await swarms.reserve(user, ids["ben"], 50)
        assert (await swarms.taken_tokens(user, stored.id))[1] == 150
        used = Usage(input_tokens=7, output_tokens=3, model_calls=1, tool_calls=2, cost=0.5)
        swarm = await swarms.spend(user, ids["ana"], used, 1.5)
        assert (swarm.usage, swarm.seconds) == (used, 1.5)
        assert (await swarms.taken_tokens(user, stored.id))[1] == 50
        await swarms.reserve(user, ids["ana"], 1)
        await swarms.spend(user, ids["ben"], used, -1.0)
        swarm = await swarms.get(user, stored.id)
        assert (swarm.usage, swarm.seconds) == (used + used, 1.5)
        assert (await swarms.resident(user, "ana@solar")).usage == used
        await stored.persist(*turns["ana"])
        assert (await swarms.taken_tokens(user, stored.id))[1] == 0
        with pytest.raises(LostClaim):
            await swarms.reserve(user, ids["ana"], 1)
        # What was under way when the turn ended is booked all the same.
        assert (await swarms.spend(user, ids["ana"], used, 0.5)).seconds == 2.0

    stores_run(story)


def test_a_reservation_falls_with_its_turn_however_that_ends(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        user, swarms = stored.user, stores[SwarmStore]

        async def reserving():
            claim, attempt = await stored.claim("ana", manual=True)
            await swarms.reserve(user, claim.execution_id, 100)
            return claim, attempt

        claim, attempt = await reserving()
        await stores[ResidentTurnStore].release(user, claim.execution_id, attempt)
        assert (await swarms.taken_tokens(user, stored.id))[1] == 0
        await reserving()
        assert (await swarms.taken_tokens(user, stored.id))[1] == 100
        again, attempt = await stored.claim("ana")  # its worker died
        assert (await swarms.taken_tokens(user, stored.id))[1] == 0
        await swarms.reserve(user, again.execution_id, 10)
        await stored.give_up(again, attempt, dead=True)
        assert (await swarms.taken_tokens(user, stored.id))[1] == 0

    stores_run(story)


def test_who_holds_a_swarm_holds_up_every_write_in_it_and_no_other(new_user_id, stores_run):
    async def story(stores):
        stored = await StoredSwarm.found(stores, new_user_id(), "Ana")
        other = await StoredSwarm.found(stores, stored.user, "Eva", swarm="Other")
        room = await stored.direct(PERSON, "ana")
        async with asyncio.TaskGroup() as group, stores.database.as_user(stored.user):
            await stores[SwarmStore].hold(stored.user, stored.id)
            writing = group.create_task(stored.post(room, PERSON, "Hello"))
            await other.write(PERSON, "eva", "Hello")
            assert (await stores[SwarmStore].get(stored.user, stored.id)).mails == 0
            assert not writing.done()
        assert writing.result().mail.position == 1

    stores_run(story)


def test_a_deleted_swarm_takes_everything_with_it(new_user_id, stores_run, sync_app):
    user = new_user_id()

    async def story(stores):
        stored = await StoredSwarm.found(stores, user, "Ana", "Ben")
        await stores[SwarmStore].add_resident(user, stored.id, replace(BEN, name="Kid", parent_id="ana@solar"))
        team = await stored.group("Team", "ana", "ben", PERSON)
        cause = None
        for n in range(40):  # a chain of causes over two rooms
            sender = ("ana", "ben")[n % 2]
            room = team if n % 3 else await stored.direct("ana", "ben")
            cause = (await stored.post(room, sender, f"{n}", cause_id=cause, reply_to=None)).mail.id
        claim, attempt = await stored.claim("ana")
        spec = ToolSpec(name="bash", description="", parameters={}, approval=True)
        await stores[ApprovalStore].admit(
            user,
            execution_id=claim.execution_id,
            step_key="k",
            place=Place(round=1, index=0),
            agent_id="ana@solar",
            spec=spec,
            arguments={},
            reason="It asks.",
            life=timedelta(days=1),
        )
        await stores[ApprovalStore].grant(user, "ana@solar", "bash")
        await stores[ApprovalStore].grant(user, "ana@solaris", "bash")
        await stores[EventStore].append(
            user,
            [
                MailDied(
                    swarm="solar",
                    mail=cause,
                    recipient="ana@solar",
                    redelivered=False,
                    reason="x",
                )
            ],
            execution_id=claim.execution_id,
        )
        for swarm in ("solar", "solaris"):
            changed = SwarmChanged(swarm=swarm, change="paused", status="paused", reason="")
            await stores[EventStore].append(user, [changed])
        await stores[EventStore].append(user, [AgentRemoved(agent="solar", reason="deleted")])
        with pytest.raises(Conflict):
            await stores[SwarmStore].delete(user, stored.id)
        await stores[ResidentTurnStore].release(user, claim.execution_id, attempt)
        await stores[SwarmStore].delete(user, stored.id)
        with pytest.raises(NotFound):
            await stores[SwarmStore].get(user, stored.id)
        assert [grant.agent_id for grant in await stores[ApprovalStore].grants(user)] == ["ana@solaris"]
        assert len(await stores[EventStore].recent(user)) == 2

    stores_run(story)
    with sync_app(user) as connection:
        for table in (
            "swarms",
            "residents",
            "rooms",
            "room_members",
            "mails",
            "deliveries",
            "resident_turns",
            "conversations",
            "executions",
            "approvals",
        ):
            assert connection.execute(f"select count(*) from {table}").fetchone() == (0,), table


def test_a_long_chain_of_causes_is_no_obstacle_to_deleting(new_user_id, stores_run, sync_app):
    user = new_user_id()

    async def story(stores):
        stored = await StoredSwarm.found(stores, user, "Ana", "Ben")
        one, other = await stored.direct("ana", "ben"), await stored.group("Team", "ana", "ben")
        first = (await stored.post(one, "ana", "first")).mail
        with sync_app(user) as connection:
            # Each mail caused by the one before, in two rooms by turns: as deep as a chain can be.
            connection.execute(
                """
                insert into mails (id, swarm_id, room_id, position, sender_id, by_person, content, cause_id, root_id,
                                   hop, mentions, expects_reply, tainted)
                select lpad(n::text, 32, '0')::uuid, 'solar',
                       case when n %% 2 = 0 then %(one)s else %(other)s end::uuid, n, 'ana@solar', false, 'x',
                       case when n = 2 then %(first)s else lpad((n - 1)::text, 32, '0') end::uuid, %(first)s::uuid,
                       n, '{}', false, false
                  from generate_series(2, 20000) n
                """,
                {"one": one, "other": other, "first": first.id},
            )
        await stores[SwarmStore].delete(user, stored.id)

    stores_run(story)
    with sync_app(user) as connection:
        assert connection.execute("select count(*) from mails").fetchone() == (0,)
