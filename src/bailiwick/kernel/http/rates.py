"""Sliding windows that all processes share."""

from datetime import timedelta

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries

MOST_REMEMBERED = 10_000
"""Largest limit: each use within a window is remembered."""


class RateStore:
    """Sliding windows that all processes share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.kernel.http.rates")

    async def hit(self, user_id: str, subject: str, limit: int, window_seconds: float) -> float | None:
        """Count one use of `subject` unless there were `limit` in the last `window_seconds`.

        Returns nothing when it was counted, else the seconds until there is room. By the database's clock.
        """
        values = {
            "subject": subject,
            "most": min(limit, MOST_REMEMBERED),
            "window": timedelta(seconds=window_seconds),
        }
        async with self._database.as_user(user_id) as connection:
            if await self._queries.one(connection, "hit", **values) is not None:
                return None
            row = await self._queries.one(connection, "wait", **values)
            return max(float(row["seconds"]), 0.0) if row is not None else window_seconds
