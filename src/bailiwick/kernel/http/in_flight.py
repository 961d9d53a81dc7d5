"""How many requests of one address are carried out at a time, also where a proxy brings them."""

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from bailiwick.kernel.http.connections import RETRY_SECONDS, one_client
from bailiwick.kernel.http.errors import language_of
from bailiwick.kernel.http.problems import problem
from bailiwick.kernel.reasons import Reason, ReasonCode


class InFlight:
    """ASGI middleware that refuses (429) what one address asks beyond `most` requests at a time, streams among them.

    Connections are counted before this; but those of a trusted proxy belong to many people, whom it alone names.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self._most = most
        self._now: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] != "http" or not scope.get("client"):
            await self.app(scope, receive, send)
            return
        address = one_client(scope["client"][0])
        if self._now[address] >= self._most:
            path = scope["path"].encode("ascii", "backslashreplace").decode()
            detail = Reason.of(ReasonCode.TOO_MANY_OPEN, most=self._most).text(language_of(scope))
            headers = {"Retry-After": str(RETRY_SECONDS)}
            refusal = problem(429, "too-many-connections", detail, instance=path[:200], headers=headers)
            await refusal(scope, receive, send)
            return
        self._now[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._now[address] -= 1
            if not self._now[address]:
                del self._now[address]
