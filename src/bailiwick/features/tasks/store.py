"""Tasks, what they wait for, their histories and their runs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from bailiwick.features.tasks.events import TaskCreated
from bailiwick.features.tasks.lists import TaskLists
from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import (
    CommentKind,
    RemovedTask,
    Task,
    TaskComment,
    TaskFilter,
    TaskPage,
    TaskRun,
    TaskSort,
    TaskStats,
)
from bailiwick.features.tasks.rules import after_run, between, check_dependencies
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import clean_text, same_title
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, Said, read_reason, why_of
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.kernel.work import Priority
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus

LARGEST_NUMBER = 2**31 - 1


class TaskStore:
    """A user's tasks, what they wait for, their histories and their runs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._events = EventStore(database)
        self._queries = Queries("bailiwick.features.tasks.store")
        self._lists = TaskLists(self._of)

    async def create(
        self, user_id: str, draft: TaskDraft, *, call_id: str | None = None, tainted: bool = False
    ) -> Task:
        """Write a task down, `tainted` after reading strangers' words, last in its column, and tell. Idempotent per
        `call_id`.

        Raises `InvalidInput` for a dependency that does not exist.
        """
        task_id = uuid7()
        title, description = clean_text(draft.title), clean_text(draft.description)
        async with self._database.as_user(user_id) as connection:
            if call_id is not None:
                await self._queries.one(connection, "hold_board")  # no other call of that id is then under way
                made = await self._queries.one(connection, "made_by", call_id=call_id)
                if made is not None:
                    return await self._get(connection, str(made["id"]))
            number = (await self._queries.row(connection, "count_up"))["number"]
            await self._queries.run(
                connection,
                "insert",
                id=as_uuid(task_id, "task"),
                number=number,
                title=title,
                description=description,
                folded=_folded(title, description),
                agent_id=draft.agent_id,
                supervised=draft.supervised,
                rank=draft.priority.rank,
                status=draft.status,
                due_at=draft.due_at,
                estimate_minutes=draft.estimate_minutes,
                tags=list(draft.tags),
                call_id=call_id,
                tainted=tainted,
                schedule_id=None if draft.schedule_id is None else as_uuid(draft.schedule_id, "schedule"),
            )
            if draft.depends_on:
                await self._depend(connection, task_id, draft.depends_on)
            task = await self._get(connection, task_id)
            fact = TaskCreated(task_id=task.id, number=task.number, title=task.title, status=task.status)
            await self._events.append(user_id, [fact])
            return task

    async def get(self, user_id: str, task_id: str) -> Task:
        """Return one task. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, task_id)

    async def numbered(self, user_id: str, number: int) -> Task | None:
        """Return the task of a number."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "numbered", number=min(number, LARGEST_NUMBER))
            return None if row is None else await self._get(connection, str(row["id"]))

    async def of(self, user_id: str, task_ids: Sequence[str]) -> Sequence[Task]:
        """Return those of these tasks that exist, in this order."""
        async with self._database.as_user(user_id) as connection:
            return await self._of(connection, [as_uuid(task_id, "task") for task_id in task_ids])

    async def hold(self, user_id: str, task_id: str) -> Task:
        """Within the caller's transaction: return a task and keep everyone else from changing it. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "hold", id=as_uuid(task_id, "task")) is None:
                raise not_found("task")
            return await self._get(connection, task_id)

    async def page(
        self, user_id: str, which: TaskFilter, sort: TaskSort, *, limit: int = 50, before: str | None = None
    ) -> TaskPage:
        """Return a page; `before` is the `next_before` of the one before. Raises `InvalidInput` for any other."""
        async with self._database.as_user(user_id) as connection:
            return await self._lists.page(connection, which, sort, limit=limit, before=before)

    async def stats(self, user_id: str, timezone: str) -> TaskStats:
        """Return figures about all tasks; days are those of this time zone."""
        async with self._database.as_user(user_id) as connection:
            return await self._lists.stats(connection, timezone)

    async def change(
        self, user_id: str, task_id: str, fields: Mapping[str, Any], *, returned: bool = False, tainted: bool = False
    ) -> Task:
        """Set fields of a task that the caller holds, by the names of `TaskDraft` and `position`.

        A new status places it last in its column unless `position` is given; one that becomes `review` counts as
        handed in, `returned` as sent back. `tainted`: after reading strangers' words.

        Raises `NotFound`, `InvalidInput` for dependencies that do not exist or make a ring.
        """
        async with self._database.as_user(user_id) as connection:
            before = await self._get(connection, task_id)
            status = fields.get("status")
            moved = status is not None and status != before.status
            position = fields.get("position")
            if moved and position is None:
                position = (await self._queries.row(connection, "last_position", status=status))["position"]
            title, description = _cleaned(fields.get("title")), _cleaned(fields.get("description"))
            folded = None
            if title is not None or description is not None:
                folded = _folded(
                    before.title if title is None else title, before.description if description is None else description
                )
            priority: Priority | None = fields.get("priority")
            tags: Sequence[str] | None = fields.get("tags")
            await self._queries.run(
                connection,
                "change",
                id=as_uuid(task_id, "task"),
                title=title,
                description=description,
                folded=folded,
                set_agent="agent_id" in fields,
                agent_id=fields.get("agent_id"),
                supervised=fields.get("supervised"),
                rank=None if priority is None else priority.rank,
                set_due="due_at" in fields,
                due_at=fields.get("due_at"),
                set_estimate="estimate_minutes" in fields,
                estimate_minutes=fields.get("estimate_minutes"),
                tags=None if tags is None else list(tags),
                position=position,
                status=status,
                returns=int(returned),
                submissions=int(moved and status is TaskStatus.REVIEW),
                tainted=tainted,
            )
            if "depends_on" in fields:
                await self._depend(connection, task_id, fields["depends_on"])
            return await self._get(connection, task_id)

    async def position_after(self, user_id: str, task_id: str, status: TaskStatus, after: str | None) -> float:
        """Return a position for a task in a column, behind another one or first.

        Raises `NotFound` when the other is not in that column.
        """
        moved = as_uuid(task_id, "task")
        async with self._database.as_user(user_id) as connection:
            for _ in range(2):
                if after is None:
                    low, high = None, (await self._first(connection, status, moved))
                else:
                    row = await self._queries.one(
                        connection, "neighbours", id=as_uuid(after, "task"), status=status, moved=moved
                    )
                    if row is None or after == task_id:
                        raise not_found("task in that column")
                    low, high = row["position"], row["following"]
                position = between(low, high)
                if position is not None:
                    return position
                await self._queries.run(connection, "renumber", status=status)
            raise RuntimeError("A column that was numbered anew has no room")

    async def comments(self, user_id: str, task_id: str, *, limit: int = 200) -> Sequence[TaskComment]:
        """Return the latest lines of a task's history, oldest first."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "comments", task_id=as_uuid(task_id, "task"), limit=bounded(limit)
            )
            return [_comment(row) for row in reversed(rows)]

    async def comment(self, user_id: str, task_id: str, author: str, kind: CommentKind, content: Said) -> TaskComment:
        """Add a line to a task's history. Raises `NotFound`."""
        comment_id, key, text = uuid7(), as_uuid(task_id, "task"), text_column(content)
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "count_comments", id=key, more=1):
                raise not_found("task")
            row = await self._queries.row(
                connection,
                "comment",
                id=as_uuid(comment_id, "comment"),
                task_id=key,
                author=author,
                kind=kind,
                content=text,
                why=why_column(content),
            )
            return TaskComment(
                id=comment_id,
                task_id=task_id,
                author=author,
                kind=kind,
                content=text,
                created_at=row["created_at"],
                why=why_of(content),
            )

    async def delete_comment(self, user_id: str, task_id: str, comment_id: str) -> None:
        """Take a comment of the person back. Raises `NotFound`, also for every other line of the history."""
        key = as_uuid(task_id, "task")
        async with self._database.as_user(user_id) as connection:
            deleted = await self._queries.one(
                connection, "delete_comment", id=as_uuid(comment_id, "comment"), task_id=key
            )
            if deleted is None:
                raise not_found("comment")
            await self._queries.run(connection, "count_comments", id=key, more=-1)

    async def begin_run(
        self, user_id: str, task_id: str, execution_id: str, instructions: str, *, tainted: bool
    ) -> Task:
        """Note that an execution carries out a task that the caller holds, and set it doing."""
        async with self._database.as_user(user_id) as connection:
            key, execution = as_uuid(task_id, "task"), as_uuid(execution_id, "execution")
            task = await self._get(connection, task_id)
            position = None
            if task.status is not TaskStatus.DOING:
                row = await self._queries.row(connection, "last_position", status=TaskStatus.DOING)
                position = row["position"]
            await self._queries.run(
                connection,
                "add_run",
                execution_id=execution,
                task_id=key,
                instructions=clean_text(instructions),
                tainted=tainted,
            )
            await self._queries.run(connection, "begin_run", id=key, execution_id=execution, position=position)
            return await self._get(connection, task_id)

    async def end_run(
        self,
        user_id: str,
        task_id: str,
        execution_id: str,
        status: ExecutionStatus,
        *,
        outcome: Outcome | None = None,
        result: str | None = None,
        summary: str | None = None,
        tainted: bool = False,
    ) -> Task | None:
        """Write down how the latest run of a task ended; None if it is not the latest, or is not doing any more."""
        after = after_run(status, outcome)
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(task_id, "task")
            if await self._queries.one(connection, "hold", id=key) is None:
                return None
            row = await self._queries.row(connection, "last_position", status=after)
            ended = await self._queries.one(
                connection,
                "end_run",
                id=key,
                execution_id=as_uuid(execution_id, "execution"),
                status=after,
                position=row["position"],
                submitted=after is TaskStatus.REVIEW,
                result=_cleaned(result),
                summary=_cleaned(summary),
                tainted=tainted,
            )
            return None if ended is None else await self._get(connection, task_id)

    async def runs(self, user_id: str, task_id: str, *, limit: int = 50) -> Sequence[TaskRun]:
        """Return the latest runs of a task, latest first."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "runs", task_id=as_uuid(task_id, "task"), limit=bounded(limit))
            return [_run(row) for row in rows]

    async def delete(self, user_id: str, task_id: str) -> None:
        """Delete a task that the caller holds, with its history, its thread and its runs."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "delete", id=as_uuid(task_id, "task"))

    async def remove(self, user_id: str, task_id: str) -> None:
        """Take a task that the caller holds off the board; until it is erased it can come back."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "remove", id=as_uuid(task_id, "task"))

    async def removed(self, user_id: str, *, limit: int = 50) -> Sequence[RemovedTask]:
        """Return the tasks that can come back, latest deletion first."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "removed", limit=bounded(limit))
            return [RemovedTask(id=str(row["id"]), number=row["number"], title=row["title"]) for row in rows]

    async def restore(self, user_id: str, task_id: str) -> bool:
        """Put a task back on the board; return whether it was off it."""
        async with self._database.as_user(user_id) as connection:
            return await self._queries.one(connection, "restore", id=as_uuid(task_id, "task")) is not None

    async def erase_removed(self, user_id: str, before: datetime) -> int:
        """Erase what was taken off the board before a time, and return how many tasks that were."""
        async with self._database.as_user(user_id) as connection:
            return await self._queries.run(connection, "erase_removed", before=before)

    async def _first(self, connection: Connection, status: TaskStatus, moved: UUID) -> float | None:
        return (await self._queries.row(connection, "first_position", status=status, moved=moved))["position"]

    async def _depend(self, connection: Connection, task_id: str, depends_on: Collection[str]) -> None:
        """Let a task depend on these; one writer at a time, so that no two of them close a ring together."""
        await self._queries.one(connection, "hold_board")
        keys = [as_uuid(each, "task") for each in dict.fromkeys(depends_on)]
        numbers = await self._queries.all(connection, "numbers", ids=[*keys, as_uuid(task_id, "task")])
        known = {str(row["id"]): row["number"] for row in numbers}
        if missing := [str(key) for key in keys if str(key) not in known]:
            raise InvalidInput(Reason.of(TaskReason.NO_TASK, id=str(missing[0])), field="dependsOn")
        edges: dict[str, list[str]] = {}
        for row in await self._queries.all(connection, "edges", ids=keys):
            edges.setdefault(str(row["task_id"]), []).append(str(row["depends_on"]))
        edges.pop(task_id, None)
        check_dependencies(task_id, [str(key) for key in keys], edges, known)
        key = as_uuid(task_id, "task")
        await self._queries.run(connection, "drop_dependencies", id=key, ids=keys)
        await self._queries.run(connection, "add_dependencies", id=key, ids=keys)

    async def _get(self, connection: Connection, task_id: str) -> Task:
        found = await self._of(connection, [as_uuid(task_id, "task")])
        if not found:
            raise not_found("task")
        return found[0]

    async def _of(self, connection: Connection, ids: Sequence[UUID]) -> Sequence[Task]:
        return [_task(row) for row in await self._queries.all(connection, "of", ids=list(ids))]


