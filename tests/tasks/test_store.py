"""Tasks in PostgreSQL rows: numbered without gaps, ordered, counted, and waiting for one another without rings."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import PERSON, CommentKind, TaskFilter, TaskSort
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.kernel.work import Priority
from bailiwick.runs.records import RunPurpose
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode

NOW = datetime.now(UTC)
OPEN = TaskStatus.TODO


async def several(stores, user, count, **more):
    return [await stores[TaskStore].create(user, TaskDraft(title=f"Task {n}", **more)) for n in range(count)]


async def column(stores, user, status=OPEN):
    page = await stores[TaskStore].page(user, TaskFilter(statuses=[status]), TaskSort.POSITION, limit=500)
    return [task.number for task in page.tasks]


async def move(stores, user, task, after):
    async with stores.database.as_user(user):
        await stores[TaskStore].hold(user, task.id)
        place = await stores[TaskStore].position_after(user, task.id, OPEN, None if after is None else after.id)
        await stores[TaskStore].change(user, task.id, {"position": place})


def test_numbers_have_no_gaps_whoever_draws_them_and_whatever_fails(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()

        async def create(n):
            if n % 5 == 0:
                with pytest.raises(InvalidInput):
                    await stores[TaskStore].create(user, TaskDraft(title="x", depends_on=(user,)))
                return None
            return (await stores[TaskStore].create(user, TaskDraft(title="x"), call_id=f"call-{n // 2}")).number

        numbers = await asyncio.gather(*(create(n) for n in range(40)))
        assert sorted(set(filter(None, numbers))) == list(range(1, 21))
        other = new_user_id()
        assert (await stores[TaskStore].create(other, TaskDraft(title="x"))).number == 1

    stores_run(story)


def test_a_column_keeps_the_order_that_people_give_it_also_after_a_thousand_moves(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        a, b, c, d = await several(stores, user, 4)
        await move(stores, user, d, a)
        assert await column(stores, user) == [1, 4, 2, 3]
        await move(stores, user, c, None)
        assert await column(stores, user) == [3, 1, 4, 2]
        for turn in range(60):  # halving the same gap again and again leaves no room
            await move(stores, user, (b, d)[turn % 2], a)
        assert await column(stores, user) == [3, 1, 4, 2]
        places = [(await stores[TaskStore].get(user, each.id)).position for each in (c, a, d, b)]
        assert all(after - before > 1e-6 for before, after in pairwise(places))
        with pytest.raises(NotFound, match="no such task in that column"):
            await stores[TaskStore].position_after(user, a.id, TaskStatus.DONE, b.id)
        with pytest.raises(NotFound, match="no such task in that column"):
            await stores[TaskStore].position_after(user, a.id, OPEN, a.id)

    stores_run(story)


def test_two_writers_cannot_close_a_ring_together(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        tasks = await several(stores, user, 6)

        async def depend(task, other):
            async with stores.database.as_user(user):
                await stores[TaskStore].change(user, task.id, {"depends_on": (other.id,)})

        ends = await asyncio.gather(
            *(depend(task, tasks[(n + 1) % 6]) for n, task in enumerate(tasks)), return_exceptions=True
        )
        refused = [end for end in ends if end is not None]
        assert len(refused) == 1
        assert isinstance(refused[0], InvalidInput)
        assert "ring" in str(refused[0])
        found = await stores[TaskStore].of(user, [task.id for task in tasks])
        assert sum(task.blocked for task in found) == 5
        assert sum(len(task.blocks) for task in found) == 5

    stores_run(story)


def test_pages_in_every_order_show_each_task_once_and_end(new_user_id, stores_run):
    ways = {
        TaskSort.POSITION: lambda task: (task.position, task.id),
        TaskSort.DUE: lambda task: (task.due_at is None, task.due_at or NOW, task.id),
    }

    async def story(stores):
        user, other = new_user_id(), new_user_id()
        await several(stores, other, 3)
        for n in range(23):
            await stores[TaskStore].create(
                user,
                TaskDraft(
                    title=f"Ärger {n}" if n % 2 else f"Other {n}",
                    priority=list(Priority)[n % 4],
                    status=list(TaskStatus)[n % 6],
                    tags=("x",) if n % 3 else (),
                    agent_id="toby" if n % 5 else None,
                    due_at=None if n % 4 == 0 else NOW + timedelta(hours=n % 7 - 3),
                ),
            )

        async def pages(which, sort, limit):
            found, before, total = [], None, None
            while True:
                page = await stores[TaskStore].page(user, which, sort, limit=limit, before=before)
                assert total in (None, page.total)
                found, before, total = [*found, *page.tasks], page.next_before, page.total
                if before is None:
                    assert total == len(found)
                    return found

        for sort, way in ways.items():
            every = await pages(TaskFilter(), sort, 4)
            assert len(every) == 23
            assert every == sorted(every, key=way), sort
        latest_first = {
            TaskSort.PRIORITY: lambda task: (task.priority.rank, task.id),
            TaskSort.UPDATED: lambda task: (task.updated_at, task.id),
        }
        for sort, way in latest_first.items():
            every = await pages(TaskFilter(), sort, 5)
            assert every == sorted(every, key=way, reverse=True), sort

        filters = {
            TaskFilter(statuses=(TaskStatus.TODO, TaskStatus.DONE)): lambda task: task.status in ("todo", "done"),
            TaskFilter(agent_id="toby"): lambda task: task.agent_id == "toby",
            TaskFilter(priority=Priority.HIGH): lambda task: task.priority == "high",
            TaskFilter(tag="x"): lambda task: "x" in task.tags,
            TaskFilter(search="arger"): lambda task: task.title.startswith("Ärger"),
            TaskFilter(search="100%"): lambda task: False,
            TaskFilter(undated=True): lambda task: task.due_at is None,
            TaskFilter(overdue=True): lambda task: task.overdue,
            TaskFilter(due_from=NOW, due_before=NOW + timedelta(hours=2)): lambda task: (
                task.due_at is not None and NOW <= task.due_at < NOW + timedelta(hours=2)
            ),
        }
        for which, fits in filters.items():
            for sort in TaskSort:
                found = await pages(which, sort, 3)
                assert {task.id for task in found} == {task.id for task in every if fits(task)}, (which, sort)
        for wrong in ("x", "====", "é", "MQ==", "eHx4"):
            with pytest.raises(InvalidInput, match="nextBefore"):
                await stores[TaskStore].page(user, TaskFilter(), TaskSort.DUE, before=wrong)

    stores_run(story)


def test_figures_count_what_there_is(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        empty = await stores[TaskStore].stats(user, "Europe/Madrid")
        assert (empty.total, empty.mean_hours_to_done, empty.returned_share, empty.estimate_accuracy) == (
            0,
            None,
            None,
            None,
        )
        late = await stores[TaskStore].create(
            user, TaskDraft(title="a", due_at=NOW - timedelta(days=2), agent_id="toby", estimate_minutes=10)
        )
        await stores[TaskStore].create(user, TaskDraft(title="b", priority=Priority.URGENT))
        await stores[TaskStore].create(user, TaskDraft(title="c", status=TaskStatus.CANCELLED))
        before = await stores[TaskStore].stats(user, "Europe/Madrid")
        assert (before.overdue, before.by_priority["urgent"], before.by_status["cancelled"]) == (1, 1, 1)
        for status, returned in ((TaskStatus.REVIEW, False), (TaskStatus.TODO, True), (TaskStatus.DONE, False)):
            async with stores.database.as_user(user):
                await stores[TaskStore].hold(user, late.id)
                done = await stores[TaskStore].change(user, late.id, {"status": status}, returned=returned)
        assert done.completed_at is not None
        assert not done.overdue
        after = await stores[TaskStore].stats(user, "Europe/Madrid")
        assert (after.overdue, after.completed_last7_days, after.returned_share) == (0, 1, 1.0)
        assert [day.done for day in after.completed_per_day] == [0] * 29 + [1]
        assert 0 <= after.mean_hours_to_done < 0.1
        assert 0 < after.estimate_accuracy < 0.1
        assert [(load.agent_id, load.open, load.done) for load in after.by_agent] == [(None, 1, 0), ("toby", 0, 1)]
        async with stores.database.as_user(user):
            reopened = await stores[TaskStore].change(user, late.id, {"status": TaskStatus.TODO})
        assert reopened.completed_at is None

    stores_run(story)


def test_a_run_ends_the_task_it_is_the_latest_of_and_no_other(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        (task,) = await several(stores, user, 1)
        thread = await stores[ConversationStore].keep_named(
            user, f"task:{task.id}", "toby", Mode.DIRECT, title="t", task_id=task.id
        )
        first, second = [
            await stores[ExecutionStore].create(user, thread.id, "x", Mode.DIRECT, "toby") for _ in range(2)
        ]
        await stores[TaskStore].begin_run(user, task.id, first.id, "", tainted=False)
        running = await stores[TaskStore].begin_run(user, task.id, second.id, "Be brief.", tainted=True)
        assert (running.status, running.running, running.runs) == (TaskStatus.DOING, True, 2)
        assert await stores[TaskStore].end_run(user, task.id, first.id, ExecutionStatus.COMPLETED, result="old") is None
        claimed = await stores[ExecutionStore].claim(user, second.id)
        assert (claimed.task_id, claimed.schedule_id, claimed.tainted) == (task.id, None, True)
        await stores[ExecutionStore].finish(user, second.id, 1, ExecutionStatus.COMPLETED, usage=Usage(), answer="new")
        ended = await stores[TaskStore].end_run(
            user, task.id, second.id, ExecutionStatus.COMPLETED, result="new\0", summary="n", tainted=True
        )
        assert (ended.status, ended.result, ended.summary) == (TaskStatus.REVIEW, "new\N{REPLACEMENT CHARACTER}", "n")
        assert (ended.running, ended.tainted) == (False, True)
        assert await stores[TaskStore].end_run(user, task.id, second.id, ExecutionStatus.FAILED) is None
        assert [run.instructions for run in await stores[TaskStore].runs(user, task.id)] == ["Be brief.", ""]
        await stores[TaskStore].delete(user, task.id)
        with pytest.raises(NotFound):
            await stores[ConversationStore].get(user, thread.id)

    stores_run(story)


def test_threads_of_tasks_are_none_of_the_persons(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        (task,) = await several(stores, user, 1)
        thread = await stores[ConversationStore].keep_named(
            user, f"task:{task.id}", "toby", Mode.DIRECT, title="needle", task_id=task.id
        )
        again = await stores[ConversationStore].keep_named(
            user, f"task:{task.id}", "ami", Mode.SUPERVISED, title="other", task_id=task.id
        )
        assert (again.id, again.agent_id, again.mode, again.title) == (thread.id, "ami", Mode.SUPERVISED, "needle")
        assert await stores[ConversationStore].list(user) == []
        assert await stores[ConversationStore].search(user, "needle") == []
        for change in (
            stores[ConversationStore].update(user, thread.id, title="mine"),
            stores[ConversationStore].delete(user, thread.id),
        ):
            with pytest.raises(NotFound):
                await change
        execution = await stores[ExecutionStore].create(
            user, thread.id, "x", Mode.SUPERVISED, "toby", purpose=RunPurpose.TASK
        )
        await stores[TaskStore].begin_run(user, task.id, execution.id, "", tainted=False)
        chat = await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="chat")
        mine = await stores[ExecutionStore].create(user, chat.id, "x", Mode.DIRECT, "toby")
        before = await stores[ConversationStore].as_it_was_before(user, mine.id)
        assert (before.thread.id, before.mode, before.has_history) == (chat.id, None, False)

    stores_run(story)


def test_only_the_persons_own_comments_are_taken_back(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        (task,) = await several(stores, user, 1)
        mine = await stores[TaskStore].comment(user, task.id, PERSON, CommentKind.COMMENT, "mine\0")
        result = await stores[TaskStore].comment(user, task.id, "toby", CommentKind.RESULT, "its")
        moved = Reason.of(TaskReason.STATUS_CHANGED, before="todo", after="doing")
        change = await stores[TaskStore].comment(user, task.id, PERSON, CommentKind.CHANGE, moved)
        for fixed in (result, change):
            with pytest.raises(NotFound):
                await stores[TaskStore].delete_comment(user, task.id, fixed.id)
        assert [each.content for each in await stores[TaskStore].comments(user, task.id)] == [
            "mine\N{REPLACEMENT CHARACTER}",
            "its",
            "todo → doing",
        ]
        assert [each.why for each in await stores[TaskStore].comments(user, task.id)] == [None, None, moved]
        await stores[TaskStore].delete_comment(user, task.id, mine.id)
        assert (await stores[TaskStore].get(user, task.id)).comments == 2
        assert len(await stores[TaskStore].comments(user, task.id, limit=1)) == 1

    stores_run(story)
