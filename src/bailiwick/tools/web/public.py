"""The way out: requests that can reach public addresses only, within bounds of time and size."""

import asyncio
import json as json_module
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import certifi
import httpcore2
import httpx2
import re2

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.web.addresses import Network, own_networks
from bailiwick.tools.web.bodies import ACCEPTED, read_body, to_text
from bailiwick.tools.web.canonical import origin_of, parse_url, refused
from bailiwick.tools.web.network import PUBLIC_PORTS, GuardedNetwork, Resolve, resolve
from bailiwick.tools.web.services import Services
from bailiwick.tools.web_contract import WebAnswer

MOST_REDIRECTS = 5
BLANK = re2.compile(r"\{\w+\}")
"""A place in the address of a service that a tool fills in, e.g. a store's name."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
CONNECT_SECONDS = 5.0
AT_ONCE = 16
"""Requests of one process under way."""
AGENT = "Mozilla/5.0 (compatible; Bailiwick)"
ACCEPT = "text/html,application/xhtml+xml,application/json;q=0.9,text/plain;q=0.9,*/*;q=0.5"


class PublicWeb:
    """Port `Web`. No proxy, no cookies, no credentials but those given; every hop is looked up and checked anew."""

    def __init__(
        self,
        services: Services,
        *,
        resolve: Resolve = resolve,
        network: httpcore2.AsyncNetworkBackend | None = None,
        tls: ssl.SSLContext | None = None,
        own: Callable[[], Sequence[Network]] = own_networks,
    ) -> None:
        """What comes after `services` is for tests: another resolver, wires, certificates and interfaces."""
        self.services: Mapping[str, str] = services.urls
        """Addresses of services, by name."""
        chosen = (BLANK.sub("x", services.urls[name]) for name in services.changed)
        self._private = {origin_of(parse_url(url, configured=True)) for url in chosen}
        self._resolve = resolve
        self._network: Any = network or httpcore2.AnyIOBackend()
        self._tls = tls
        self._own = own
        self._room = asyncio.Semaphore(AT_ONCE)

    async def get(
        self,
        url: str,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        configured: bool = False,
        seconds: float = 20.0,
        most_bytes: int = 2 << 20,
    ) -> WebAnswer:
        """Get, following up to five redirects; see the port."""
        address = parse_url(url, configured=configured)
        if query:
            address = address.copy_merge_params(dict(query))
        return await self._within(
            seconds, address, lambda: self._follow(address, dict(headers or {}), configured, most_bytes)
        )

    async def post(
        self,
        url: str,
        *,
        json: Any,
        headers: Mapping[str, str] | None = None,
        configured: bool = False,
        seconds: float = 20.0,
        most_bytes: int = 2 << 20,
    ) -> WebAnswer:
        """Post JSON; see the port."""
        address = parse_url(url, configured=configured)
        content = json_module.dumps(json).encode()
        sent = {"content-type": "application/json", **(headers or {})}
        exempt = self._exempt(address, configured)
        return await self._within(
            seconds, address, lambda: self._one("POST", address, sent, content, exempt, most_bytes)
        )

    async def _within(self, seconds: float, address: httpx2.URL, work: Callable[[], Awaitable[WebAnswer]]) -> WebAnswer:
        try:
            async with self._room, asyncio.timeout(seconds):
                return await work()
        except TimeoutError:
            raise CallFailed(
                ErrorClass.TIMEOUT, Reason.of(ReasonCode.HOST_INCOMPLETE, host=address.host, seconds=seconds)
            ) from None

    async def _follow(
        self, address: httpx2.URL, headers: dict[str, str], configured: bool, most_bytes: int
    ) -> WebAnswer:
        first = origin_of(address)
        exempt = self._exempt(address, configured)
        for hop in range(MOST_REDIRECTS + 1):
            own_headers = headers if origin_of(address) == first else {}
            try:
                answer = await self._one("GET", address, own_headers, b"", exempt, most_bytes)
            except CallFailed as failure:
                failure.outside |= hop > 0  # it names where a stranger's redirect leads
                raise
            target = answer.headers.get("location")
            if answer.status not in REDIRECTS or not target:
                return answer
            address = _next(address, target, exempt)
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.HOST_LEADS_ON, host=address.host))

    async def _one(
        self,
        method: str,
        address: httpx2.URL,
        headers: Mapping[str, str],
        content: bytes,
        exempt: tuple[str, int] | None,
        most_bytes: int,
    ) -> WebAnswer:
        """Send one request on a connection of its own."""
        sent = {
            "host": address.netloc.decode("ascii"),
            "user-agent": AGENT,
            "accept": ACCEPT,
            "accept-encoding": ACCEPTED,
            "connection": "close",
            **{name.lower(): value for name, value in headers.items()},
        }
        if content:
            sent["content-length"] = str(len(content))
        limit = {"connect": CONNECT_SECONDS, "read": 15.0, "write": 15.0, "pool": 15.0}
        guarded = GuardedNetwork(self._network, self._resolve, exempt=exempt, own=self._own)
        url = httpcore2.URL(
            scheme=address.raw_scheme, host=address.raw_host, port=address.port, target=address.raw_path
        )
        try:
            async with (
                httpcore2.AsyncConnectionPool(ssl_context=self._certificates(), network_backend=guarded) as pool,
                pool.stream(
                    method, url, headers=list(sent.items()), content=content, extensions={"timeout": limit}
                ) as response,
            ):
                received = _headers(response.headers)
                async with aclosing(response.aiter_stream()) as chunks:
                    body, truncated = await read_body(chunks, received.get("content-encoding", ""), most_bytes)
        except httpcore2.TimeoutException:
            raise CallFailed(ErrorClass.TIMEOUT, Reason.of(ReasonCode.HOST_LATE, host=address.host)) from None
        except httpcore2.ConnectError as error:
            if isinstance(error.__cause__, ssl.SSLError) or "ssl" in str(error).lower():
                raise CallFailed(
                    ErrorClass.NETWORK, Reason.of(ReasonCode.HOST_NO_CERTIFICATE, host=address.host)
                ) from None
            raise _unreachable(address.host) from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.UnsupportedProtocol, ssl.SSLError, OSError):
            raise CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.HOST_NO_WEB_SERVER, host=address.host)) from None
        return WebAnswer(
            url=str(address),
            status=response.status,
            headers=received,
            body=body,
            truncated=truncated,
            text=to_text(body, received, cut=truncated),
        )

    def _exempt(self, address: httpx2.URL, configured: bool) -> tuple[str, int] | None:
        """Return the host and port that may be private for this request, if any may."""
        origin = origin_of(address)
        return origin if configured and origin in self._private else None

    def _certificates(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
            self._tls.load_verify_locations(certifi.where())
        return self._tls


def _unreachable(host: str) -> CallFailed:
    """Return the one failure for whatever is not there, does not answer or is not public."""
    return CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.HOST_UNREACHABLE, host=host))


def _next(address: httpx2.URL, target: str, exempt: tuple[str, int] | None) -> httpx2.URL:
    try:
        joined = str(address.join(target))
    except (httpx2.InvalidURL, UnicodeError, ValueError):
        raise refused(ReasonCode.LEADS_NOWHERE) from None
    found = parse_url(joined, configured=exempt is not None)
    if origin_of(found) != exempt and origin_of(found)[1] not in PUBLIC_PORTS:
        raise refused(ReasonCode.ADDRESS_PORT)
    return found


def _headers(raw: Sequence[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}
