"""Figures by hour and day that are deleted for their age."""

from datetime import datetime

from bailiwick.kernel.ageing import BATCH, MOST_COUNTED, OldKind
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries


class OldMetrics(OldKind):
    """Figures by hour and day that are deleted for their age."""

    kind = "metrics"
    setting = "metric_days"

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queries = Queries("bailiwick.features.metrics.retention")

    async def count(self, user_id: str, before: datetime) -> int:
        """Return how many sums are older than a time, at most 10,000."""
        async with self._database.as_user(user_id) as connection:
            return len(await self._queries.all(connection, "old_metrics", before=before, limit=MOST_COUNTED))

    async def delete(self, user_id: str, before: datetime) -> int:
        """Delete a batch of sums; return how many, 0 when nothing is left."""
        async with self._database.as_user(user_id) as connection:
            return await self._queries.run(connection, "delete_metrics", before=before, limit=10 * BATCH)
