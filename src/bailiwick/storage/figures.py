"""Port `FigureStore`: what agents did."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bailiwick.core.executions import ExecutionStatus
from bailiwick.core.figures import AgentDay, AgentFigures, ErrorCount, FeedbackCount, RecentExecution
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.executions import read_metrics
from bailiwick.storage.queries import Queries

RECENT = 10
"""How many of its latest executions are shown with an agent's figures."""


class PostgresFigures:
    """Port `FigureStore` on PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._queries = Queries("figures")

    async def of_agent(self, user_id: str, agent_id: str, days: Sequence[datetime]) -> AgentFigures:
        """Return what an agent did in the days that begin at these times, oldest first, the last time being the end
        of the last day. Days are named by the date that their beginning has in its own time zone.
        """
        begins = list(days[:-1])
        time = {"agent_id": agent_id, "since": days[0], "until": days[-1]}
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "days", days=begins, **time)
            errors = await self._queries.all(connection, "errors", **time)
            feedback = await self._queries.row(connection, "feedback", **time)
            recent = await self._queries.all(connection, "recent", agent_id=agent_id, limit=RECENT)
        by_day = {row["day"]: row for row in rows}
        together = by_day.pop(None)
        return AgentFigures(
            figures=read_metrics({**together, "agent_id": agent_id}) if together["executions"] else None,
            days=tuple(_day(begin, by_day.get(number)) for number, begin in enumerate(begins, 1)),
            errors=tuple(ErrorCount(error_class=row["error_class"], count=row["count"]) for row in errors),
            feedback=FeedbackCount(up=feedback["up"], down=feedback["down"]),
            recent=tuple(_recent(row) for row in recent),
        )


def _day(begin: datetime, row: dict[str, Any] | None) -> AgentDay:
    if row is None:
        return AgentDay(date=begin.date(), executions=0, failed=0, mean_ms=None)
    mean = None if row["mean_ms"] is None else float(row["mean_ms"])
    return AgentDay(date=begin.date(), executions=row["executions"], failed=row["failed"], mean_ms=mean)


def _recent(row: dict[str, Any]) -> RecentExecution:
    return RecentExecution(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        message=row["message"],
        status=ExecutionStatus(row["status"]),
        created_at=row["created_at"],
    )
