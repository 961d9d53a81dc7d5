"""Port `OverviewStore`: what happened lately, in figures."""

from datetime import UTC, datetime, timedelta

from bailiwick.core.overview import DayFigures, Figures, HourFigures
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.queries import Queries

LONGEST = timedelta(hours=48)
"""Figures go no further back, so that their cost is bounded."""


class PostgresOverview:
    """Port `OverviewStore` on PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._queries = Queries("overview")

    async def figures(self, user_id: str, since: datetime) -> Figures:
        """Figures since a time, at most 48 hours back, and of the latest 24 hours; hours begin where `since` does."""
        earliest = datetime.now(UTC) - LONGEST
        since = max(since, earliest + (since - earliest) % timedelta(hours=1))
        async with self._database.as_user(user_id) as connection:
            day = await self._queries.row(connection, "executions", since=since)
            decisions = await self._queries.row(connection, "decisions", since=since)
            hours = await self._queries.all(connection, "hours", since=since)
        judged = day["completed"] + day["failed"]
        today = DayFigures(
            executions=day["executions"],
            completed=day["completed"],
            unanswered=day["unanswered"],
            failed=day["failed"],
            cancelled=day["cancelled"],
            success_rate=(day["completed"] - day["unanswered"]) / judged if judged else None,
            mean_ms=None if day["mean_ms"] is None else float(day["mean_ms"]),
            p95_ms=day["p95_ms"],
            routed=decisions["routed"],
            model_routed=decisions["model_routed"],
            model_calls=day["model_calls"],
            tool_calls=day["tool_calls"],
            input_tokens=int(day["input_tokens"]),
            output_tokens=int(day["output_tokens"]),
            cost=day["cost"],
        )
        return Figures(today=today, hours=tuple(HourFigures(**hour) for hour in hours))
