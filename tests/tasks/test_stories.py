"""Tasks are written down, carried out by agents, handed in and judged; whatever happens to a run, its task knows."""

import asyncio

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.features.tasks.actions import Tasks
from bailiwick.features.tasks.records import BoardPlace, CommentKind, TaskFilter, TaskSort
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.errors import AgentUnavailable, Conflict, InvalidInput, UnknownAgent
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.kernel.work import Priority
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.runs.threads.store import ConversationStore
from support.ledger import new_ledger
from support.running import person, running, script, working

HANDS_IN = """
[[rule]]
user = "Too short"
[[rule.turn]]
calls = [{ tool = "complete_task", arguments = { result = "A longer text", summary = "Longer." } }]
[[rule]]
[[rule.turn]]
calls = [{ tool = "complete_task", arguments = { result = "A text", summary = "Done." } }]
"""
WAITS = '[[turn]]\ntext = "thinking"\nwait = "forever"\n'
ASKS = """
[[turn]]
calls = [{ tool = "recordApproved", arguments = { text = "hello" } }]
[[turn]]
text = "Result: {result}"
"""


def played(own_database, tmp_path, story, **options):
    """Run a story of one person on a platform that works."""

    async def play():
        async with running(own_database.owner, tmp_path, **options) as platform:
            await story(await person(platform))

    asyncio.run(play())


async def create(someone, title, **more):
    return await someone.platform[Tasks].create(someone.id, TaskDraft(title=title, **more))


async def carried_out(someone, task, **more):
    """Run a task to the end of its run, and return it."""
    _, execution = await someone.platform[Tasks].run(someone.id, task.id, **more)
    await someone.platform[Executions].wait(someone.id, execution.id, 30)
    return await someone.platform.stores[TaskStore].get(someone.id, task.id)


async def facts(someone):
    kinds = [f"task.{name}" for name in ("created", "changed", "started", "submitted", "accepted", "returned")]
    found = await someone.platform.stores[EventStore].recent(someone.id, kinds=kinds, limit=200)
    return [(fact.kind.removeprefix("task."), fact.data["number"], fact.data["status"]) for fact in reversed(found)]


def test_an_equation_is_solved_by_peter_reviewed_and_accepted_without_a_model(own_database, tmp_path):
    async def story(someone):
        tasks, user = someone.platform[Tasks], someone.id
        task = await create(someone, "Solve 2x + 5 = 15", agent_id="peter-logical")
        done = await carried_out(someone, task)
        assert (done.status, done.result, done.running, done.runs) == (TaskStatus.REVIEW, "x = 5", False, 1)
        thread = await someone.platform.stores[ConversationStore].messages(user, done.conversation_id)
        assert [message.content for message in thread] == ["Task #1: Solve 2x + 5 = 15", "x = 5"]
        accepted = await tasks.accept(user, task.id, "Right.")
        assert (accepted.status, accepted.completed_at is not None) == (TaskStatus.DONE, True)
        said = await someone.platform.stores[TaskStore].comments(user, task.id)
        assert [(each.author, each.kind, each.content) for each in said] == [
            ("peter-logical", CommentKind.RESULT, "x = 5"),
            ("person", CommentKind.ACCEPTED, "Right."),
        ]
        assert await facts(someone) == [
            ("created", 1, "todo"),
            ("started", 1, "doing"),
            ("submitted", 1, "review"),
            ("accepted", 1, "done"),
        ]
        for judged in (tasks.accept(user, task.id), tasks.give_back(user, task.id, "No.")):
            with pytest.raises(Conflict, match="in review"):
                await judged
        nobodys = await carried_out(someone, await create(someone, "Resuelve 3x = 12"))
        assert (nobodys.status, nobodys.result) == (TaskStatus.REVIEW, "x = 4")

    played(own_database, tmp_path, story)


