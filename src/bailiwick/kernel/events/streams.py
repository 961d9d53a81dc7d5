"""Streams: events in order, from any point, live: those of an execution to its end, or all of a user."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.beside import Beside
from bailiwick.kernel.events.bus import Bus, OpenText
from bailiwick.kernel.events.facts import (
    ErrorOccurred,
    Event,
    ExecutionFinished,
    Fact,
    ModelCalled,
    ModelResponded,
    TextStreamed,
)
from bailiwick.kernel.events.feed import Feed, Texts
from bailiwick.kernel.events.items import StreamItem, shared
from bailiwick.kernel.events.news import Cursor
from bailiwick.kernel.events.source import POLL_SECONDS, Source
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.places import Place, read_place
from bailiwick.kernel.reasons import Reason, ReasonCode


@dataclass(frozen=True, slots=True)
class Position:
    """How far a reader has come."""

    sequence: int = 0
    characters: int = 0

    @classmethod
    def parse(cls, text: str | None) -> "Position":
        """Read a Last-Event-ID. Raises `InvalidInput` when it is none of ours."""
        if not text:
            return cls()
        sequence, _, characters = text.partition(".")
        parts = (sequence, characters or "0")
        if not all(part.isascii() and part.isdigit() and len(part) <= 15 for part in parts):
            raise InvalidInput(Reason.of(ReasonCode.LAST_EVENT_ID), field="Last-Event-ID")
        return cls(int(parts[0]), int(parts[1]))

    @property
    def id(self) -> str:
        """The form it has on the wire."""
        return f"{self.sequence}.{self.characters}"


class _Log(Source):
    """An execution's facts, read once for all its readers in this process."""

    def __init__(self, user_id: str, execution_id: str, bus: Bus, events: EventStore) -> None:
        super().__init__(execution_id, bus)
        self._user_id = user_id
        self._execution_id = execution_id
        self._events = events
        self._lock = asyncio.Lock()
        self._generation = -1
        self._read_at = 0.0
        self.facts: list[Fact] = []
        self._made: dict[Hashable, StreamItem] = {}
        """The latest items."""
        self._reader: _Reader | None = None
        """Has had what the tail has told; the first who reads on."""

    @property
    def pause(self) -> float:
        """Seconds after which to look again although no signal came."""
        return POLL_SECONDS

    async def refresh(self) -> None:
        """Read what is new, once for all who ask because of the same change."""
        if self._is_fresh():
            return
        async with self._lock:
            if self._is_fresh():
                return
            generation = self._watch.generation
            while facts := await self._events.since(self._user_id, self._execution_id, _last(self.facts)):
                self.facts.extend(facts)
            self._generation, self._read_at = generation, time.monotonic()

    def _is_fresh(self) -> bool:
        return self._generation == self._watch.generation and time.monotonic() - self._read_at < POLL_SECONDS

    def reader(self, position: Position) -> "_Reader":
        """Return a reader that goes on after a position."""
        return _Reader(position, self._made)

    def news(self, reader: "_Reader") -> Sequence[StreamItem]:
        """Return what a reader lacks of all that is known now."""
        return list(reader.read(self.facts, partial(self._bus.open_text, self._execution_id)))

    def tell(self) -> None:
        """Add to the tail what is new since it was last told, as of now, and ring the readers."""
        if self._reader is not None:
            self._told(self.news(self._reader))

    def is_told(self, reader: "_Reader") -> bool:
        """Whether a reader that has had all as of now lacks just what the tail tells from now on."""
        if self._reader is None or self.readers == 1:
            self._reader = reader
        return reader.same_as(self._reader)

    @property
    def ended(self) -> bool:
        """Whether the tail has told the end."""
        return self._reader is not None and self._reader.ended


