"""Decisions that are deleted for their age, with what old releases quote of them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from bailiwick.agents.metrics.rolling import Rolling
from bailiwick.kernel.ageing import OldRecords
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries


class OldDecisions(OldRecords):
    """Decisions that are deleted for their age, with what old releases quote of them."""

    kind = "decisions"
    setting = "decision_days"

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queries = Queries("bailiwick.features.routing.retention")
        self._rolling = Rolling()

    async def find(self, connection: Connection, before: datetime, limit: int) -> Sequence[UUID]:
        """Return ids of what is old and has been summed up: figures are made of it."""
        rolled = await self._rolling.until(connection)
        rows = await self._queries.all(connection, "old_decisions", before=before, rolled=rolled, limit=limit)
        return [row["id"] for row in rows]

    async def remove(self, connection: Connection, ids: Sequence[UUID], before: datetime) -> int:
        """Delete these; return how many there were."""
        await self._queries.run(connection, "forget_replays", before=before)
        return await self._queries.run(connection, "delete_decisions", ids=ids)