def test_what_complete_task_hands_over_is_the_result_and_a_return_is_read_by_the_next_run(own_database, tmp_path):
    async def story(someone):
        user, store = someone.id, someone.platform.stores[TaskStore]
        await someone.has("writer", tools=["complete_task"], tags=["write"])
        task = await create(someone, "Write a text", agent_id="writer", description="On tea.")
        first = await carried_out(someone, task)
        assert (first.result, first.summary) == ("A text", "Done.")
        with pytest.raises(InvalidInput):
            await someone.platform[Tasks].give_back(user, task.id, "  ")
        back = await someone.platform[Tasks].give_back(user, task.id, "Too short", run=True)
        assert back.status is TaskStatus.DOING
        await someone.platform[Executions].wait(user, back.execution_id, 30)
        again = await store.get(user, task.id)
        assert (again.status, again.result, again.summary, again.runs) == (
            TaskStatus.REVIEW,
            "A longer text",
            "Longer.",
            2,
        )
        runs = [
            await someone.platform[Executions].get(user, run.execution_id) for run in await store.runs(user, task.id)
        ]
        assert runs[0].conversation_id == runs[1].conversation_id
        assert "sent back:\n> Too short" in runs[0].message
        await someone.platform[Tasks].accept(user, task.id)
        assert (await store.stats(user, "UTC")).returned_share == 1.0

        following = await create(someone, "Write another", agent_id="writer", depends_on=(task.id,))
        await someone.platform[Tasks].comment(user, following.id, "In verse.")
        begun = await carried_out(someone, following)
        message = (await someone.platform[Executions].get(user, begun.execution_id)).message
        assert "Task #1: Write a text\n> A longer text" in message
        assert "In verse." in message

    played(own_database, tmp_path, story, model=script(tmp_path, HANDS_IN))


def test_a_blocked_task_waits_and_is_told_when_it_is_free(own_database, tmp_path):
    async def story(someone):
        tasks, user = someone.platform[Tasks], someone.id
        first = await create(someone, "What is 2 + 2?")
        second = await create(someone, "What is 3 + 3?", depends_on=(first.id,))
        assert second.blocked
        with pytest.raises(Conflict, match="still open"):
            await tasks.run(user, second.id)
        await tasks.change(user, first.id, {"status": TaskStatus.DONE})
        assert (await facts(someone))[-2:] == [("changed", 1, "done"), ("changed", 2, "todo")]
        assert (await carried_out(someone, second)).status is TaskStatus.REVIEW
        await tasks.delete(user, first.id)
        assert (await someone.platform.stores[TaskStore].get(user, second.id)).depends_on == ()

    played(own_database, tmp_path, story)


def test_a_running_task_is_stopped_before_anything_else_happens_to_it(own_database, tmp_path):
    async def story(someone):
        tasks, user = someone.platform[Tasks], someone.id
        await someone.has("thinker", tags=["think"])
        task = await create(someone, "Think", agent_id="thinker")
        _, execution = await tasks.run(user, task.id)
        await someone.events(execution.id, until="agent.stream")
        for forbidden in (
            tasks.run(user, task.id),
            tasks.delete(user, task.id),
            tasks.accept(user, task.id),
            tasks.change(user, task.id, {"status": TaskStatus.PAUSED}),
        ):
            with pytest.raises(Conflict):
                await forbidden
        assert (await tasks.change(user, task.id, {"priority": Priority.HIGH})).priority is Priority.HIGH
        await tasks.stop(user, task.id)
        ended = await someone.platform[Executions].wait(user, execution.id, 30)
        assert ended.status is ExecutionStatus.CANCELLED
        stopped = await someone.platform.stores[TaskStore].get(user, task.id)
        assert (stopped.status, stopped.running, stopped.result) == (TaskStatus.TODO, False, None)
        said = await someone.platform.stores[TaskStore].comments(user, task.id)
        assert said[-1].content == "The run was stopped."
        with pytest.raises(Conflict, match="not running"):
            await tasks.stop(user, task.id)
        await tasks.delete(user, task.id)

    played(own_database, tmp_path, story, model=script(tmp_path, WAITS))


def test_a_task_whose_call_needs_approval_shows_what_it_waits_for(own_database, tmp_path, monkeypatch):
    new_ledger(tmp_path, monkeypatch)

    async def story(someone):
        user = someone.id
        await someone.has("ledger", tools=["record.*"], tags=["ledger"])
        waiting = await carried_out(someone, await create(someone, "Write hello", agent_id="ledger"))
        assert (waiting.status, waiting.execution_status) == (TaskStatus.DOING, ExecutionStatus.WAITING)
        assert waiting.running
        assert waiting.waiting_for
        (approval,) = await someone.platform.stores[ApprovalStore].list(user)
        await someone.platform[Executions].approve(user, approval.id)
        await someone.platform[Executions].wait(user, waiting.execution_id, 30)
        done = await someone.platform.stores[TaskStore].get(user, waiting.id)
        assert (done.status, done.result, done.waiting_for) == (TaskStatus.REVIEW, "Result: wrote hello", None)

        other = await carried_out(someone, await create(someone, "Write hello", agent_id="ledger"))
        await someone.platform[Executions].cancel(user, other.execution_id)  # from elsewhere, e.g. the chat
        assert (await someone.platform.stores[TaskStore].get(user, other.id)).status is TaskStatus.TODO

    played(own_database, tmp_path, story, model=script(tmp_path, ASKS))


