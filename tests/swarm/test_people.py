"""People and their swarm: they pause, resume and stop it, answer for a resident, and see what failed."""

import asyncio
import contextlib

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.features.swarm import purpose, turns
from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import Activity, DeliveryStatus, NewMail, ResidentStatus, SwarmStatus
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.events.news import Cursor
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.records import PERSON
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.records import ApprovalStatus
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from support.ledger import new_ledger
from support.running import person, running, script
from support.swarms import SILENCE, SwarmOf, calls, rule, send, swarm_of

SLOW = 'text = "thinking"\nwait = "forever"'
SWARM, RESIDENT, ROOM = "swarm", "resident", "room"


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """An empty ledger, and the plug-in whose tools write into it."""
    return new_ledger(tmp_path, monkeypatch)


def told(story, own_database, tmp_path, text="", **limits):
    """Tell a story about an empty swarm, with the scripted model if there is a script."""

    async def tell():
        options = {"model": script(tmp_path, text)} if text else {}
        async with running(own_database.owner, tmp_path, **options) as platform:
            return await story(await swarm_of(await person(platform), **limits))

    return asyncio.run(tell())


async def order(swarm: SwarmOf, verb: str, what: str, service=None):
    """Pause, resume or stop the swarm, Ana, or her room with the person."""
    service = service or swarm.people
    if what == SWARM:
        return await getattr(service, verb)(swarm.user, swarm.id)
    if what == RESIDENT:
        return await getattr(service, f"{verb}_resident")(swarm.user, "ana@solar")
    room = await swarm.room("ana@solar")
    return await getattr(service, f"{verb}_room")(swarm.user, swarm.id, room.id)


async def doing(swarm: SwarmOf, activity: Activity):
    """Wait until Ana is doing something."""

    async def does():
        found = await swarm.resident("Ana")
        return found if found.activity is activity else None

    return await swarm.until(does)


async def turn_of(swarm: SwarmOf):
    return (await swarm.stores[ResidentTurnStore].list(swarm.user, "ana@solar"))[0]


async def calling(swarm: SwarmOf) -> bool:
    """Whether a model call of Ana's is under way."""
    return bool(await swarm.stores[EventStore].open_calls(swarm.user, Cursor(2**53, 0)))


@pytest.mark.parametrize(("what", "elsewhere"), [(SWARM, True), (RESIDENT, False), (ROOM, False)])
def test_a_slow_model_call_is_cut_within_a_second_by_pausing_and_asked_again_by_resuming(
    own_database, tmp_path, what, elsewhere
):
    slow, quick = script(tmp_path, rule("Ana", SLOW)), script(tmp_path, rule("Ana", 'text = "Done."'), "quick.toml")

    async def tell():
        async with (
            running(own_database.owner, tmp_path, model=slow) as platform,
            running(own_database.owner, tmp_path, model=slow, mode=Working.NO) as other,
        ):
            swarm = await swarm_of(await person(platform))
            await swarm.has("Ana")
            await swarm.write("Think.", to="Ana")
            await swarm.until(lambda: calling(swarm))
            await order(swarm, "pause", what, other[Swarms] if elsewhere else None)
            turn = await swarm.until(lambda: paused_turn(swarm))
            await swarm.people.edit_resident(swarm.user, "ana@solar", model=quick)
            await order(swarm, "resume", what, other[Swarms] if elsewhere else None)
            await swarm.sleeps()
            mail = (await swarm.mails())[0]
            return turn, await swarm.said("Ana"), mail, await swarm.facts("resident.slept")

    async def paused_turn(swarm):
        turn = await turn_of(swarm)
        return turn if turn.status is ExecutionStatus.PENDING else None

    turn, said, mail, slept = asyncio.run(tell())
    assert turn.status is ExecutionStatus.PENDING
    assert said == ["Done."]
    assert mail.deliveries[0].attempts == 1, "a pause is no attempt"
    assert [fact["outcome"] for fact in slept] == ["paused", "done"]


