"""A server behind an address: streamable HTTP with bounded answers that goes nowhere else."""

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx2

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.kernel.reasons import Reason

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams  # the library exports it nowhere else

LARGEST_ANSWER = 4 * 1024 * 1024
"""Bytes of one JSON answer or one event of a stream."""
LARGEST_STREAM = 64 * 1024 * 1024
"""Bytes of all events of one stream."""
CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 300.0
"""Longest silence of a stream; calls have limits of their own."""


@dataclass(frozen=True, slots=True)
class HttpTarget:
    """An address and what is sent along."""

    url: str
    headers: Mapping[str, str] = field(repr=False)


class Refusal:
    """What the server did that explains a failure better than the protocol can."""

    reason: Reason | None = None
    """What it did; None if nothing."""


@asynccontextmanager
async def http_streams(target: HttpTarget, refusal: Refusal) -> "AsyncGenerator[TransportStreams]":
    """Yield the streams of the server's messages.

    Proxies and credentials of this machine's environment are not used. Redirects to another origin are not followed,
    nor is metadata that an answer of 401 points to: there is no flow that asks for authorization.
    """
    from mcp.client.streamable_http import streamable_http_client  # heavy, and seldom needed

    client = httpx2.AsyncClient(
        transport=_Bounded(refusal),
        headers={"Accept-Encoding": "identity", **target.headers},
        timeout=httpx2.Timeout(CONNECT_SECONDS, read=SILENCE_SECONDS),
        trust_env=False,
        follow_redirects=False,
    )
    async with (
        client,
        streamable_http_client(target.url, http_client=client, max_sse_event_size=LARGEST_ANSWER) as streams,
    ):
        yield streams


class _Bounded(httpx2.AsyncBaseTransport):
    """Counts what comes back, and remembers why a server refuses."""

    def __init__(self, refusal: Refusal) -> None:
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False, verify=_certificates())
        self._refusal = refusal

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request."""
        response = await self._inner.handle_async_request(request)
        status = response.status_code
        if status in (401, 403):
            self._refusal.reason = Reason.of(McpReason.MCP_NEEDS_AUTHORIZATION, status=status)
        elif 300 <= status < 400:
            self._refusal.reason = Reason.of(McpReason.MCP_REDIRECTS)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            self._refusal.reason = Reason.of(McpReason.MCP_COMPRESSES)
            raise httpx2.RemoteProtocolError(self._refusal.reason.text(), request=request)
        events = response.headers.get("content-type", "").lower().startswith("text/event-stream")
        body: Any = response.stream
        return httpx2.Response(
            status,
            headers=response.headers,
            extensions=response.extensions,
            stream=_Counted(body, LARGEST_STREAM if events else LARGEST_ANSWER, self._refusal),
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


@cache
def _certificates() -> ssl.SSLContext:
    """Return whom this process trusts, made once: reading the certificates takes longer than a connection."""
    return httpx2.create_ssl_context(trust_env=False)


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, room: int, refusal: Refusal) -> None:
        self._inner = inner
        self._room = room
        self._refusal = refusal

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._room -= len(chunk)
            if self._room < 0:
                self._refusal.reason = Reason.of(McpReason.MCP_TOO_LARGE)
                raise httpx2.ReadError(self._refusal.reason.text())
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
