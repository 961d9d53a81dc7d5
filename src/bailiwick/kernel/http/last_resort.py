"""Answers for what no part expected, so that a client sees a problem and never a traceback."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bailiwick.kernel.http.errors import language_of, unexpected


class LastResort:
    """ASGI middleware that turns an escaped exception into a logged 500 problem."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def noting_send(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, noting_send)
        except Exception as error:
            response = unexpected(error, scope["path"], language_of(scope))
            if started:
                # Half a response is out: only a broken connection can tell the client that it is incomplete.
                raise
            await response(scope, receive, send)
