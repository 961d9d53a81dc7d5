"""The bus: tells readers in every process that something new can be read.

Facts live in the database and open texts in memory, so a signal carries nothing that could be lost: a reader
that wakes up compares what it has sent with what there is. A slow reader therefore never slows a run, and
never misses anything; it only reads larger pieces.
"""

import asyncio
import json
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import structlog

from bailiwick.kernel.database.pool import FACTS, Database, Listening
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.strands import SAID, Strand, StrandKind, TextPiece

TEXT, CONTROL, CHANGES = "bailiwick_text", "bailiwick_control", "bailiwick_changes"
CHANNELS = (FACTS, TEXT, CONTROL, CHANGES)
FLUSH_SECONDS = 0.025
"""For so long what is told to other processes is gathered."""
LISTEN_AGAIN_SECONDS = 0.5
PIECE_BYTES = 6000
"""PostgreSQL refuses notifications of 8,000 bytes; this leaves room for the envelope."""
OPEN_TEXTS = 512
"""Executions whose open texts are kept in memory; those of older ones are read from their stored responses instead."""
OPEN_HELPERS = 64
"""Open texts of one execution, its helpers' among them."""

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class OpenText:
    """The text of a model call that is still streaming."""

    call: str
    text: str = ""
    whole: bool = True
    """False after a missed piece; readers then wait for the stored response."""
    beside: "dict[Strand, OpenText]" = field(default_factory=lambda: {})
    """What it thinks, and what it calls tools with."""

    def add(self, offset: int, piece: str) -> None:
        """Apply a piece; an offset of 0 starts over."""
        if offset == 0:
            self.text, self.whole = piece, True
        elif offset == len(self.text):
            self.text += piece
        elif offset > len(self.text):
            self.whole = False
        else:
            self.text = self.text[:offset] + piece


@dataclass(slots=True)
class Watch:
    """Who reads an execution or a user in this process, and how often facts have changed since the first reader."""

    bells: set[asyncio.Event] = field(default_factory=set[asyncio.Event])
    generation: int = 0


@dataclass(slots=True)
class _Outgoing:
    line: str
    call: str
    offset: int
    text: str
    strand: Strand


async def command_worker(database: Database, user_id: str, execution_id: str, command: str) -> None:
    """Tell the worker of an execution what to do, in any process; within a transaction it is told on commit."""
    payload = {"u": user_id, "x": execution_id, "do": command}
    await database.notify(CONTROL, json.dumps(payload))


