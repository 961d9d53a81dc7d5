"""A public internet of the test's own: names, addresses and servers, all carried to this machine's loopback.

    with Internet() as internet:
        internet.page("http://shop.example/", body="<h1>Hello</h1>")
        web = internet.web()                       # a real `PublicWeb` whose wires end here

Addresses lead to one local server whatever they are, so that a request that got past the checks would be counted in
`hits`; the checks themselves are the product's own.
"""

import ssl
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import urlsplit

import certifi
import httpcore2

from bailiwick.kernel.settings import Settings
from bailiwick.plugins import load_plugins
from bailiwick.tools.web.public import PublicWeb
from bailiwick.tools.web.services import Services, services_of

PUBLIC = "93.184.216.34"


@dataclass(frozen=True)
class Hit:
    """One request that arrived."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Reply:
    """What a server says."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: Callable[[Any], None] | None = None
    """Instead of all that: writes to the connection itself."""


class Wires(httpcore2.AsyncNetworkBackend):
    """Leads every address to one local port, and notes which were asked for."""

    def __init__(self, port: int, dead: Iterable[str]) -> None:
        self._port = port
        self._dead = set(dead)
        self._inner = httpcore2.AnyIOBackend()
        self.asked: list[tuple[str, int]] = []

    async def connect_tcp(self, host, port, timeout=None, local_address=None, socket_options=None):
        self.asked.append((host, port))
        if host in self._dead:
            raise httpcore2.ConnectError("refused")
        return await self._inner.connect_tcp("127.0.0.1", self._port, timeout)

    async def sleep(self, seconds):
        await self._inner.sleep(seconds)


@cache
def _certificates() -> ssl.SSLContext:
    """Those that the product trusts, read once: that takes longer than most tests."""
    trusted = ssl.create_default_context()
    trusted.load_verify_locations(certifi.where())
    return trusted


def every_service(settings: Settings) -> Services:
    """Return where the services of all that is installed are."""
    return services_of(settings, load_plugins().services)


class Internet:
    """Names, what they resolve to, and what is served under them."""

    def __init__(self) -> None:
        self.names: dict[str, list[str] | Callable[[], Sequence[str]]] = {}
        self.replies: dict[str, Reply | Callable[[Hit], Reply]] = {}
        self.hits: list[Hit] = []
        self.wires: Wires
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def port(self) -> int:
        """The port that everything leads to."""
        return self._server.server_port

    def page(self, url: str, body: str | bytes = "", *, kind: str = "text/html; charset=utf-8", **more: Any) -> None:
        """Serve a body under an address without its query; its host gets a public address."""
        content = body.encode() if isinstance(body, str) else body
        headers = {"Content-Type": kind, **more.pop("headers", {})}
        self.serve(url, Reply(content, headers={name: value for name, value in headers.items() if value}, **more))

    def serve(self, url: str, reply: "Reply | Callable[[Hit], Reply]") -> None:
        """Answer requests for an address, without its query."""
        self.names.setdefault(urlsplit(url).hostname or "", [PUBLIC])
        self.replies[url.partition("?")[0]] = reply

    def secure(self, context: ssl.SSLContext) -> None:
        """Speak TLS from now on."""
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def web(self, *, dead: Iterable[str] = (), settings: Mapping[str, Any] | None = None, **more: Any) -> PublicWeb:
        """Return the product's way out, with its wires leading here."""
        self.wires = Wires(self.port, dead)
        more = {"own": list, "tls": _certificates(), **more}
        services = every_service(Settings(home="/nowhere", **(settings or {})))
        return PublicWeb(services, resolve=self._resolve, network=self.wires, **more)

    async def _resolve(self, host: str, port: int) -> Sequence[str]:
        found = self.names.get(host)
        if found is None:
            raise OSError("no such name")
        return found() if callable(found) else found

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        internet = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                url = f"http://{self.headers['Host']}{self.path}"
                headers = {name.lower(): value for name, value in self.headers.items()}
                hit = Hit(self.command, url, headers, self.rfile.read(length))
                internet.hits.append(hit)
                found = internet.replies.get(url.partition("?")[0], Reply(b"nothing here", 404))
                reply = found(hit) if callable(found) else found
                if reply.raw is not None:
                    reply.raw(self.wfile)
                    return
                self.send_response(reply.status)
                for name, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
                    self.send_header(name, value.encode().decode("latin-1"))
                self.end_headers()
                self.wfile.write(reply.body)

            do_POST = do_GET

            def handle(self) -> None:
                # A client may leave at any time; that is what many tests are about.
                with suppress(OSError):
                    super().handle()

            def log_message(self, *arguments: object) -> None:
                pass

        return Handler
