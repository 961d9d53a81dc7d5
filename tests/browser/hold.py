"""Keeps a scripted answer at a word for as long as a story needs it unfinished, however busy the machine is."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.models.contract import ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.models.scripted import ScriptedCaller


class Hold:
    """Scripted answers stop before the words given to `at`, also when they are begun anew, until `go_on`."""

    def __init__(self) -> None:
        self._words: tuple[str, ...] = ()
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def at(self, *words: str) -> None:
        """Stop answers before each of `words`."""
        self._words = words

    def go_on(self) -> None:
        """Let all answers be said to their end."""
        self._words = ()
        for loop, may in self._waiting:
            if not loop.is_closed():  # a server that has been stopped since has ended what waited
                loop.call_soon_threadsafe(may.set)

    async def before(self, piece: str) -> None:
        """Return once `piece` may be said."""
        if piece.strip() not in self._words:
            return
        may = asyncio.Event()
        self._waiting.append((asyncio.get_running_loop(), may))
        if self._words:  # `go_on` has come neither before nor since
            await may.wait()


@contextmanager
def holding() -> Generator[Hold]:
    """Yield what holds the answers of all sites of this process; in the end they go on."""
    hold, say = Hold(), ScriptedCaller.call

    async def call(caller: ScriptedCaller, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        async def held(offset: int, text: str, strand: Strand = SAID) -> None:
            await hold.before(text)
            await on_text(offset, text, strand)

        return await say(caller, request, held, on_retry)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptedCaller, "call", call)
        yield hold
    hold.go_on()
