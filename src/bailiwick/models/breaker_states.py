"""How providers have answered lately, as people see it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.record import Record


class BreakerState(StrEnum):
    """How a provider is called."""

    CLOSED = "closed"
    """As always."""
    OPEN = "open"
    """Not at all, before its time."""
    HALF_OPEN = "half-open"
    """By one call, which tries whether it answers again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker(Record):
    """How a provider has answered lately."""

    provider: str
    """The part of a model's full name before the colon; of a person's own connection its id, where others see it."""
    state: BreakerState
    since: datetime | None = None
    """When it was opened; None while it is closed."""
    until: datetime | None = None
    """Before this it is not called; None while it is closed."""
    reason: Reason | None = None
    """Why it did not answer the last time; None where it always did."""
    failures: int = 0
    """In a row."""
    times_opened: int = 0
    """In all."""
    passed_over: int = 0
    """How often another model, or rules and tools, answered in place of one of its."""