def _folded(title: str, description: str) -> str:
    return same_title(f"{title} {description}")


def _cleaned(text: str | None) -> str | None:
    return None if text is None else clean_text(text)


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)


def _task(row: dict[str, Any]) -> Task:
    status = None if row["execution_status"] is None else ExecutionStatus(row["execution_status"])
    fields: dict[str, Any] = {
        **row,
        "id": str(row["id"]),
        "priority": list(Priority)[row["rank"]],
        "status": TaskStatus(row["status"]),
        "tags": tuple(row["tags"]),
        "depends_on": tuple(str(each) for each in row["depends_on"]),
        "blocks": tuple(str(each) for each in row["blocks"]),
        "execution_id": _text(row["execution_id"]),
        "execution_status": status,
        "running": status is not None and not status.terminal,
        "conversation_id": _text(row["conversation_id"]),
        "schedule_id": _text(row["schedule_id"]),
        "overdue": bool(row["overdue"]),
    }
    del fields["rank"]
    return Task(**fields)


def _comment(row: dict[str, Any]) -> TaskComment:
    created: datetime = row["created_at"]
    return TaskComment(
        id=str(row["id"]),
        task_id=str(row["task_id"]),
        author=row["author"],
        kind=CommentKind(row["kind"]),
        content=row["content"],
        created_at=created,
        why=read_reason(row["why"]),
    )


def _run(row: dict[str, Any]) -> TaskRun:
    return TaskRun(
        execution_id=str(row["execution_id"]),
        task_id=str(row["task_id"]),
        status=ExecutionStatus(row["status"]),
        agent_id=row["agent_id"],
        instructions=row["instructions"],
        answer=row["answer"],
        created_at=row["created_at"],
        ended_at=row["ended_at"],
    )
