"""Embeddings: texts as points, so that texts of like meaning lie close together."""

from dataclasses import dataclass
from enum import StrEnum

from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.record import Record


class EmbedderState(StrEnum):
    """Whether the embedder can be used."""

    OFF = "off"
    """None is configured: search goes by words."""
    READY = "ready"
    UNREACHABLE = "unreachable"
    """Its last call failed: search goes by words until it answers again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderHealth(Record):
    """How the embedder is."""

    name: str | None
    """As it is configured, e.g. `openai:text-embedding-3-small`; None when none is."""
    model: str | None
    dimensions: int | None
    """How many numbers an embedding has, once that is known."""
    state: EmbedderState
    reason: str | None
    """Why it cannot be used and what to do, in one sentence."""
    why: Reason | None = None
    """The same as a code with values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderCheck(Record):
    """What came of trying the embedder."""

    ok: bool
    dimensions: int | None
    took_ms: float
    error: str | None
    why: Reason | None = None
    """What went wrong, as a code with values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingProgress(Record):
    """How far a person's texts have embeddings of the embedder in use."""

    passages: int
    embedded: int

    @property
    def pending(self) -> int:
        """How many are still without one."""
        return self.passages - self.embedded


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A text that has no embedding of the embedder in use."""

    id: str
    """The passage's id, or the number of an observation."""
    document_id: str | None
    text: str
