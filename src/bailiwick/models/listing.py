"""What people see of the models: the entries of a list, and the outcome of a test."""

from dataclasses import dataclass

from bailiwick.kernel.lacks import Lack
from bailiwick.models.breaker_states import Breaker
from bailiwick.models.connections import FactOrigin, ModelFacts
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry(Record):
    """A model as people see it in a list."""

    name: str
    """`provider:model`, `offline` or `scripted`."""
    provider: str
    """The part before the colon: a provider of the environment, or a connection."""
    usable: bool
    """Whether what it needs is set, so that it can be called."""
    detail: str
    """Why it would not answer and what to do; where it was found otherwise."""
    default: bool
    kind: str = ""
    """Whose protocol it is called by, e.g. `openai`."""
    connection_id: str | None = None
    """The connection that it comes from; None for what the environment says."""
    personal: bool = False
    """Whether it comes from a connection of the caller's own."""
    lack: Lack | None = None
    """What is missing to use it, or was when its provider was last called."""
    input_price: float | None = None
    """US dollars per million tokens read; None where the price is unknown."""
    output_price: float | None = None
    """US dollars per million tokens written."""
    breaker: Breaker | None = None
    """How its provider has answered lately; None where it always did, or that is not known here."""
    context_tokens: int | None = None
    """How much it reads and writes in one call; None where that is unknown."""
    tools: bool | None = None
    """Whether it can call tools; None where that is unknown."""
    images: bool | None = None
    """Whether it can see pictures."""
    thinking: bool | None = None
    """Whether it can think before it answers."""
    price_from: FactOrigin | None = None
    """Where its prices come from; None where they are unknown."""
    context_from: FactOrigin | None = None
    abilities_from: FactOrigin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel(Record):
    """A model that a connection's provider lists, with what is known of it."""

    model: str
    """What the provider calls it."""
    facts: ModelFacts
    price_from: FactOrigin | None = None
    """Where its prices come from; None where they are unknown."""
    context_from: FactOrigin | None = None
    abilities_from: FactOrigin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCheck(Record):
    """What came of one tiny real call."""

    name: str
    ok: bool
    milliseconds: float
    answer: str = ""
    cost: float | None = None
    """US dollars; None where the model's price is unknown."""
    error: str = ""
    """One plain sentence."""
    lack: Lack | None = None
    """What was missing, where that is known; the sentence says the same."""
