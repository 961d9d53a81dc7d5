"""The HTTP server, whose open streams end as soon as it is asked to stop."""

import asyncio
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from bailiwick.kernel.http.connections import BoundedProtocol, Bounds, OpenConnections
from bailiwick.kernel.http.draining import Draining
from bailiwick.kernel.settings import Settings

SHUTDOWN_SECONDS = 5
"""How long requests may go on after the process was asked to stop."""


class Server(uvicorn.Server):
    """A uvicorn server that drains streams first: without that an open one would hold it up for ever."""

    def __init__(self, config: uvicorn.Config, draining: Draining) -> None:
        super().__init__(config)
        self.draining = draining

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop on a signal, and leave it at that: the process ends once everything else has stopped too.

        uvicorn would raise the signal again here and so end the process before the worker and the database.
        """
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, end streams, wait for what is being answered."""
        self.draining.begin()
        await super().shutdown(sockets)


def create_server(
    app: FastAPI,
    *,
    host: str,
    port: int,
    root_path: str = "",
    trusted_proxies: Sequence[str] = (),
    bounds: Bounds | None = None,
) -> Server:
    """Return a server for `app` that gives each client no more than `bounds`; port 0 picks a free one.

    `X-Forwarded-For` and `X-Forwarded-Proto` count only from `trusted_proxies` (addresses or networks), not
    even from loopback unless it is named: otherwise anybody could claim any address.
    """
    bounded = partial(
        BoundedProtocol, bounds=replace(bounds or Bounds(), trusted=frozenset(trusted_proxies)), held=OpenConnections()
    )
    config = uvicorn.Config(
        app,
        http=cast(type[asyncio.Protocol], bounded),  # uvicorn calls it, and nothing else
        host=host,
        port=port,
        root_path=root_path,
        log_config=None,
        access_log=False,
        ws="none",
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    return Server(config, app.state.draining)


def bounds_of(settings: Settings) -> Bounds:
    """Return what one client may hold by the settings."""
    return Bounds(head_seconds=settings.request_head_seconds, each_address=settings.connections_per_address)
