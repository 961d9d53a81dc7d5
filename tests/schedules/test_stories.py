"""Schedules do at their times what they say: once, late rather than never, and with the reason where they cannot."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.records import (
    Action,
    ActionType,
    Missed,
    Overlap,
    RunStatus,
    ScheduleDraft,
    ScheduleStatus,
    Times,
)
from bailiwick.features.tasks.records import TaskFilter, TaskSort
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.errors import Conflict, InvalidInput, NotFound, TooMuchWork, UnknownAgent
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.starts_tasks import TaskStatus
from bailiwick.runs.submission import Submission
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import AgentStatus
from support.running import person, running, script, working

MINUTE = timedelta(minutes=1)
SUM = Action(type=ActionType.MESSAGE, message="What is 2 + 3?", agent_id="peter-logical")
CHORE = Action(type=ActionType.TASK, title="Water the plants", run=False, tags=("home",))
HOURLY = Times(every_seconds=3600, timezone="Europe/Madrid")


def draft(action=SUM, times=HOURLY, name="A plan", **more):
    return ScheduleDraft(name=name, times=times, action=action, **more)


async def due(someone, schedule, ago=timedelta(seconds=5)):
    """Let a schedule have been due for so long; return the time."""
    at = await someone.platform.stores.database.now(someone.id) - ago
    async with someone.platform.database.as_user(someone.id) as connection:
        await connection.execute(
            "update schedules set created_at = created_at - (next_at - $1::timestamptz), next_at = $1 where id = $2",
            at,
            schedule.id,
        )
    return at


async def fire(someone):
    return await someone.platform[Schedules].fire_due(someone.id)


async def history(someone, schedule):
    return list(reversed(await someone.platform[Schedules].runs(someone.id, schedule.id, limit=200)))


async def facts(someone, *kinds):
    found = await someone.platform.stores[EventStore].recent(someone.id, kinds=kinds, limit=200)
    return [fact.kind for fact in reversed(found)]


def played(own_database, tmp_path, story, **options):
    """Run a story of one person on a platform without a worker."""

    async def play():
        async with running(own_database.owner, tmp_path, mode=Working.NO, **options) as platform:
            await story(await person(platform))

    asyncio.run(play())


def test_a_due_time_starts_one_execution_in_the_schedules_own_thread_and_sets_the_next(own_database, tmp_path):
    async def story(someone):
        schedules = someone.platform[Schedules]
        made = await schedules.create(someone.id, draft(name="Sums"))
        assert made.next_at == made.created_at + timedelta(hours=1)
        assert (made.sentence, made.words.kind, len(made.upcoming)) == ("Every hour", "hourly", 5)
        assert await fire(someone) is False, "nothing is fired early"
        at = await due(someone, made)
        assert await fire(someone) is True
        assert await fire(someone) is False
        (run,) = await history(someone, made)
        assert (run.due_at, run.status, run.execution_status) == (at, RunStatus.FIRED, ExecutionStatus.PENDING)
        assert 5000 <= run.lateness_ms < 30_000
        async with working(someone.platform):
            execution = await someone.platform[Executions].wait(someone.id, run.execution_id, 30)
        assert execution.answer == "2 + 3 = 5"
        thread = await someone.platform.stores[ConversationStore].get(someone.id, execution.conversation_id)
        assert (thread.title, thread.agent_id) == ("Sums", "peter-logical")
        after = await schedules.get(someone.id, made.id)
        assert (after.runs, after.failures, after.last_at, after.last_status) == (1, 0, at, RunStatus.FIRED)
        assert after.next_at == at + timedelta(hours=1), "times count from when it was made, not from when it fired"
        await due(someone, made)
        await fire(someone)
        run = (await history(someone, made))[-1]
        again = await someone.platform[Executions].get(someone.id, run.execution_id)
        assert again.conversation_id == thread.id
        assert await facts(someone, "schedule.created", "schedule.fired") == [
            "schedule.created",
            "schedule.fired",
            "schedule.fired",
        ]

    played(own_database, tmp_path, story)


def test_many_workers_at_once_fire_each_time_once(own_database, tmp_path):
    async def story(someone):
        made = [await someone.platform[Schedules].create(someone.id, draft(CHORE, name=f"Plan {n}")) for n in range(12)]
        async with running(own_database.owner, tmp_path / "other", mode=Working.NO) as other:
            ats = [await due(someone, each) for each in made]
            await asyncio.gather(*(each[Schedules].fire_due(someone.id) for each in (someone.platform, other) * 3))
        for each, at in zip(made, ats, strict=True):
            assert [(run.due_at, run.status) for run in await history(someone, each)] == [(at, RunStatus.FIRED)]
        page = await someone.platform.stores[TaskStore].page(someone.id, TaskFilter(tag="home"), TaskSort.POSITION)
        assert sorted(task.schedule_id for task in page.tasks) == sorted(each.id for each in made)

    played(own_database, tmp_path, story)


@pytest.mark.parametrize(
    ("missed", "statuses", "made"),
    [
        (Missed.SKIP, ["missed"], 0),
        (Missed.ONCE, ["fired"], 1),
        (Missed.ALL, ["fired"] * 5, 5),
    ],
)
def test_missed_times_become_what_the_schedule_says(own_database, tmp_path, missed, statuses, made):
    async def story(someone):
        plan = draft(CHORE, Times(every_seconds=600), missed=missed)
        schedule = await someone.platform[Schedules].create(someone.id, plan)
        await due(someone, schedule, timedelta(minutes=45))
        now = await someone.platform.stores.database.now(someone.id)
        await fire(someone)
        runs = await history(someone, schedule)
        assert [run.status for run in runs] == statuses
        if missed is not Missed.ALL:
            assert "Nothing ran from" in runs[0].reason
        page = await someone.platform.stores[TaskStore].page(someone.id, TaskFilter(), TaskSort.POSITION)
        assert page.total == made
        after = await someone.platform[Schedules].get(someone.id, schedule.id)
        assert after.status is ScheduleStatus.ACTIVE
        assert after.next_at > now

    played(own_database, tmp_path, story)


def test_of_a_very_long_silence_the_latest_hundred_times_are_made_up_for(own_database, tmp_path):
    async def story(someone):
        plan = draft(CHORE, Times(every_seconds=60), missed=Missed.ALL)
        schedule = await someone.platform[Schedules].create(someone.id, plan)
        await due(someone, schedule, timedelta(days=365))
        await fire(someone)
        runs = await history(someone, schedule)
        assert (runs[0].status, runs[0].execution_id) == (RunStatus.MISSED, None)
        fired = [run for run in runs if run.status is RunStatus.FIRED]
        assert 100 <= len(fired) <= 102
        assert {after.due_at - before.due_at for before, after in pairwise(fired)} == {MINUTE}

    played(own_database, tmp_path, story)


@pytest.mark.parametrize(
    ("overlap", "statuses"), [(Overlap.SKIP, ["fired", "skipped"]), (Overlap.QUEUE, ["fired"] * 2)]
)
def test_a_time_at_which_the_run_before_is_not_over(own_database, tmp_path, overlap, statuses):
    async def story(someone):
        schedule = await someone.platform[Schedules].create(someone.id, draft(overlap=overlap))
        for _ in range(2):
            await due(someone, schedule)
            await fire(someone)
        runs = await history(someone, schedule)
        assert [run.status for run in runs] == statuses
        async with working(someone.platform):
            for run in runs:
                if run.execution_id:
                    done = await someone.platform[Executions].wait(someone.id, run.execution_id, 30)
                    assert done.status is ExecutionStatus.COMPLETED
        started = [
            await someone.platform[Executions].get(someone.id, run.execution_id) for run in runs if run.execution_id
        ]
        assert all(after.started_at >= before.ended_at for before, after in pairwise(started))
        await due(someone, schedule)
        await fire(someone)
        assert (await history(someone, schedule))[-1].status is RunStatus.FIRED

    played(own_database, tmp_path, story)


def test_a_schedule_whose_agent_is_gone_fails_with_the_reason_and_is_paused_after_five_times(own_database, tmp_path):
    async def story(someone):
        await someone.has("gardener", tags=["garden"])
        action = Action(type=ActionType.TASK, title="Water the plants", agent_id="gardener")
        schedule = await someone.platform[Schedules].create(someone.id, draft(action))
        await someone.platform[Rosters].update(someone.id, "gardener", {"status": AgentStatus.PAUSED})
        for _ in range(5):
            await due(someone, schedule)
            assert await fire(someone)
        runs = await history(someone, schedule)
        assert [run.status for run in runs] == [RunStatus.FAILED] * 5
        assert "gardener" in runs[0].reason
        assert (await someone.platform.stores[TaskStore].page(someone.id, TaskFilter(), TaskSort.POSITION)).total == 0
        after = await someone.platform[Schedules].get(someone.id, schedule.id)
        assert (after.status, after.next_at, after.failures) == (ScheduleStatus.PAUSED, None, 5)
        assert after.reason.startswith("It failed 5 times in a row")
        assert (await facts(someone, "schedule.failed", "schedule.changed"))[-2:] == [
            "schedule.failed",
            "schedule.changed",
        ]
        with pytest.raises(Conflict, match="could not be started"):
            await someone.platform[Schedules].run(someone.id, schedule.id)
        resumed = await someone.platform[Schedules].resume(someone.id, schedule.id)
        assert (resumed.status, resumed.failures_in_a_row, resumed.reason) == (ScheduleStatus.ACTIVE, 0, "")

    played(own_database, tmp_path, story)


def test_what_a_schedule_starts_and_what_fails_counts_against_it(own_database, tmp_path):
    model = script(tmp_path, '[[turn]]\nfail = { class = "authentication", message = "The key is wrong." }\n')

    async def story(someone):
        await someone.has("writer", tags=["write"])
        action = Action(type=ActionType.TASK, title="Write a line", agent_id="writer")
        schedule = await someone.platform[Schedules].create(someone.id, draft(action))
        async with working(someone.platform):
            for _ in range(5):
                await due(someone, schedule)
                await fire(someone)
                run = (await history(someone, schedule))[-1]
                await someone.platform[Executions].wait(someone.id, run.execution_id, 30)
        after = await someone.platform[Schedules].get(someone.id, schedule.id)
        assert (after.runs, after.failures, after.status) == (5, 5, ScheduleStatus.PAUSED)
        assert "key is wrong" in after.reason
        page = await someone.platform.stores[TaskStore].page(someone.id, TaskFilter(), TaskSort.POSITION)
        assert {task.status for task in page.tasks} == {TaskStatus.TODO}
        said = await someone.platform.stores[TaskStore].comments(someone.id, page.tasks[0].id)
        assert "key is wrong" in said[-1].content

    played(own_database, tmp_path, story, model=model)


def test_people_pause_resume_change_run_and_delete(own_database, tmp_path):
    async def story(someone):
        schedules, user = someone.platform[Schedules], someone.id
        schedule = await schedules.create(user, draft(CHORE))
        paused = await schedules.pause(user, schedule.id)
        assert (paused.status, paused.next_at, paused.upcoming) == (ScheduleStatus.PAUSED, None, ())
        with pytest.raises(Conflict):
            await schedules.pause(user, schedule.id)
        by_hand = await schedules.run(user, schedule.id)
        assert (by_hand.status, by_hand.runs) == (ScheduleStatus.PAUSED, 1)
        assert [run.by_hand for run in await history(someone, schedule)] == [True]
        changed = await schedules.change(user, schedule.id, draft(CHORE, Times(cron="0 9 * * 1"), name="Mondays"))
        assert (changed.status, changed.name, changed.next_at) == (ScheduleStatus.PAUSED, "Mondays", None)
        resumed = await schedules.resume(user, schedule.id)
        assert (resumed.next_at.hour, resumed.next_at.weekday()) == (9, 0)
        with pytest.raises(Conflict):
            await schedules.resume(user, schedule.id)
        once = await schedules.change(
            user,
            schedule.id,
            draft(CHORE, Times(every_seconds=3600, ends_at=schedule.created_at + timedelta(minutes=90))),
        )
        assert len(once.upcoming) == 1
        await due(someone, schedule)
        async with someone.platform.database.as_user(user) as connection:
            await connection.execute("update schedules set ends_at = next_at + interval '1 minute'")
        await fire(someone)
        ended = await schedules.get(user, schedule.id)
        assert (ended.status, ended.next_at, ended.runs) == (ScheduleStatus.ENDED, None, 2)
        again = await schedules.change(user, schedule.id, draft(CHORE))
        assert again.status is ScheduleStatus.ACTIVE
        await schedules.delete(user, schedule.id)
        with pytest.raises(NotFound):
            await schedules.get(user, schedule.id)
        page = await someone.platform.stores[TaskStore].page(user, TaskFilter(), TaskSort.POSITION)
        assert {task.schedule_id for task in page.tasks} == {None}
        assert page.total == 2

    played(own_database, tmp_path, story)


def test_what_cannot_be_is_refused_when_it_is_written(own_database, tmp_path):
    async def story(someone):
        schedules, user = someone.platform[Schedules], someone.id
        past = Times(cron="0 9 * * *", ends_at=datetime(2020, 1, 1, tzinfo=UTC))
        for wrong, error in (
            (draft(times=past), InvalidInput),
            (draft(times=Times(cron="nonsense")), InvalidInput),
            (draft(Action(type=ActionType.MESSAGE, message=" ")), InvalidInput),
            (draft(Action(type=ActionType.TASK)), InvalidInput),
            (draft(Action(type=ActionType.TASK, title="x", agent_id="nobody")), UnknownAgent),
        ):
            with pytest.raises(error):
                await schedules.create(user, wrong)
        assert await schedules.list(user) == []
        assert (await schedules.preview(user, Times(cron="nonsense"))).valid is False

    played(own_database, tmp_path, story)


async def _due_in_a_moment(someone):
    """Make a schedule that is due a second from now, or later where the machine takes longer to write it down."""
    for seconds in (1, 4, 16):
        start = await someone.platform.stores.database.now(someone.id) + timedelta(seconds=seconds)
        plan = draft(times=Times(every_seconds=60, starts_at=start))
        schedule = await someone.platform[Schedules].create(someone.id, plan)
        if schedule.next_at == start:
            return schedule, start
    raise AssertionError("to write a schedule down took 16 seconds")


def test_a_worker_wakes_by_itself_when_the_next_schedule_is_due(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            schedule, start = await _due_in_a_moment(someone)
            with platform[Bus].reading(someone.id) as (bell, _):
                async with asyncio.timeout(30):
                    while not (runs := await history(someone, schedule)):
                        bell.clear()
                        await bell.wait()
            assert (runs[0].due_at, runs[0].status) == (start, RunStatus.FIRED)
            assert 0 <= runs[0].lateness_ms < 10_000
            done = await platform[Executions].wait(someone.id, runs[0].execution_id, 30)
            assert done.answer == "2 + 3 = 5"

    asyncio.run(story())


def test_a_time_that_comes_while_too_much_work_is_unfinished_stays_due(own_database, tmp_path):
    async def story(someone):
        schedule = await someone.platform[Schedules].create(someone.id, draft())
        at = await due(someone, schedule)
        begun = await someone.platform[Executions].submit(someone.id, Submission(message="Hello"))
        with pytest.raises(TooMuchWork):
            await fire(someone)
        assert await history(someone, schedule) == []
        assert (await someone.platform[Schedules].get(someone.id, schedule.id)).next_at == at
        await someone.platform[Executions].cancel(someone.id, begun.id)
        assert await fire(someone)
        assert [run.status for run in await history(someone, schedule)] == [RunStatus.FIRED]

    played(own_database, tmp_path, story, unfinished_per_person=1)
