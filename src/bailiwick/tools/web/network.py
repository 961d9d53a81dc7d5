"""Connections that lead to public addresses only: looked up, checked and used in one step."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence

import httpcore2

from bailiwick.tools.web.addresses import Network, is_public, own_networks, parse

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""From a host name and port to addresses, the best first. Raises `OSError`."""

MOST_ADDRESSES = 4
"""Addresses of one host that are tried."""
PUBLIC_PORTS = frozenset({80, 443})


async def resolve(host: str, port: int) -> Sequence[str]:
    """Ask the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class GuardedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects to a host only when every address it has is public, and then to exactly those that were checked."""

    def __init__(
        self,
        inner: httpcore2.AsyncNetworkBackend,
        resolve: Resolve,
        *,
        exempt: tuple[str, int] | None = None,
        own: Callable[[], Sequence[Network]] = own_networks,
    ) -> None:
        """`exempt` is a host and port that an administrator configured, which may be private."""
        self._inner = inner
        self._resolve = resolve
        self._exempt = exempt
        self._own = own

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect. Raises `httpcore2.ConnectError`, alike for what is not public and what does not answer."""
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._checked(host.strip("[]"), port)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError("not reached") from error
        failure: Exception = httpcore2.ConnectError("not reached")
        for number, address in enumerate(addresses, 1):
            rest = None if deadline is None else max(deadline - time.monotonic(), 0.01)
            # The last one may take all the time there is, those before it leave some for the others.
            share = rest if rest is None or number == len(addresses) else rest / 2
            try:
                return await self._inner.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout, OSError) as error:
                failure = error
        raise httpcore2.ConnectError("not reached") from failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Raise `httpcore2.ConnectError`: nothing public is a file."""
        raise httpcore2.ConnectError("not reached")

    async def sleep(self, seconds: float) -> None:
        """Wait, for the library."""
        await self._inner.sleep(seconds)

    async def _checked(self, host: str, port: int) -> Sequence[str]:
        if (host, port) == self._exempt:
            return list(await self._resolve(host, port))[:MOST_ADDRESSES]
        if port not in PUBLIC_PORTS:
            raise ConnectionRefusedError
        found = list(await self._resolve(host, port))
        own = self._own()
        for text in found:
            address = parse(text)
            if address is None or not is_public(address, own):
                raise ConnectionRefusedError
        return found[:MOST_ADDRESSES]
