"""What people see of the models: the entries of a list, and the outcome of a test."""

from dataclasses import dataclass

from bailiwick.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry(Record):
    """A model as people see it in a list."""

    name: str
    """`provider:model`, `offline` or `scripted`."""
    provider: str
    usable: bool
    detail: str
    """Why it is not usable and what to set; where it was found otherwise."""
    default: bool
    input_price: float | None = None
    """US dollars per million tokens read; nothing where the price is unknown."""
    output_price: float | None = None
    """US dollars per million tokens written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCheck(Record):
    """What came of one tiny real call."""

    name: str
    ok: bool
    milliseconds: float
    answer: str = ""
    error: str = ""
    """One plain sentence."""
