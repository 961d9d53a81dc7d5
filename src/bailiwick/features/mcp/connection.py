"""One person's connection to one server, owned by one task."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import structlog

from bailiwick.features.mcp.definitions import definitions
from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import ConnectionState
from bailiwick.features.mcp.results import ReturnedFiles
from bailiwick.features.mcp.session import Session
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode, Said
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import ToolDefinition

CONNECT_SECONDS = 20.0
"""Until a server has started, agreed on a version and listed its tools."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
"""Seconds before the first repetition and, doubled each time, before later ones."""
STEADY_SECONDS = 60.0
"""A connection that lasts so long makes earlier failures forgotten."""
FRESH_SECONDS = 60.0
"""A call asks for the definitions again when they were read longer ago."""
LEAST_PAUSE = 1.0
"""Seconds between two readings of the tools, however often the server says that they changed."""
MOST_TIMEOUTS = 3
"""Calls in a row without an answer, after which the connection is made anew."""


OpenSession = Callable[[Callable[[], None]], AbstractAsyncContextManager[Session]]
Start = Callable[[str, Coroutine[Any, Any, None]], "asyncio.Task[None]"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offered when it was asked."""

    tools: Mapping[str, ToolDefinition]
    notes: Sequence[str]
    protocol: str
    software: str


class Witness(Protocol):
    """Told what happens to a connection, in the task that owns it."""

    async def offered(self, offer: Offer) -> None:
        """The server was asked for its tools; also when nothing has changed."""
        ...

    async def failed(self, problem: Said, retry_at: datetime, failures: int) -> None:
        """The server could not be reached, or was lost."""
        ...


class Connection:
    """Made on demand, kept while it is used, made anew with growing pauses when it fails."""

    def __init__(
        self,
        name: str,
        open_session: OpenSession,
        witness: Witness,
        start: Start,
        *,
        idle_seconds: float,
        first_pause: float = FIRST_PAUSE,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """`name` is the owner task's; `start` runs it. `jitter` returns a number in [0, 1)."""
        self._name = name
        self._open_session = open_session
        self._witness = witness
        self._start = start
        self._idle_seconds = idle_seconds
        self._first_pause = first_pause
        self._jitter = jitter
        self.state = ConnectionState.IDLE
        self._problem: Said = ""
        """Why it failed."""
        self.retry_at: datetime | None = None
        self.offer: Offer | None = None
        """What the server offers; None while there is no connection."""
        self._session: Session | None = None
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._wake = asyncio.Event()
        self._stale = self._broken = self._problem_outside = False
        self._read_at = 0.0
        self.used_at = 0.0
        """When a user last asked for something, by the event loop's clock."""
        self._calls = self._failures = self._timeouts = 0

    async def ready(self, *, urgent: bool = False, fresh_seconds: float = FRESH_SECONDS) -> Offer:
        """Return what the server offers now, connected first if need be.

        `urgent` tries at once where a pause is due. Raises `CallFailed` (network).
        """
        self.used_at = self._now()
        if self._session is not None and self._now() - self._read_at > fresh_seconds:
            self._stale = True
        while True:
            if self._session is not None and self.offer is not None and not self._stale:
                return self.offer
            if self._task is None or self._task.done():
                if not urgent and self.retry_at is not None and datetime.now(UTC) < self.retry_at:
                    raise self._unavailable()
                self._task = self._start(self._name, self._serve())
            elif self.state is ConnectionState.FAILED and not urgent:
                raise self._unavailable()
            urgent = False
            news = self._news
            self._wake.set()
            await news.wait()

    async def call(
        self, tool: str, arguments: Mapping[str, Any], seconds: float, returned: ReturnedFiles | None = None
    ) -> Any:
        """Call a tool of the connection that `ready` made; its pictures and files go to `returned`.

        Raises `CallFailed`.
        """
        session = self._session
        if session is None:
            raise self._unavailable()
        self._calls += 1
        try:
            result = await session.call(tool, arguments, seconds, returned)
        except CallFailed as failure:
            self._timeouts = self._timeouts + 1 if failure.error_class is ErrorClass.TIMEOUT else 0
            if failure.error_class is ErrorClass.NETWORK and session is self._session:
                self._broken = True
                self._wake.set()
            raise
        finally:
            self._calls -= 1
            self.used_at = self._now()
            if self._timeouts >= MOST_TIMEOUTS:
                self._stale = True
                self._wake.set()
        self._timeouts = 0
        return result

    async def close(self) -> None:
        """End the connection and its server process, and wait for it."""
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    def _unavailable(self) -> CallFailed:
        return CallFailed(
            ErrorClass.NETWORK, self._problem or Reason.of(ReasonCode.MCP_NOT_CONNECTED), outside=self._problem_outside
        )

    async def _serve(self) -> None:
        """The owner task: connect, stay, and try again while a user is interested."""
        try:
            while True:
                self._become(ConnectionState.CONNECTING)
                began = self._now()
                try:
                    await self._once()
                except CallFailed as failure:
                    await self._fail(failure, steady=self._now() - began > STEADY_SECONDS)
                except Unavailable:
                    await self._fail(CallFailed(ErrorClass.NETWORK, Reason.of(McpReason.MCP_DATABASE_AWAY)))
                except Exception:  # a caller that waits hears of it, and it is not tried again without a pause
                    log.exception("a connection to an MCP server could not be made or kept", connection=self._name)
                    await self._fail(CallFailed(ErrorClass.NETWORK, Reason.of(McpReason.MCP_OUR_FAULT)))
                else:
                    self._become(ConnectionState.IDLE)
                    return
                if not await self._pause():
                    return
        finally:
            self._lose()
            if self.state is not ConnectionState.FAILED:
                self._become(ConnectionState.IDLE)

    async def _once(self) -> None:
        """Connect and stay until the connection is idle. Raises `CallFailed` when it cannot be made or is lost."""
        try:
            async with AsyncExitStack() as stack:
                try:
                    async with asyncio.timeout(CONNECT_SECONDS):
                        session = await stack.enter_async_context(self._open_session(self._changed))
                        await self._read(session)
                except TimeoutError:
                    raise CallFailed(ErrorClass.TIMEOUT, Reason.of(McpReason.MCP_LATE)) from None
                self._session, self._timeouts = session, 0
                self._become(ConnectionState.CONNECTED)
                await self._stay(session)
        finally:
            self._lose()

    async def _stay(self, session: Session) -> None:
        while True:
            self._wake.clear()
            if self._broken:
                raise CallFailed(ErrorClass.NETWORK, Reason.of(McpReason.MCP_LOST))
            if self._stale:
                await self._read(session)
                self._timeouts = 0
                self._tell()
                await asyncio.sleep(LEAST_PAUSE)
                continue
            left = self.used_at + self._idle_seconds - self._now()
            if left <= 0 and not self._calls:
                return
            try:
                async with asyncio.timeout(max(left, 1.0)):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _read(self, session: Session) -> None:
        self._stale = False
        tools, notes = definitions(*await session.offer())
        self.offer = Offer({tool.name: tool for tool in tools}, notes, session.protocol, session.software)
        self._read_at = self._now()
        await self._witness.offered(self.offer)

    async def _fail(self, failure: CallFailed, *, steady: bool = False) -> None:
        self._failures = 1 if steady else self._failures + 1
        pause = min(LONGEST_PAUSE, self._first_pause * 2 ** min(self._failures - 1, 20)) * (0.5 + self._jitter() / 2)
        self._problem, self._problem_outside = failure.said, failure.outside
        self.retry_at = datetime.now(UTC) + timedelta(seconds=pause)
        await self._witness.failed(self._problem, self.retry_at, self._failures)
        self._become(ConnectionState.FAILED)

    async def _pause(self) -> bool:
        """Wait until it is time to try again; false when no caller is interested any more."""
        if self.retry_at is None or self._now() - self.used_at > self._idle_seconds:
            return False
        self._wake.clear()
        try:
            async with asyncio.timeout(max((self.retry_at - datetime.now(UTC)).total_seconds(), 0)):
                await self._wake.wait()
        except TimeoutError:
            pass
        return True

    def _changed(self) -> None:
        self._stale = True
        self._wake.set()

    def _lose(self) -> None:
        self._session = self.offer = None
        self._stale = self._broken = False

    def _become(self, state: ConnectionState) -> None:
        self.state = state
        if state is ConnectionState.CONNECTED:
            self._problem, self.retry_at, self._problem_outside = "", None, False
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
