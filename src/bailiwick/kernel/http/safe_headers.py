"""Adds the headers that keep browsers from doing with our responses what we did not mean."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


def content_security_policy(*, style_nonce: str | None = None) -> str:
    """Return the policy of a response; `style_nonce` lets style elements that carry it apply.

    The web app needs that: some of its parts put style elements into the page.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{style_nonce}'" if style_nonce else "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # `no-referrer` would make browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
DEFAULTS = {
    "Content-Security-Policy": content_security_policy(),
    "Cache-Control": "no-store",
}


_HEADERS = {name.lower().encode(): value.encode() for name, value in HEADERS.items()}
_DEFAULTS = {name.lower().encode(): value.encode() for name, value in DEFAULTS.items()}


class SafeHeaders:
    """ASGI middleware that adds `HEADERS` to every response, and `DEFAULTS` to those that do not say otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def safe_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [each for each in message["headers"] if each[0].lower() not in _HEADERS]
                names = {name.lower() for name, _ in given}
                left_open = [each for each in _DEFAULTS.items() if each[0] not in names]
                message["headers"] = [*given, *_HEADERS.items(), *left_open]
            await send(message)

        await self.app(scope, receive, safe_send)
