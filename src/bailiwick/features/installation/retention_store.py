"""What is deleted for its age, in batches."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from psycopg import sql

from bailiwick.agents.metrics.rolling import Rolling
from bailiwick.features.installation.ageing import AgeingTable
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.kernel.events.store import EventStore
from bailiwick.runs.threads.words import MessageWords

BATCH = 500
MOST_COUNTED = 10_000
OLD = {
    "events": "old_events",
    "conversations": "old_conversations",
    "decisions": "old_decisions",
    "mails": "old_mails",
    "documents": "old_documents",
    "metrics": "old_metrics",
}
"""Queries for what is old, by kind."""
DELETE = {
    "conversations": "delete_conversations",
    "decisions": "delete_decisions",
    "mails": "delete_mails",
    "documents": "delete_documents",
    "metrics": "delete_metrics",
}
COUNT_OLD_ROWS = sql.SQL(
    "SELECT count(*) FROM (SELECT FROM {name} WHERE user_id = $2::uuid AND {by} < $1 LIMIT $3) AS old"
)
DELETE_OLD_ROWS = sql.SQL(
    "DELETE FROM {name} WHERE user_id = $2::uuid AND ctid = ANY (ARRAY("
    "SELECT ctid FROM {name} WHERE user_id = $2::uuid AND {by} < $1 ORDER BY {by} LIMIT $3 FOR UPDATE SKIP LOCKED))"
)


class RetentionStore:
    """Old data. What is at work, pinned or unread is never counted or deleted."""

    def __init__(self, database: Database, words: MessageWords | None = None) -> None:
        self._database = database
        self._words = words or MessageWords()
        self._queries = Queries("bailiwick.features.installation.retention_store")
        self._metrics = Queries("bailiwick.agents.metrics.store")
        self._events = EventStore(database)
        self._rolling = Rolling()

    async def count(self, user_id: str, kind: str, before: datetime) -> int:
        """Return how much of a kind is older than a time, at most 10,000."""
        async with self._database.as_user(user_id) as connection:
            return len(await self._old(connection, kind, before, MOST_COUNTED))

    async def delete(self, user_id: str, kind: str, before: datetime) -> int:
        """Delete a batch of what is older; return how much, 0 when nothing is left."""
        if kind == "events":
            return await self._events.prune(user_id, before)
        async with self._database.as_user(user_id) as connection:
            if kind == "metrics":
                return await self._queries.run(connection, "delete_metrics", before=before, limit=10 * BATCH)
            if kind == "decisions":
                await self._queries.run(connection, "forget_replays", before=before)
            ids = await self._old(connection, kind, before, BATCH)
            if not ids:
                return 0
            if kind == "conversations":
                await self._rolling.keep_ratings(connection, ids, before)
                await self._words.forget(connection, ids)
            if kind == "mails":
                await self._queries.run(connection, "loosen_mails", ids=ids)
            return await self._queries.run(connection, DELETE[kind], ids=ids, before=before)

    async def count_rows(self, user_id: str, table: AgeingTable, before: datetime) -> int:
        """Return how many rows of a plug-in's table are older than a time, at most 10,000."""
        async with self._database.as_user(user_id) as connection:
            return await connection.fetchval(_on(COUNT_OLD_ROWS, table), before, user_id, MOST_COUNTED) or 0

    async def delete_rows(self, user_id: str, table: AgeingTable, before: datetime) -> int:
        """Delete a batch of rows of a plug-in's table that are older; return how many, 0 when nothing is left."""
        statement = _on(DELETE_OLD_ROWS, table)
        async with self._database.as_user(user_id) as connection:
            status = await connection.execute(statement, before, user_id, BATCH)
            return int(status.rpartition(" ")[2])

    async def _old(self, connection: Connection, kind: str, before: datetime, limit: int) -> Sequence[UUID]:
        """Return ids of what is older than a time and, where figures are made of it, summed up."""
        marks = await self._metrics.one(connection, "marks")
        rolled = marks["rolled_until"] if marks else datetime.fromisoformat("1970-01-01T00:00:00+00:00")
        rows = await self._queries.all(connection, OLD[kind], before=before, rolled=rolled, limit=limit)
        return [next(iter(row.values())) for row in rows]


def _on(statement: sql.SQL, table: AgeingTable) -> str:
    """Return a statement about a plug-in's table."""
    return statement.format(name=sql.Identifier(table.schema, table.name), by=sql.Identifier(table.by)).as_string()