@pytest.mark.parametrize("what", [SWARM, RESIDENT, ROOM])
def test_a_tool_call_that_has_begun_runs_to_its_end_when_paused_and_is_not_repeated(
    own_database, tmp_path, ledger, what
):
    text = rule("Ana", calls(("workUntil", {"text": "go"}), ("lookUp", {"text": "later"})), 'text = "{result}"')

    async def story(swarm):
        await swarm.has("Ana", tools=["workUntil", "lookUp"])
        await swarm.write("Work.", to="Ana")
        await doing(swarm, Activity.CALLING)
        await order(swarm, "pause", what)
        turn = await turn_of(swarm)
        (tmp_path / "go").touch()
        await swarm.until(lambda: slept(swarm))
        meanwhile = ledger.read_text().splitlines()
        await order(swarm, "resume", what)
        await swarm.sleeps()
        return turn, meanwhile, await swarm.said("Ana")

    async def slept(swarm):
        return await swarm.facts("resident.slept")

    turn, meanwhile, said = told(story, own_database, tmp_path, text)
    assert turn.status is ExecutionStatus.RUNNING
    assert [line.split()[0] for line in meanwhile] == ["begin", "end"], "nothing new began"
    assert [line.split()[0] for line in ledger.read_text().splitlines()] == ["begin", "end", "read"]
    assert said == ["worked on go\nfound later"]


@pytest.mark.parametrize(
    ("what", "elsewhere"), [(SWARM, True), (SWARM, False), (RESIDENT, False), (ROOM, False), ("execution", True)]
)
def test_stopping_ends_a_running_tool_within_a_second_and_its_mail_counts_as_read(
    own_database, tmp_path, ledger, what, elsewhere
):
    model = script(
        tmp_path, rule("Ana", calls(("workUntil", {"text": "never"})), SILENCE, user="Work") + rule("Ana", SILENCE)
    )

    async def tell():
        async with (
            running(own_database.owner, tmp_path, model=model) as platform,
            running(own_database.owner, tmp_path, model=model, mode=Working.NO) as other,
        ):
            swarm = await swarm_of(await person(platform))
            await swarm.has("Ana", tools=["workUntil"])
            await swarm.write("Work.", to="Ana")
            await doing(swarm, Activity.CALLING)
            by = other if elsewhere else platform
            if what == "execution":
                await by[Executions].cancel(swarm.user, (await turn_of(swarm)).execution_id)
            else:
                await order(swarm, "stop", what, by[Swarms])
            turn = await swarm.until(lambda: over(swarm))
            mail = (await swarm.mails())[0]
            await swarm.write("Next.", to="Ana")
            if what != "execution":
                await order(swarm, "resume", what, by[Swarms])
            await swarm.sleeps()
            return turn, mail, await swarm.resident("Ana")

    async def over(swarm):
        turn = await turn_of(swarm)
        return turn if turn.status.terminal else None

    turn, mail, ana = asyncio.run(tell())
    assert turn.status is ExecutionStatus.CANCELLED
    assert mail.deliveries[0].status is DeliveryStatus.READ
    assert [line.split()[0] for line in ledger.read_text().splitlines()] == ["begin", "cut"]
    assert (ana.turns, ana.unread) == (2, 0), "mail that was not read yet is kept, and read afterwards"


def test_a_stopped_swarm_ends_what_waits_for_a_person_too(own_database, tmp_path, ledger):
    text = rule("Ana", calls(("recordApproved", {"text": "hello"})), SILENCE)

    async def story(swarm):
        await swarm.has("Ana", tools=["record.*"])
        await swarm.write("Write.", to="Ana")
        await doing(swarm, Activity.WAITING)
        (approval,) = await swarm.stores[ApprovalStore].list(swarm.user)
        assert (approval.swarm_id, approval.resident_id) == (swarm.id, approval.agent_id)
        stopped = await swarm.people.stop(swarm.user, swarm.id)
        with pytest.raises(Conflict):
            await swarm.someone.platform[Executions].approve(swarm.user, approval.id)
        facts = await swarm.facts("swarm.changed", "approval.decided")
        await swarm.people.delete(swarm.user, swarm.id)
        with pytest.raises(NotFound):
            await swarm.get()
        return stopped, facts

    stopped, facts = told(story, own_database, tmp_path, text)
    assert (stopped.status, stopped.reason) == (SwarmStatus.STOPPED, "A person stopped it.")
    assert ledger.read_text() == ""
    assert [fact.get("change", fact["status"]) for fact in facts] == ["withdrawn", "stopped"]


def test_a_turn_goes_on_at_once_that_was_paused_and_resumed_while_its_tool_ran(own_database, tmp_path, ledger):
    text = rule("Ana", calls(("workUntil", {"text": "go"})), 'text = "{result}"')

    async def story(swarm):
        await swarm.has("Ana", tools=["workUntil"])
        await swarm.write("Work.", to="Ana")
        await doing(swarm, Activity.CALLING)
        await swarm.people.pause(swarm.user, swarm.id)
        await swarm.people.resume(swarm.user, swarm.id)
        (tmp_path / "go").touch()
        await swarm.until(lambda: swarm.said("Ana"), seconds=turns.POLL_SECONDS / 2)
        return await swarm.said("Ana")

    assert told(story, own_database, tmp_path, text) == ["worked on go"]
    assert [line.split()[0] for line in ledger.read_text().splitlines()] == ["begin", "end"]


