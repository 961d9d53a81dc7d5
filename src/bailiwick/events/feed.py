"""A feed: everything that happens to one user, read once for all who follow it in this process."""

import asyncio
import time
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from bailiwick.core.events import (
    Event,
    ExecutionFinished,
    ExecutionWaited,
    Fact,
    ModelCalled,
    ModelResponded,
    TextStreamed,
)
from bailiwick.core.news import Cursor, OpenCall
from bailiwick.core.places import read_place
from bailiwick.core.ports import EventStore
from bailiwick.events.beside import Beside
from bailiwick.events.bus import Bus, Watch

POLL_SECONDS = 2.0
"""A feed looks into the database this often even when no signal comes."""
PENDING_SECONDS = 0.075
"""It looks again this soon while facts wait for an older transaction to end: their signal has come already."""
PAGE = 200
KEPT = 256
"""Latest facts kept for readers that are a little behind; slower ones read from the database by themselves."""
MOST_BEHIND = 2000
"""A reader that lacks more facts than this had better begin anew."""


class Feed:
    """A user's latest facts and open model calls, as far as they are final."""

    def __init__(self, user_id: str, bus: Bus, events: EventStore) -> None:
        self._user_id = user_id
        self._bus = bus
        self._events = events
        self._lock = asyncio.Lock()
        self._facts: list[tuple[Cursor, Fact]] = []
        self._start: Cursor | None = None
        self._end = Cursor(0, 0)
        self._calls: dict[tuple[str, str], OpenCall] = {}
        self._pending = False
        self._generation = -1
        self._read_at = 0.0
        self.readers = 0
        self.made: dict[Hashable, Any] = {}
        """The latest items of its stream, each made once for all readers."""

    @property
    def end(self) -> Cursor:
        """Up to where facts have been read."""
        return self._end

    @property
    def calls(self) -> Mapping[tuple[str, str], OpenCall]:
        """The model calls that wait for an answer, by execution and line (`TextPiece.line`)."""
        return self._calls

    @property
    def pause(self) -> float:
        """Seconds after which to look again although no signal came."""
        return PENDING_SECONDS if self._pending else POLL_SECONDS

    async def open(self) -> None:
        """Begin now, unless it has begun."""
        async with self._lock:
            if self._start is not None:
                return
            now = (await self._events.standing(self._user_id)).now
            # Those that begin later come as facts, and no reader gets text of a call before the fact of the call.
            for call in await self._events.open_calls(self._user_id, now):
                self._begin(call)
            self._start = self._end = now

    def close(self) -> None:
        """Stop listening to open model calls."""
        for execution_id, line in list(self._calls):
            self._over(execution_id, line)

    async def place(self, after: str | None) -> tuple[Cursor, str | None]:
        """Return where a reader that was at `after` goes on, and why it cannot if it begins anew."""
        asked = Cursor.parse(after) if after else None
        standing = await self._events.standing(self._user_id, asked, most=MOST_BEHIND + 1)
        if not after:
            return standing.now, None
        if asked is None:
            return standing.now, "This is no cursor of this stream."
        if asked > Cursor(standing.next_transaction, 0):
            return standing.now, "This cursor lies ahead of what has happened."
        if asked.transaction <= standing.pruned_in:
            return standing.now, "Events this old are no longer kept."
        if standing.behind > MOST_BEHIND:
            return standing.now, "Too much has happened since."
        return asked, None

    async def refresh(self, watch: Watch) -> None:
        """Read what is new, once for all readers that were woken by the same change."""
        if watch.generation == self._generation and time.monotonic() - self._read_at < self.pause:
            return
        async with self._lock:
            generation = watch.generation
            if generation == self._generation and time.monotonic() - self._read_at < self.pause:
                return
            more = True
            while more:
                news = await self._events.news(self._user_id, self._end, limit=PAGE)
                self._take(news.facts)
                self._end, self._pending, more = news.cursor, news.pending, news.more
            self._generation, self._read_at = generation, time.monotonic()

    def since(self, cursor: Cursor) -> Sequence[tuple[Cursor, Fact]] | None:
        """Return the facts after `cursor`; nothing when they are no longer kept here."""
        if self._start is None or cursor < self._start:
            return None
        return self._facts[bisect_right(self._facts, cursor, key=lambda item: item[0]) :]

    async def read(self, cursor: Cursor) -> tuple[Sequence[tuple[Cursor, Fact]], Cursor]:
        """Return a page of facts after `cursor` from the database, and where to read on."""
        news = await self._events.news(self._user_id, cursor, limit=PAGE)
        return news.facts, news.cursor

    def _take(self, facts: Sequence[tuple[Cursor, Fact]]) -> None:
        for _, fact in facts:
            self._follow(fact)
        self._facts.extend(facts)
        surplus = len(self._facts) - KEPT
        if surplus > 0:
            self._start = self._facts[surplus - 1][0]
            del self._facts[:surplus]

    def _follow(self, fact: Fact) -> None:
        execution_id = fact.execution_id
        if execution_id is None:
            return
        if fact.kind == ModelCalled.wire:
            self._begin(_asked(execution_id, fact))
        elif fact.kind == ModelResponded.wire:
            self._over(execution_id, _asked(execution_id, fact).place.caller)
        elif fact.kind in (ExecutionFinished.wire, ExecutionWaited.wire):
            for one, line in list(self._calls):
                if one == execution_id:
                    self._over(execution_id, line)

    def _begin(self, call: OpenCall) -> None:
        self._calls[_key(call)] = call
        self._bus.belongs(call.execution_id, self._user_id)

    def _over(self, execution_id: str, line: str) -> None:
        self._calls.pop((execution_id, line), None)
        if not any(one == execution_id for one, _ in self._calls):
            self._bus.belongs(execution_id, None)


