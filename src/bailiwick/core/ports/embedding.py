"""What turns texts into points, and where those are kept."""

from collections.abc import Sequence
from typing import Protocol

from bailiwick.core.embedding import EmbedderCheck, EmbedderHealth, EmbeddingProgress, Unembedded
from bailiwick.core.knowledge import FoundEntity


class Embedder(Protocol):
    """Turns texts into points of one space; texts of like meaning lie close together."""

    @property
    def key(self) -> str | None:
        """Names the space: embeddings of different keys cannot be compared. Nothing when none is configured."""
        ...

    @property
    def health(self) -> EmbedderHealth:
        """How it is, as far as its last call told; asks nothing."""
        ...

    async def embed(self, texts: Sequence[str], *, patient: bool = True) -> Sequence[Sequence[float]]:
        """Return a point of length 1 for each text, in their order.

        When not `patient` it is tried once, for a few seconds. Raises `CallFailed`; class `validation` when none is
        configured.
        """
        ...

    async def check(self, text: str) -> EmbedderCheck:
        """Embed one text for real and say what came of it."""
        ...


class EmbeddingStore(Protocol):
    """The points of a person's passages and observations. `key` names the space; those of others are left aside."""

    async def begin(self, user_id: str, key: str) -> None:
        """Make documents whose passages have embeddings of another space count as not embedded."""
        ...

    async def missing_passages(self, user_id: str, key: str, *, limit: int = 64) -> Sequence[Unembedded]:
        """Return some passages without an embedding."""
        ...

    async def add_passages(
        self, user_id: str, key: str, texts: Sequence[Unembedded], points: Sequence[Sequence[float]]
    ) -> None:
        """Store embeddings in place of those that were there; passages that are gone by now are left out."""
        ...

    async def missing_observations(self, user_id: str, key: str, *, limit: int = 64) -> Sequence[Unembedded]:
        """Return some lasting observations without an embedding."""
        ...

    async def add_observations(
        self, user_id: str, key: str, texts: Sequence[Unembedded], points: Sequence[Sequence[float]]
    ) -> None:
        """Store embeddings in place of those that were there; observations that are gone by now are left out."""
        ...

    async def nearest_entities(
        self, user_id: str, key: str, point: Sequence[float], *, least: float = 0.0, limit: int = 20
    ) -> Sequence[FoundEntity]:
        """Return the entities of lasting memory with observations closest to `point`, closest first; the score is the
        cosine of the closest one, `least` at least."""
        ...

    async def progress(self, user_id: str, key: str) -> EmbeddingProgress:
        """Say how many passages of documents there are and how many have an embedding."""
        ...

    async def forget_all(self, user_id: str) -> int:
        """Delete the embeddings of every passage; return how many passages are without one now."""
        ...
