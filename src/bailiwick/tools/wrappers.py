"""Toolsets around toolsets: each adds one rule to every call that passes through it."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import re2

from bailiwick.core.errors import (
    BailiwickError,
    ExecutionCancelled,
    InvalidInput,
    LostClaim,
    Unavailable,
)
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.tools import Tool, ToolContext, Toolset
from bailiwick.tools.toolbox import no_such_tool

log = logging.getLogger(__name__)

MAX_PATTERN_MEMORY = 1 << 20
"""Bytes that one compiled pattern may take."""


class Wrapped:
    """A toolset that does what the inner one does; the base of the wrappers."""

    def __init__(self, inner: Toolset) -> None:
        self._inner = inner

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools by name."""
        return self._inner.tools()

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one."""
        return await self._inner.call(name, context, arguments)


class Filtered(Wrapped):
    """Only the tools whose whole name matches one of an agent's tool patterns."""

    def __init__(self, inner: Toolset, patterns: Sequence[str]) -> None:
        """Raises `InvalidInput` (field `tools`) if a pattern is not one that google-re2 accepts."""
        super().__init__(inner)
        options = re2.Options()
        options.log_errors = False
        options.max_mem = MAX_PATTERN_MEMORY
        try:
            compiled = [re2.compile(pattern, options) for pattern in patterns]
        except re2.error as error:
            raise InvalidInput(f"A tool pattern cannot be used: {error}.", field="tools") from None
        self._patterns = compiled

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools that a pattern matches."""
        return {name: tool for name, tool in self._inner.tools().items() if self._allows(name)}

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one; a tool outside the patterns does not exist here."""
        if not self._allows(name):
            raise no_such_tool(name, self.tools())
        return await self._inner.call(name, context, arguments)

    def _allows(self, name: str) -> bool:
        return any(pattern.fullmatch(name) for pattern in self._patterns)


class TimeLimited(Wrapped):
    """Gives a call up after its tool's timeout."""

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one. Raises `CallFailed` (class `timeout`) when it takes too long."""
        tool = self._inner.tools().get(name)
        limit = tool.spec.timeout if tool else None
        scope = asyncio.timeout(limit)
        try:
            async with scope:
                return await self._inner.call(name, context, arguments)
        except TimeoutError:
            if not scope.expired():
                raise
            raise CallFailed(
                ErrorClass.TIMEOUT, f"{name} did not finish within {limit:g} seconds and was stopped."
            ) from None


class Classified(Wrapped):
    """Turns whatever a tool raises into a `CallFailed` with a plain sentence.

    What concerns the execution and not the tool passes through: a lost claim, a cancellation, and our own database
    being away, after which the execution goes on from its journal and makes the call again where that is safe.
    """

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one. Raises nothing but `CallFailed`, `LostClaim`, `ExecutionCancelled` and `Unavailable`."""
        try:
            return await self._inner.call(name, context, arguments)
        except (CallFailed, LostClaim, ExecutionCancelled, Unavailable):
            raise
        except InvalidInput as error:
            raise CallFailed(ErrorClass.VALIDATION, str(error)) from error
        except BailiwickError as error:
            raise CallFailed(ErrorClass.TOOL, str(error)) from error
        except TimeoutError as error:
            raise CallFailed(ErrorClass.TIMEOUT, f"{name} waited too long for an answer.") from error
        except ConnectionError as error:
            raise CallFailed(ErrorClass.NETWORK, f"{name} could not reach what it needs.") from error
        except Exception as error:
            # The text of an unforeseen error may hold anything, secrets included: it goes to the log only.
            log.exception("tool %s failed", name)
            kind = type(error).__name__
            raise CallFailed(ErrorClass.TOOL, f"{name} stopped with an unexpected error ({kind}).") from error


class OutputCapped(Wrapped):
    """Cuts the text in results that are longer than a model or a journal should hold."""

    def __init__(self, inner: Toolset, max_chars: int = 100_000) -> None:
        super().__init__(inner)
        self._max_chars = max_chars

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one; the text in its result is at most `max_chars` long, a note where it was cut aside."""
        result, _ = capped(await self._inner.call(name, context, arguments), self._max_chars)
        return result


def capped(value: Any, room: int) -> tuple[Any, int]:
    """Return a JSON value with its text (keys included) cut to `room` characters, and the room left."""
    if isinstance(value, str):
        if len(value) <= room:
            return value, room - len(value)
        return f"{value[: max(room, 0)]}\n[cut here: {len(value) - max(room, 0)} more characters]", 0
    if isinstance(value, dict):
        kept: dict[str, Any] = {}
        for key, item in cast("dict[str, Any]", value).items():
            kept[key], room = capped(item, room - len(key))
        return kept, room
    if isinstance(value, list):
        items: list[Any] = []
        every = cast("list[Any]", value)
        for item in every:
            if room <= 0:
                items.append(f"[cut here: {len(every) - len(items)} more items]")
                break
            shortened, room = capped(item, room - 1)
            items.append(shortened)
        return items, room
    return value, room
