"""What is deleted for its age of no feature's: events, and rows of tables of plug-ins."""

from datetime import datetime

from psycopg import sql

from bailiwick.kernel.ageing import BATCH, MOST_COUNTED, OldKind, OldRows
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.events.store import EventStore

COUNT_OLD = sql.SQL("SELECT count(*) FROM (SELECT FROM {name} WHERE user_id = $2::uuid AND {by} < $1 LIMIT $3) AS old")
DELETE_OLD = sql.SQL(
    "DELETE FROM {name} WHERE user_id = $2::uuid AND ctid = ANY (ARRAY("
    "SELECT ctid FROM {name} WHERE user_id = $2::uuid AND {by} < $1 ORDER BY {by} LIMIT $3 FOR UPDATE SKIP LOCKED))"
)


class OldEvents(OldKind):
    """Events that are deleted for their age; the last one of each stream stays."""

    kind = "events"
    setting = "event_days"

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queries = Queries("bailiwick.features.installation.retention_store")
        self._events = EventStore(database)

    async def count(self, user_id: str, before: datetime) -> int:
        """Return how many events are older than a time, at most 10,000."""
        async with self._database.as_user(user_id) as connection:
            return len(await self._queries.all(connection, "old_events", before=before, limit=MOST_COUNTED))

    async def delete(self, user_id: str, before: datetime) -> int:
        """Delete a batch of events; return how many, 0 when nothing is left."""
        return await self._events.prune(user_id, before)


class OldTableRows(OldRows):
    """Rows of a table of a plug-in that grow too old."""

    def __init__(self, database: Database, schema: str, table: str, by: str) -> None:
        """`by` is the column that says how old a row is."""
        super().__init__(database)
        self._names = {"name": sql.Identifier(schema, table), "by": sql.Identifier(by)}

    async def count(self, user_id: str, before: datetime) -> int:
        """Return how many rows are older than a time, at most 10,000."""
        statement = COUNT_OLD.format(**self._names).as_string()
        async with self._database.as_user(user_id) as connection:
            return await connection.fetchval(statement, before, user_id, MOST_COUNTED) or 0

    async def delete(self, user_id: str, before: datetime) -> int:
        """Delete a batch of rows; return how many, 0 when nothing is left."""
        statement = DELETE_OLD.format(**self._names).as_string()
        async with self._database.as_user(user_id) as connection:
            status = await connection.execute(statement, before, user_id, BATCH)
            return int(status.rpartition(" ")[2])
