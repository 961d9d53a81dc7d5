"""A source: what all who follow the same in this process share. It looks for news once, and tells all of them."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.bus import Bus, Watch
from bailiwick.kernel.events.items import StreamItem

POLL_SECONDS = 2.0
"""A source looks into the database this often even when no signal comes."""
KEPT = 256
"""Latest items or facts that are kept for readers who are a little behind."""


class Tail:
    """The latest items in batches, for readers who have had all before them."""

    def __init__(self) -> None:
        self._batches: deque[Sequence[StreamItem]] = deque()
        self._items = 0
        self.end = 0
        """How many batches there have been."""

    def add(self, items: Sequence[StreamItem]) -> None:
        """Add what comes next; the oldest go beyond 256 items."""
        self._batches.append(items)
        self._items += len(items)
        self.end += 1
        while self._items > KEPT and len(self._batches) > 1:
            self._items -= len(self._batches.popleft())

    def since(self, number: int) -> Sequence[StreamItem] | None:
        """Return the items after so many batches; None when they are no longer kept."""
        missing, kept = self.end - number, len(self._batches)
        if missing > kept:
            return None
        if missing == 1:
            return self._batches[-1]
        return [item for batch in islice(self._batches, kept - missing, None) for item in batch]


class Source(ABC):
    """Something that is followed; it looks for news from its first reader to its last."""

    def __init__(self, subject: str, bus: Bus) -> None:
        """`subject` is the id of an execution or a user."""
        self._subject = subject
        self._bus = bus
        self._watch = Watch()
        self._bells: set[asyncio.Event] = set()
        self._failed: dict[asyncio.Event, Exception] = {}
        """What the readers of bells are yet to be told of."""
        self._open = ExitStack()
        self.tail = Tail()

    @property
    def readers(self) -> int:
        """How many follow it."""
        return len(self._bells)

    @contextmanager
    def reading(self) -> Generator[asyncio.Event]:
        """Yield a bell that rings whenever something was told; it is the reader's to clear."""
        bell = asyncio.Event()
        if not self._bells:
            signals, self._watch = self._open.enter_context(self._bus.reading(self._subject))
            looking = asyncio.create_task(self._look(signals))  # noqa: TID251  (ends with the last reader)
            self._open.callback(looking.cancel)
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)
            self._failed.pop(bell, None)
            if not self._bells:
                self._open.close()

    async def rung(self, bell: asyncio.Event) -> None:
        """Wait for the bell. Raises what kept the source from reading news, unless the database was unreachable."""
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            # A cancellation that got lost on its way through the database driver takes effect here.
            raise asyncio.CancelledError
        await bell.wait()
        bell.clear()
        if error := self._failed.get(bell):
            raise error

    @property
    @abstractmethod
    def pause(self) -> float:
        """Seconds after which to look again although no signal came."""

    @abstractmethod
    async def refresh(self) -> None:
        """Read what is new, once for all who ask because of the same change."""

    @abstractmethod
    def tell(self) -> None:
        """Add to the tail what is new since it was last told, as of now, and ring the readers."""

    def _told(self, items: Sequence[StreamItem]) -> None:
        if items:
            self.tail.add(items)
            self._ring()

    def _ring(self) -> None:
        for bell in self._bells:
            bell.set()

    async def _look(self, signals: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        while True:
            ringing = loop.call_later(self.pause, signals.set)
            try:
                await signals.wait()
            finally:
                ringing.cancel()
            signals.clear()
            try:
                # A source outlives an unreachable database: the signal or the poll brings it back here.
                with suppress(Unavailable):
                    await self.refresh()
                self.tell()
            except Exception as error:
                self._failed = dict.fromkeys(self._bells, error)
                self._ring()