def test_nobody_wakes_in_a_paused_swarm_and_all_mail_is_read_once_it_is_resumed(own_database, tmp_path):
    async def story(swarm):
        await swarm.has("Ana")
        await swarm.has("Ben")
        await swarm.people.pause(swarm.user, swarm.id)
        await swarm.write("One", to="Ana")
        await swarm.write("Two", to="Ben")
        with pytest.raises(Conflict):
            await swarm.people.wake(swarm.user, "ana@solar")
        before = [one.turns for one in await swarm.stores[SwarmStore].residents(swarm.user, swarm.id)]
        await swarm.people.resume(swarm.user, swarm.id)
        await swarm.sleeps()
        return before, [one.turns for one in await swarm.stores[SwarmStore].residents(swarm.user, swarm.id)]

    assert told(story, own_database, tmp_path, rule("Ana", SILENCE) + rule("Ben", SILENCE)) == ([0, 0], [1, 1])


def test_a_person_answers_for_a_resident_which_remembers_the_words_as_its_own(own_database, tmp_path):
    text = rule("Ana", 'text = "I am asked: {user}"')

    async def story(swarm):
        ana, ben = await swarm.has("Ana"), await swarm.has("Ben")
        await swarm.people.pause_resident(swarm.user, ana.id)
        room = await swarm.room(ben.id, ana.id)
        await swarm.write("Shall we?", room_id=room.id, as_resident=ben.id)
        before = await swarm.resident("Ana")
        answer = await swarm.write("Yes, we shall.", room_id=room.id, as_resident=ana.id)
        after = await swarm.resident("Ana")
        await swarm.people.resume_resident(swarm.user, ana.id)
        await swarm.write("What did you say?", to="Ana")
        await swarm.sleeps()
        turns = await swarm.stores[ResidentTurnStore].list(swarm.user, ana.id, messages=True)
        _, history = await swarm.stores[ResidentTurnStore].history(
            swarm.user, ana.id, before_execution=turns[0].execution_id, window=20
        )
        return before.unread, answer, after.unread, history

    before, answer, after, history = told(story, own_database, tmp_path, text + rule("Ben", SILENCE))
    assert (before, after) == (1, 0)
    assert (answer.sender, answer.by_person) == ("ana@solar", True)
    assert "> Shall we?" in str(history)
    assert "Yes, we shall." in str(history)


def test_a_resident_goes_by_its_edited_guidance_from_its_next_turn_on(own_database, tmp_path):
    text = '[[rule]]\ninstructions = "Speak like a pirate"\n[[rule.turn]]\ntext = "Arr."\n' + rule(
        "Ana", 'text = "Hm."'
    )

    async def story(swarm):
        await swarm.has("Ana", guidance="Speak plainly.")
        await swarm.write("Say something", to="Ana")
        await swarm.sleeps()
        await swarm.people.edit_resident(swarm.user, "ana@solar", guidance="Speak like a pirate.", role="pirate")
        await swarm.write("And again", to="Ana")
        await swarm.sleeps()
        return await swarm.said("Ana")

    assert told(story, own_database, tmp_path, text) == ["Hm.", "Arr."]


def test_a_resident_is_woken_by_hand_without_mail(own_database, tmp_path):
    text = rule("Ana", 'text = "I looked around."', user="woke you") + rule("Ana", SILENCE)

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.people.wake(swarm.user, "ana@solar")
        await swarm.until(lambda: turned(swarm))
        return await turn_of(swarm), await swarm.mails()

    async def turned(swarm):
        return (await swarm.resident("Ana")).turns and await swarm.asleep()

    turn, mails = told(story, own_database, tmp_path, text)
    assert (turn.woken_by, turn.status, turn.room_id) == ("manual", ExecutionStatus.COMPLETED, None)
    assert "I looked around." in turn.digest
    assert mails == [], "nobody asked anything"


def test_a_model_that_comes_back_reads_the_mail_then(own_database, tmp_path, monkeypatch):
    monkeypatch.setattr(purpose, "BACKOFF", (0.01,))
    failing = 'text = "Here I am."\nfail = { class = "model", times = 2, message = "The model is down." }'

    async def story(swarm):
        await swarm.has("Ana")
        await swarm.write("Write a poem about tides.", to="Ana")
        await swarm.sleeps()
        return await swarm.said("Ana"), (await swarm.mails())[0], await swarm.facts("resident.slept")

    said, mail, slept = told(story, own_database, tmp_path, rule("Ana", failing))
    assert said == ["Here I am."]
    assert mail.deliveries[0].attempts == 3
    assert [fact["outcome"] for fact in slept] == ["retrying", "retrying", "done"]
    assert slept[0]["reason"] == "The model is down."


