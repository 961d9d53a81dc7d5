"""How long requests take, by the endpoint that answered."""

import time
from bisect import bisect_left
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

EDGES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the buckets, in seconds; one more holds what takes longer."""
MOST = 2000
"""Endpoints, methods and statuses that are told apart."""


@dataclass(slots=True)
class Histogram:
    """How often something took how long."""

    buckets: list[int] = field(default_factory=lambda: [0] * (len(EDGES) + 1))
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.buckets[bisect_left(EDGES, seconds)] += 1
        self.seconds += seconds


class Durations:
    """Durations of this process's requests by method, route and class of status (`2xx`)."""

    def __init__(self) -> None:
        self.histograms: dict[tuple[str, str, str], Histogram] = {}

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request; beyond 2,000 kinds all further ones are one kind."""
        key = (method, route, f"{status // 100}xx")
        if key not in self.histograms and len(self.histograms) >= MOST:
            key = ("other", "other", "other")
        self.histograms.setdefault(key, Histogram()).add(seconds)


METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


class ResponseTiming:
    """ASGI middleware that notes how long each response took to begin: streams end when their readers go."""

    def __init__(self, app: ASGIApp, durations: Durations) -> None:
        self.app = app
        self._durations = durations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()

        async def noting_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                # The template, never the path: ids in it would be told apart.
                route = getattr(scope.get("route"), "path", "none")
                method = scope["method"] if scope["method"] in METHODS else "other"
                self._durations.add(method, route, message["status"], time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, noting_send)
