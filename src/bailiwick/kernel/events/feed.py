"""A feed: everything that happens to one user, read once for all who follow it in this process."""

import asyncio
import time
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial

from bailiwick.kernel.events.beside import Beside
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import (
    Event,
    ExecutionFinished,
    ExecutionWaited,
    Fact,
    ModelCalled,
    ModelResponded,
    TextStreamed,
)
from bailiwick.kernel.events.items import StreamItem, shared
from bailiwick.kernel.events.news import Cursor, OpenCall
from bailiwick.kernel.events.source import KEPT, POLL_SECONDS, Source
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.places import read_place

PENDING_SECONDS = 0.075
"""It looks again this soon while facts wait for an older transaction to end: their signal has come already."""
PAGE = 200
MOST_BEHIND = 2000
"""A reader that lacks more facts than this had better begin anew."""


class Feed(Source):
    """A user's latest facts and open model calls, as far as they are final."""

    def __init__(self, user_id: str, bus: Bus, events: EventStore) -> None:
        super().__init__(user_id, bus)
        self._user_id = user_id
        self._events = events
        self._lock = asyncio.Lock()
        self._facts: list[tuple[Cursor, Fact]] = []
        self._start: Cursor | None = None
        self._end = Cursor(0, 0)
        self._calls: dict[tuple[str, str], OpenCall] = {}
        self._pending = False
        self._generation = -1
        self._read_at = 0.0
        self._texts = Texts(bus)
        """What the tail has told of open texts."""
        self.told = Cursor(0, 0)
        """Up to where the tail has told facts."""
        self._made: dict[Hashable, StreamItem] = {}
        """The latest items, each made once for all readers."""

    @property
    def end(self) -> Cursor:
        """Up to where facts have been read."""
        return self._end

    @property
    def pause(self) -> float:
        """Seconds after which to look again although no signal came."""
        return PENDING_SECONDS if self._pending else POLL_SECONDS

    async def open(self) -> None:
        """Begin now, unless it has begun."""
        if self._start is not None:
            return
        async with self._lock:
            if self._start is not None:
                return
            now = (await self._events.cursor_state(self._user_id)).now
            # Those that begin later come as facts, and no reader gets text of a call before the fact of the call.
            for call in await self._events.open_calls(self._user_id, now):
                self._begin(call)
            self._start = self._end = self.told = now

    def close(self) -> None:
        """Stop listening to open model calls."""
        for execution_id, line in list(self._calls):
            self._over(execution_id, line)

    async def place(self, after: str | None) -> tuple[Cursor, str | None]:
        """Return where a reader that was at `after` goes on, and why it cannot if it begins anew."""
        asked = Cursor.parse(after) if after else None
        cursor_state = await self._events.cursor_state(self._user_id, asked, most=MOST_BEHIND + 1)
        if not after:
            return cursor_state.now, None
        if asked is None:
            return cursor_state.now, "This is no cursor of this stream."
        if asked > Cursor(cursor_state.next_transaction, 0):
            return cursor_state.now, "This cursor lies ahead of what has happened."
        if asked.transaction <= cursor_state.pruned_in:
            return cursor_state.now, "Events this old are no longer kept."
        if cursor_state.behind > MOST_BEHIND:
            return cursor_state.now, "Too much has happened since."
        return asked, None

    async def refresh(self) -> None:
        """Read what is new and tell it, once for all who ask because of the same change."""
        await self.open()
        if self._is_fresh():
            return
        async with self._lock:
            if self._is_fresh():
                return
            generation, more = self._watch.generation, True
            while more:
                news = await self._events.news(self._user_id, self._end, limit=PAGE)
                self._take(news.facts)
                self._end, self._pending, more = news.cursor, news.pending, news.more
                self.tell()
            self._generation, self._read_at = generation, time.monotonic()

    def _is_fresh(self) -> bool:
        return self._watch.generation == self._generation and time.monotonic() - self._read_at < self.pause

    def tell(self) -> None:
        """Add to the tail what is new since it was last told, as of now, and ring the readers."""
        # They are there: less is read at once than is kept.
        facts, self.told = self.since(self.told) or (), self._end
        self._told(self.items(facts, self._texts))

    def items(self, facts: Sequence[tuple[Cursor, Fact]], texts: "Texts") -> Sequence[StreamItem]:
        """Return the items of facts, and then of what `texts` lacks of the texts that are open now."""
        pieces = texts.pieces(self._calls)
        return [*self.items_of_facts(facts, texts), *[self._text(*piece) for piece in pieces]]

    def items_of_facts(self, facts: Sequence[tuple[Cursor, Fact]], texts: "Texts") -> list[StreamItem]:
        """Return the items of facts, before each what `texts` lacks of a text that it ends."""
        items: list[StreamItem] = []
        for place, fact in facts:
            items += [self._text(*piece) for piece in texts.rest(fact)]
            items.append(shared(self._made, place, partial(_fact, place, fact)))
        return items

    def _text(self, execution_id: str, piece: Event) -> StreamItem:
        return shared(
            self._made,
            (execution_id, piece),
            lambda: StreamItem(None, piece.wire, {"executionId": execution_id, **piece.data()}),
        )

    def is_told(self, cursor: Cursor, texts: "Texts") -> bool:
        """Whether a reader that has come this far, and has these texts, lacks just what the tail tells from now on."""
        return cursor <= self.told and texts.same_as(self._texts)

    def since(self, cursor: Cursor) -> Sequence[tuple[Cursor, Fact]] | None:
        """Return the facts after `cursor`; None when they are no longer kept here."""
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

    def same_as(self, other: "Texts") -> bool:
        """Whether a reader with the others' texts has the same."""
        return (self._had, self._beside) == (other._had, other._beside)

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


def _fact(place: Cursor, fact: Fact) -> StreamItem:
    data = {
        "id": fact.id,
        "executionId": fact.execution_id,
        "sequence": fact.sequence,
        "kind": fact.kind,
        "agent": fact.agent,
        "swarmId": fact.swarm_id,
        "residentId": fact.resident_id,
        "data": fact.data,
        "at": fact.at.isoformat(),
    }
    return StreamItem(str(place), fact.kind, data)


def _key(call: OpenCall) -> tuple[str, str]:
    return call.execution_id, call.place.caller


def _asked(execution_id: str, fact: Fact) -> OpenCall:
    """Return the model call that a fact tells of."""
    data = fact.data
    return OpenCall(
        execution_id=execution_id, agent=data["agent"], call=data["call"], place=read_place(data.get("place"))
    )