class Streams:
    """Follows executions that run in this process or any other."""

    def __init__(self, bus: Bus, events: EventStore) -> None:
        self._bus = bus
        self._events = events
        self._logs: dict[tuple[str, str], _Log] = {}
        self._feeds: dict[str, Feed] = {}

    @property
    def readers(self) -> int:
        """How many streams are followed in this process."""
        return sum(source.readers for source in (*self._logs.values(), *self._feeds.values()))

    async def follow(self, user_id: str, execution_id: str, after: str | None = None) -> AsyncGenerator[StreamItem]:
        """Yield events after `after` (a StreamItem id; nothing for all) until the execution is over.

        Text is exact: a resumed reader gets the characters it lacks, each once. An id that lies ahead of the
        execution is answered by a `reset` item and the whole stream. Raises `NotFound` before the first item,
        `InvalidInput` for an `after` that is no id.
        """
        async with aclosing(self.batches(user_id, execution_id, after)) as batches:
            async for batch in batches:
                for item in batch:
                    yield item

    async def follow_user(
        self, user_id: str, after: str | None = None, greeting: Mapping[str, str] | None = None
    ) -> AsyncGenerator[StreamItem]:
        """Yield all facts of a user after `after` (a StreamItem id; nothing for: from now on), each once, in the order
        in which they became final, and the text of running model calls, without end.

        The first item is `hello` with the cursor at which the stream begins, and with the greeting. A cursor that
        cannot be honoured, or a reader that falls too far behind, is answered by a `reset` item, and the stream goes
        on from now.
        """
        async with aclosing(self.batches_of_user(user_id, after, greeting)) as batches:
            async for batch in batches:
                for item in batch:
                    yield item

    async def batches(
        self, user_id: str, execution_id: str, after: str | None = None
    ) -> AsyncGenerator[Sequence[StreamItem]]:
        """Yield the items of `follow`, those together that are there together."""
        position = Position.parse(after)
        log = self._logs.setdefault((user_id, execution_id), _Log(user_id, execution_id, self._bus, self._events))
        try:
            with log.reading() as bell:
                await log.refresh()
                if reason := _cannot_resume(position, log.facts):
                    position = Position()
                    yield [StreamItem(position.id, "reset", {"reason": reason})]
                reader, told = log.reader(position), None
                latest = position.id
                while True:
                    if told is None:
                        # It reads for itself until it has had what the others have.
                        log.tell()
                        items, ended = log.news(reader), reader.ended
                        told = log.tail.end if log.is_told(reader) else None
                    else:
                        items, ended = log.tail.since(told), log.ended
                        if items is None:
                            reader, told = log.reader(Position.parse(latest)), None
                            continue
                        told = log.tail.end
                    if items:
                        latest = next((item.id for item in reversed(items) if item.id), latest)
                        yield items
                    if ended:
                        return
                    if not items:
                        await log.rung(bell)
        finally:
            if not log.readers:
                self._logs.pop((user_id, execution_id), None)

    async def batches_of_user(
        self, user_id: str, after: str | None = None, greeting: Mapping[str, str] | None = None
    ) -> AsyncGenerator[Sequence[StreamItem]]:
        """Yield the items of `follow_user`, those together that are there together."""
        feed = self._feeds.setdefault(user_id, Feed(user_id, self._bus, self._events))
        try:
            with feed.reading() as bell:
                await feed.open()
                cursor, lost = await feed.place(after)
                yield [StreamItem(str(cursor), "hello", {"cursor": str(cursor), **(greeting or {})})]
                if lost:
                    yield [_reset(cursor, lost)]
                texts, told = Texts(self._bus), None
                while True:
                    if told is not None:
                        items = feed.tail.since(told)
                        if items is None:
                            # As after a reconnection: texts are sent from their beginning.
                            texts, told = Texts(self._bus), None
                            continue
                        told, cursor = feed.tail.end, feed.told
                    elif (facts := feed.since(cursor)) is None:
                        cursor, lost = await feed.place(str(cursor))
                        if lost:
                            yield [_reset(cursor, lost)]
                            continue
                        facts, then = await feed.read(cursor)
                        items, cursor = feed.items_of_facts(facts, texts), max(cursor, then)
                        if items:
                            yield items
                        continue
                    else:
                        # It reads for itself until it has had what the others have.
                        feed.tell()
                        items, cursor = feed.items(facts, texts), max(cursor, feed.end)
                        told = feed.tail.end if feed.is_told(cursor, texts) else None
                    if items:
                        yield items
                    else:
                        await feed.rung(bell)
        finally:
            if not feed.readers:
                feed.close()
                self._feeds.pop(user_id, None)


def _reset(cursor: Cursor, reason: str) -> StreamItem:
    return StreamItem(str(cursor), "reset", {"reason": reason})


def _told(fact: Fact) -> StreamItem:
    return StreamItem(Position(fact.sequence).id, fact.kind, {**fact.data, "at": fact.at.isoformat()})


def _last(facts: list[Fact]) -> int:
    return facts[-1].sequence if facts else 0


def _cannot_resume(position: Position, facts: list[Fact]) -> str | None:
    if position.sequence > _last(facts):
        return "This id lies ahead of the execution."
    if facts and facts[0].sequence > position.sequence + 1:
        return "Events this old are no longer kept."
    return None


