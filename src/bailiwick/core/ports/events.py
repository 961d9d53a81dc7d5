"""Facts, as they are stored and followed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.events import Event, Fact
from bailiwick.core.news import Cursor, News, OpenCall, Standing


class EventStore(Protocol):
    """Facts."""

    async def append(
        self, user_id: str, events: Sequence[Event], *, execution_id: str | None = None, agent: str | None = None
    ) -> Sequence[Fact]:
        """Store facts in order, numbering them within the execution without gaps; every process is told of them on
        channel `FACTS`, a moment after the commit."""
        ...

    async def since(self, user_id: str, execution_id: str, after: int, *, limit: int = 500) -> Sequence[Fact]:
        """Facts of an execution with a sequence above `after`, in order. Raises `NotFound` for no such execution."""
        ...

    async def recent(
        self,
        user_id: str,
        *,
        kinds: Sequence[str] = (),
        agent: str | None = None,
        execution_id: str | None = None,
        search: str | None = None,
        after_id: int | None = None,
        before_id: int | None = None,
        limit: int = 100,
    ) -> Sequence[Fact]:
        """Latest first; with `after_id` oldest first. `search` looks into the data as text."""
        ...

    async def statistics(self, user_id: str) -> Mapping[str, int]:
        """Number of facts by kind."""
        ...

    async def prune(self, user_id: str, older_than: datetime) -> int:
        """Delete old facts, but none of an execution that is not over and never a `done`; returns how many."""
        ...

    async def standing(self, user_id: str, after: Cursor | None = None, *, most: int = 0) -> Standing:
        """Say how a cursor stands to what is stored; counts up to `most` facts after it."""
        ...

    async def news(self, user_id: str, after: Cursor, *, limit: int = 200) -> News:
        """Facts of all executions and of none after a cursor, in an order in which nothing ever appears behind a
        cursor that was returned: facts wait for all older transactions to end."""
        ...

    async def open_calls(self, user_id: str, until: Cursor, *, limit: int = 100) -> Sequence[OpenCall]:
        """The model calls that running executions wait for, as the facts up to a place tell it."""
        ...
