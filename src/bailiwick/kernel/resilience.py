"""Classes of errors, and when a failed call is worth repeating."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, as_data, read_reason, text_of, why_of
from bailiwick_router.core.record import Record


class ErrorClass(StrEnum):
    """What kind of failure it was; decides whether a retry makes sense."""

    NETWORK = "network"
    MODEL = "model"
    VALIDATION = "validation"
    AUTHENTICATION = "authentication"
    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    TOOL = "tool"
    BUDGET = "budget"
    CANCELLED = "cancelled"

    @property
    def transient(self) -> bool:
        """Whether the same call may well succeed a little later."""
        return self in (ErrorClass.NETWORK, ErrorClass.RATE_LIMIT, ErrorClass.TIMEOUT)


class CallFailed(Exception):
    """A call to a model or tool failed; says how and what a person can do."""

    def __init__(
        self,
        error_class: ErrorClass,
        said: Said,
        *,
        retry_after: float | None = None,
        outside: bool = False,
        code: str | None = None,
        lack: Lack | None = None,
    ) -> None:
        super().__init__(text_of(said))
        self.why = why_of(said)
        """The reason as a code with values; None where the message is all there is."""
        self.error_class = error_class
        self.retry_after = retry_after
        """Seconds the other side asked us to wait."""
        self.outside = outside
        """Whether the message holds what strangers wrote."""
        self.code = code
        """The reason as a code, where a caller acts on it."""
        self.lack = lack
        """What was missing, where that is known; the message says the same."""

    @property
    def said(self) -> Said:
        """What it says: the reason, or else the message."""
        return self.why or str(self)

    def reworded(self, said: Said) -> "CallFailed":
        """Return the same failure in other words."""
        return CallFailed(
            self.error_class,
            said,
            retry_after=self.retry_after,
            outside=self.outside,
            code=self.code,
            lack=self.lack,
        )


class HeldBack(CallFailed):
    """A call was not made, since what would have been called has not answered for a while.

    `retry_after` is when it may be called again; the reason is why it did not answer.
    """

    def __init__(self, error_class: ErrorClass, said: Said, *, retry_after: float, asked: bool) -> None:
        super().__init__(error_class, said, retry_after=retry_after)
        self.asked = asked
        """Whether the other side itself said when it may be called again; then it is worth the wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver(Record):
    """A model that was to answer and did not, so that another one was asked."""

    model: str
    """Its full name."""
    error_class: ErrorClass
    """How it failed."""
    reason: Reason
    """Why it did not answer."""

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {"model": self.model, "error_class": self.error_class, "reason": as_data(self.reason)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "PassedOver":
        """Return what was kept as JSON, also where another release has kept a reason that is not known here."""
        reason = read_reason(data["reason"]) or Reason.of(ReasonCode.UNEXPECTED)
        return cls(model=data["model"], error_class=ErrorClass(data["error_class"]), reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Exponential backoff with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter", 2015)."""

    attempts: int = 4
    """Calls in all, the first included."""
    base: float = 0.5
    """Seconds before the first repetition, at most."""
    cap: float = 20.0
    """Longest wait in seconds, also where the other side asks for longer (then the call is given up)."""

    def delay(self, attempt: int, error: CallFailed, random: Callable[[], float]) -> float | None:
        """Return the seconds to wait after failed call number `attempt` (from 1), or None to give up.

        `random` returns a number in [0, 1).
        """
        if attempt >= self.attempts or not error.error_class.transient:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.cap else None
        return random() * min(self.cap, self.base * 2 ** (attempt - 1))
