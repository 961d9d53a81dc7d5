"""A server that is a program of this machine: messages as lines over its standard input and output, all bounded."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.schemas import printable
from bailiwick.kernel.reasons import Reason

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

LONGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes of one line; a server that sends a longer one is ended."""
MOST_NOISE = 1_000
"""Lines in a row that are no messages; a server that prints more is ended."""
MOST_UNASKED = 2_000
"""Messages within a second that answer nothing; a server that sends more is ended."""
CHUNK = 64 * 1024
POLITE_SECONDS = 2.0
"""How long a server has to end by itself when its input is closed."""
IGNORED = frozenset({"notifications/progress", "notifications/message"})
"""Notifications that no user here asked for."""
LONGEST_WORDS = 1_000
KEPT_LINES = 10
"""Last lines of standard error that are kept to explain an end."""


class ServerEnded(Exception):
    """The program ended or was ended, for the reason `why`, which may hold its own words."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.text())
        self.why = why


@dataclass(frozen=True, slots=True)
class StdioTarget:
    """A program as it is to be started."""

    argv: Sequence[str]
    environment: Mapping[str, str] = field(repr=False)
    """All of it: nothing is inherited."""
    folder: Path | None = None


@asynccontextmanager
async def stdio_streams(
    target: StdioTarget,
) -> "AsyncGenerator[tuple[MemoryObjectReceiveStream[Any], MemoryObjectSendStream[Any]]]":
    """Start the program and yield the streams of its messages; on leaving it and all it started are gone.

    Raises `ServerEnded` (in a group) when it ends while the block runs, `OSError` when it cannot be started.
    """
    import anyio  # comes with the mcp package, heavy and seldom needed

    process = await asyncio.create_subprocess_exec(
        *target.argv,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=dict(target.environment),
        cwd=target.folder,
        start_new_session=True,
    )
    # Zero-sized: a server that talks faster than we listen waits.
    incoming, read = anyio.create_memory_object_stream[Any](0)
    write, outgoing = anyio.create_memory_object_stream[Any](0)
    program = _Program(process)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(program.listen, incoming)
            group.start_soon(program.speak, outgoing)
            group.start_soon(program.overhear)
            try:
                yield read, write
            finally:
                program.leaving = True
                group.cancel_scope.cancel()
    finally:
        for stream in (incoming, read, write, outgoing):
            stream.close()
        await program.end()


class _Program:
    """One running program."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise RuntimeError("the program was started without pipes")
        self._process = process
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        self._heard: deque[str] = deque(maxlen=KEPT_LINES)
        self._unasked = 0
        self._second = 0.0
        self._patience = POLITE_SECONDS
        self.leaving = False

    async def listen(self, incoming: "MemoryObjectSendStream[Any]") -> None:
        """Pass its messages on until it ends. Raises `ServerEnded`."""
        buffer, noise = bytearray(), 0
        while chunk := await self._stdout.read(CHUNK):
            start = len(buffer)
            buffer += chunk
            end = buffer.find(b"\n", start)
            while end >= 0:
                message = _message(bytes(buffer[:end]))
                del buffer[: end + 1]
                noise = 0 if message is not None else noise + 1
                if noise > MOST_NOISE:
                    raise self._rude(Reason.of(McpReason.MCP_PRINTS))
                if message is not None and self._wanted(message):
                    await incoming.send(message)
                end = buffer.find(b"\n")
            if len(buffer) > LONGEST_MESSAGE:
                raise self._rude(Reason.of(McpReason.MCP_MESSAGE_TOO_LARGE, most=LONGEST_MESSAGE >> 20))
        if not self.leaving:
            raise ServerEnded(await self._epitaph())

    def _wanted(self, message: Any) -> bool:
        """Whether a caller waits for this message. Raises `ServerEnded` for a flood of unawaited ones."""
        method = getattr(message.message, "method", None)
        if method is None:
            return True
        now = asyncio.get_running_loop().time()
        if now - self._second > 1:
            self._second, self._unasked = now, 0
        self._unasked += 1
        if self._unasked > MOST_UNASKED:
            raise self._rude(Reason.of(McpReason.MCP_FLOODS))
        return method not in IGNORED

    def _rude(self, why: Reason) -> ServerEnded:
        self._patience = 0
        return ServerEnded(why)

    async def speak(self, outgoing: "MemoryObjectReceiveStream[Any]") -> None:
        """Send what is to be sent until the program or the session ends."""
        with suppress(ConnectionError):
            async for sent in outgoing:
                self._stdin.write(sent.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
                await self._stdin.drain()

    async def overhear(self) -> None:
        """Keep the last of what it writes to standard error."""
        rest = b""
        while chunk := await self._stderr.read(CHUNK):
            *lines, rest = (rest + chunk)[-CHUNK:].split(b"\n")
            self._heard.extend(line.decode("utf-8", "replace")[:300] for line in lines if line.strip())
        if rest.strip():
            self._heard.append(rest.decode("utf-8", "replace")[:300])

    async def _epitaph(self) -> Reason:
        with suppress(TimeoutError):
            async with asyncio.timeout(POLITE_SECONDS):
                await self._process.wait()
        code = self._process.returncode
        words = printable(" / ".join(self._heard))[:LONGEST_WORDS]
        if code is None:
            closed = Reason.of(McpReason.MCP_CLOSED)
            return Reason.of(McpReason.MCP_CLOSED_SAYING, words=words) if words else closed
        ended = Reason.of(McpReason.MCP_ENDED, status=code)
        return Reason.of(McpReason.MCP_ENDED_SAYING, status=code, words=words) if words else ended

    async def end(self) -> None:
        """Close its input, give it a moment, then end it and all it started."""
        process = self._process
        try:
            self._stdin.close()
            if process.returncode is None and self._patience:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._patience):
                        await asyncio.gather(process.wait(), _drain(self._stdout), _drain(self._stderr))
        finally:
            # Also what it left behind in its group; no await stands before this, a cancellation cannot skip it.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            transport: Any = getattr(process, "_transport", None)
            if transport is not None:
                transport.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(POLITE_SECONDS):
                await process.wait()


async def _drain(stream: asyncio.StreamReader) -> None:
    """Read on, so that a program that still writes can end."""
    while await stream.read(CHUNK):
        pass


def _message(line: bytes) -> "Any | None":
    """Return the message in a line; None when there is none."""
    from mcp.shared.message import SessionMessage  # heavy, and loaded by now
    from mcp_types import jsonrpc_message_adapter

    if not line.lstrip().startswith(b"{"):
        return None
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError:
        return None
