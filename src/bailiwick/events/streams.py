"""Streams: events in order, from any point, live: those of an execution to its end, or all of a user."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bailiwick.core.errors import InvalidInput, Unavailable
from bailiwick.core.events import (
    ErrorOccurred,
    Event,
    ExecutionFinished,
    Fact,
    ModelCalled,
    ModelResponded,
    TextStreamed,
)
from bailiwick.core.news import Cursor
from bailiwick.core.places import Place, read_place
from bailiwick.core.ports import EventStore
from bailiwick.core.reasons import Reason, ReasonCode
from bailiwick.events.beside import Beside
from bailiwick.events.bus import Bus, OpenText, Watch
from bailiwick.events.feed import POLL_SECONDS, Feed, Texts


@dataclass(slots=True)
class StreamItem:
    """One event of a stream. Those who read the same get the same item, which nobody changes."""

    id: str | None
    """Resume after it; `<sequence of the last fact>.<characters of the open model call's text>` of an execution, a
    cursor of a user; nothing for what a resumed reader gets again."""
    kind: str
    data: dict[str, Any]
    written: bytes | None = field(default=None, compare=False, repr=False)
    """As it goes over the wire, once it was written for one of its readers."""


MOST_MADE = 64
"""Items that are kept for readers who have not had them yet."""


def _shared(made: dict[Hashable, StreamItem], key: Hashable, make: Callable[[], StreamItem]) -> StreamItem:
    """Return the item of a key among the latest that were made, made if there is none."""
    item = made.get(key)
    if item is None:
        item = made[key] = make()
        if len(made) > MOST_MADE:
            del made[next(iter(made))]
    return item


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


@dataclass(slots=True)
class _Log:
    """An execution's facts, read once for all its readers in this process."""

    facts: list[Fact] = field(default_factory=list[Fact])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: int = 0
    generation: int = -1
    read_at: float = 0.0
    made: dict[Hashable, StreamItem] = field(default_factory=dict[Hashable, StreamItem])
    """The latest items."""


class Streams:
    """Follows executions that run in this process or any other."""

    def __init__(self, bus: Bus, events: EventStore) -> None:
        self._bus = bus
        self._events = events
        self._logs: dict[tuple[str, str], _Log] = {}
        self._feeds: dict[str, Feed] = {}

    async def follow(self, user_id: str, execution_id: str, after: str | None = None) -> AsyncGenerator[StreamItem]:
        """Yield events after `after` (a StreamItem id; nothing for all) until the execution is over.

        Text is exact: a resumed reader gets the characters it lacks, each once. An id that lies ahead of the
        execution is answered by a `reset` item and the whole stream. Raises `NotFound` before the first item,
        `InvalidInput` for an `after` that is no id.
        """
        position = Position.parse(after)
        log = self._logs.setdefault((user_id, execution_id), _Log())
        log.readers += 1
        try:
            with self._bus.reading(execution_id) as (bell, watch):
                await self._refresh(user_id, execution_id, log, watch)
                if reason := _cannot_resume(position, log.facts):
                    position = Position()
                    yield StreamItem(position.id, "reset", {"reason": reason})
                reader = _Reader(position, log.made)
                while True:
                    for item in reader.read(log.facts, partial(self._bus.open_text, execution_id)):
                        yield item
                    if reader.ended:
                        return
                    await _wait(bell, POLL_SECONDS)
                    # A reader outlives an unreachable database: the bell or the poll brings it back here.
                    with contextlib.suppress(Unavailable):
                        await self._refresh(user_id, execution_id, log, watch)
        finally:
            log.readers -= 1
            if not log.readers:
                self._logs.pop((user_id, execution_id), None)

    async def follow_user(self, user_id: str, after: str | None = None) -> AsyncGenerator[StreamItem]:
        """Yield all facts of a user after `after` (a StreamItem id; nothing for: from now on), each once, in the order
        in which they became final, and the text of running model calls, without end.

        The first item is `hello` with the cursor at which the stream begins. A cursor that cannot be honoured, or a
        reader that falls too far behind, is answered by a `reset` item, and the stream goes on from now.
        """
        feed = self._feeds.setdefault(user_id, Feed(user_id, self._bus, self._events))
        feed.readers += 1
        try:
            with self._bus.reading(user_id) as (bell, watch):
                await feed.open()
                cursor, lost = await feed.place(after)
                yield StreamItem(str(cursor), "hello", {"cursor": str(cursor)})
                if lost:
                    yield StreamItem(str(cursor), "reset", {"reason": lost})
                texts = Texts(self._bus)
                while True:
                    # All as of now: while this reader takes the facts, others may read on.
                    facts, then, calls = feed.since(cursor), feed.end, dict(feed.calls)
                    behind = facts is None
                    if facts is None:
                        cursor, lost = await feed.place(str(cursor))
                        if lost:
                            yield StreamItem(str(cursor), "reset", {"reason": lost})
                            continue
                        facts, then = await feed.read(cursor)
                    for place, fact in facts:
                        for piece in texts.rest(fact):
                            yield _text(feed.made, *piece)
                        yield _shared(feed.made, place, partial(_fact, place, fact))
                    cursor = max(cursor, then)
                    if behind:
                        continue
                    for piece in texts.pieces(calls):
                        yield _text(feed.made, *piece)
                    await _wait(bell, feed.pause)
                    with contextlib.suppress(Unavailable):
                        await feed.refresh(watch)
        finally:
            feed.readers -= 1
            if not feed.readers:
                feed.close()
                self._feeds.pop(user_id, None)

    async def _refresh(self, user_id: str, execution_id: str, log: _Log, watch: Watch) -> None:
        """Read what is new, once for all readers that were woken by the same change."""
        if log.generation == watch.generation and time.monotonic() - log.read_at < POLL_SECONDS:
            return
        async with log.lock:
            generation = watch.generation
            if generation == log.generation and time.monotonic() - log.read_at < POLL_SECONDS:
                return
            while facts := await self._events.since(user_id, execution_id, _last(log.facts)):
                log.facts.extend(facts)
            log.generation, log.read_at = generation, time.monotonic()


async def _wait(bell: asyncio.Event, seconds: float) -> None:
    """Wait for the bell; a cancellation that got lost on its way through the database driver takes effect here."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    # For each of many readers this costs less than a timeout.
    ringing = asyncio.get_running_loop().call_later(seconds, bell.set)
    try:
        await bell.wait()
    finally:
        ringing.cancel()
    bell.clear()


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


def _told(fact: Fact) -> StreamItem:
    return StreamItem(Position(fact.sequence).id, fact.kind, {**fact.data, "at": fact.at.isoformat()})


def _text(made: dict[Hashable, StreamItem], execution_id: str, piece: Event) -> StreamItem:
    return _shared(
        made, (execution_id, piece), lambda: StreamItem(None, piece.wire, {"executionId": execution_id, **piece.data()})
    )


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
            yield _shared(self._made, fact.sequence, partial(_told, fact))

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
        return _shared(self._made, (identity, piece), lambda: StreamItem(identity, piece.wire, piece.data()))
