"""The overview: what happened lately, in figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class DayMetrics(Record):
    """What all agents did since a time."""

    executions: int
    """Executions that ended since then, and those created since then that are not over."""
    completed: int
    unanswered: int
    """Those of the completed that did nothing for who asked."""
    failed: int
    cancelled: int
    success_rate: float | None
    """Answered / (completed + failed); None while there is neither."""
    mean_ms: float | None
    """Mean time from the first start to the end of those that completed or failed, in milliseconds."""
    p95_ms: float | None
    """95 of 100 of them took at most so long, within 2.44 %, in milliseconds."""
    routed: int
    """Routing decisions."""
    model_routed: int
    """Those of them that asked a model."""
    model_calls: int
    tool_calls: int
    input_tokens: int
    output_tokens: int
    cost: float
    """US dollars by list price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HourMetrics(Record):
    """What was done within one hour."""

    at: datetime
    """When the hour began."""
    executions: int
    """Executions that ended in it, and those created in it that are not over."""
    failed: int
    """Those of them that failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewMetrics(Record):
    """A day in figures, and the latest hours one by one."""

    today: DayMetrics
    hours: Sequence[HourMetrics]
    """24, oldest first; the last one is the current hour."""
