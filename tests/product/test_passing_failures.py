"""What a server does by itself goes on after a passing failure, and one person's trouble is not every user's."""

import asyncio
import io
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from rich.console import Console

from bailiwick import opening
from bailiwick.features.conversations import commands as ask
from bailiwick.features.installation import upkeep
from bailiwick.features.installation.actions import Administration
from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.firing import Firing
from bailiwick.features.schedules.records import Action, ActionType, RunStatus, ScheduleDraft, ScheduleStatus, Times
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.swarm import turns
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import NewMail
from bailiwick.features.swarm.turn_store import ResidentTurnStore
from bailiwick.features.tasks.actions import Tasks
from bailiwick.kernel import background
from bailiwick.kernel.database.for_each_user import for_each_user
from bailiwick.kernel.errors import NotFound, Unavailable
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.records import PERSON, User
from bailiwick.runs.actions import Executions
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.store import ExecutionStore
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from support.people import ensure_user
from support.running import person, running, script
from support.swarms import rule, swarm_of

FOREVER = '[[turn]]\ntext = "thinking"\nwait = "forever"\n'
NOBODY = "no id of a user"
CHORE = Action(type=ActionType.TASK, title="Water the plants", run=False)
AWAY = Unavailable("The database cannot be reached now; try again in a moment.")


@pytest.fixture(autouse=True)
def quick_to_begin_anew(monkeypatch):
    """Work that is kept up pauses only for a moment after a crash."""
    monkeypatch.setattr(background, "ANEW_SECONDS", 0.05)


def told(own_database, home, story, **options):
    """Tell the story of one person on a running platform."""

    async def tell():
        async with running(own_database.owner, home, **options) as platform, asyncio.timeout(30):
            await story(platform, await person(platform))

    asyncio.run(tell())


def failing_first(call, error=AWAY, *, when=lambda *_, **__: True):
    """Return `call`, which raises `error` the first time; and the event that says that it has."""
    failed = asyncio.Event()

    async def instead(*arguments, **options):
        if not failed.is_set() and when(*arguments, **options):
            failed.set()
            raise error
        return await call(*arguments, **options)

    return instead, failed


def test_whatever_a_server_does_by_itself_begins_anew_after_a_crash(own_database, tmp_path, monkeypatch):
    begun = {}

    def crashing_first(owner, name):
        work, begun[name] = getattr(owner, name), [asyncio.Event(), asyncio.Event()]

        async def instead(*arguments, **options):
            if not begun[name][0].is_set():
                begun[name][0].set()
                raise KeyError("a mistake of ours")
            begun[name][1].set()
            await work(*arguments, **options)

        monkeypatch.setattr(owner, name, instead)

    for owner, name in [
        (Bus, "listen"),
        (Bus, "carry"),
        (Jobs, "run_worker"),
        (BubblewrapSandbox, "tidy"),
        (Firing, "keep_time"),
        (turns.Turns, "look_after"),
        (Administration, "follow_log_level"),
        (opening, "keep_house"),
    ]:
        crashing_first(owner, name)

    async def story(platform, someone):
        for _, again in begun.values():
            await again.wait()
        assert (await someone.ask("what is 2 + 2?")).answer == "2 + 2 = 4"

    told(own_database, tmp_path, story)


async def planned(someone, name="A plan"):
    """Make a schedule that is due."""
    draft = ScheduleDraft(name=name, times=Times(every_seconds=3600), action=CHORE)
    schedule = await someone.platform[Schedules].create(someone.id, draft)
    async with someone.platform.database.as_user(someone.id) as connection:
        await connection.execute(
            "update schedules set created_at = created_at - interval '1 hour', next_at = next_at - interval '1 hour'"
            " where id = $1",
            schedule.id,
        )
    return schedule


def test_one_persons_schedules_that_cannot_be_fired_do_not_keep_the_others_from_theirs(own_database, tmp_path):
    async def story(platform, someone):
        schedule = await planned(someone)
        firing = Firing(
            platform.database,
            platform.stores,
            platform[Bus],
            platform[Executions],
            (platform[Tasks],),
            CrashPoints(None),
        )

        async def due():
            now = datetime.now(UTC)
            return now, [(NOBODY, now - timedelta(minutes=2)), (someone.id, now - timedelta(minutes=1))]

        async with background.Background() as owner:
            with platform[Bus].reading(someone.id) as (bell, _):
                owner.start("keep time", firing.keep_time(due))
                while not (runs := await platform[Schedules].runs(someone.id, schedule.id, limit=5)):
                    bell.clear()
                    await bell.wait()
        assert [run.status for run in runs] == [RunStatus.FIRED]

    told(own_database, tmp_path, story, mode=Working.NO)


