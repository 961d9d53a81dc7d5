"""Metric sums as rows, points and totals."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Any

from bailiwick.agents.metrics.records import CallRow, CallTable, ExecutionRow, ExecutionTable, MetricTotals, Point
from bailiwick.features.metrics.range import MetricRange
from bailiwick.kernel.metric_sums import MetricSums
from bailiwick.people.records import PERSON
from bailiwick_router.core.agents import SUPERVISOR_ID, Role

MOST_ROWS = 500


def totals_of(
    executions: MetricSums, stages: MetricSums, approvals: MetricSums, ups: MetricSums, downs: MetricSums
) -> MetricTotals:
    """Return everything within a time."""
    return MetricTotals(
        executions=executions.count,
        completed=executions.completed,
        unanswered=executions.unanswered,
        failed=executions.failed,
        cancelled=executions.cancelled,
        success_rate=executions.success_rate,
        p50_ms=executions.percentile_ms(0.5),
        p95_ms=executions.percentile_ms(0.95),
        mean_ms=executions.mean_ms,
        input_tokens=executions.input_tokens,
        output_tokens=executions.output_tokens,
        cost=executions.cost,
        model_calls=executions.model_calls,
        tool_calls=executions.tool_calls,
        approvals=approvals.count,
        feedback_up=ups.count,
        feedback_down=downs.count,
        model_stage_share=stages.model_calls / stages.count if stages.count else None,
    )


def point(at: datetime, sums: MetricSums) -> Point:
    """Return the point of a series that begins at a time."""
    return Point(
        at=at,
        executions=sums.count,
        completed=sums.completed,
        unanswered=sums.unanswered,
        failed=sums.failed,
        cancelled=sums.cancelled,
        p50_ms=sums.percentile_ms(0.5),
        p95_ms=sums.percentile_ms(0.95),
        input_tokens=sums.input_tokens,
        output_tokens=sums.output_tokens,
        cost=sums.cost,
    )


def execution_table(
    time: MetricRange,
    totals: Mapping[str, MetricSums],
    counts: Mapping[str, Mapping[int, int]],
    names: Mapping[str, str],
) -> ExecutionTable:
    """Return the busiest agents or people as a table; `counts` are by key and slot."""
    rows = [
        ExecutionRow(
            key=key,
            name=names.get(key),
            executions=sums.count,
            cancelled=sums.cancelled,
            **_figures(sums),
            series=_series(time, counts.get(key, {})),
        )
        for key, sums in _busiest(totals)
    ]
    return ExecutionTable(from_=time.since, to=time.until, span=time.span, at=time.edges[:-1], rows=rows)


def call_table(
    time: MetricRange, totals: Mapping[str, MetricSums], counts: Mapping[str, Mapping[int, int]]
) -> CallTable:
    """Return the busiest models or tools as a table; `counts` are by key and slot."""
    rows = [
        CallRow(key=key, name=None, calls=sums.count, **_figures(sums), series=_series(time, counts.get(key, {})))
        for key, sums in _busiest(totals)
    ]
    return CallTable(from_=time.since, to=time.until, span=time.span, at=time.edges[:-1], rows=rows)


def node_kind(one: str, roles: Mapping[str, Role], *, residents: Set[str], groups: Set[str]) -> str:
    """Return what takes part in handing work on under an id, where `residents` and `groups` are those of swarms."""
    if one in ("", PERSON):
        return one or "nobody"
    if one in groups:
        return "room"
    if one in residents:
        return "resident"
    if one == SUPERVISOR_ID:
        return "supervisor"
    return "helper" if roles.get(one) is Role.HELPER else "agent"


def _busiest(totals: Mapping[str, MetricSums]) -> Sequence[tuple[str, MetricSums]]:
    return sorted(totals.items(), key=lambda item: (-item[1].count, item[0]))[:MOST_ROWS]


def _series(time: MetricRange, counts: Mapping[int, int]) -> Sequence[int]:
    return [counts.get(slot, 0) for slot in range(1, len(time.edges))]


def _figures(sums: MetricSums) -> dict[str, Any]:
    return {
        "completed": sums.completed,
        "unanswered": sums.unanswered,
        "failed": sums.failed,
        "success_rate": sums.success_rate,
        "p50_ms": sums.percentile_ms(0.5),
        "p95_ms": sums.percentile_ms(0.95),
        "mean_ms": sums.mean_ms,
        "input_tokens": sums.input_tokens,
        "output_tokens": sums.output_tokens,
        "tokens": sums.input_tokens + sums.output_tokens,
        "cost": sums.cost,
        "last_used_at": sums.last_at,
    }
