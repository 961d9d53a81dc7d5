"""What people see of the models: the entries of a list, and the outcome of a test."""

from dataclasses import dataclass

from bailiwick.kernel.lacks import Lack
from bailiwick.models.breaker_states import Breaker
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry(Record):
    """A model as people see it in a list."""

    name: str
    """`provider:model`, `offline` or `scripted`."""
    provider: str
    usable: bool
    """Whether what it needs is set, so that it can be called."""
    detail: str
    """Why it would not answer and what to do; where it was found otherwise."""
    default: bool
    lack: Lack | None = None
    """What is missing to use it, or was when its provider was last called."""
    input_price: float | None = None
    """US dollars per million tokens read; None where the price is unknown."""
    output_price: float | None = None
    """US dollars per million tokens written."""
    breaker: Breaker | None = None
    """How its provider has answered lately; None where it always did, or that is not known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCheck(Record):
    """What came of one tiny real call."""

    name: str
    ok: bool
    milliseconds: float
    answer: str = ""
    error: str = ""
    """One plain sentence."""
    lack: Lack | None = None
    """What was missing, where that is known; the sentence says the same."""
