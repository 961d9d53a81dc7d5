"""A user's reminders, each call of a tool taking effect once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from bailiwick.features.reminders.records import Reminder, ReminderStatus, ReminderTimes
from bailiwick.features.reminders.rules import words_of
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7

UNDONE = (
    *("text", "due_at", "cron", "every_seconds", "counts_from", "timezone"),
    *("meant_for", "delivered_at", "done_at", "deleted_at"),
)
"""What a change of a reminder sets, and its undoing sets back."""
TIMES = frozenset(name for name in UNDONE if name.endswith(("_at", "_for", "_from")))


class ReminderStore:
    """A user's reminders."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.reminders.store")

    async def insert(
        self,
        user_id: str,
        text: str,
        times: ReminderTimes,
        *,
        timezone: str,
        language: str,
        conversation_id: str | None = None,
        agent_id: str | None = None,
        call_id: str | None = None,
        tainted: bool = False,
    ) -> Reminder:
        """Set a reminder."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection,
                "insert",
                id=as_uuid(uuid7(), "reminder"),
                text=clean_text(text),
                due_at=times.due_at,
                cron=times.cron,
                every_seconds=times.every_seconds,
                counts_from=times.counts_from,
                timezone=timezone,
                language=language,
                conversation_id=None if conversation_id is None else as_uuid(conversation_id, "conversation"),
                agent_id=agent_id,
                call_id=call_id,
                tainted=tainted,
            )
            return _reminder(row)

    async def made_by(self, user_id: str, call_id: str) -> Reminder | None:
        """Within the caller's transaction: return what a call set or changed, and hold its repetitions off."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "begin_call", call_id=call_id)
            row = await self._queries.one(connection, "made_by", call_id=call_id)
            return None if row is None else _reminder(row)

    async def list(self, user_id: str, *, done: bool = False, limit: int = MOST_ROWS) -> Sequence[Reminder]:
        """Those that wait for the person first, then those to come, the next first; with `done` the others too."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "list", done=done, limit=bounded(limit))
            return [_reminder(row) for row in rows]

    async def get(self, user_id: str, reminder_id: str) -> Reminder:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(reminder_id, "reminder"))
            if row is None:
                raise not_found("reminder")
            return _reminder(row)

    async def hold(self, user_id: str, reminder_id: str) -> tuple[Reminder, Mapping[str, Any] | None, bool]:
        """Within the caller's transaction: hold one, also a deleted one, and return it with what it was before its
        latest change (None for one that was not changed) and whether it is deleted. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "hold", id=as_uuid(reminder_id, "reminder"))
            if row is None:
                raise not_found("reminder")
            return _reminder(row), row["before"], row["deleted_at"] is not None

    async def change(
        self, user_id: str, reminder_id: str, changes: Mapping[str, Any], *, call_id: str | None = None
    ) -> Reminder:
        """Set some of `UNDONE` of one that the caller holds, and keep what they were."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(reminder_id, "reminder")
            row = await self._row(connection, key)
            before = {name: _kept(row[name]) for name in UNDONE}
            values = {name: changes.get(name, row[name]) for name in UNDONE}
            values["text"] = clean_text(values["text"])
            changed = await self._queries.row(
                connection, "change", id=key, before=as_json(before), call_id=call_id, **values
            )
            return _reminder(changed)

    async def hold_due(self, user_id: str, reminder_id: str) -> tuple[Reminder, datetime] | None:
        """Within the caller's transaction: hold one whose time has come, and return it with the time now; None where
        it was given already, moved or deleted."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "hold_due", id=as_uuid(reminder_id, "reminder"))
            return None if row is None else (_reminder(row), row["now"])

    async def deliver(self, user_id: str, reminder_id: str, next_at: datetime | None) -> Reminder:
        """Write down that one that the caller holds was given, and when it is next."""
        async with self._database.as_user(user_id) as connection:
            key = as_uuid(reminder_id, "reminder")
            return _reminder(await self._queries.row(connection, "deliver", id=key, next_at=next_at))

    async def overdue(self, user_id: str) -> Sequence[str]:
        """Return the ids of those whose time has come a minute ago or earlier."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "overdue", limit=MOST_ROWS)
            return [str(row["id"]) for row in rows]

    async def forget(self, user_id: str, days: int) -> None:
        """Delete for good what was done or deleted so many days ago."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "forget", days=days)

    async def _row(self, connection: Connection, key: UUID) -> dict[str, Any]:
        return await self._queries.row(connection, "hold", id=key)


def set_back(before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was kept of a reminder before a change, as `change` takes it."""
    return {
        name: datetime.fromisoformat(value) if name in TIMES and value is not None else value
        for name, value in before.items()
    }


def _kept(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _reminder(row: Mapping[str, Any]) -> Reminder:
    return Reminder(
        id=str(row["id"]),
        text=row["text"],
        status=_status(row),
        due_at=row["due_at"],
        cron=row["cron"],
        every_seconds=row["every_seconds"],
        words=words_of(row["cron"], row["every_seconds"]),
        timezone=row["timezone"],
        language=row["language"],
        conversation_id=None if row["conversation_id"] is None else str(row["conversation_id"]),
        agent_id=row["agent_id"],
        meant_for=row["meant_for"],
        delivered_at=row["delivered_at"],
        done_at=row["done_at"],
        change=str(row["change"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        counts_from=row["counts_from"],
        tainted=row["tainted"],
    )


def _status(row: Mapping[str, Any]) -> ReminderStatus:
    if row["delivered_at"] is not None:
        return ReminderStatus.DELIVERED
    return ReminderStatus.DONE if row["due_at"] is None else ReminderStatus.WAITING
