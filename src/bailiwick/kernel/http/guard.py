"""Turns requests away before they are parsed: foreign hosts, foreign pages, oversize and encoded bodies."""

import asyncio
import ipaddress
import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bailiwick.kernel.http.errors import RequestRefused, language_of
from bailiwick.kernel.reasons import Reason, ReasonCode

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
WILDCARDS = frozenset({"0.0.0.0", "[::]", ""})  # noqa: S104  (compared with, never bound)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
DEFAULT_PORTS = {"http": 80, "https": 443}
LARGEST_PORT = 65_535
AUTHORITY = re.compile(
    r"(?:(?P<name>[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*)|\[(?P<ipv6>[0-9a-f:.]+)\])"
    r"(?::(?P<port>[0-9]{1,5}))?",
    re.ASCII | re.IGNORECASE,
)
LONGEST_AUTHORITY = 300
WATCHED = frozenset(
    (
        b"host",
        b"origin",
        b"content-encoding",
        b"content-length",
        b"cookie",
        b"authorization",
        b"x-api-key",
        b"sec-fetch-site",
    )
)
"""Headers that are looked at."""
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


@dataclass(frozen=True, slots=True)
class Authority:
    """A name or address with an optional port, as the header `Host` and the end of an `Origin` write it."""

    name: str
    """In lower case; an IPv6 address in its shortest form and in brackets."""
    port: int | None

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> "Authority | None":
        """Read `text`; None where it is anything else: user names, second ports, spaces, a dot at the end."""
        found = AUTHORITY.fullmatch(text) if len(text) <= LONGEST_AUTHORITY else None
        if found is None:
            return None
        port = None if found["port"] is None else int(found["port"])
        if port is not None and not 1 <= port <= LARGEST_PORT:
            return None
        if found["ipv6"] is None:
            return cls(found["name"].lower(), port)
        try:
            return cls(f"[{ipaddress.IPv6Address(found['ipv6'])}]", port)
        except ValueError:
            return None

    def __str__(self) -> str:
        return self.name if self.port is None else f"{self.name}:{self.port}"


class Guard:
    """ASGI middleware that lets a request through or answers it with a problem."""

    def __init__(self, app: ASGIApp, *, host: str, allowed_hosts: Sequence[str], limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.hosts = LOOPBACK_NAMES | {_own_name(name) for name in (*allowed_hosts, host)} - WILDCARDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except RequestRefused as refused:
            path = scope["path"].encode("ascii", "backslashreplace").decode()
            response = refused.answer(path[:200], language_of(scope))
            await response(scope, receive, send)
            return
        await self.app(scope, self._bounded(scope, receive), send)

    def check(self, scope: Scope) -> None:
        """Raise `RequestRefused` unless the request may go on."""
        around, raw = 0, []
        for header in scope["headers"]:
            around += len(header[0]) + len(header[1])
            if header[0] in WATCHED:
                raw.append(header)
        headers = Headers(raw=raw)
        self._check_size(scope, headers, around)
        host = self._check_host(scope, headers)
        _check_origin(scope, headers, host)

    def _check_size(self, scope: Scope, headers: Headers, around: int) -> None:
        if around > self.limits.headers:
            raise RequestRefused(
                431, "headers-too-large", Reason.of(ReasonCode.HEADERS_TOO_LARGE, most=size(self.limits.headers))
            )
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > self.limits.target:
            raise RequestRefused(
                414, "address-too-long", Reason.of(ReasonCode.ADDRESS_TOO_LONG, most=size(self.limits.target))
            )
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise RequestRefused(415, "unsupported-media-type", Reason.of(ReasonCode.BODY_ENCODED))
        length = headers.get("content-length", "0")
        limit = self._limit(scope)
        if not (length.isascii() and length.isdigit()) or len(length) > 19 or int(length) > limit:
            raise _too_large(limit)

    def _check_host(self, scope: Scope, headers: Headers) -> Authority:
        texts = headers.getlist("host")
        if len(texts) != 1:
            raise RequestRefused(421, "misdirected", Reason.of(ReasonCode.ONE_HOST))
        shown = ascii(texts[0][:100]).strip("'")
        host = Authority.parse(texts[0])
        if host is None:
            raise RequestRefused(421, "misdirected", Reason.of(ReasonCode.NO_HOST, host=shown))
        if host.name in self.hosts or str(host) in self.hosts or _is_own_address(host.name, scope):
            return host
        raise RequestRefused(421, "misdirected", Reason.of(ReasonCode.FOREIGN_HOST, host=shown))

    def _limit(self, scope: Scope) -> int:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        below = self.limits.bodies.get(f"{path.rpartition('/')[0]}/*", self.limits.body)
        return self.limits.bodies.get(path, below)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Return a `receive` that raises `RequestRefused` when the body grows too large or comes too slowly."""
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
                detail = Reason.of(ReasonCode.BODY_LATE, seconds=self.limits.seconds)
                raise RequestRefused(HTTPStatus.REQUEST_TIMEOUT, "timeout", detail) from None
            read += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if read > limit:
                raise _too_large(limit)
            return message

        return bounded


def size(count: int) -> str:
    """Return a number of bytes in words."""
    return f"{count / MIB:g} MiB" if count >= MIB else f"{count / 1024:g} KiB"


def bracketed(host: str) -> str:
    """Return `host` as a Host header writes it: a bare IPv6 address gets brackets."""
    return f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host


def _own_name(text: str) -> str:
    """Return a name of this server, as settings write it, in the form in which hosts are compared."""
    name = bracketed(text.lower())
    return str(Authority.parse(name) or name)


def same_origin(origin: str, host: Authority, scheme: str) -> bool:
    """Whether a page of `origin` was served by `host`.

    A request that arrives by http from a page at https is our own behind a proxy that ends TLS; the
    opposite is not.
    """
    own_scheme, separator, rest = origin.partition("://")
    default = DEFAULT_PORTS.get(own_scheme.lower())
    page = Authority.parse(rest)
    if default is None or not separator or page is None or own_scheme.lower() not in (scheme, "https"):
        return False
    return page.name == host.name and (page.port or default) == (host.port or default)


def _check_origin(scope: Scope, headers: Headers, host: Authority) -> None:
    origins = headers.getlist("origin")
    if origins:
        if len(origins) == 1 and same_origin(origins[0], host, scope.get("scheme", "http")):
            return
        raise RequestRefused(403, "foreign-origin", Reason.of(ReasonCode.FOREIGN_ORIGIN))
    if scope.get("method", "GET") in SAFE_METHODS or "cookie" not in headers:
        return
    if "authorization" in headers or "x-api-key" in headers:
        return
    if headers.get("sec-fetch-site") != "same-origin":
        raise RequestRefused(403, "foreign-origin", Reason.of(ReasonCode.ORIGIN_MISSING))


def _is_own_address(name: str, scope: Scope) -> bool:
    """Whether `name` is the address the connection came in on; unlike a name it cannot be rebound."""
    server = scope.get("server")
    try:
        return bool(server) and ipaddress.ip_address(name.strip("[]")) == ipaddress.ip_address(server[0])
    except ValueError:
        return False


def _too_large(limit: int) -> RequestRefused:
    return RequestRefused(413, "too-large", Reason.of(ReasonCode.BODY_LARGER_THAN, most=size(limit)))
