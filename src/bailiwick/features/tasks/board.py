"""The board: tasks are changed, moved and deleted by the rules, and who follows is told."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bailiwick.features.tasks.events import TaskChanged, TaskDeleted
from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import PERSON, BoardPlace, CommentKind, Task
from bailiwick.features.tasks.rules import check_move
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason
from bailiwick.runs.starts_tasks import TaskStatus


class Board:
    """A person's tasks as they may be changed; whether an agent can be given one is asked before."""

    def __init__(self, database: Database, stores: Stores) -> None:
        self._database = database
        self._tasks = stores[TaskStore]
        self._events = stores[EventStore]

    async def change(
        self,
        user_id: str,
        task_id: str,
        fields: Mapping[str, Any],
        *,
        place: BoardPlace | None = None,
        version: datetime | None = None,
        tainted: bool = False,
    ) -> Task:
        """Edit or move a task: `fields` by the names of `TaskDraft`, `place` where in its column it goes, `version` the
        `updated_at` that the caller has seen, `tainted` if strangers may have had a hand in it.

        Raises `NotFound`, `InvalidInput`, and `Conflict` when the caller has seen an older version or the task cannot
        become what is asked.
        """
        wanted = dict(fields)
        async with self._database.as_user(user_id):
            before = await self._tasks.hold(user_id, task_id)
            if version is not None and before.updated_at != version:
                raise Conflict(Reason.of(TaskReason.TASK_CHANGED, number=before.number))
            status: TaskStatus = wanted.get("status") or before.status
            check_move(before, status)
            if place is not None:
                wanted["position"] = await self._tasks.position_after(user_id, task_id, status, place.after)
            changes = tuple(name for name, value in wanted.items() if _differs(before, name, value))
            if not changes:
                return before
            task = await self._tasks.change(user_id, task_id, wanted, tainted=tainted)
            if status is not before.status:
                await self._note(
                    user_id, task, Reason.of(TaskReason.STATUS_CHANGED, before=before.status, after=task.status)
                )
            await self.tell(user_id, _changed(task, changes))
            if before.status.open is not task.status.open:
                await self.tell_dependants(user_id, task)
            return await self._tasks.get(user_id, task_id)

    async def delete(self, user_id: str, task_id: str) -> None:
        """Delete a task for good, with its history and its runs. Raises `NotFound`, `Conflict` while it runs."""
        async with self._database.as_user(user_id):
            task = await self._idle(user_id, task_id)
            await self._tasks.delete(user_id, task_id)
            await self._tell_gone(user_id, task)

    async def remove(self, user_id: str, task_id: str) -> None:
        """Take a task off the board; for `REMOVED_DAYS` it can come back.

        Raises `NotFound`, `Conflict` while it runs.
        """
        async with self._database.as_user(user_id):
            task = await self._idle(user_id, task_id)
            await self._tasks.remove(user_id, task_id)
            await self._tell_gone(user_id, task)

    async def restore(self, user_id: str, task_id: str) -> Task:
        """Put a task back that was taken off the board; one that is there stays as it is. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            back = await self._tasks.restore(user_id, task_id)
            task = await self._tasks.get(user_id, task_id)
            if not back:
                return task
            await self.tell(user_id, _changed(task, ("deleted_at",)))
            if task.status.open:
                await self.tell_dependants(user_id, task)
            return task

    async def _idle(self, user_id: str, task_id: str) -> Task:
        """Hold a task that is not running."""
        task = await self._tasks.hold(user_id, task_id)
        if task.running:
            raise Conflict(Reason.of(TaskReason.TASK_RUNNING, number=task.number))
        return task

    async def _tell_gone(self, user_id: str, task: Task) -> None:
        await self.tell(user_id, TaskDeleted(task_id=task.id, number=task.number, title=task.title, status=task.status))
        if task.status.open:
            await self.tell_dependants(user_id, task)

    async def tell_dependants(self, user_id: str, task: Task) -> None:
        """Tell of the tasks that wait for one which is open no more, or again."""
        waiting = await self._tasks.of(user_id, task.blocks)
        await self.tell(user_id, *(_changed(each, ("blocked",)) for each in waiting))

    async def tell(self, user_id: str, *events: Event) -> None:
        """Tell who follows."""
        if events:
            await self._events.append(user_id, events)

    async def _note(self, user_id: str, task: Task, change: Reason) -> None:
        await self._tasks.comment(user_id, task.id, PERSON, CommentKind.CHANGE, change)


def _changed(task: Task, changes: tuple[str, ...]) -> TaskChanged:
    return TaskChanged(
        task_id=task.id, number=task.number, title=task.title, status=task.status, changes=tuple(map(_wire, changes))
    )


def _wire(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _differs(task: Task, name: str, value: Any) -> bool:
    before = getattr(task, name)
    if name in ("tags", "depends_on"):
        return set(before) != set(value) or len(before) != len(value)
    return before != value
