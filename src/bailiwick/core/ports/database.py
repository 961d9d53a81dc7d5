"""Transactions, notifications and background jobs."""

from collections.abc import AsyncIterable, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

FACTS = "bailiwick_facts"
"""The channel on which processes tell one another of facts: `{"u": user, "x": execution or null, "p": who tells}`."""
USES = "uses"
"""The name under which is kept in memory when each agent was last used."""


class Listening(AsyncIterable[tuple[str, str]], Protocol):
    """What is heard on some channels, as (channel, payload)."""

    async def alive(self) -> bool:
        """Whether all that was said until half a second ago has been heard and taken.

        Asks the database if it was not asked for so long; false while the connection is lost.
        """
        ...


class Database(Protocol):
    """Opens transactions and carries notifications."""

    def as_user(self, user_id: str, *, snapshot: bool = False) -> AbstractAsyncContextManager[Any]:
        """Open a transaction in which only this user's rows exist, or join the one this task has open.

        With `snapshot` all that it reads stood so at one moment, and it writes nothing. Commits on leaving, rolls back
        on an exception. Joining under another user raises `RuntimeError`.
        """
        ...

    def in_transaction(self, user_id: str) -> bool:
        """Whether this task has a transaction open for this user."""
        ...

    async def notify(self, channel: str, payload: str) -> None:
        """Send a notification; within a transaction it goes out on commit. Payload under 8,000 bytes."""
        ...

    async def notify_all(self, told: Sequence[tuple[str, str]]) -> None:
        """Send notifications, as (channel, payload), in one go and in order; see `notify`."""
        ...

    def facts_told_by(self, teller: Callable[[str, str | None], None]) -> AbstractContextManager[None]:
        """While the block lasts, call `teller(user id, execution id)` when a transaction is over that stored facts, for
        it to tell every process of them; outside of one each such transaction tells them on commit."""
        ...

    def note_change(self, user_id: str | None, what: str | None = None) -> None:
        """Within a transaction: something changes that is kept in memory of the user; of all users without one.

        `what` says that only what is kept under that name changes.
        """
        ...

    def on_change(self, listener: Callable[[str | None, str | None], None]) -> None:
        """Call `listener(user id, what)` when a transaction is over in which such a change was noted."""
        ...

    def listen(self, channels: Sequence[str]) -> AbstractAsyncContextManager[Listening]:
        """Follow channels; yields (channel, payload), reconnecting by itself. A hint, never the only carrier:
        after a reconnection it yields (channel, "") for every channel, meaning "something may have been missed"."""
        ...

    def was_full(self, seconds: float) -> bool:
        """Whether the database's disk was found full in the last `seconds`."""
        ...

    async def ready(self) -> bool:
        """Whether a query succeeds within two seconds."""
        ...

    def connections(self) -> Mapping[str, int]:
        """Return how many connections this process has (`open`), how many are `idle`, and who is `waiting`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRoom:
    """What this process's worker can begin of a user's jobs at once, for who enqueues them with what else it writes."""

    worker_id: int | None
    """Nothing where there is no worker, or no room."""
    places: int
    give: Callable[[dict[str, Any]], None]
    """Within the transaction that enqueues a job as that worker's: have it begin when that is committed."""


class Jobs(Protocol):
    """Durable background work, deferred inside the caller's transaction and carried out by workers."""

    def register(
        self,
        name: str,
        task: Callable[[str, dict[str, str]], Awaitable[None]],
        *,
        gave_up: Callable[[str, dict[str, str], BaseException], Awaitable[None]] | None = None,
    ) -> None:
        """Say what jobs of this name do: `task(user_id, arguments)`, which may run again after a crash.

        One that raises is repeated with growing pauses; `gave_up` is called when that ends.
        """
        ...

    async def run_worker(
        self, *, concurrency: int = 20, heartbeat_seconds: float = 2.0, stalled_seconds: float = 6.0
    ) -> None:
        """Carry out jobs until cancelled; takes over the jobs of workers that are silent for too long."""
        ...

    def room(self, user_id: str) -> JobRoom:
        """Return what this process's worker can begin of the user's jobs at once."""
        ...

    async def counts(self) -> Mapping[str, int]:
        """Return how many jobs there are in each status: `todo`, `doing`, `failed`, …"""
        ...

    async def live_workers(self, silence: float = 6.0) -> int:
        """Return how many workers gave a sign of life in the last `silence` seconds."""
        ...

    async def defer(
        self,
        task: str,
        user_id: str,
        arguments: Mapping[str, str],
        *,
        lock: str | None = None,
        queueing_lock: str | None = None,
        at: datetime | None = None,
    ) -> bool:
        """Enqueue; false when a job with the same queueing lock is already waiting.

        Jobs with the same `lock` run one at a time, in the order of deferral.
        """
        ...
