"""What turns texts into points, and where those are kept."""

from collections.abc import Sequence
from typing import Protocol

from bailiwick.models.embedding import EmbedderCheck, EmbedderHealth


class Embedder(Protocol):
    """Turns texts into points of one space; texts of like meaning lie close together."""

    @property
    def key(self) -> str | None:
        """Names the space: embeddings of different keys cannot be compared. None when none is configured."""
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


class Embedders(Protocol):
    """Knows which embedder is in use."""

    async def in_use(self, user_id: str) -> Embedder:
        """Return the one that is in use now, for everybody; which that is, is read as this user.

        It stays what it is where another one is chosen later.
        """
        ...
