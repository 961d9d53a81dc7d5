"""Tasks."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bailiwick.core.executions import ExecutionStatus, Outcome
from bailiwick.core.reasons import Said
from bailiwick.core.tasks import (
    CommentKind,
    Task,
    TaskComment,
    TaskDraft,
    TaskFilter,
    TaskPage,
    TaskRun,
    TaskSort,
    TaskStats,
    TaskStatus,
)


class TaskStore(Protocol):
    """A user's tasks, what they wait for, their histories and their runs."""

    async def create(
        self, user_id: str, draft: TaskDraft, *, call_id: str | None = None, tainted: bool = False
    ) -> Task:
        """Write a task down, `tainted` after reading strangers' words, last in its column, and tell. Idempotent per
        `call_id`.

        Raises `InvalidInput` for a dependency that does not exist.
        """
        ...

    async def get(self, user_id: str, task_id: str) -> Task:
        """Raises `NotFound`."""
        ...

    async def numbered(self, user_id: str, number: int) -> Task | None:
        """Return the task of a number."""
        ...

    async def of(self, user_id: str, task_ids: Sequence[str]) -> Sequence[Task]:
        """Return those of these tasks that exist, in this order."""
        ...

    async def hold(self, user_id: str, task_id: str) -> Task:
        """Within the caller's transaction: return a task and keep everyone else from changing it. Raises `NotFound`."""
        ...

    async def page(
        self, user_id: str, which: TaskFilter, sort: TaskSort, *, limit: int = 50, before: str | None = None
    ) -> TaskPage:
        """Return a page; `before` is the `next_before` of the one before. Raises `InvalidInput` for any other."""
        ...

    async def stats(self, user_id: str, timezone: str) -> TaskStats:
        """Return figures about all tasks; days are those of this time zone."""
        ...

    async def change(self, user_id: str, task_id: str, fields: Mapping[str, Any], *, returned: bool = False) -> Task:
        """Set fields of a task that the caller holds, by the names of `TaskDraft` and `position`.

        A new status places it last in its column unless `position` is given; one that becomes `review` counts as
        handed in, `returned` as sent back. Raises `NotFound`, `InvalidInput` for dependencies that do not exist or
        make a ring.
        """
        ...

    async def position_after(self, user_id: str, task_id: str, status: TaskStatus, after: str | None) -> float:
        """Return a position for a task in a column, behind another one or first.

        Raises `NotFound` when the other is not in that column.
        """
        ...

    async def comments(self, user_id: str, task_id: str, *, limit: int = 200) -> Sequence[TaskComment]:
        """Return the latest lines of a task's history, oldest first."""
        ...

    async def comment(self, user_id: str, task_id: str, author: str, kind: CommentKind, content: Said) -> TaskComment:
        """Add a line to a task's history. Raises `NotFound`."""
        ...

    async def delete_comment(self, user_id: str, task_id: str, comment_id: str) -> None:
        """Take a comment of the person back. Raises `NotFound`, also for every other line of the history."""
        ...

    async def begin_run(
        self, user_id: str, task_id: str, execution_id: str, instructions: str, *, tainted: bool
    ) -> Task:
        """Note that an execution carries out a task that the caller holds, and set it doing."""
        ...

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
        """Write down how the latest run of a task ended; nothing if it is not the latest, or is not doing any more."""
        ...

    async def runs(self, user_id: str, task_id: str, *, limit: int = 50) -> Sequence[TaskRun]:
        """Return the latest runs of a task, latest first."""
        ...

    async def delete(self, user_id: str, task_id: str) -> None:
        """Delete a task that the caller holds, with its history, its thread and its runs."""
        ...
