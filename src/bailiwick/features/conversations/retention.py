"""Conversations that are deleted for their age: what nobody touches and nobody pinned."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from bailiwick.agents.metrics.rolling import Rolling
from bailiwick.kernel.ageing import OldRecords
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.runs.threads.words import MessageWords


class OldConversations(OldRecords):
    """Conversations that are deleted for their age: what nobody touches and nobody pinned."""

    kind = "conversations"
    setting = "execution_days"

    def __init__(self, database: Database, words: MessageWords | None = None) -> None:
        super().__init__(database)
        self._queries = Queries("bailiwick.features.conversations.retention")
        self._rolling = Rolling()
        self._words = words or MessageWords()

    async def find(self, connection: Connection, before: datetime, limit: int) -> Sequence[UUID]:
        """Return ids of what is old and has been summed up: figures are made of it."""
        rolled = await self._rolling.until(connection)
        rows = await self._queries.all(connection, "old_conversations", before=before, rolled=rolled, limit=limit)
        return [row["id"] for row in rows]

    async def remove(self, connection: Connection, ids: Sequence[UUID], before: datetime) -> int:
        """Delete these; return how many there were."""
        await self._rolling.keep_ratings(connection, ids, before)
        await self._words.forget(connection, ids)
        return await self._queries.run(connection, "delete_conversations", ids=ids, before=before)
