"""How a turn under way is laid down: a model call is cut at once, a tool call that has begun runs to its end."""

import asyncio
from datetime import datetime

from bailiwick.core.errors import WaitsForPerson
from bailiwick.core.ports import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.core.reasons import Said


class LaidDown(WaitsForPerson):
    """The turn goes on later: its swarm, resident or room does not run now."""

    def __init__(self, reason: Said, *, retry_at: datetime | None = None) -> None:
        super().__init__(reason)
        self.retry_at = retry_at
        """When it can be taken up again without a person's doing anything."""


class LimitReached(LaidDown):
    """A limit that all residents of the swarm share is reached; the swarm is to be paused."""


class Halt:
    """Tells one turn to be laid down."""

    def __init__(self) -> None:
        self._calls: set[asyncio.Timeout] = set()
        self._reason: Said | None = None

    def order(self, reason: Said) -> None:
        """Cut the model call under way; whatever would begin next does not."""
        self._reason = reason
        for call in self._calls:
            call.reschedule(asyncio.get_running_loop().time())

    def check(self) -> None:
        """Raise `LaidDown` if it was ordered."""
        if self._reason is not None:
            raise LaidDown(self._reason)

    def caller(self, inner: ModelCaller) -> ModelCaller:
        """Return the caller whose calls this cuts."""
        return _Cut(inner, self, self._calls)


class _Cut:
    """A caller around a caller: raises `LaidDown` as soon as that is ordered."""

    def __init__(self, inner: ModelCaller, halt: Halt, calls: set[asyncio.Timeout]) -> None:
        self._inner = inner
        self._halt = halt
        self._calls = calls

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call, unless the turn is laid down. Raises `CallFailed`, `LaidDown`."""
        self._halt.check()
        scope = asyncio.timeout(None)
        try:
            async with scope:
                self._calls.add(scope)
                try:
                    return await self._inner.call(request, on_text, on_retry)
                finally:
                    self._calls.discard(scope)
        except TimeoutError:
            if scope.expired():
                self._halt.check()
            raise
