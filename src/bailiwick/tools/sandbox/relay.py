"""The only way out of a sandbox: tunnels to hosts that an administrator has granted, asked for over a Unix socket.

Besides it may give out packages: a program that asks for `GET /lodash` gets what a source of packages returns, which
may fetch it, out here, from the registry that is configured.

The sandbox has no route to anywhere. A program in it asks for `CONNECT host:443`; which host that is decides the list,
which address it has is looked up out here, and only public addresses are connected to, so that neither a name that
leads inside nor one that changes its mind opens this machine or its networks.
"""

import asyncio
import ipaddress
import secrets
import socket
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import unquote

import structlog

from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.sandbox_contract import PackageSource

HTTPS = 443
HEAD_BYTES = 8192
HEAD_SECONDS = 5.0
CONNECT_SECONDS = 10.0
PACKAGE_SECONDS = 60.0
MOST_BYTES = 256 * 1024**2
"""Of one run's tunnels, both ways together."""
MOST_TUNNELS = 32
"""Open at the same time."""
PIECE = 65_536

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""From a host's name to the addresses that may be connected to."""

log = structlog.get_logger(__name__)


async def public_addresses(host: str) -> Sequence[str]:
    """Return a host's addresses, those left out that are not public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, HTTPS, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [address for address in dict.fromkeys(str(each[4][0]) for each in found) if is_public(address)]


def is_public(address: str) -> bool:
    """Whether an address is public in the open internet, also behind its transition forms."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = [parsed.ipv4_mapped, parsed.sixtofour, *(parsed.teredo or ())]
        translated = ipaddress.IPv6Address("64:ff9b::").packed[:12]
        if parsed.packed[:12] == translated or any(inner):
            return False
    return parsed.is_global and not parsed.is_multicast


class Relay:
    """Tunnels of one run."""

    def __init__(
        self,
        hosts: Sequence[str],
        resolve: Resolve = public_addresses,
        packages: PackageSource | None = None,
    ) -> None:
        """`hosts` are names, each with `:port` where that is not 443."""
        self._packages = packages
        self._allowed = {_target(host) for host in hosts}
        self._resolve = resolve
        self._room = MOST_BYTES
        self._open = 0

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator[Path]:
        """Serve on a socket that is gone, with every tunnel, when the block is left."""
        open_here: set[asyncio.StreamWriter] = set()
        over = False

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            open_here.add(writer)
            try:
                if not over:
                    await self._serve(reader, writer)
            finally:
                open_here.discard(writer)
                await _close(writer)

        # Not in the data directory: the path of a socket may be no longer than 107 bytes.
        with tempfile.TemporaryDirectory(prefix="bailiwick-relay-") as folder:
            path = Path(folder) / secrets.token_hex(4)
            server = await asyncio.start_unix_server(serve, path, limit=HEAD_BYTES)
            try:
                yield path
            finally:
                over = True
                server.close()
                for writer in list(open_here):
                    # The server reads the end of its stream, and ends.
                    writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._open >= MOST_TUNNELS:
            return _answer(writer, "429 Too Many Tunnels")
        self._open += 1
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            wanted = _wanted(head) if self._packages is not None else None
            if self._packages is not None and wanted is not None:
                return await self._give(self._packages, wanted, writer)
            target = _asked(head)
            if target is None:
                return _answer(writer, "405 Only CONNECT")
            if target not in self._allowed:
                log.info("the sandbox was refused a host", host=target[0][:100], port=target[1])
                return _answer(writer, "403 Host Not Granted")
            await self._tunnel(target, reader, writer)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            _answer(writer, "502 No Connection")
        finally:
            self._open -= 1

    async def _give(self, packages: PackageSource, path: str, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PACKAGE_SECONDS):
                found = await packages.get(path)
        except CallFailed as failure:
            log.info("the registry did not give a package", path=path[:200], reason=str(failure))
            _answer(writer, "502 No Registry")
            return
        self._room -= 0 if found is None else len(found.content)
        if found is None or self._room < 0:
            _answer(writer, "404 Not Granted")
            return
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {found.media_type}\r\nContent-Length: {len(found.content)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + found.content)
        await writer.drain()

    async def _tunnel(
        self, target: tuple[str, int], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        host, port = target
        async with asyncio.timeout(CONNECT_SECONDS):
            addresses = await self._resolve(host)
            if not addresses:
                return _answer(writer, "502 No Public Address")
            there_reader, there_writer = await asyncio.open_connection(addresses[0], port)
        try:
            _answer(writer, "200 Connected")
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pour(reader, there_writer))
                group.create_task(self._pour(there_reader, writer))
        except* OSError:
            # No caller waits for what is still on its way: the other side may no longer be reading.
            writer.transport.abort()
            there_writer.transport.abort()
        finally:
            await _close(there_writer)

    async def _pour(self, source: asyncio.StreamReader, drain: asyncio.StreamWriter) -> None:
        while piece := await source.read(PIECE):
            self._room -= len(piece)
            if self._room < 0:
                raise ConnectionAbortedError
            drain.write(piece)
            await drain.drain()
        if drain.can_write_eof():
            drain.write_eof()


def _target(text: str) -> tuple[str, int]:
    host, colon, port = text.strip().lower().rpartition(":")
    return (host.rstrip("."), int(port)) if colon else (port.rstrip("."), HTTPS)


def _asked(head: bytes) -> tuple[str, int] | None:
    """Return the host and port of a CONNECT; None for any other or malformed request."""
    words = head.partition(b"\r\n")[0].split(b" ")
    if len(words) != 3 or words[0] != b"CONNECT" or not words[2].startswith(b"HTTP/1."):
        return None
    try:
        name, colon, port = words[1].decode("ascii").rpartition(":")
        return (name.lower().rstrip("."), int(port)) if colon and port.isdecimal() else None
    except UnicodeDecodeError:
        return None


def _wanted(head: bytes) -> str | None:
    """Return the path of a GET; None for any other request."""
    words = head.partition(b"\r\n")[0].split(b" ")
    if len(words) != 3 or words[0] != b"GET" or not words[1].startswith(b"/") or not words[2].startswith(b"HTTP/1."):
        return None
    return unquote(words[1].partition(b"?")[0].decode("ascii", errors="replace"))


def _answer(writer: asyncio.StreamWriter, status: str) -> None:
    with suppress(OSError):
        length = "" if status.startswith("200") else "Content-Length: 0\r\nConnection: close\r\n"
        writer.write(f"HTTP/1.1 {status}\r\n{length}\r\n".encode())


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError, asyncio.CancelledError):
        await writer.wait_closed()
