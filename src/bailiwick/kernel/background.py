"""Background work with a name, an owner and an end."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

import structlog

from bailiwick.kernel.errors import Unavailable

AGAIN_SECONDS = 6.0
"""After so long a task that was cancelled and goes on is cancelled again; longer than a worker waits for its jobs."""
ANEW_SECONDS = 5.0
"""After so long work that is kept up begins anew after a crash."""
OUTAGE_SECONDS = 1.0
"""Pause between two tries of what needs a database that cannot be reached."""

T = TypeVar("T")

log = structlog.get_logger(__name__)


async def until_done(work: Coroutine[Any, Any, T], *, again: float = AGAIN_SECONDS) -> T:
    """Return what `work` returns; a cancellation is passed on to it, again every `again` seconds until it has ended.

    A cancellation that comes just as a task's query is answered can get lost on its way through the database driver.
    """
    task = asyncio.create_task(work)  # noqa: TID251  (it ends before this function does)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=again)
        if not task.cancelled():
            task.exception()  # it is over; who cancelled it does not ask how
        raise


async def once_reachable(work: Callable[[], Awaitable[None]], *, pause: float = OUTAGE_SECONDS) -> None:
    """Do `work`, again every `pause` seconds for as long as it raises `Unavailable`."""
    while True:
        try:
            await work()
            return
        except Unavailable:
            await asyncio.sleep(pause)


class Background:
    """Owns long-lived tasks: they start under a name, a crash is logged, and leaving the block ends them all."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` until it ends or the owner stops."""
        task = asyncio.create_task(self._guard(name, work), name=name)  # noqa: TID251  (the owner itself)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # one that is stopped before it began was never awaited
        return task

    def keep(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Run what the process cannot do without: a crash is logged, and `work` begins anew after a pause.

        It ends when `work` returns or the owner stops.
        """
        return self.start(name, self._kept(name, work))

    async def stop(self) -> None:
        """Cancel everything and wait for its end; what does not end is cancelled again, as in `until_done`.

        What is started meanwhile by what has not ended yet is cancelled too.
        """
        pending = set(self._tasks)
        while pending:
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=AGAIN_SECONDS)
            pending |= self._tasks

    @staticmethod
    async def _kept(name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
                return
            except Exception:
                task = asyncio.current_task()
                if task is not None and task.cancelling():  # it failed at being ended
                    raise
                log.exception("background work failed and begins anew", work=name)
            await asyncio.sleep(ANEW_SECONDS)

    @staticmethod
    async def _guard(name: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("background work failed", work=name)
