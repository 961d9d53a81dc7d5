"""Gives passages and observations their embeddings, in the background, a batch at a time."""

import structlog

from bailiwick.features.memory.embedding_store import EmbeddingStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.embedder import Embedder
from bailiwick.models.embedding import EmbedderCheck, EmbedderHealth, EmbeddingProgress

TASK = "embed"
BATCH = 64
BATCHES = 50
"""After so many batches the job ends and another takes over, so that no person's texts hold up a worker for long."""

log = structlog.get_logger(__name__)


class Embedding:
    """One job for each person at a time; it goes on until nothing is without an embedding."""

    def __init__(self, database: Database, stores: Stores, jobs: Jobs, embedder: Embedder) -> None:
        self._database = database
        self._stores = stores
        self._jobs = jobs
        self._embedder = embedder
        jobs.register(TASK, self._embed, gave_up=self._give_up)

    @property
    def key(self) -> str | None:
        """Names the embedder in use; nothing when none is configured."""
        return self._embedder.key

    @property
    def health(self) -> EmbedderHealth:
        """How the embedder is."""
        return self._embedder.health

    async def check(self, text: str) -> EmbedderCheck:
        """Embed one text for real and say what came of it."""
        return await self._embedder.check(text)

    async def wish(self, user_id: str) -> None:
        """Have what lacks an embedding get one, in the caller's transaction if there is one."""
        if self._embedder.key is not None:
            lock = f"embed:{user_id}"
            await self._jobs.defer(TASK, user_id, {}, lock=lock, queueing_lock=lock)

    async def again(self, user_id: str) -> int:
        """Have every passage embedded again; return how many."""
        if self._embedder.key is None:
            return 0
        async with self._database.as_user(user_id):
            passages = await self._stores[EmbeddingStore].forget_all(user_id)
            await self.wish(user_id)
            return passages

    async def progress(self, user_id: str) -> EmbeddingProgress:
        """Say how many of a person's passages have an embedding of the embedder in use."""
        return await self._stores[EmbeddingStore].progress(user_id, self._embedder.key or "")

    async def _embed(self, user_id: str, arguments: dict[str, str]) -> None:
        """Embed up to `BATCHES` batches; the job of that name. Raises `CallFailed` when that cannot be done now."""
        key, store = self._embedder.key, self._stores[EmbeddingStore]
        if key is None:
            return
        await store.begin(user_id, key)
        for _ in range(BATCHES):
            passages = await store.missing_passages(user_id, key, limit=BATCH)
            observations = [] if passages else await store.missing_observations(user_id, key, limit=BATCH)
            texts = passages or observations
            if not texts:
                return
            points = await self._embedder.embed([text.text for text in texts])
            if passages:
                await store.add_passages(user_id, key, passages, points)
            else:
                await store.add_observations(user_id, key, observations, points)
        await self.wish(user_id)

    async def _give_up(self, user_id: str, arguments: dict[str, str], error: BaseException) -> None:
        # Search goes by words meanwhile; upkeep and the next document try again.
        level = log.warning if isinstance(error, CallFailed) else log.error
        level("texts could not be embedded", user=user_id, error=str(error))
