"""One embedder, whichever kind it is, with batches, repetitions and checks around it."""

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass, RetryPolicy
from bailiwick.models.embedding import EmbedderCheck, EmbedderHealth, EmbedderState

LONGEST_TEXT = 6000
"""Characters of a text that are embedded: models take a few hundred words."""
QUICK_SECONDS = 5.0
"""How long a search waits for the embedder before it goes by words."""
REST_SECONDS = 30.0
"""After a failure a search does not ask again for so long."""


class Backend(Protocol):
    """A kind of embedder."""

    @property
    def name(self) -> str:
        """As settings write it, e.g. `ollama:nomic-embed-text`."""
        ...

    @property
    def model(self) -> str: ...

    @property
    def space(self) -> str:
        """Names the space of its points: those of another space cannot be compared with them."""
        ...

    @property
    def batch(self) -> int:
        """Texts that it takes at once."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return an embedding for each text. Raises `CallFailed`, classified."""
        ...

    async def aclose(self) -> None:
        """Close its connections."""
        ...


class ConfiguredEmbedder:
    """Port `Embedder`, around the backend that was chosen, or none.

    `sleep` takes seconds; `clock` is monotonic.
    """

    def __init__(
        self,
        backend: Backend | None,
        policy: RetryPolicy | None = None,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backend = backend
        self._policy = policy or RetryPolicy()
        self._sleep = sleep
        self._clock = clock
        self._dimensions: int | None = None
        self._failure: CallFailed | None = None
        self._failed_at = -math.inf

    @property
    def key(self) -> str | None:
        """Names the space of its points; None when none is configured."""
        return None if self._backend is None else self._backend.space

    @property
    def health(self) -> EmbedderHealth:
        """How it is, as far as its last call told."""
        backend, failure = self._backend, self._failure
        if backend is None:
            off = Reason.of(ReasonCode.EMBEDDER_OFF)
            return EmbedderHealth(
                name=None, model=None, dimensions=None, state=EmbedderState.OFF, reason=off.text(), why=off
            )
        return EmbedderHealth(
            name=backend.name,
            model=backend.model,
            dimensions=self._dimensions,
            state=EmbedderState.READY if failure is None else EmbedderState.UNREACHABLE,
            reason=None if failure is None else str(failure),
            why=None if failure is None else failure.why,
        )

    async def embed(self, texts: Sequence[str], *, patient: bool = True) -> Sequence[Sequence[float]]:
        """Return a point of length 1 for each text, in their order.

        When not `patient` it is tried once, for a few seconds, and not at all shortly after a failure. Raises
        `CallFailed`.
        """
        backend = self._backend
        if backend is None:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.EMBEDDER_NONE))
        if not patient and self._failure is not None and self._clock() - self._failed_at < REST_SECONDS:
            raise self._failure
        points: list[Sequence[float]] = []
        for first in range(0, len(texts), backend.batch):
            batch = [text[:LONGEST_TEXT] or " " for text in texts[first : first + backend.batch]]
            try:
                points += await (self._patiently(backend, batch) if patient else self._quickly(backend, batch))
            except CallFailed as error:
                self._failure, self._failed_at = error, self._clock()
                raise
            self._failure = None
        return points

    async def check(self, text: str) -> EmbedderCheck:
        """Embed one text for real and say what came of it."""
        begun = self._clock()
        try:
            self._failed_at = -math.inf
            [point] = await self.embed([text], patient=False)
        except CallFailed as error:
            return EmbedderCheck(ok=False, dimensions=None, took_ms=self._since(begun), error=str(error), why=error.why)
        return EmbedderCheck(ok=True, dimensions=len(point), took_ms=self._since(begun), error=None)

    async def aclose(self) -> None:
        """Close its connections."""
        if self._backend is not None:
            await self._backend.aclose()

    async def _quickly(self, backend: Backend, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        try:
            async with asyncio.timeout(QUICK_SECONDS):
                return self._checked(backend, texts, await backend.embed(texts))
        except TimeoutError:
            slow = Reason.of(ReasonCode.EMBEDDER_SLOW, embedder=backend.name, seconds=QUICK_SECONDS)
            raise CallFailed(ErrorClass.TIMEOUT, slow) from None

    async def _patiently(self, backend: Backend, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        attempt = 1
        while True:
            try:
                return self._checked(backend, texts, await backend.embed(texts))
            except CallFailed as error:
                delay = self._policy.delay(attempt, error, random.random)
                if delay is None:
                    raise
                await self._sleep(delay)
                attempt += 1

    def _checked(
        self, backend: Backend, texts: Sequence[str], answered: Sequence[Sequence[float]]
    ) -> Sequence[Sequence[float]]:
        """Return the points scaled to length 1. Raises `CallFailed` for what cannot be embeddings of these texts."""
        if len(answered) != len(texts):
            sent = Reason.of(ReasonCode.EMBEDDER_COUNT, embedder=backend.name, sent=len(answered), texts=len(texts))
            raise CallFailed(ErrorClass.MODEL, sent)
        sizes = {len(point) for point in answered}
        if len(sizes) != 1 or not 1 <= (size := sizes.pop()) <= 16_000:
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_SIZES, embedder=backend.name))
        if self._dimensions not in (None, size):
            changed = Reason.of(
                ReasonCode.EMBEDDER_CHANGED, embedder=backend.name, size=str(size), before=str(self._dimensions)
            )
            raise CallFailed(ErrorClass.MODEL, changed)
        points = [_unit(point) for point in answered]
        if any(point is None for point in points):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.EMBEDDER_NO_DIRECTION, embedder=backend.name))
        self._dimensions = size
        return [point for point in points if point is not None]

    def _since(self, begun: float) -> float:
        return round((self._clock() - begun) * 1000, 1)


def _unit(point: Sequence[float]) -> Sequence[float] | None:
    """Return a point at distance 1 in the same direction; None where there is none."""
    length = math.sqrt(math.fsum(number * number for number in point))
    if not math.isfinite(length) or length == 0:
        return None
    return [number / length for number in point]
