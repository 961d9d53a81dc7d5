"""The wrapper that repeats calls which may well succeed a little later."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from bailiwick.core.ports import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.core.resilience import CallFailed, RetryPolicy


class RetryingCaller:
    """Calls `inner` until it succeeds or the policy gives up.

    A repetition starts the text over: what a failed call had streamed is taken back with an empty piece at
    offset 0 before the wait. `sleep` takes seconds; `random` returns a number in [0, 1).
    """

    def __init__(
        self, inner: ModelCaller, policy: RetryPolicy, *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        random: Callable[[], float] = random.random,
    ) -> None:  # fmt: skip
        self._inner = inner
        self._policy = policy
        self._sleep = sleep
        self._random = random

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call, and repeat while that makes sense. Raises the last `CallFailed`."""
        streamed = False

        async def noted(offset: int, text: str) -> None:
            nonlocal streamed
            streamed = True
            await on_text(offset, text)

        attempt = 1
        while True:
            try:
                return await self._inner.call(request, noted, on_retry)
            except CallFailed as error:
                delay = self._policy.delay(attempt, error, self._random)
                if delay is None:
                    raise
                if streamed:
                    await on_text(0, "")
                    streamed = False
                await on_retry(error.error_class, str(error), delay)
            await self._sleep(delay)
            attempt += 1
