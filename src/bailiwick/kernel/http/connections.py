"""Connections of clients: how many an address may hold, and how long each of them may take."""

import asyncio
import ipaddress
import socket
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from bailiwick.kernel.http.problems import problem

RETRY_SECONDS = 5
"""Seconds after which a client that holds too many connections may try again."""
MOST_AROUND = 2**19
"""Bytes of a request that are no body: head, chunk sizes, trailers. They are kept until they are complete."""
AROUND_A_BYTE = 6
"""Bytes that a chunk of one byte needs around it."""
PROBES = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
"""A silent connection is asked after so many seconds, this often, so many times whether its client is still there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one client may hold, in connections and seconds."""

    head_seconds: float = 20.0
    """Until the headers of a request are there; also until a connection sends anything at all."""
    stalled_seconds: float = 60.0
    """A client that takes nothing of an answer for so long is gone."""
    each_address: int = 256
    """Connections of one address at a time. Twice as many are told so, further ones are cut off without a word."""
    trusted: frozenset[str] = frozenset()
    """Addresses and networks of proxies, which bring many people: theirs are not counted here."""


@dataclass(slots=True)
class OpenConnections:
    """The connections that are open now, by the address they came from."""

    by_address: Counter[str] = field(default_factory=Counter[str])

    def add(self, address: str) -> int:
        """Count one more and return how many there are of this address."""
        self.by_address[address] += 1
        return self.by_address[address]

    def remove(self, address: str) -> None:
        """Count one less."""
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


@lru_cache(maxsize=1024)
def one_client(host: str | None) -> str:
    """Return what stands for the client at an address: of IPv6 its network of 64 bits, which one client has whole."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or ""
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


class BoundedProtocol(HttpToolsProtocol):
    """A connection that ends when its client is too slow, silent, or holds too many of them."""

    def __init__(self, *, bounds: Bounds, held: OpenConnections, **given: Any) -> None:
        """`given` is what uvicorn gives to every protocol."""
        super().__init__(**given)
        self._bounds = bounds
        self._held = held
        self._address: str | None = None
        self._too_many = False
        self._head: asyncio.TimerHandle | None = None
        """Ends the connection unless the headers of a request arrive; None while one is carried out."""
        self._stall: asyncio.TimerHandle | None = None
        self._fed = 0
        self._fed_body = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Count it, and expect a request."""
        super().connection_made(transport)
        _ask_whether_alive(transport, self._bounds.stalled_seconds)
        peer = self.client[0] if self.client else None
        if peer is not None and not _is_among(peer, self._bounds.trusted):
            self._address = one_client(peer)
            count = self._held.add(self._address)
            self._too_many = count > self._bounds.each_address
            if count > 2 * self._bounds.each_address:
                transport.abort()
                return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        if self._address is not None:
            self._held.remove(self._address)
            self._address = None
        self._stop_head()
        self._stop_stall()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what came; between requests that begins the time in which the next one's headers must arrive."""
        if self._too_many:
            self._refuse(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too-many-connections",
                f"This address holds {self._bounds.each_address} connections already; close some and try again.",
            )
            return
        self._fed += len(data)
        super().data_received(data)
        if self._fed > MOST_AROUND + (1 + AROUND_A_BYTE) * self._fed_body:
            self._refuse(
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                "headers-too-large",
                "What stands around the body is too large.",
            )
        elif self._head is None and self._is_idle():
            self._expect_head()

    def on_message_begin(self) -> None:
        """Count anew for each request."""
        self._fed = self._fed_body = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Count what is body."""
        self._fed_body += len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """Go on without haste: from here on the body has a time of its own."""
        self._stop_head()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """Give a client that takes nothing some time."""
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(self._bounds.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has taken something."""
        self._stop_stall()
        super().resume_writing()

    def _is_idle(self) -> bool:
        cycle = cast("RequestResponseCycle | None", self.cycle)  # there is none before the first request
        return cycle is None or cycle.response_complete

    def _expect_head(self) -> None:
        if not self.transport.is_closing():
            self._head = self.loop.call_later(self._bounds.head_seconds, self._end_slow)

    def _stop_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _stop_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _end_slow(self) -> None:
        self._head = None
        if not self._is_idle():
            return
        self._refuse(
            HTTPStatus.REQUEST_TIMEOUT,
            "timeout",
            f"The headers of the request did not arrive within {self._bounds.head_seconds:g} seconds.",
        )

    def _refuse(self, status: HTTPStatus, code: str, detail: str) -> None:
        """Answer with a problem, outside of any request, and end the connection."""
        if self.transport.is_closing():
            return
        retry = {"Retry-After": str(RETRY_SECONDS)} if status is HTTPStatus.TOO_MANY_REQUESTS else {}
        response = problem(status, code, detail, instance="/", headers={**retry, "Connection": "close"})
        lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
        lines += [name + b": " + value for name, value in response.raw_headers]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
        self.transport.close()


def _ask_whether_alive(transport: asyncio.Transport, seconds: float) -> None:
    """Let the system end the connection when the other side has vanished without a word."""
    connection = transport.get_extra_info("socket")
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # Not every system has these.
    for name, value in {**PROBES, "TCP_USER_TIMEOUT": int(seconds * 1000)}.items():
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _is_among(peer: str, trusted: frozenset[str]) -> bool:
    try:
        address = ipaddress.ip_address(peer)
        return any(address in ipaddress.ip_network(each, strict=False) for each in trusted)
    except ValueError:
        return peer in trusted