def test_a_schedule_whose_times_cannot_be_read_any_more_is_paused_and_the_others_are_fired(own_database, tmp_path):
    async def story(platform, someone):
        broken, sound = await planned(someone, "Broken"), await planned(someone, "Sound")
        async with platform.database.as_user(someone.id) as connection:
            await connection.execute("update schedules set timezone = 'Mars/Olympus' where id = $1", broken.id)
        await platform[Schedules].fire_due(someone.id)
        assert [run.status for run in await platform[Schedules].runs(someone.id, sound.id, limit=5)] == [
            RunStatus.FIRED
        ]
        async with platform.database.as_user(someone.id):
            kept = await platform.stores[ScheduleStore].hold(someone.id, broken.id)
        assert (kept.status, kept.next_at, kept.failures) == (ScheduleStatus.PAUSED, None, 1)
        assert kept.reason.startswith("Its times cannot be read any more: Give an IANA name")

    told(own_database, tmp_path, story, mode=Working.NO)


def test_what_fails_unexpectedly_at_its_time_is_written_down_and_the_others_are_fired(
    own_database, tmp_path, monkeypatch
):
    async def story(platform, someone):
        broken, sound = await planned(someone, "Broken"), await planned(someone, "Sound")
        create = platform[Tasks].create

        async def creating(user_id, draft):
            if draft.schedule_id == broken.id:
                raise KeyError("a mistake of ours")
            return await create(user_id, draft)

        monkeypatch.setattr(platform[Tasks], "create", creating)
        await platform[Schedules].fire_due(someone.id)
        (failed,) = await platform[Schedules].runs(someone.id, broken.id, limit=5)
        (fired,) = await platform[Schedules].runs(someone.id, sound.id, limit=5)
        assert (failed.status, fired.status) == (RunStatus.FAILED, RunStatus.FIRED)
        assert "look at the server's log" in failed.reason

    told(own_database, tmp_path, story, mode=Working.NO)


def test_upkeep_that_fails_for_one_person_comes_to_the_next_and_to_the_next_duty(own_database, tmp_path):
    async def story(platform, someone):
        seen = []

        async def fails(user_id):
            raise NotFound("erased meanwhile")

        async def notes(user_id):
            seen.append(user_id)

        users = [NOBODY, someone.id]
        await for_each_user(users, fails, notes)
        assert seen == users

    told(own_database, tmp_path, story, mode=Working.NO)


def test_upkeep_that_did_not_reach_the_database_does_not_wait_for_the_next_hour(own_database, tmp_path, monkeypatch):
    monkeypatch.setattr(upkeep, "OUTAGE_SECONDS", 0.0)

    async def story(platform, someone):
        done = asyncio.Event()

        async def everybody():
            return [someone.id]

        async def notes(user_id):
            done.set()

        users, failed = failing_first(everybody)
        async with background.Background() as owner:
            owner.start(
                "upkeep",
                upkeep.keep_house(users, (notes,)),
            )
            await done.wait()
        assert failed.is_set()

    told(own_database, tmp_path, story, mode=Working.NO)


def test_residents_are_woken_although_those_of_somebody_else_cannot_be(own_database, tmp_path, monkeypatch):
    monkeypatch.setattr(turns, "POLL_SECONDS", 0.05)
    wake = turns.Turns.wake_sleepers
    tried = asyncio.Event()

    async def story(platform, first):
        async def waking(self, user_id, swarm_id=None):
            if user_id == first.id:
                tried.set()
                raise KeyError("a mistake of ours")
            return await wake(self, user_id, swarm_id)

        monkeypatch.setattr(turns.Turns, "wake_sleepers", waking)
        await tried.wait()  # whoever ended at that is gone by now
        swarm = await swarm_of(await person(platform))
        await swarm.has("Ana")
        room = await swarm.room("ana@solar")
        await swarm.stores[MailStore].send(
            swarm.user, swarm.id, NewMail(room_id=room.id, sender=PERSON, content="Hello?")
        )
        assert await swarm.until(lambda: swarm.said("Ana")) == ["Hello."]

    told(own_database, tmp_path, story, model=script(tmp_path, rule("Ana", 'text = "Hello."')))


def test_a_missed_cancellation_is_looked_for_until_the_database_can_say(own_database, tmp_path, monkeypatch):
    monkeypatch.setattr(background, "OUTAGE_SECONDS", 0.05)

    async def story(platform, someone):
        await someone.has("slow", tags=["slow"])
        execution = await someone.submit("think slowly", agent_id="slow")
        await someone.events(execution.id, until="agent.stream")
        get, failed = failing_first(platform.stores[ExecutionStore].get, when=lambda *_, steps=True: not steps)
        monkeypatch.setattr(platform.stores[ExecutionStore], "get", get)
        async with platform.database.as_user(someone.id) as connection:  # without a word to its worker
            await connection.execute("update executions set cancel_requested = true where id = $1", execution.id)
        async with await psycopg.AsyncConnection.connect(own_database.owner, autocommit=True) as connection:
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
                " and pid <> pg_backend_pid() and (query ilike 'listen%' or query ilike '%pg_listening_channels%')"
            )
        await someone.events(execution.id)
        assert failed.is_set()
        assert (await get(someone.id, execution.id)).status is ExecutionStatus.CANCELLED

    told(own_database, tmp_path, story, model=script(tmp_path, FOREVER))


