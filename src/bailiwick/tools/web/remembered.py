"""Answers of services that are kept for a while, and used a little longer when the service fails."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bailiwick.kernel.reasons import Reason, reason_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass

T = TypeVar("T")

PAUSE_SECONDS = 30.0
"""How long a service that failed is left alone while an older answer can be used."""
FORGIVEN = frozenset({ErrorClass.NETWORK, ErrorClass.TIMEOUT, ErrorClass.RATE_LIMIT, ErrorClass.TOOL})
"""Failures of the other side, not of the question."""


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """An answer, and how old it is."""

    value: T
    age: float
    """Seconds since it was fetched."""
    problem: Reason | None = None
    """Why there is no newer one; None when it is as new as it should be."""


class Remembered(Generic[T]):
    """A bounded store of answers by key, shared by all calls of a process; the least used goes first."""

    def __init__(self, *, fresh: float, stale: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """For `fresh` seconds an answer is used as it is, up to `stale` seconds when no newer one can be had."""
        self._fresh = fresh
        self._stale = stale
        self._most = most
        self._clock = clock
        self._entries: OrderedDict[Hashable, tuple[float, T]] = OrderedDict()
        self._paused: dict[Hashable, tuple[float, Reason]] = {}
        self._locks: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    async def get(self, key: Hashable, fetch: Callable[[], Awaitable[T]]) -> Kept[T]:
        """Return what is kept under `key`, else what `fetch` returns; calls for one key at a time fetch once.

        Raises what `fetch` raises when nothing kept can stand in for it.
        """
        found = self._kept(key)
        if found is not None and found.age <= self._fresh:
            return found
        lock, waiting = self._locks.get(key) or (asyncio.Lock(), 0)
        self._locks[key] = lock, waiting + 1
        try:
            async with lock:
                return await self._renewed(key, fetch)
        finally:
            lock, waiting = self._locks.pop(key)
            if waiting > 1:
                self._locks[key] = lock, waiting - 1

    async def _renewed(self, key: Hashable, fetch: Callable[[], Awaitable[T]]) -> Kept[T]:
        found = self._kept(key)
        if found is not None and found.age <= self._fresh:
            return found
        until, problem = self._paused.get(key, (0.0, None))
        if found is not None and self._clock() < until:
            return Kept(found.value, found.age, problem)
        try:
            value = await fetch()
        except CallFailed as failure:
            if found is None or failure.error_class not in FORGIVEN:
                raise
            problem = reason_of(failure.said)
            self._paused[key] = self._clock() + max(failure.retry_after or 0.0, PAUSE_SECONDS), problem
            return Kept(found.value, found.age, problem)
        self._paused.pop(key, None)
        self._entries[key] = self._clock(), value
        self._entries.move_to_end(key)
        while len(self._entries) > self._most:
            dropped, _ = self._entries.popitem(last=False)
            self._paused.pop(dropped, None)
        return Kept(value, 0.0)

    def _kept(self, key: Hashable) -> Kept[T] | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        age = self._clock() - entry[0]
        if age > self._stale:
            del self._entries[key]
            self._paused.pop(key, None)
            return None
        self._entries.move_to_end(key)
        return Kept(entry[1], age)
