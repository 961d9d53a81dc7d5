"""Schedules, what became of their times, and when they are looked at next."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from bailiwick.features.schedules.records import (
    Action,
    ActionType,
    Missed,
    Overlap,
    RunStatus,
    Schedule,
    ScheduleDraft,
    ScheduleKind,
    ScheduleRun,
    ScheduleStatus,
)
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Said, read_reason, text_of, why_of
from bailiwick.kernel.times_said import Words
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.kernel.work import Priority
from bailiwick_router.core.record import values_of

UNSAID = Words(kind="other")


class ScheduleStore:
    """A user's schedules and what became of their times.

    Records come without `upcoming`, `sentence` and `words`, which follow from the times.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.schedules.store")

    async def create(self, user_id: str, draft: ScheduleDraft, next_at: datetime | None, *, now: datetime) -> Schedule:
        """Create, at the time `now`; one without a next time has ended."""
        schedule_id = uuid7()
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "insert",
                id=as_uuid(schedule_id, "schedule"),
                next_at=next_at,
                now=now,
                **_said(draft),
            )
            if next_at is not None:
                await self._queries.run(connection, "earlier", next_at=next_at)
            return await self._get(connection, schedule_id)

    async def get(self, user_id: str, schedule_id: str) -> Schedule:
        """Return one schedule. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, schedule_id)

    async def hold(self, user_id: str, schedule_id: str) -> Schedule:
        """Within the caller's transaction: return one and keep everyone else from changing or firing it.

        Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "hold", id=as_uuid(schedule_id, "schedule")) is None:
                raise not_found("schedule")
            return await self._get(connection, schedule_id)

    async def list(
        self, user_id: str, *, status: ScheduleStatus | None = None, limit: int = 50, before: datetime | None = None
    ) -> Sequence[Schedule]:
        """Latest first; `before` pages by `created_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "list", status=status, before=before, limit=bounded(limit))
            return [_schedule(row) for row in rows]

    async def replace(self, user_id: str, schedule_id: str, draft: ScheduleDraft) -> None:
        """Set everything that people say of one that the caller holds."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "replace", id=as_uuid(schedule_id, "schedule"), **_said(draft))

    async def stand(
        self,
        user_id: str,
        schedule_id: str,
        status: ScheduleStatus,
        next_at: datetime | None,
        *,
        reason: Said = "",
        afresh: bool = False,
    ) -> None:
        """Set where one that the caller holds stands; `next_at` is kept only of an active one. `afresh` forgets the
        failures in a row."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "stand",
                id=as_uuid(schedule_id, "schedule"),
                status=status,
                next_at=next_at,
                reason=text_column(reason),
                why=why_column(reason),
                afresh=afresh,
            )
            if next_at is not None and status is ScheduleStatus.ACTIVE:
                await self._queries.run(connection, "earlier", next_at=next_at)

    async def delete(self, user_id: str, schedule_id: str) -> None:
        """Delete one that the caller holds, with its history; tasks that it made stay."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "delete", id=as_uuid(schedule_id, "schedule"))

    async def take_due(self, user_id: str) -> tuple[Schedule, datetime] | None:
        """Within the caller's transaction: hold the schedule that is due longest and that no one else holds, and
        return it with the time; None if there is none."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "take_due")
            return None if row is None else (await self._get(connection, str(row["id"])), row["now"])

    async def add_run(
        self,
        user_id: str,
        schedule_id: str,
        due_at: datetime,
        status: RunStatus,
        *,
        reason: Said | None = None,
        execution_id: str | None = None,
        task_id: str | None = None,
        started_at: datetime | None = None,
        by_hand: bool = False,
    ) -> ScheduleRun | None:
        """Write down what became of a time; None when that has been done before."""
        run_id = uuid7()
        async with self._database.as_user(user_id) as connection:
            added = await self._queries.one(
                connection,
                "add_run",
                id=as_uuid(run_id, "run"),
                schedule_id=as_uuid(schedule_id, "schedule"),
                due_at=due_at,
                started_at=started_at,
                status=status,
                by_hand=by_hand,
                reason=None if reason is None else text_column(reason),
                why=why_column(reason),
                execution_id=None if execution_id is None else as_uuid(execution_id, "execution"),
                task_id=None if task_id is None else as_uuid(task_id, "task"),
            )
            if added is None:
                return None
            lateness = None if started_at is None else (started_at - due_at).total_seconds() * 1000
            return ScheduleRun(
                id=run_id,
                schedule_id=schedule_id,
                due_at=due_at,
                started_at=started_at,
                lateness_ms=lateness,
                execution_id=execution_id,
                task_id=task_id,
                status=status,
                reason=None if reason is None else text_of(reason),
                why=None if reason is None else why_of(reason),
                execution_status=None,
                by_hand=by_hand,
            )

    async def count(self, user_id: str, schedule_id: str, due_at: datetime, status: RunStatus) -> Schedule:
        """Count a time of one that the caller holds: as run, as failed, or neither."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection, "count", id=as_uuid(schedule_id, "schedule"), due_at=due_at, status=status
            )
            return await self._get(connection, schedule_id)

    async def settle(self, user_id: str, schedule_id: str, *, failed: bool) -> Schedule:
        """Count how something that a schedule started has ended, and hold the schedule."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "settle", id=as_uuid(schedule_id, "schedule"), failed=failed)
            return await self._get(connection, schedule_id)

    async def unfinished(self, user_id: str, schedule_id: str) -> bool:
        """Whether something that it started is not over."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(schedule_id, "schedule")
            return (await self._queries.row(connection, "unfinished", schedule_id=key))["busy"]

    async def runs(
        self, user_id: str, schedule_id: str, *, limit: int = 50, before: datetime | None = None
    ) -> Sequence[ScheduleRun]:
        """Latest first; `before` pages by `due_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "runs", schedule_id=as_uuid(schedule_id, "schedule"), before=before, limit=bounded(limit)
            )
            return [_run(row) for row in rows]

    async def note_next(self, user_id: str) -> datetime | None:
        """Set, in a transaction of its own, what is read of all users at once to when the next schedule is due, and
        return it."""
        async with self._database.as_user(user_id) as connection:
            # Held first: the next statement then sees what everyone before has committed.
            await self._queries.one(connection, "hold_clock")
            next_at = (await self._queries.row(connection, "next"))["next_at"]
            await self._queries.run(connection, "set_clock", next_at=next_at)
            return next_at

    async def _get(self, connection: Connection, schedule_id: str) -> Schedule:
        row = await self._queries.one(connection, "get", id=as_uuid(schedule_id, "schedule"))
        if row is None:
            raise not_found("schedule")
        return _schedule(row)


def _said(draft: ScheduleDraft) -> dict[str, Any]:
    said = {**values_of(draft), **asdict(draft.times)}
    cleaned = {name: clean_text(value) if type(value) is str else value for name, value in said.items()}
    return {**cleaned, "action": as_json(asdict(draft.action))}


def _schedule(row: dict[str, Any]) -> Schedule:
    action: dict[str, Any] = row["action"]
    said: dict[str, Any] = {
        **action,
        "type": ActionType(action["type"]),
        "priority": Priority(action["priority"]),
        "tags": tuple(action["tags"]),
    }
    last = row["last_status"]
    fields: dict[str, Any] = {
        **row,
        "id": str(row["id"]),
        "kind": ScheduleKind.INTERVAL if row["cron"] is None else ScheduleKind.CRON,
        "action": Action(**said),
        "missed": Missed(row["missed"]),
        "overlap": Overlap(row["overlap"]),
        "status": ScheduleStatus(row["status"]),
        "last_status": None if last is None else RunStatus(last),
        "upcoming": (),
        "sentence": "",
        "words": UNSAID,
        "why": read_reason(row["why"]),
    }
    return Schedule(**fields)


def _run(row: dict[str, Any]) -> ScheduleRun:
    status = row["execution_status"]
    fields: dict[str, Any] = {
        **row,
        "id": str(row["id"]),
        "schedule_id": str(row["schedule_id"]),
        "execution_id": _text(row["execution_id"]),
        "task_id": _text(row["task_id"]),
        "status": RunStatus(row["status"]),
        "execution_status": None if status is None else ExecutionStatus(status),
        "why": read_reason(row["why"]),
    }
    return ScheduleRun(**fields)


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)
