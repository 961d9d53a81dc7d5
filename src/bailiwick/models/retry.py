"""The wrapper that repeats calls which may well succeed a little later."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.kernel.resilience import CallFailed, HeldBack, RetryPolicy
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText

Worth = Callable[[CallFailed, float], Awaitable[bool]]
"""From why a call failed and the seconds before it would be repeated to whether that is worth the wait."""

OWN_WAIT = 6.0
"""Seconds. A call whose own failure had its provider held back waits so long at most to be the one that tries it."""


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
        return await self.persist(request, on_text, on_retry, _always)

    async def persist(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry, worth: Worth) -> ModelReply:
        """Call, and repeat while that makes sense and is `worth` it. Raises the last `CallFailed` of a call that was
        made, or `HeldBack` where none was."""
        streamed: set[Strand] = set()

        async def noted(offset: int, text: str, strand: Strand = SAID) -> None:
            streamed.add(strand)
            await on_text(offset, text, strand)

        failed: CallFailed | None = None
        calls, held = 0, 0
        while True:
            try:
                return await self._inner.call(request, noted, on_retry)
            except HeldBack as error:
                held += 1
                failed, delay = failed or error, self._until_called(error, failed, held)
            except CallFailed as error:
                calls += 1
                failed, delay = error, self._policy.delay(calls, error, self._random)
            if delay is None or not await worth(failed, delay):
                raise failed
            for strand in streamed:
                await on_text(0, "", strand)
            streamed.clear()
            await on_retry(failed.error_class, str(failed), delay)
            await self._sleep(delay)

    def _until_called(self, error: HeldBack, failed: CallFailed | None, held: int) -> float | None:
        """Return the seconds after which a call that was held back is made; None to give up.

        Where the provider said when, it is waited for; else only by a call that had failed itself.
        """
        longest = self._policy.cap if error.asked else OWN_WAIT if failed is not None else 0.0
        wait = error.retry_after or 0.0
        return wait if wait <= longest and held < self._policy.attempts else None


async def _always(error: CallFailed, delay: float) -> bool:
    del error, delay
    return True
