"""Turns requests away before they are parsed: foreign hosts, foreign pages, oversize and encoded bodies."""

import asyncio
import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bailiwick.api.errors import Refused
from bailiwick.api.problems import problem

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
WILDCARDS = frozenset({"0.0.0.0", "[::]", ""})  # noqa: S104  (compared with, never bound)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
DEFAULT_PORTS = {"http": "80", "https": "443"}
MIB = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much of a request is read at most, in bytes and seconds."""

    body: int = MIB
    bodies: Mapping[str, int] = field(default_factory=dict[str, int])
    """Other limits for single paths, and for all that lie below a path that ends in `/*`."""
    headers: int = 32 * 1024
    """All header names and values together."""
    target: int = 16 * 1024
    """Path and query string together."""
    seconds: float = 30.0
    """Until the whole body has arrived; of a large one, more by `bytes_per_second`."""
    bytes_per_second: int = 64 * 1024
    """Who sends as fast as this may go on."""


class Guard:
    """ASGI middleware that lets a request through or answers it with a problem."""

    def __init__(self, app: ASGIApp, *, host: str, allowed_hosts: Sequence[str], limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.hosts = LOOPBACK_NAMES | {bracketed(name.lower()) for name in (*allowed_hosts, host)} - WILDCARDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except Refused as refused:
            path = scope["path"].encode("ascii", "backslashreplace").decode()
            response = problem(refused.status, refused.code, str(refused), instance=path[:200])
            await response(scope, receive, send)
            return
        await self.app(scope, self._bounded(scope, receive), send)

    def check(self, scope: Scope) -> None:
        """Raise `Refused` unless the request may go on."""
        headers = Headers(scope=scope)
        self._check_size(scope, headers)
        host = self._check_host(scope, headers)
        _check_origin(scope, headers, host)

    def _check_size(self, scope: Scope, headers: Headers) -> None:
        if sum(len(name) + len(value) for name, value in headers.raw) > self.limits.headers:
            raise Refused(431, "headers-too-large", f"The headers exceed {size(self.limits.headers)}.")
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > self.limits.target:
            raise Refused(414, "address-too-long", f"The address exceeds {size(self.limits.target)}.")
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise Refused(415, "unsupported-media-type", "Send the body as it is, without Content-Encoding.")
        length = headers.get("content-length", "0")
        limit = self._limit(scope)
        if not (length.isascii() and length.isdigit()) or len(length) > 19 or int(length) > limit:
            raise _too_large(limit)

    def _check_host(self, scope: Scope, headers: Headers) -> str:
        names = headers.getlist("host")
        if len(names) != 1:
            raise Refused(421, "misdirected", "Send exactly one Host header.")
        host = names[0].lower()
        name, _ = split_port(host)
        if name in self.hosts or host in self.hosts or _is_own_address(name, scope):
            return host
        shown = ascii(names[0][:100]).strip("'")
        raise Refused(
            421, "misdirected", f"`{shown}` is not a name of this server; add it to `allowed_hosts` if it is."
        )

    def _limit(self, scope: Scope) -> int:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        below = self.limits.bodies.get(f"{path.rpartition('/')[0]}/*", self.limits.body)
        return self.limits.bodies.get(path, below)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Return a `receive` that raises `Refused` when the body grows too large or comes too slowly."""
        limit = self._limit(scope)
        read = 0
        complete = False
        deadline: float | None = None

        async def bounded() -> Message:
            nonlocal read, complete, deadline
            if complete:
                return await receive()
            now = asyncio.get_running_loop().time()
            deadline = deadline or now + self.limits.seconds
            try:
                async with asyncio.timeout_at(deadline + read / self.limits.bytes_per_second):
                    message = await receive()
            except TimeoutError:
                detail = f"The body did not arrive within {self.limits.seconds:g} seconds."
                raise Refused(HTTPStatus.REQUEST_TIMEOUT, "timeout", detail) from None
            read += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if read > limit:
                raise _too_large(limit)
            return message

        return bounded


def size(count: int) -> str:
    """Return a number of bytes in words."""
    return f"{count / MIB:g} MiB" if count >= MIB else f"{count / 1024:g} KiB"


def split_port(host: str) -> tuple[str, str | None]:
    """Return the name and the port of a Host header; IPv6 addresses keep their brackets."""
    if host.startswith("["):
        name, _, port = host.partition("]")
        return name + "]", port.removeprefix(":") or None
    name, _, port = host.partition(":")
    return name, port or None


def bracketed(host: str) -> str:
    """Return `host` as a Host header writes it: a bare IPv6 address gets brackets."""
    return f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host


def same_origin(origin: str, host: str, scheme: str) -> bool:
    """Whether a page of `origin` was served by `host`.

    A request that arrives by http from a page at https is our own behind a proxy that ends TLS; the
    opposite is not.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc or parts.scheme not in DEFAULT_PORTS:
        return False
    if parts.scheme != scheme and parts.scheme != "https":
        return False
    name, port = split_port(parts.netloc.lower())
    own_name, own_port = split_port(host)
    default = DEFAULT_PORTS[parts.scheme]
    return name == own_name and (port or default) == (own_port or default)


def _check_origin(scope: Scope, headers: Headers, host: str) -> None:
    origins = headers.getlist("origin")
    if origins:
        if len(origins) == 1 and same_origin(origins[0], host, scope.get("scheme", "http")):
            return
        raise Refused(403, "foreign-origin", "Pages of other origins may not call this server.")
    if scope.get("method", "GET") in SAFE_METHODS or "cookie" not in headers:
        return
    if "authorization" in headers or "x-api-key" in headers:
        return
    if headers.get("sec-fetch-site") != "same-origin":
        raise Refused(403, "foreign-origin", "A request that changes something by session cookie must say its Origin.")


def _is_own_address(name: str, scope: Scope) -> bool:
    """Whether `name` is the address the connection came in on; unlike a name it cannot be rebound."""
    server = scope.get("server")
    try:
        return bool(server) and ipaddress.ip_address(name.strip("[]")) == ipaddress.ip_address(server[0])
    except ValueError:
        return False


def _too_large(limit: int) -> Refused:
    return Refused(413, "too-large", f"The body is larger than {size(limit)}.")
