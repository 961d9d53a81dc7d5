"""How a person's word reaches a run under way: stopped at once, or paused so that it goes on later."""

import asyncio
from datetime import datetime
from typing import Any

from bailiwick.kernel.errors import ExecutionCancelled, WaitsForPerson
from bailiwick.kernel.reasons import Reason, ReasonCode, Said
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText

PAUSE = "pause"
"""What is told to the worker of a run that is to be paused."""
CANCEL = "cancel"
"""What is told to the worker of a run that is to be stopped."""
STOPPED = Reason.of(ReasonCode.STOPPED)
PAUSED = Reason.of(ReasonCode.PAUSED)


class Paused(WaitsForPerson):
    """The run goes on later: something above it does not run now."""

    def __init__(self, reason: Said, *, retry_at: datetime | None = None) -> None:
        super().__init__(reason)
        self.retry_at = retry_at
        """When it can be taken up again without a person's doing anything."""


class LimitReached(Paused):
    """A limit that all residents of the swarm share is reached; the swarm is to be paused."""


class Control:
    """What one run under way has been told.

    A stop cuts whatever it does. A pause cuts a model call at once; a tool call that has begun runs to its end, and
    what would begin next does not.
    """

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.task: asyncio.Task[Any] | None = None
        """What carries the run out, once it does."""
        self.stopped = False
        self._calls: set[asyncio.Timeout] = set()
        self._pause: Said | None = None

    def stop(self) -> None:
        """Cut everything that the run does, as soon as it does something."""
        self.stopped = True
        if self.task is not None:
            self.task.cancel()

    def pause(self, reason: Said) -> None:
        """Cut the model call under way; whatever would begin next does not."""
        self._pause = reason
        for call in self._calls:
            call.reschedule(asyncio.get_running_loop().time())

    def check(self) -> None:
        """Raise `ExecutionCancelled` or `Paused` if it was told to stop or to pause."""
        if self.stopped:
            raise ExecutionCancelled(STOPPED)
        if self._pause is not None:
            raise Paused(self._pause)

    def caller(self, inner: ModelCaller) -> ModelCaller:
        """Return the caller whose calls a pause cuts."""
        return _Cut(inner, self, self._calls)


class _Cut:
    """A caller around a caller: raises `Paused` as soon as that is ordered."""

    def __init__(self, inner: ModelCaller, control: Control, calls: set[asyncio.Timeout]) -> None:
        self._inner = inner
        self._control = control
        self._calls = calls

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call, unless the run is paused. Raises `CallFailed`, `Paused`."""
        self._control.check()
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
                self._control.check()
            raise