class Bus:
    """Connects the executions that run in any process with the readers in this one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._origin = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._watches: dict[str, Watch] = {}
        self._owners: dict[str, str] = {}
        """Whose an execution is, while a client follows the user and a model call of it is open."""
        self._texts: OrderedDict[str, dict[str, OpenText]] = OrderedDict()
        """By execution and line: who says it (`TextPiece.line`)."""
        self._outgoing: dict[str, list[_Outgoing]] = {}
        self._outgoing_facts: dict[tuple[str, str | None], None] = {}
        """Of which users and executions facts were stored that other processes have not been told of."""
        self._has_outgoing = asyncio.Event()
        self._on_control: list[Callable[[str, str], None]] = []
        self._on_change: list[Callable[[str | None], None]] = []
        self._on_fact: list[Callable[[str], None]] = []
        self._listening: Listening | None = None
        self.listens = asyncio.Event()
        """Set once it hears what other processes publish."""

    # readers

    @contextmanager
    def reading(self, subject: str) -> Generator[tuple[asyncio.Event, Watch]]:
        """Yield a bell that rings whenever an execution or a user (by id) has something new, and its watch."""
        watch = self._watches.setdefault(subject, Watch())
        bell = asyncio.Event()
        watch.bells.add(bell)
        try:
            yield bell, watch
        finally:
            watch.bells.discard(bell)
            if not watch.bells:
                self._watches.pop(subject, None)

    def belongs(self, execution_id: str, user_id: str | None) -> None:
        """Ring who reads the user for text of the execution too; None rings no one from now on."""
        if user_id is None:
            self._owners.pop(execution_id, None)
        else:
            self._owners[execution_id] = user_id

    def open_text(self, execution_id: str, line: str = "") -> OpenText | None:
        """Return what a line's running model call has said so far, if this process knows all of it.

        The line of the execution's own agent is empty, a helper's is the call that it answers.
        """
        text = self._texts.get(execution_id, {}).get(line)
        return text if text is not None and text.whole else None

    def on_control(self, listener: Callable[[str, str], None]) -> None:
        """Call `listener(execution id, command)` for each command to its worker; "", "": one may be missing."""
        self._on_control.append(listener)

    def on_change(self, listener: Callable[[str | None], None]) -> None:
        """Call `listener(user id)` when something changes that processes keep in memory of a user; `None`: of all."""
        self._on_change.append(listener)

    def on_fact(self, listener: Callable[[str], None]) -> None:
        """Call `listener(user id)` for each message that facts of a user were stored."""
        self._on_fact.append(listener)

    async def hears(self) -> bool:
        """Whether all that was published until half a second ago has reached the listeners here."""
        return self._listening is not None and await self._listening.alive()

    # writers

    def say(self, execution_id: str, piece: TextPiece) -> None:
        """Publish a piece of text: at once to readers here, within 25 ms to readers elsewhere."""
        self._apply(execution_id, piece)
        waiting = self._outgoing.setdefault(execution_id, [])
        last = waiting[-1] if waiting else None
        same = last is not None and (last.call, last.strand) == (piece.call, piece.strand)
        if last is not None and same and piece.offset == last.offset + len(last.text):
            last.text += piece.text
        else:
            waiting.append(_Outgoing(piece.line, piece.call, piece.offset, piece.text, piece.strand))
        self._has_outgoing.set()

    async def command(self, user_id: str, execution_id: str, command: str) -> None:
        """Tell the worker of an execution what to do, in any process; within a transaction it is told on commit."""
        await command_worker(self._database, user_id, execution_id, command)

    def close_texts(self, execution_id: str) -> None:
        """Forget the open texts; their stored responses have taken over."""
        self._texts.pop(execution_id, None)
        self._outgoing.pop(execution_id, None)

    # carrying

    async def carry(self) -> None:
        """Tell other processes of text and facts until cancelled; readers here are told at once.

        What comes within 25 ms is told in one go: a notification wakes every process that listens, and transactions
        that notify are committed one after the other. Text of a run that is over by then is in its facts and is not
        sent. Of facts that a process did not come to tell of, since it died, readers elsewhere know when they look by
        themselves.
        """
        try:
            with self._database.facts_told_by(self._stored):
                while True:
                    await self._has_outgoing.wait()
                    await asyncio.sleep(FLUSH_SECONDS)
                    await self._send()
        finally:
            await self._send()

    def _stored(self, user_id: str, execution_id: str | None) -> None:
        self._facts_of(user_id, execution_id)
        self._outgoing_facts[user_id, execution_id] = None
        self._has_outgoing.set()

    async def _send(self) -> None:
        self._has_outgoing.clear()
        facts, self._outgoing_facts = self._outgoing_facts, {}
        texts, self._outgoing = self._outgoing, {}
        told = [(FACTS, json.dumps({"p": self._origin, "u": user_id, "x": about})) for user_id, about in facts]
        for execution_id, pieces in texts.items():
            told += [(TEXT, payload) for piece in pieces for payload in self._payloads(execution_id, piece)]
        if not told:
            return
        try:
            await self._database.notify_all(told)
        except Exception as error:  # hints: readers elsewhere look for facts by themselves, which hold the text
            log.warning("other processes were not told", error=str(error))

    def _payloads(self, execution_id: str, piece: _Outgoing) -> Generator[str]:
        offset = piece.offset
        for part in _cut(piece.text):
            payload: dict[str, Any] = {"p": self._origin, "x": execution_id, "c": piece.call, "o": offset, "t": part}
            if piece.line:
                payload["l"] = piece.line
            if piece.strand != SAID:
                payload["s"] = piece.strand
            yield json.dumps(payload, ensure_ascii=False)
            offset += len(part)

    async def listen(self) -> None:
        """Ring readers for what other processes publish, until cancelled; an unreachable database is tried again.

        All are rung whenever it begins: what was published before it reached no reader here.
        """
        while True:
            with suppress(Unavailable):
                async with self._database.listen(CHANNELS) as listening:
                    self._ring_all()
                    self._listening = listening
                    self.listens.set()
                    try:
                        async for channel, payload in listening:
                            if payload:
                                self._receive(channel, payload)
                            else:
                                self._ring_all()
                    finally:
                        self._listening = None
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)

    def _receive(self, channel: str, payload: str) -> None:
        try:
            message = json.loads(payload)
            if message.get("p") == self._origin:
                return  # known here already
            if channel == FACTS:
                self._facts_of(message["u"], message["x"])
            elif channel == TEXT:
                kind, *rest = message.get("s", SAID)
                strand = Strand(StrandKind(kind), *rest)
                piece = TextPiece(message["c"], message["o"], message["t"], strand, message.get("l", ""))
                self._apply(message["x"], piece)
            elif channel == CONTROL:
                self._command(message["x"], message["do"])
            elif channel == CHANGES:
                self._changed(message["u"])
        except (ValueError, KeyError, TypeError):
            log.warning("a notification was not understood", channel=channel)

    def _facts_of(self, user_id: str, execution_id: str | None) -> None:
        self._ring(user_id, facts=True)
        if execution_id is not None:
            self._ring(execution_id, facts=True)
        for told in self._on_fact:
            told(user_id)

    def _command(self, execution_id: str, command: str) -> None:
        for listener in self._on_control:
            listener(execution_id, command)

    def _changed(self, user_id: str | None) -> None:
        for listener in self._on_change:
            listener(user_id)

    def _apply(self, execution_id: str, piece: TextPiece) -> None:
        call, line = piece.call, piece.line
        texts = self._texts.setdefault(execution_id, {})
        text = texts.get(line)
        if text is None or text.call != call:
            texts.pop(line, None)
            text = texts[line] = OpenText(call)
            while len(texts) > OPEN_HELPERS:
                del texts[next(iter(texts))]
            while len(self._texts) > OPEN_TEXTS:
                self._texts.popitem(last=False)
        if piece.strand != SAID:
            text = text.beside.setdefault(piece.strand, OpenText(call))
        text.add(piece.offset, piece.text)
        self._ring(execution_id, facts=False)
        owner = self._owners.get(execution_id)
        if owner is not None:
            self._ring(owner, facts=False)

    def changed(self, execution_id: str) -> None:
        """Wake who reads an execution in this process, whose work has ended here."""
        self._ring(execution_id, facts=True)

    def _ring(self, subject: str, *, facts: bool) -> None:
        watch = self._watches.get(subject)
        if watch is not None:
            watch.generation += facts
            for bell in watch.bells:
                bell.set()

    def _ring_all(self) -> None:
        self._command("", "")
        self._changed(None)
        for subject in self._watches:
            self._ring(subject, facts=True)


def _cut(text: str) -> Generator[str]:
    """Split `text` into parts whose JSON stays under PIECE_BYTES bytes of UTF-8 (escapes counted)."""
    part: list[str] = []
    size = 0
    for character in text:
        width = 6 if character < " " or character in '"\\' else len(character.encode("utf-8", "surrogatepass"))
        if size + width > PIECE_BYTES:
            yield "".join(part)
            part, size = [], 0
        part.append(character)
        size += width
    if part or not text:
        yield "".join(part)
