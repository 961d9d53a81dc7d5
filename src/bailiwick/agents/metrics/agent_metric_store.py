"""What agents did."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from bailiwick.agents.metrics.agent_metrics import (
    AgentActivity,
    AgentDay,
    AgentMetrics,
    ErrorCount,
    FeedbackCount,
    RecentExecution,
)
from bailiwick.agents.metrics.plan import BEGINNING, END
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Queries
from bailiwick.kernel.metric_sums import MetricSums
from bailiwick.kernel.usage import ExecutionStatus

RECENT = 10
"""How many of its latest executions are shown with an agent's figures."""


class AgentMetricStore:
    """What agents did."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._metrics = MetricStore(database)
        self._queries = Queries("bailiwick.agents.metrics.agent_metric_store")

    async def of_agents(self, user_id: str) -> Sequence[AgentMetrics]:
        """What each agent has ever done, busiest first; 1,000 agents at most."""
        found = await self._metrics.executions(user_id, (BEGINNING, END), by_agent=True)
        figures = [_metrics(each.agent, each.sums) for each in found if each.agent]
        return sorted(figures, key=lambda each: (-each.executions, each.agent_id))[:MOST_ROWS]

    async def of_agent(self, user_id: str, agent_id: str, days: Sequence[datetime]) -> AgentActivity:
        """Return what an agent did in the days that begin at these times, oldest first, the last time being the end
        of the last day. Days are named by the date that their beginning has in its own time zone.
        """
        whole = (days[0], days[-1])
        async with self._database.as_user(user_id) as connection:
            found = await self._metrics.executions(user_id, days, agent=agent_id)
            errors = await self._metrics.counts(user_id, MetricKind.ERROR, whole, agent=agent_id)
            ratings = await self._metrics.counts(user_id, MetricKind.FEEDBACK, whole, agent=agent_id)
            recent = await self._queries.all(connection, "recent", agent_id=agent_id, limit=RECENT)
        by_day = {each.slot: each.sums for each in found}
        together = sum(by_day.values(), MetricSums())
        rated = {each.subject: each.sums.count for each in ratings}
        failed = sorted((-each.sums.count, each.subject) for each in errors)
        return AgentActivity(
            figures=_metrics(agent_id, together) if together.count else None,
            days=tuple(
                _day(begin, by_day.get(slot, MetricSums())) for slot, (begin, _) in enumerate(pairwise(days), 1)
            ),
            errors=tuple(ErrorCount(error_class=error_class, count=-count) for count, error_class in failed),
            feedback=FeedbackCount(up=rated.get("up", 0), down=rated.get("down", 0)),
            recent=tuple(_recent(row) for row in recent),
        )


def _metrics(agent_id: str, sums: MetricSums) -> AgentMetrics:
    return AgentMetrics(
        agent_id=agent_id,
        executions=sums.count,
        completed=sums.completed,
        unanswered=sums.unanswered,
        failed=sums.failed,
        cancelled=sums.cancelled,
        success_rate=sums.success_rate,
        mean_ms=sums.mean_ms,
        p95_ms=sums.percentile_ms(0.95),
        input_tokens=sums.input_tokens,
        output_tokens=sums.output_tokens,
        cost=sums.cost,
        model_calls=sums.model_calls,
        tool_calls=sums.tool_calls,
        last_used_at=sums.last_at,
    )


def _day(begin: datetime, sums: MetricSums) -> AgentDay:
    return AgentDay(date=begin.date(), executions=sums.count, failed=sums.failed, mean_ms=sums.mean_ms)


def _recent(row: dict[str, Any]) -> RecentExecution:
    return RecentExecution(
        id=str(row["id"]),
        conversation_id=str(row["conversation_id"]),
        message=row["message"],
        status=ExecutionStatus(row["status"]),
        created_at=row["created_at"],
    )