def test_mail_that_cannot_be_read_becomes_a_dead_letter_after_five_attempts_and_can_be_delivered_again(
    own_database, tmp_path, monkeypatch
):
    monkeypatch.setattr(purpose, "BACKOFF", (0.01,))
    failing = 'text = "Here I am."\nfail = { class = "model", times = 5, message = "The model is down." }'

    async def story(swarm):
        await swarm.has("Ana")
        mail = await swarm.write("Write a poem about tides.", to="Ana")
        await swarm.until(lambda: died(swarm))
        dead = (await swarm.mails(dead=True))[0].deliveries[0]
        counted = (await swarm.get()).dead
        turn = await turn_of(swarm)
        await swarm.people.redeliver(swarm.user, swarm.id, mail.id, "ana@solar")
        with pytest.raises(Conflict):
            await swarm.people.redeliver(swarm.user, swarm.id, mail.id, "ana@solar")
        await swarm.sleeps()
        now = (await swarm.stores[MailStore].get(swarm.user, swarm.id, mail.id)).deliveries[0]
        return dead, counted, turn, now, await swarm.said("Ana"), await swarm.facts("mail.died")

    async def died(swarm):
        return (await swarm.get()).dead

    dead, counted, turn, now, said, facts = told(story, own_database, tmp_path, rule("Ana", failing))
    assert (dead.status, dead.attempts, dead.error, counted) == (DeliveryStatus.DEAD, 5, "The model is down.", 1)
    assert (turn.status, turn.error) == (ExecutionStatus.FAILED, "The model is down.")
    assert now.status is DeliveryStatus.READ
    assert said == ["Here I am."]
    assert [(fact["redelivered"], fact["recipient"]) for fact in facts] == [(False, "ana@solar"), (True, "ana@solar")]


