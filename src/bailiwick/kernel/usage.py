"""What a piece of work used, and how it ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bailiwick_router.core.record import Record


class Outcome(StrEnum):
    """What a completed execution came to."""

    ANSWERED = "answered"
    UNANSWERED = "unanswered"
    """It ended well and did nothing for who asked: no agent fits, no model and no tool for it, or not a word."""

    @staticmethod
    def of_all(outcomes: "Iterable[Outcome]") -> "Outcome":
        """Return what several pieces of work came to together: one answer is an answer."""
        return Outcome.ANSWERED if Outcome.ANSWERED in outcomes else Outcome.UNANSWERED


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage(Record):
    """What model calls used."""

    input_tokens: int = 0
    output_tokens: int = 0
    model_calls: int = 0
    tool_calls: int = 0
    cost: float = 0.0
    """US dollars, by list price; 0 where the price is unknown or the model is free."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            model_calls=self.model_calls + other.model_calls,
            tool_calls=self.tool_calls + other.tool_calls,
            cost=self.cost + other.cost,
        )


class ExecutionStatus(StrEnum):
    """`pending → running → (waiting ⇄ running) → completed | failed | cancelled`."""

    PENDING = "pending"
    RUNNING = "running"
    WAITING = "waiting"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def terminal(self) -> bool:
        """Whether nothing more will happen."""
        return self in (ExecutionStatus.COMPLETED, ExecutionStatus.FAILED, ExecutionStatus.CANCELLED)