class Texts:
    """What one reader has of the texts of open model calls."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._had: dict[tuple[str, str], tuple[str, str]] = {}
        """By execution and line: the call, and its text as far as sent."""
        self._beside: dict[tuple[str, str], Beside] = {}

    def pieces(self, calls: Mapping[tuple[str, str], OpenCall]) -> Iterator[tuple[str, Event]]:
        """Yield what is new in each open text, with the execution that it belongs to."""
        for kept in (self._had, self._beside):
            for key in [one for one in kept if one not in calls]:
                del kept[key]
        for (execution_id, line), call in list(calls.items()):
            text = self._bus.open_text(execution_id, line)
            if text is not None and text.call == call.call:
                for piece in self._beside.setdefault(_key(call), Beside()).pieces(call.agent, call.place, text):
                    yield call.execution_id, piece
                yield from self._piece(call, text.text)

    def rest(self, fact: Fact) -> Iterator[tuple[str, Event]]:
        """Yield what is missing of a text that has been sent in part, when its whole is stored."""
        if fact.kind != ModelResponded.wire or fact.execution_id is None:
            return
        answered = _asked(fact.execution_id, fact)
        call, _ = self._had.get(_key(answered), (None, ""))
        if call == answered.call:
            yield from self._piece(answered, fact.data["text"])

    def _piece(self, call: OpenCall, text: str) -> Iterator[tuple[str, Event]]:
        had_call, had = self._had.get(_key(call), ("", ""))
        had = had if had_call == call.call else ""
        if text == had:
            return
        offset = len(had) if text.startswith(had) else 0
        self._had[_key(call)] = (call.call, text)
        piece = TextStreamed(agent=call.agent, call=call.call, place=call.place, offset=offset, text=text[offset:])
        yield call.execution_id, piece


def _key(call: OpenCall) -> tuple[str, str]:
    return call.execution_id, call.place.caller


def _asked(execution_id: str, fact: Fact) -> OpenCall:
    """Return the model call that a fact tells of."""
    data = fact.data
    return OpenCall(
        execution_id=execution_id, agent=data["agent"], call=data["call"], place=read_place(data.get("place"))
    )
