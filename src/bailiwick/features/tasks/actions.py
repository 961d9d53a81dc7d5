"""Tasks: written down, edited, moved, run, stopped, judged, commented and deleted, and told to who follows."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any

from bailiwick.features.tasks.board import Board
from bailiwick.features.tasks.briefs import Brief, asked_of, brief_text
from bailiwick.features.tasks.events import (
    TaskAccepted,
    TaskCommented,
    TaskReturned,
    TaskStarted,
)
from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import PERSON, BoardPlace, CommentKind, Task, TaskComment
from bailiwick.features.tasks.rules import check_judged, check_run
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.runs.actions import Executions, title_of
from bailiwick.runs.records import Execution, RunPurpose
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick.runs.threads.records import Conversation
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode

TimezoneOf = Callable[[str], Awaitable[str]]
"""Returns the IANA name of a person's time zone."""


class Tasks:
    """What people do with tasks; what becomes of their runs is in `message`."""

    def __init__(self, database: Database, stores: Stores, executions: Executions, timezone_of: TimezoneOf) -> None:
        self._database = database
        self._stores = stores
        self._tasks = stores[TaskStore]
        self._board = Board(database, stores)
        self._executions = executions
        self._timezone_of = timezone_of

    async def create(self, user_id: str, draft: TaskDraft) -> Task:
        """Write a task down. Raises `UnknownAgent`, `AgentUnavailable`, `InvalidInput` (dependencies)."""
        await self._executions.check_agent(user_id, draft.agent_id)
        async with self._database.as_user(user_id):
            return await self._tasks.create(user_id, draft)

    async def start(
        self, user_id: str, draft: TaskDraft, *, run: bool, lock: str | None
    ) -> tuple[str, Execution | None]:
        """Write a task down, and run it where `run` says so; return its id and the execution.

        Raises like `create` and `run`.
        """
        task = await self.create(user_id, draft)
        return task.id, (await self.run(user_id, task.id, lock=lock))[1] if run else None

    async def change(
        self,
        user_id: str,
        task_id: str,
        fields: Mapping[str, Any],
        *,
        place: BoardPlace | None = None,
        version: datetime | None = None,
    ) -> Task:
        """Edit or move a task: `fields` by the names of `TaskDraft`, `place` where in its column it goes, `version` the
        `updated_at` that the caller has seen.

        Raises `NotFound`, `UnknownAgent`, `AgentUnavailable`, `InvalidInput`, and `Conflict` when the caller has seen
        an older version or the task cannot become what is asked.
        """
        if fields.get("agent_id") is not None:
            await self._executions.check_agent(user_id, fields["agent_id"])
        return await self._board.change(user_id, task_id, fields, place=place, version=version)

    async def delete(self, user_id: str, task_id: str) -> None:
        """Delete a task for good, with its history and its runs. Raises `NotFound`, `Conflict` while it runs."""
        await self._board.delete(user_id, task_id)

    async def restore(self, user_id: str, task_id: str) -> Task:
        """Put a task back that was taken off the board; one that is there stays as it is. Raises `NotFound`."""
        return await self._board.restore(user_id, task_id)

    # work

    async def run(
        self, user_id: str, task_id: str, *, instructions: str = "", returned: str = "", lock: str | None = None
    ) -> tuple[Task, Execution]:
        """Let its agent carry a task out; the task is doing and its execution accepted together, or neither.

        Raises `NotFound`, `UnknownAgent`, `AgentUnavailable`, `Conflict` when it is blocked, running or put aside.
        """
        timezone = await self._timezone_of(user_id)
        async with self._database.as_user(user_id):
            task = await self._tasks.hold(user_id, task_id)
            check_run(task)
            await self._executions.check_agent(user_id, task.agent_id)
            builds_on = await self._tasks.of(user_id, task.depends_on)
            brief = Brief(
                task=task,
                builds_on=builds_on,
                comments=await self._tasks.comments(user_id, task_id),
                instructions=instructions,
                returned=returned,
                timezone=timezone,
            )
            conversation = await self._thread(user_id, task)
            execution = await self._executions.begin(
                user_id,
                conversation,
                brief_text(brief),
                task.agent_id,
                purpose=RunPurpose.TASK,
                asked=asked_of(brief),
                lock=lock,
            )
            tainted = any(each.tainted for each in (task, *builds_on))
            task = await self._tasks.begin_run(user_id, task_id, execution.id, instructions, tainted=tainted)
            await self._board.tell(
                user_id,
                TaskStarted(
                    task_id=task.id,
                    number=task.number,
                    title=task.title,
                    status=task.status,
                    execution_id=execution.id,
                ),
            )
            return task, execution

    async def stop(self, user_id: str, task_id: str) -> Task:
        """Stop the run of a task; it is to do again within a second. Raises `NotFound`, `Conflict` if none runs."""
        task = await self._tasks.get(user_id, task_id)
        if not task.running or task.execution_id is None:
            raise Conflict(Reason.of(TaskReason.TASK_NOT_RUNNING, number=task.number))
        await self._executions.cancel(user_id, task.execution_id)
        return await self._tasks.get(user_id, task_id)

    async def accept(self, user_id: str, task_id: str, comment: str = "") -> Task:
        """Take a result: the task is done. Raises `NotFound`, `Conflict` when it is not in review."""
        async with self._database.as_user(user_id):
            before = await self._tasks.hold(user_id, task_id)
            check_judged(before)
            task = await self._tasks.change(user_id, task_id, {"status": TaskStatus.DONE})
            await self._tasks.comment(user_id, task_id, PERSON, CommentKind.ACCEPTED, comment)
            await self._board.tell(
                user_id, TaskAccepted(task_id=task.id, number=task.number, title=task.title, status=task.status)
            )
            await self._board.tell_dependants(user_id, task)
            return await self._tasks.get(user_id, task_id)

    async def give_back(self, user_id: str, task_id: str, comment: str, *, run: bool = False) -> Task:
        """Send a result back: to do again, or with `run` at once in a new run that reads the comment.

        Raises `NotFound`, `InvalidInput` without a comment, `Conflict` when it is not in review, and what `run` raises.
        """
        if not comment.strip():
            raise InvalidInput(Reason.of(TaskReason.SAY_WHAT_IS_MISSING), field="comment")
        async with self._database.as_user(user_id):
            before = await self._tasks.hold(user_id, task_id)
            check_judged(before)
            task = await self._tasks.change(user_id, task_id, {"status": TaskStatus.TODO}, returned=True)
            await self._tasks.comment(user_id, task_id, PERSON, CommentKind.RETURNED, comment)
            await self._board.tell(
                user_id, TaskReturned(task_id=task.id, number=task.number, title=task.title, status=task.status)
            )
            if run:
                await self.run(user_id, task_id, returned=comment)
            return await self._tasks.get(user_id, task_id)

    async def latest_return(self, user_id: str, task_id: str) -> str:
        """Return why a task came back, if that is the latest that was said to its result; else nothing."""
        for comment in reversed(await self._tasks.comments(user_id, task_id)):
            if comment.kind is CommentKind.RETURNED:
                return comment.content
            if comment.kind in (CommentKind.ACCEPTED, CommentKind.RESULT):
                return ""
        return ""

    # talk

    async def comment(self, user_id: str, task_id: str, content: str) -> TaskComment:
        """Say something about a task. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            comment = await self._tasks.comment(user_id, task_id, PERSON, CommentKind.COMMENT, content)
            await self._tell_commented(user_id, task_id)
            return comment

    async def delete_comment(self, user_id: str, task_id: str, comment_id: str) -> None:
        """Take a comment back. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            await self._tasks.delete_comment(user_id, task_id, comment_id)
            await self._tell_commented(user_id, task_id)

    async def _thread(self, user_id: str, task: Task) -> Conversation:
        """Return the one thread of a task, which is with the agent that does it now."""
        agent_id = task.agent_id or SUPERVISOR_ID
        direct = agent_id != SUPERVISOR_ID and not task.supervised
        return await self._stores[ConversationStore].keep_named(
            user_id,
            f"task:{task.id}",
            agent_id,
            Mode.DIRECT if direct else Mode.SUPERVISED,
            title=title_of(task.title),
            task_id=task.id,
        )

    async def _tell_commented(self, user_id: str, task_id: str) -> None:
        task = await self._tasks.get(user_id, task_id)
        await self._board.tell(
            user_id, TaskCommented(task_id=task.id, number=task.number, title=task.title, status=task.status)
        )
