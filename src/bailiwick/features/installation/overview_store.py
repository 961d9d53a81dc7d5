"""What happened lately, in figures."""

from datetime import UTC, datetime, timedelta

from bailiwick.agents.metrics.plan import END, HOUR
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.features.installation.overview import DayMetrics, HourMetrics, OverviewMetrics
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.metric_sums import MetricSums

LONGEST = timedelta(hours=48)
"""Figures go no further back, so that their cost is bounded."""
HOURS = 24


class OverviewStore:
    """What happened lately."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._metrics = MetricStore(database)

    async def figures(self, user_id: str, since: datetime) -> OverviewMetrics:
        """Figures since a time, at most 48 hours back, and of the latest 24 hours; hours begin where `since` does."""
        now = datetime.now(UTC)
        earliest = now - LONGEST
        since = max(since, earliest + (since - earliest) % HOUR)
        latest = since + (now - since) // HOUR * HOUR
        edges = [latest + number * HOUR for number in range(1 - HOURS, 2)]
        async with self._database.as_user(user_id):
            executions = await self._metrics.executions(user_id, (since, END))
            decisions = await self._metrics.sums(
                user_id, MetricKind.DECISION, (since, END), by_agent=False, by_subject=False
            )
            hours = {each.slot: each.sums for each in await self._metrics.executions(user_id, edges)}
        return OverviewMetrics(
            today=_day(
                sum((each.sums for each in executions), MetricSums()),
                sum((each.sums for each in decisions), MetricSums()),
            ),
            hours=tuple(_hour(at, hours.get(slot, MetricSums())) for slot, at in enumerate(edges[:-1], 1)),
        )


def _day(done: MetricSums, decisions: MetricSums) -> DayMetrics:
    return DayMetrics(
        executions=done.count,
        completed=done.completed,
        unanswered=done.unanswered,
        failed=done.failed,
        cancelled=done.cancelled,
        success_rate=done.success_rate,
        mean_ms=done.mean_ms,
        p95_ms=done.percentile_ms(0.95),
        routed=decisions.count,
        model_routed=decisions.model_calls,
        model_calls=done.model_calls,
        tool_calls=done.tool_calls,
        input_tokens=done.input_tokens,
        output_tokens=done.output_tokens,
        cost=done.cost,
    )


def _hour(at: datetime, done: MetricSums) -> HourMetrics:
    return HourMetrics(at=at, executions=done.count, failed=done.failed)