class _Reader:
    """Turns facts and open text into the items one reader has not had yet."""

    def __init__(self, position: Position, made: dict[Hashable, StreamItem]) -> None:
        """`made` are the latest items of all readers."""
        self._made = made
        self._after = position.sequence
        self._resumed_characters = position.characters
        self._index = 0
        self._sequence = 0
        self._agent, self._place = "", Place()
        self._call: str | None = None
        self._has: str | int | None = ""
        """What the client has of the open call's text: the text, or how many characters after a resumption, or
        nothing known, so that the next piece starts over."""
        self._failed = False
        """Whether the open call has failed once, so that its text may have started over."""
        self._helpers: dict[str, tuple[str, Place, str, str]] = {}
        """By line: agent, place, call and the text sent so far. A resumed reader gets open texts of helpers anew."""
        self._beside: dict[str, Beside] = {}
        """By line: what was sent of thoughts and arguments. A resumed reader gets those anew too."""
        self.ended = False

    def same_as(self, other: "_Reader") -> bool:
        """Whether it has had the same as another, who has read as far."""
        mine, theirs = (
            (each._call, each._has, each._helpers, [each._beside.get(line, Beside()) for line in ("", *each._helpers)])
            for each in (self, other)
        )
        return mine == theirs

    def read(self, facts: list[Fact], open_text: Callable[[str], OpenText | None]) -> Iterator[StreamItem]:
        """Yield what is new: facts first, then the open texts, which `open_text` returns by line."""
        while self._index < len(facts) and not self.ended:
            self._index += 1
            yield from self._take(facts[self._index - 1])
        text = open_text("")
        if text is not None and text.call == self._call:
            yield from self._thoughts("", self._agent, self._place, text)
            yield from self._piece(text.text)
        for line, (agent, place, call, _) in list(self._helpers.items()):
            text = open_text(line)
            if text is not None and text.call == call:
                yield from self._thoughts(line, agent, place, text)
                yield from self._helper_piece(line, text.text)

    def _take(self, fact: Fact) -> Iterator[StreamItem]:
        fresh = fact.sequence > self._after
        place = read_place(fact.data.get("place"))
        if fact.kind in (ModelCalled.wire, ModelResponded.wire) and (line := place.caller):
            if fact.kind == ModelCalled.wire:
                self._helpers[line] = fact.data["agent"], place, fact.data["call"], ""
            elif line in self._helpers:
                if fresh:
                    yield from self._helper_piece(line, fact.data["text"])
                del self._helpers[line]
        elif fact.kind == ModelCalled.wire:
            self._call, self._agent, self._place = fact.data["call"], fact.data["agent"], place
            self._has, self._failed = "", False
        elif fact.kind == ModelResponded.wire and fact.data["call"] == self._call:
            if fresh:
                yield from self._piece(fact.data["text"])
            self._call = None
        elif fact.kind == ErrorOccurred.wire and fact.data["willRetry"]:
            self._failed = True
            if isinstance(self._has, int):
                self._has = None
        self._sequence = fact.sequence
        if fact.sequence == self._after:
            self._has = None if self._failed else self._resumed_characters
        self.ended = fact.kind == ExecutionFinished.wire
        if fresh:
            yield shared(self._made, fact.sequence, partial(_told, fact))

    def _thoughts(self, line: str, agent: str, place: Place, text: OpenText) -> Iterator[StreamItem]:
        for piece in self._beside.setdefault(line, Beside()).pieces(agent, place, text):
            yield self._said(None, piece)

    def _helper_piece(self, line: str, text: str) -> Iterator[StreamItem]:
        agent, place, call, had = self._helpers[line]
        if text == had:
            return
        offset = len(had) if text.startswith(had) else 0
        self._helpers[line] = agent, place, call, text
        piece = TextStreamed(agent=agent, call=call, place=place, offset=offset, text=text[offset:])
        yield self._said(None, piece)

    def _piece(self, text: str) -> Iterator[StreamItem]:
        if isinstance(self._has, int):
            self._has = text[: self._has] if self._has <= len(text) else None
        start_over = self._has is None or not text.startswith(self._has)
        offset = 0 if self._has is None or start_over else len(self._has)
        if offset == len(text) and not start_over:
            return
        self._has = text
        said = text[offset:]
        piece = TextStreamed(agent=self._agent, call=self._call or "", place=self._place, offset=offset, text=said)
        yield self._said(Position(self._sequence, len(text)).id, piece)

    def _said(self, identity: str | None, piece: Event) -> StreamItem:
        return shared(self._made, (identity, piece), lambda: StreamItem(identity, piece.wire, piece.data()))
