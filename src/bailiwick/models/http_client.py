"""The HTTP client that carries model calls: short connects, bounded silence, bounded lines."""

import ssl
from collections.abc import AsyncIterator
from functools import cache
from typing import Any, cast

import httpcore2
import httpx2

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.web.network import GuardedNetwork, resolve

CONNECT_SECONDS = 5.0
LONGEST_LINE = 8 * 1024 * 1024
"""Bytes without a line feed; streams are read line by line, so a line is what a client holds in memory."""


class PublicTransport(httpx2.AsyncHTTPTransport):
    """Connects to public addresses only: looked up, checked and used in one step, without any proxy."""

    def __init__(self) -> None:
        super().__init__(verify=certificates(), trust_env=False)
        system: Any = httpcore2.AnyIOBackend()  # its streams are narrower than the base class declares
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=certificates(),
            max_connections=100,
            max_keepalive_connections=20,
            network_backend=GuardedNetwork(system, resolve),
        )


def model_client(silence: float, *, public_only: bool = False) -> httpx2.AsyncClient:
    """Return a client for model calls that gives up after `silence` seconds without a byte.

    With `public_only` it reaches nothing of this machine or its networks.

    It belongs to the event loop that first uses it; who asked for it closes it.
    """
    phases = {"connect": min(CONNECT_SECONDS, silence), "read": silence, "write": silence, "pool": silence}

    async def bound_waits(request: httpx2.Request) -> None:
        # The provider clients send timeouts of their own with each request; ours are the ones people set.
        request.extensions = {**request.extensions, "timeout": phases}

    async def bound_lines(response: httpx2.Response) -> None:
        if response.status_code == 200 and response.headers.get("content-type", "").startswith("text/html"):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.MODEL_WEB_PAGE))
        response.stream = _BoundedLines(cast("httpx2.AsyncByteStream", response.stream))

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(silence, connect=phases["connect"]),
        limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
        event_hooks={"request": [bound_waits], "response": [bound_lines]},
        verify=certificates(),
        transport=PublicTransport() if public_only else None,
    )


@cache
def certificates() -> ssl.SSLContext:
    """Return whom this process trusts, made once: reading the certificates takes longer than a connection."""
    return httpx2.create_ssl_context()


class _BoundedLines(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for chunk in self._inner:
            end = chunk.rfind(b"\n")
            length = length + len(chunk) if end < 0 else len(chunk) - end - 1
            if length > LONGEST_LINE:
                raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.MODEL_LINE_TOO_LONG))
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