def test_approvals_stops_pauses_and_mail_at_once_never_wait_for_each_other_in_a_ring(own_database, tmp_path, ledger):
    text = '[[rule]]\ninstructions = "Worker"\n' + "".join(
        f"[[rule.turn]]\n{turn}\n"
        for turn in (calls(("recordApproved", {"text": "hello"}), send("Worker 0", "Hello.")), SILENCE)
    )
    names = [f"Worker {number}" for number in range(5)]

    async def story(swarm):
        platform, user = swarm.someone.platform, swarm.user
        ids = [(await swarm.has(name, tools=["record.*"])).id for name in names]

        async def decide():
            for _ in range(12):
                for approval in await swarm.stores[ApprovalStore].list(user, status=ApprovalStatus.PENDING):
                    with contextlib.suppress(Conflict):
                        await platform[Executions].approve(user, approval.id)

        async def meddle(resident):
            await swarm.people.pause_resident(user, resident)
            await swarm.people.resume_resident(user, resident)
            turns = await swarm.stores[ResidentTurnStore].unfinished(user, swarm.id, resident_id=resident)
            for turn in turns:
                await platform[Executions].cancel(user, turn.execution_id)

        async def write(name):
            for number in range(3):
                await swarm.write(f"Order {number}", to=name)

        async with asyncio.TaskGroup() as group:
            for work in (decide(), decide(), *map(write, names), *map(meddle, ids)):
                group.create_task(work)
        while not await swarm.asleep():
            await swarm.until(lambda: waiting_or_asleep(swarm))
            await decide()
        async with platform.database.without_user() as connection:
            row = await connection.fetchrow("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
            return row["deadlocks"], await swarm.stores[SwarmStore].residents(user, swarm.id)

    async def waiting_or_asleep(swarm):
        residents = await swarm.stores[SwarmStore].residents(swarm.user, swarm.id)
        return all(one.activity in (Activity.SLEEPING, Activity.WAITING) for one in residents)

    deadlocks, residents = told(story, own_database, tmp_path, text, pair_per_minute=None)
    assert deadlocks == 0
    assert [one.unread for one in residents] == [0] * len(names)


def test_an_agent_that_was_removed_leaves_its_residents_mail_undone_with_a_reason(own_database, tmp_path, monkeypatch):
    monkeypatch.setattr(purpose, "BACKOFF", (0.01,))

    async def story(swarm):
        await swarm.someone.has("counter", instructions="You count.")
        await swarm.has("Ana", agent_id="counter")
        await swarm.someone.platform[Rosters].delete(swarm.user, "counter")
        await swarm.write("Count.", to="Ana")
        await swarm.until(lambda: died(swarm))
        return (await swarm.mails(dead=True))[0].deliveries[0]

    async def died(swarm):
        return (await swarm.get()).dead

    assert "no agent called 'counter'" in told(story, own_database, tmp_path, rule("Ana", SILENCE)).error


def test_a_wake_up_that_got_lost_is_made_up_for(own_database, tmp_path, monkeypatch):
    monkeypatch.setattr(turns, "POLL_SECONDS", 0.5)

    async def story(swarm):
        await swarm.has("Ana")
        room = await swarm.room("ana@solar")
        # Stored without a job: as if a restored backup had lost the jobs.
        await swarm.stores[MailStore].send(
            swarm.user, swarm.id, NewMail(room_id=room.id, sender=PERSON, content="Hello?")
        )
        await swarm.until(lambda: said(swarm))
        return await swarm.said("Ana")

    async def said(swarm):
        return await swarm.said("Ana")

    assert told(story, own_database, tmp_path, rule("Ana", 'text = "Hello."')) == ["Hello."]


def test_a_worker_that_is_shut_down_lays_its_turns_down_and_another_goes_on(own_database, tmp_path):
    slow, quick = script(tmp_path, rule("Ana", SLOW)), script(tmp_path, rule("Ana", 'text = "Done."'), "quick.toml")

    async def tell():
        async with running(own_database.owner, tmp_path, model=slow) as platform:
            someone = await person(platform)
            swarm = await swarm_of(someone)
            await swarm.has("Ana")
            await swarm.write("Think.", to="Ana")
            await swarm.until(lambda: calling(swarm))
        async with running(own_database.owner, tmp_path, model=quick) as platform:
            swarm = SwarmOf(type(someone)(platform, someone.id), swarm.id)
            await swarm.sleeps()
            return await swarm.said("Ana"), (await swarm.mails())[0]

    said, mail = asyncio.run(tell())
    assert said == ["Done."]
    assert mail.deliveries[0].attempts == 1


def test_a_resident_that_is_paused_keeps_its_mail_and_the_others_go_on(own_database, tmp_path):
    async def story(swarm):
        await swarm.has("Ana")
        await swarm.has("Ben")
        paused = await swarm.people.pause_resident(swarm.user, "ana@solar")
        await swarm.write("One", to="Ana")
        await swarm.write("Two", to="Ben")
        await swarm.until(lambda: turned(swarm))
        ana = await swarm.resident("Ana")
        resumed = await swarm.people.resume_resident(swarm.user, "ana@solar")
        await swarm.sleeps()
        return paused, ana, resumed, await swarm.resident("Ana")

    async def turned(swarm):
        return (await swarm.resident("Ben")).turns

    paused, between, resumed, after = told(story, own_database, tmp_path, rule("Ana", SILENCE) + rule("Ben", SILENCE))
    assert (paused.status, paused.reason) == (ResidentStatus.PAUSED, "A person paused it.")
    assert (between.turns, between.unread) == (0, 1)
    assert (resumed.status, after.turns, after.unread) == (ResidentStatus.ACTIVE, 1, 0)


def test_residents_share_a_workspace_whose_files_go_with_the_swarm(own_database, tmp_path):
    text = rule("Ana", calls(("bash", {"command": "echo shared > note"})), SILENCE) + rule(
        "Ben", calls(("bash", {"command": "cat note"})), 'text = "{result}"'
    )

    async def tell():
        async with running(own_database.owner, tmp_path, model=script(tmp_path, text)) as platform:
            if missing := platform[BubblewrapSandbox].missing(Program.SHELL):
                pytest.skip(missing.text())
            someone = await person(platform)
            swarm = await swarm_of(someone)
            await swarm.has("Ana", tools=["bash"])
            await swarm.has("Ben", tools=["bash"])
            await swarm.write("Note it.", to="Ana")
            await swarm.sleeps()
            await swarm.write("What is noted?", to="Ben")
            await swarm.sleeps()
            before = await swarm.said("Ben")
            await swarm.people.delete(swarm.user, swarm.id)
            again = await swarm_of(someone)
            assert again.id == swarm.id
            await again.has("Ben", tools=["bash"])
            await again.write("What is noted?", to="Ben")
            await again.sleeps()
            return before, await again.said("Ben")

    (before,), (after,) = asyncio.run(tell())
    assert "shared" in before
    assert "No such file" in after
