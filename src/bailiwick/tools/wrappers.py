"""Toolsets around toolsets: each adds one rule to every call that passes through it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Any, cast

import re2

from bailiwick.kernel.errors import (
    BailiwickError,
    ExecutionCancelled,
    InvalidInput,
    LostClaim,
    Unavailable,
    WaitsForPerson,
    disk_is_full,
)
from bailiwick.kernel.http.rates import RateStore as Rates
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.admission import Admission, Admitted
from bailiwick.tools.gate import Gate
from bailiwick.tools.records import MissingTool, Tool, ToolContext, Toolset
from bailiwick.tools.toolbox import no_such_tool
from bailiwick_router.tool_reading import tool_pattern

log = logging.getLogger(__name__)

Do = Callable[[str, ToolContext, Mapping[str, Any]], Awaitable[Any]]
"""Calls a tool of the inner toolset, or has it look what a call would touch."""

"""Bytes that one compiled pattern may take."""


class Wrapped:
    """A toolset that does what the inner one does; the base of the wrappers."""

    def __init__(self, inner: Toolset) -> None:
        self._inner = inner

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools by name."""
        return self._inner.tools()

    @property
    def missing(self) -> Mapping[str, MissingTool]:
        """The tools that cannot be used now."""
        return self._inner.missing

    async def admit(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Say whether a call may begin."""
        return await self._inner.admit(name, context, arguments)

    async def found(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Return what a call is about to remove or change."""
        return await self._around(self._inner.found, name, context, arguments)

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one."""
        return await self._around(self._inner.call, name, context, arguments)

    async def _around(self, do: Do, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Do it, for rules that hold for calls and for looking alike."""
        return await do(name, context, arguments)


class Together:
    """Several toolsets as one; of two tools with one name the first toolset's counts."""

    def __init__(self, *parts: Toolset) -> None:
        self._parts = parts

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools of all parts by name, part by part."""
        every: dict[str, Tool] = {}
        for part in self._parts:
            every.update({name: tool for name, tool in part.tools().items() if name not in every})
        return every

    @property
    def missing(self) -> Mapping[str, MissingTool]:
        """What no part has and some part would have."""
        return {name: tool for part in self._parts for name, tool in part.missing.items() if name not in self.tools()}

    async def admit(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Ask the part that has the tool."""
        return await self._part(name).admit(name, context, arguments)

    async def found(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Ask the part that has the tool."""
        return await self._part(name).found(name, context, arguments)

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one; a name that no part knows is refused by the last, which is told of no other's tools."""
        return await self._part(name).call(name, context, arguments)

    def _part(self, name: str) -> Toolset:
        return next((part for part in self._parts if name in part.tools()), self._parts[-1])


class ReadOnly(Wrapped):
    """Only the tools that change nothing."""

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools that say of themselves that they change nothing."""
        return {name: tool for name, tool in self._inner.tools().items() if tool.spec.read_only}

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one; a tool that may change something does not exist here."""
        if name not in self.tools():
            raise no_such_tool(name, self.tools())
        return await self._inner.call(name, context, arguments)


class MemorySwitched(Wrapped):
    """Refuses what reads or writes memory where that is switched off."""

    def __init__(self, inner: Toolset, off: Mapping[str, Reason]) -> None:
        """`off` says for `reads` and `writes` why that is refused, where it is."""
        super().__init__(inner)
        self._off = off

    async def _around(self, do: Do, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        tool = self._inner.tools().get(name)
        why = self._off.get(tool.spec.memory or "") if tool is not None else None
        if why is not None:
            raise CallFailed(ErrorClass.TOOL, why)
        return await do(name, context, arguments)


class Approved(Wrapped):
    """Lets calls begin that a gate admits: at once, or after a person agreed to what they are about to touch."""

    def __init__(self, inner: Toolset, gate: Gate) -> None:
        super().__init__(inner)
        self._gate = gate

    async def found(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Look, if the call depends on a person's word."""
        tool = self._inner.tools().get(name)
        asks = tool is not None and await self._gate.asks(tool.spec, context)
        return await self._inner.found(name, context, arguments) if asks else None

    async def admit(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Ask the gate, then the inner toolset."""
        tool = self._inner.tools().get(name)
        if tool is not None:
            admission = await self._gate.admit(tool.spec, context, arguments)
            if not isinstance(admission, Admitted):
                return admission
        return await self._inner.admit(name, context, arguments)


class RateLimited(Wrapped):
    """Refuses calls beyond a tool's own limit per person in any 60 seconds."""

    def __init__(self, inner: Toolset, rates: Rates) -> None:
        super().__init__(inner)
        self._rates = rates

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one. Raises `CallFailed` (class `rate_limit`) with the seconds to wait."""
        tool = self._inner.tools().get(name)
        if tool is not None and tool.spec.per_minute is not None:
            wait = await self._rates.hit(context.user_id, f"tool:{name}", tool.spec.per_minute, 60.0)
            if wait is not None:
                raise CallFailed(
                    ErrorClass.RATE_LIMIT,
                    Reason.of(ReasonCode.TOOL_TOO_OFTEN, tool=name, most=tool.spec.per_minute, count=ceil(wait)),
                    retry_after=wait,
                )
        return await self._inner.call(name, context, arguments)


class Filtered(Wrapped):
    """Only the tools whose whole name matches one of an agent's tool patterns."""

    def __init__(self, inner: Toolset, patterns: Sequence[str]) -> None:
        """Raises `InvalidInput` (field `tools`) if a pattern is not one that google-re2 accepts."""
        super().__init__(inner)
        self._patterns = tuple(patterns)
        _compiled(self._patterns)

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools that a pattern matches."""
        return {name: tool for name, tool in self._inner.tools().items() if self._allows(name)}

    @property
    def missing(self) -> Mapping[str, MissingTool]:
        """The tools that a pattern matches and that cannot be used now."""
        return {name: tool for name, tool in self._inner.missing.items() if self._allows(name)}

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one; a tool outside the patterns does not exist here."""
        if not self._allows(name):
            raise no_such_tool(name, self.tools())
        return await self._inner.call(name, context, arguments)

    def _allows(self, name: str) -> bool:
        return _allowed(self._patterns, name)


@lru_cache(maxsize=1_000)
def _compiled(patterns: tuple[str, ...]) -> Sequence[Any]:
    """Return the patterns, compiled. Raises `InvalidInput` (field `tools`)."""
    try:
        return [tool_pattern(pattern) for pattern in patterns]
    except re2.error as error:
        raise InvalidInput(Reason.of(ReasonCode.TOOL_PATTERN, error=str(error)), field="tools") from None


@lru_cache(maxsize=20_000)
def _allowed(patterns: tuple[str, ...], name: str) -> bool:
    """Whether a pattern matches the whole name."""
    return any(pattern.fullmatch(name) for pattern in _compiled(patterns))


class TimeLimited(Wrapped):
    """Gives a call up after its tool's timeout."""

    async def _around(self, do: Do, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Do it. Raises `CallFailed` (class `timeout`) when it takes too long."""
        tool = self._inner.tools().get(name)
        limit = tool.spec.timeout if tool else None
        scope = asyncio.timeout(limit)
        try:
            async with scope:
                return await do(name, context, arguments)
        except TimeoutError:
            if not scope.expired():
                raise
            said = Reason.of(ReasonCode.TOOL_TOO_SLOW, tool=name, seconds=limit or 0)
            raise CallFailed(ErrorClass.TIMEOUT, said) from None


class Classified(Wrapped):
    """Turns whatever a tool raises into a `CallFailed` with a plain sentence.

    What concerns the execution and not the tool passes through: a lost claim, a cancellation, a helper that waits for
    a person, and our own database being away, after which the execution goes on from its journal and makes the call
    again where that is safe.
    """

    async def _around(self, do: Do, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Do it. Raises nothing but `CallFailed` and what concerns the execution."""
        try:
            return await do(name, context, arguments)
        except (CallFailed, LostClaim, ExecutionCancelled, Unavailable, WaitsForPerson):
            raise
        except InvalidInput as error:
            raise CallFailed(ErrorClass.VALIDATION, error.said) from error
        except BailiwickError as error:
            raise CallFailed(ErrorClass.TOOL, error.said) from error
        except TimeoutError as error:
            raise CallFailed(ErrorClass.TIMEOUT, Reason.of(ReasonCode.TOOL_WAITED, tool=name)) from error
        except ConnectionError as error:
            raise CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.TOOL_UNREACHABLE, tool=name)) from error
        except Exception as error:
            if disk_is_full(error):
                log.exception("tool %s found a disk full", name)
                raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.TOOL_DISK_FULL, tool=name)) from error
            # The text of an unforeseen error may hold anything, secrets included: it goes to the log only.
            log.exception("tool %s failed", name)
            raise CallFailed(ErrorClass.TOOL, tool_broke(name, error)) from error


class OutputCapped(Wrapped):
    """Cuts the text in results that are longer than a model or a journal should hold."""

    def __init__(self, inner: Toolset, max_chars: int = 100_000) -> None:
        super().__init__(inner)
        self._max_chars = max_chars

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one; the text in its result is at most `max_chars` long, a note where it was cut aside."""
        result, _ = capped(await self._inner.call(name, context, arguments), self._max_chars)
        return result


def tool_broke(name: str, error: Exception) -> Reason:
    """Return what is said of a tool that raised an unexpected exception."""
    return Reason.of(ReasonCode.TOOL_BROKE, tool=name, error=type(error).__name__)


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
