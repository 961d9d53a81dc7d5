"""Gives texts their embeddings, in the background, a batch at a time."""

from collections.abc import Sequence
from typing import Protocol

import structlog

from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.embedder import Embedders
from bailiwick.models.embedding import EmbedderCheck, EmbedderHealth, Unembedded

TASK = "embed"
BATCH = 64
BATCHES = 50
"""After so many batches the job ends and another takes over, so that no person's texts hold up a worker for long."""

log = structlog.get_logger(__name__)


class Points(Protocol):
    """Where the points of some texts are kept. `key` names the space that they are in."""

    async def begin(self, user_id: str, key: str) -> None:
        """Prepare for points of this space."""
        ...

    async def missing(self, user_id: str, key: str, *, limit: int) -> Sequence[Unembedded]:
        """Return some texts without a point in this space."""
        ...

    async def add(self, user_id: str, key: str, texts: Sequence[Unembedded], points: Sequence[Sequence[float]]) -> None:
        """Store points in place of those that were there; texts that are gone by now are left out."""
        ...


class Embedding:
    """One job for each person at a time; it goes on until nothing is without an embedding."""

    def __init__(self, jobs: Jobs, embedders: Embedders, points: Sequence[Points]) -> None:
        """Texts of the first of `points` come before those of the next."""
        self._points = points
        self._jobs = jobs
        self._embedders = embedders
        jobs.register(TASK, self._embed, gave_up=self._give_up)

    async def key(self, user_id: str) -> str | None:
        """Return the name of the space in use; None when there is no embedder."""
        return (await self._embedders.in_use(user_id)).key

    async def health(self, user_id: str) -> EmbedderHealth:
        """Return how the embedder in use is."""
        return (await self._embedders.in_use(user_id)).health

    async def check(self, user_id: str, text: str) -> EmbedderCheck:
        """Embed one text for real and say what came of it."""
        return await (await self._embedders.in_use(user_id)).check(text)

    async def wish(self, user_id: str) -> None:
        """Have what lacks an embedding get one, in the caller's transaction if there is one."""
        if await self.key(user_id) is not None:
            lock = f"embed:{user_id}"
            await self._jobs.defer(TASK, user_id, {}, lock=lock, queueing_lock=lock)

    async def _embed(self, user_id: str, arguments: dict[str, str]) -> None:
        """Embed up to `BATCHES` batches; the job of that name. Raises `CallFailed` when that cannot be done now."""
        embedder = await self._embedders.in_use(user_id)
        key = embedder.key
        if key is None:
            return
        batches = BATCHES
        for points in self._points:
            await points.begin(user_id, key)
            while texts := await points.missing(user_id, key, limit=BATCH):
                if not batches or await self.key(user_id) != key:
                    # Another job goes on, with the embedder that is in use then.
                    await self.wish(user_id)
                    return
                await points.add(user_id, key, texts, await embedder.embed([text.text for text in texts]))
                batches -= 1

    async def _give_up(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        # Search goes by words meanwhile; upkeep and the next document try again.
        level = log.warning if isinstance(error, CallFailed) else log.error
        level("texts could not be embedded", user=user_id, error=str(error))
