"""The wrapper that repeats calls which may well succeed a little later."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.kernel.resilience import CallFailed, RetryPolicy
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText


class RetryingCaller:
    """Calls `inner` until it succeeds or the policy gives up.

    A repetition starts the text over: what a failed call had streamed is taken back with an empty piece at
    offset 0 before the wait. `sleep` takes seconds; `random` returns a number in [0, 1).
    """

    def __init__(
        self,
        inner: ModelCaller,
        policy: RetryPolicy,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        random: Callable[[], float] = random.random,
    ) -> None:
        self._inner = inner
        self._policy = policy
        self._sleep = sleep
        self._random = random

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call, and repeat while that makes sense. Raises the last `CallFailed`."""
        streamed: set[Strand] = set()

        async def noted(offset: int, text: str, strand: Strand = SAID) -> None:
            streamed.add(strand)
            await on_text(offset, text, strand)

        attempt = 1
        while True:
            try:
                return await self._inner.call(request, noted, on_retry)
            except CallFailed as error:
                delay = self._policy.delay(attempt, error, self._random)
                if delay is None:
                    raise
                for strand in streamed:
                    await on_text(0, "", strand)
                streamed.clear()
                await on_retry(error.error_class, str(error), delay)
            await self._sleep(delay)
            attempt += 1
