"""Figures: what one agent did over a number of days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bailiwick.kernel.usage import ExecutionStatus
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentMetrics(Record):
    """What an agent did, of all time or of some days: executions that ended in it, and those begun in it that are not
    over. Executions that were deleted for their age still count."""

    agent_id: str
    executions: int
    completed: int
    unanswered: int
    """Those of the completed that did nothing for who asked."""
    failed: int
    cancelled: int
    success_rate: float | None
    """Answered / (completed + failed); None while there is neither."""
    mean_ms: float | None
    p95_ms: float | None
    """95 of 100 of those that completed or failed took at most so long, within 2.44 %, in milliseconds."""
    input_tokens: int
    output_tokens: int
    cost: float
    """US dollars by list price."""
    model_calls: int
    tool_calls: int
    last_used_at: datetime | None
    """When the latest of them ended, or one that is not over was begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentDay(Record):
    """What an agent did on one day."""

    date: date
    """The day, in the time zone that was asked for."""
    executions: int
    """Executions that ended on that day, and those created on it that are not over."""
    failed: int
    """Those of them that failed."""
    mean_ms: float | None
    """Mean time of those that completed or failed, in milliseconds; None while there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCount(Record):
    """How often an agent failed in one way."""

    error_class: str
    """One of `core.resilience.ErrorClass`."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackCount(Record):
    """What people thought of an agent's answers."""

    up: int
    down: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentExecution(Record):
    """An execution in a few words."""

    id: str
    """UUID."""
    conversation_id: str
    message: str
    """The first 300 characters of what the person asked."""
    status: ExecutionStatus
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentActivity(Record):
    """What an agent did over a number of days."""

    figures: AgentMetrics | None
    """All days together; None when it did nothing in them."""
    days: Sequence[AgentDay]
    """Every day, oldest first, those without executions included."""
    errors: Sequence[ErrorCount]
    """The ways it failed in these days, the most frequent first."""
    feedback: FeedbackCount
    """Ratings of its executions that were given in these days."""
    recent: Sequence[RecentExecution]
    """Its latest executions, at most 10, latest first, also of earlier days."""
