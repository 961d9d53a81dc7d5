"""Entries of the audit log, as row-level security shows them: all to administrators, to others what concerns them."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from bailiwick.features.audit.records import AuditEntry, AuditFilter, AuditHead
from bailiwick.kernel.audit.acting import Face
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Queries, as_uuid, bounded

BEYOND = 2**63 - 1
"""Greater than every number."""
EVERYTHING = AuditFilter()


class AuditStore:
    """Reads the log; nothing but the database writes it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.audit.store")

    async def latest(
        self, user_id: str, wanted: AuditFilter, *, before: int | None = None, limit: int = 50
    ) -> Sequence[AuditEntry]:
        """Return those with a smaller number than `before`, latest first."""
        place = {"before": BEYOND if before is None else before, "limit": bounded(limit)}
        async with self._database.as_user(user_id) as connection:
            return [_entry(row) for row in await self._queries.all(connection, "latest", **_asked(wanted), **place)]

    async def all(self, user_id: str, wanted: AuditFilter = EVERYTHING) -> AsyncIterator[Sequence[AuditEntry]]:
        """Yield all in the order in which they were written, piece by piece; of one moment in an open snapshot."""
        after = 0
        while True:
            place = {"after": after, "limit": MOST_ROWS}
            async with self._database.as_user(user_id) as connection:
                rows = await self._queries.all(connection, "onwards", **_asked(wanted), **place)
            if rows:
                after = rows[-1]["number"]
                yield [_entry(row) for row in rows]
            if len(rows) < MOST_ROWS:
                return

    async def head(self, user_id: str) -> AuditHead:
        """Return the last entry that was written, of anybody; number 0 where there is none."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "head")
            return AuditHead(0, "") if row is None else AuditHead(row["number"], row["hash"])


def _asked(wanted: AuditFilter) -> dict[str, Any]:
    return {
        "person": None if wanted.person is None else as_uuid(wanted.person, "user"),
        "whose": None if wanted.whose is None else as_uuid(wanted.whose, "user"),
        "thing": wanted.thing,
        "acts": list(wanted.acts) or None,
        "since": wanted.since,
        "until": wanted.until,
    }


def _entry(row: Mapping[str, Any]) -> AuditEntry:
    def id_in(column: str) -> str | None:
        return None if row[column] is None else str(row[column])

    return AuditEntry(
        number=row["number"],
        at=row["at"],
        act=row["act"],
        person=id_in("person"),
        token=id_in("token"),
        face=Face(row["face"]),
        address=row["address"],
        whose=id_in("user_id"),
        kind=row["kind"],
        thing=row["thing"],
        details=json.loads(row["written"]),
        written=row["written"],
        previous=row["previous"],
        hash=row["hash"],
    )