def test_an_execution_that_is_cancelled_just_after_it_was_claimed_does_not_go_on(own_database, tmp_path, monkeypatch):
    async def story(platform, someone):
        await someone.has("slow", tags=["slow"])
        claim, heard = platform.stores[ExecutionStore].claim, asyncio.Event()
        platform[Bus].on_control(lambda _, command: heard.set() if command == "cancel" else None)

        async def claiming(user_id, execution_id, *asked):
            claimed = await claim(user_id, execution_id, *asked)
            if not heard.is_set():
                # In a task of its own: said at once, and not only when this transaction ends.
                async with asyncio.TaskGroup() as group:
                    group.create_task(platform[Bus].command(user_id, execution_id, "cancel"))
                await heard.wait()
            return claimed

        monkeypatch.setattr(platform.stores[ExecutionStore], "claim", claiming)
        execution = await someone.submit("think slowly", agent_id="slow")
        await someone.events(execution.id)
        assert (await platform[Executions].get(someone.id, execution.id)).status is ExecutionStatus.CANCELLED

    told(own_database, tmp_path, story, model=script(tmp_path, FOREVER))


def test_a_turn_that_is_stopped_as_it_is_claimed_does_not_go_on(own_database, tmp_path, monkeypatch):
    async def story(platform, someone):
        swarm = await swarm_of(someone)
        await swarm.has("Ana")
        claim, heard = platform.stores[ExecutionStore].claim, asyncio.Event()
        platform[Bus].on_control(lambda _, command: heard.set() if command == "cancel" else None)

        async def claiming(user_id, execution_id, *asked):
            claimed = await claim(user_id, execution_id, *asked)
            if not heard.is_set():
                # In a task of its own: said at once, and not only when this transaction ends.
                async with asyncio.TaskGroup() as group:
                    group.create_task(platform[Bus].command(user_id, execution_id, "cancel"))
                await heard.wait()
            return claimed

        monkeypatch.setattr(platform.stores[ExecutionStore], "claim", claiming)
        await swarm.write("Think.", to="Ana")
        await swarm.until(lambda: over(swarm))

    async def over(swarm):
        found = await swarm.stores[ResidentTurnStore].list(swarm.user, "ana@solar")
        return bool(found) and found[0].status is ExecutionStatus.CANCELLED

    told(own_database, tmp_path, story, model=script(tmp_path, rule("Ana", 'text = "thinking"\nwait = "forever"')))


def test_a_file_goes_with_the_next_message_of_a_conversation_in_a_terminal(own_database, tmp_path, monkeypatch):
    notes = tmp_path / "my notes.txt"
    notes.write_text("Milk and eggs")
    printed, typed = io.StringIO(), iter([f'/attach "{notes}"', "/attach absent.txt", "", "what is 2 + 3?", "/quit"])

    class Terminal(Console):
        def input(self, *_, **__):
            return next(typed)

    async def story(platform, someone):
        monkeypatch.setattr(ask, "console", lambda **_: Terminal(file=printed, width=200))
        user = await ensure_user(platform.stores, someone.id, "A person", "member")
        assert isinstance(user, User)
        await ask.converse(platform, user)
        later, first = await platform.stores[ExecutionStore].list(someone.id)
        assert (len(first.files), len(later.files)) == (1, 0)

    told(own_database, tmp_path, story)
    assert "my notes.txt goes with the next message." in printed.getvalue()
    assert "absent.txt" in printed.getvalue()


def test_a_conversation_in_a_terminal_outlives_a_message_that_could_not_be_sent(own_database, tmp_path, monkeypatch):
    printed, typed = io.StringIO(), iter(["what is 2 + 2?", "what is 2 + 3?", "/quit"])

    class Terminal(Console):
        def input(self, *_, **__):
            return next(typed)

    async def story(platform, someone):
        submit, failed = failing_first(platform[Executions].submit)
        monkeypatch.setattr(platform[Executions], "submit", submit)
        monkeypatch.setattr(ask, "console", lambda **_: Terminal(file=printed, width=200))
        user = await ensure_user(platform.stores, someone.id, "A person", "member")
        assert isinstance(user, User)
        await ask.converse(platform, user)
        assert failed.is_set()

    told(own_database, tmp_path, story)
    assert "The database cannot be reached now" in printed.getvalue()
    assert "2 + 3 = 5" in printed.getvalue()