def test_results_of_what_read_strangers_words_taint_the_tasks_that_build_on_them(own_database, tmp_path, monkeypatch):
    new_ledger(tmp_path, monkeypatch)
    model = script(
        tmp_path,
        """
[[rule]]
user = "Look at the page"
[[rule.turn]]
calls = [{ tool = "readOutside", arguments = { text = "page" } }]
[[rule.turn]]
text = "The page says hello."
[[rule]]
[[rule.turn]]
calls = [{ tool = "sendOutside", arguments = { text = "hello" } }]
[[rule.turn]]
text = "Sent."
""",
    )

    async def story(someone):
        await someone.has("ledger", tools=["readOutside", "sendOutside"], tags=["ledger"])
        free = await carried_out(someone, await create(someone, "Send it", agent_id="ledger"))
        assert free.execution_status is ExecutionStatus.COMPLETED
        source = await carried_out(
            someone, await create(someone, "Read it", agent_id="ledger", description="Look at the page.")
        )
        assert source.tainted
        await someone.platform[Tasks].accept(someone.id, source.id)
        built = await carried_out(someone, await create(someone, "Send it", agent_id="ledger", depends_on=(source.id,)))
        assert built.execution_status is ExecutionStatus.WAITING
        assert "sendOutside" in built.waiting_for

    played(own_database, tmp_path, story, model=model)


def test_edits_of_an_older_version_and_impossible_ones_change_nothing(own_database, tmp_path):
    async def story(someone):
        tasks, user = someone.platform[Tasks], someone.id
        task, other = await create(someone, "One"), await create(someone, "Two")
        changed = await tasks.change(user, task.id, {"title": "Uno"}, version=task.updated_at)
        for wrong, error in (
            ({"title": "Late", "version": task.updated_at}, Conflict),
            ({"depends_on": (task.id,)}, InvalidInput),
            ({"agent_id": "nobody"}, UnknownAgent),
            ({"agent_id": "cleo-supervisor"}, None),
        ):
            version = wrong.pop("version", None)
            if error is None:
                assert (await tasks.change(user, task.id, wrong)).agent_id == "cleo-supervisor"
                continue
            with pytest.raises(error):
                await tasks.change(user, task.id, wrong, version=version)
            assert await someone.platform.stores[TaskStore].get(user, task.id) == changed
        await tasks.change(user, other.id, {}, place=BoardPlace(None))
        page = await someone.platform.stores[TaskStore].page(user, TaskFilter(), TaskSort.POSITION)
        assert [each.number for each in page.tasks] == [2, 1]
        assert await tasks.change(user, other.id, {"title": "Two"}) == page.tasks[0], "nothing changed, nothing told"

    played(own_database, tmp_path, story, mode=Working.NO)


def test_a_run_of_an_agent_that_cannot_work_is_refused_and_one_that_fails_says_why(own_database, tmp_path):
    model = script(tmp_path, '[[turn]]\nfail = { class = "authentication", message = "The key is wrong." }\n')

    async def story(someone):
        await someone.has("writer", tags=["write"])
        task = await create(someone, "Write", agent_id="writer")
        async with working(someone.platform):
            failed = await carried_out(someone, task)
        assert (failed.status, failed.result) == (TaskStatus.TODO, None)
        said = await someone.platform.stores[TaskStore].comments(someone.id, task.id)
        assert said[-1].kind is CommentKind.RESULT
        assert said[-1].content.startswith("The run failed: ")
        assert "key is wrong" in said[-1].content
        await someone.platform[Rosters].update(someone.id, "writer", {"status": "paused"})
        with pytest.raises(AgentUnavailable):
            await someone.platform[Tasks].run(someone.id, task.id)
        assert (await someone.platform.stores[TaskStore].get(someone.id, task.id)).runs == 1

    played(own_database, tmp_path, story, mode=Working.NO, model=model)
