"""Lists of tasks: pages in four orders, and figures."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import AgentLoad, DayDone, Task, TaskFilter, TaskPage, TaskSort, TaskStats
from bailiwick.kernel.database.queries import Connection, Queries, bounded, containing
from bailiwick.kernel.database.text import same_title
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.work import Priority
from bailiwick.runs.starts_tasks import TaskStatus

FOREVER = "infinity"

PAGES = {
    TaskSort.POSITION: "by_position",
    TaskSort.DUE: "by_due",
    TaskSort.PRIORITY: "by_priority",
    TaskSort.UPDATED: "by_updated",
}


class TaskLists:
    """Reads many tasks at once."""

    def __init__(self, read: Callable[[Connection, Sequence[UUID]], Awaitable[Sequence[Task]]]) -> None:
        """`read` returns tasks by id, in the order asked for."""
        self._read = read
        self._queries = Queries("bailiwick.features.tasks.lists")

    async def page(
        self, connection: Connection, which: TaskFilter, sort: TaskSort, *, limit: int, before: str | None
    ) -> TaskPage:
        """Return a page and how many fit in all. Raises `InvalidInput` for a `before` that no page gave."""
        key, task_id = _cursor(before, sort)
        most = bounded(limit)
        filters: dict[str, Any] = {
            "statuses": [str(status) for status in which.statuses or TaskStatus],
            "agent_id": which.agent_id,
            "rank": None if which.priority is None else which.priority.rank,
            "tag": which.tag,
            "search": containing(same_title(which.search)) if which.search else None,
            "due_from": which.due_from,
            "due_before": which.due_before,
            "undated": which.undated,
            "overdue": which.overdue,
        }
        if which.overdue:
            filters["statuses"] = [status for status in filters["statuses"] if TaskStatus(status).open]
        rows = await self._queries.all(connection, PAGES[sort], **filters, key=key, id=task_id, limit=most + 1)
        total = (await self._queries.row(connection, "count", **filters))["total"]
        shown = rows[:most]
        return TaskPage(
            tasks=await self._read(connection, [row["id"] for row in shown]),
            next_before=_written(shown[-1]) if len(rows) > most else None,
            total=total,
        )

    async def stats(self, connection: Connection, timezone: str) -> TaskStats:
        """Return figures about all tasks; days are those of this time zone."""
        stands = {row["status"]: row["tasks"] for row in await self._queries.all(connection, "by_status")}
        ranks = {row["rank"]: row["tasks"] for row in await self._queries.all(connection, "open_by_priority")}
        agents = await self._queries.all(connection, "by_agent")
        dates = await self._queries.row(connection, "dates", timezone=timezone)
        days = await self._queries.all(connection, "done_per_day", timezone=timezone)
        means = await self._queries.row(connection, "means")
        return TaskStats(
            total=sum(stands.values()),
            by_status={str(status): stands.get(status, 0) for status in TaskStatus},
            by_priority={str(priority): ranks.get(priority.rank, 0) for priority in Priority},
            by_agent=tuple(AgentLoad(**row) for row in agents),
            overdue=dates["overdue"],
            due_today=dates["due_today"],
            completed_last7_days=means["lately"],
            completed_per_day=tuple(DayDone(date=row["day"], done=row["done"]) for row in days),
            mean_hours_to_done=means["hours"],
            returned_share=means["returned"],
            estimate_accuracy=means["accuracy"],
        )


def _written(row: dict[str, Any]) -> str:
    return urlsafe_b64encode(f"{row['key']}|{row['id']}".encode()).decode()


def _cursor(text: str | None, sort: TaskSort) -> tuple[str | None, UUID | None]:
    """Read what `_written` wrote."""
    if text is None:
        return None, None
    try:
        key, _, task_id = urlsafe_b64decode(text.encode("ascii")).decode().partition("|")
        place = UUID(task_id)
        match sort:
            case TaskSort.POSITION:
                key = repr(float(key))
            case TaskSort.PRIORITY:
                key = str(list(Priority)[int(key)].rank)
            case TaskSort.DUE | TaskSort.UPDATED:
                key = key if key == FOREVER and sort is TaskSort.DUE else datetime.fromisoformat(key).isoformat()
    except (ValueError, IndexError):
        raise InvalidInput(Reason.of(TaskReason.BEFORE_OF_PAGE), field="before") from None
    return key, place
