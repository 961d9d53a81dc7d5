"""Serves the web app that is built into the package: its first page under every address of the app, and its files."""

import hashlib
import re  # noqa: TID251  (own fixed pattern)
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Self

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from bailiwick.kernel.http.pages import first_page
from bailiwick.kernel.http.routes import Route, router
from bailiwick.kernel.http.safe_headers import content_security_policy

FOLDER = Path(__file__).parents[1] / "web"
"""Where the build puts the web app; not there in a source tree in which it was not built."""

INDEX = "index.html"
PAGES = "pages"
"""Name of the file of the build that says what the addresses of its pages begin with, a line each."""
BROUGHT = "plugins"
"""What the addresses of plug-ins' pages begin with."""

OURS = frozenset(
    {
        "api",
        "assets",
        "static",
        "docs",
        "login",
        "openapi.json",
        "healthz",
        "readyz",
        "metrics",
        "v1",
        "mcp",
        ".well-known",
    }
)
"""First segments of addresses that answer programs; below them an unknown address is a problem, never a page."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""Media types by ending. The system's own table differs from machine to machine."""

RELATIVE = re.compile(r'(\s(?:src|href)=")\./')
HASHED = re.compile(r"-[\w-]{8}\.\w+$")
"""How names end that the build makes from the file's content."""
OF_PLUGINS = "assets/plugins/"
"""Where the files of plug-ins' pages are."""
KEPT = "public, max-age=31536000, immutable"
ASKED = "no-cache"
"""Kept, but asked for again each time."""


@dataclass(frozen=True, slots=True)
class File:
    """One file of the app."""

    name: str
    """Its path below the app's folder, e.g. `assets/index-1a2b.js`."""
    content: bytes = field(repr=False)
    gzipped: bytes | None = field(repr=False)
    """The same, compressed, where the build found that worth it."""
    tag: str
    """Entity tag; weak, since it stands for the compressed form too."""
    hashed: bool
    """Whether it is called after its content, so that it is never another one."""

    @classmethod
    def of(cls, name: str, content: bytes, gzipped: bytes | None = None, *, hashed: bool = False) -> Self:
        """Return the file with the tag of its content."""
        return cls(name, content, gzipped, f'W/"{hashlib.sha256(content).hexdigest()[:32]}"', hashed)

    @property
    def media_type(self) -> str:
        """What a browser is told that it is."""
        return TYPES.get(PurePosixPath(self.name).suffix, "application/octet-stream")


@dataclass(frozen=True, slots=True)
class WebApp:
    """The built web app, held in memory: what is not among its files cannot be asked for."""

    files: Mapping[str, File]
    index: str | None
    """The first page as built, with addresses relative to it; None where the app has not been built."""
    pages: frozenset[str]
    """First segments of the addresses that the app has pages for; anything else is not found."""

    @classmethod
    def read(cls, folder: Path = FOLDER) -> Self:
        """Return the app that was built into `folder`; links that lead out of it are left out."""
        found: dict[str, bytes] = {}
        inside = folder.resolve()
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.resolve().is_relative_to(inside):
                found[path.relative_to(folder).as_posix()] = path.read_bytes()
        index = found.pop(INDEX, None)
        pages = frozenset(["", BROUGHT, *found.pop(PAGES, b"").decode().split()])
        files = {
            name: File.of(name, content, found.get(f"{name}.gz"), hashed=bool(HASHED.search(name)))
            for name, content in found.items()
            if PurePosixPath(name).suffix in TYPES
        }
        return cls(files, None if index is None else index.decode(), pages)

    def with_pages(self, pages: Mapping[str, Sequence[Traversable]]) -> Self:
        """Return the app with the files of plug-ins' pages, by plug-in: `assets/plugins/NAME/page.js`."""
        found = {
            f"{OF_PLUGINS}{plugin}/{file.name}": file.read_bytes()
            for plugin, files in pages.items()
            for file in files
            if file.is_file() and PurePosixPath(file.name).suffix in TYPES
        }
        files = {name: File.of(name, content) for name, content in found.items()}
        return replace(self, files={**self.files, **files})

    def page(self, root: str, nonce: str) -> str:
        """Return the first page for a server below the path `root`, whose styles carry `nonce`.

        Raises `ValueError` when the app has not been built.
        """
        if self.index is None:
            raise ValueError("The web app has not been built.")
        page = RELATIVE.sub(lambda found: f"{found[1]}{escape(root)}/", self.index)
        page = page.replace('data-root=""', f'data-root="{escape(root)}"', 1)
        return page.replace('name="csp-nonce" content=""', f'name="csp-nonce" content="{escape(nonce)}"', 1)


class PageRoute(Route):
    """A route for what a browser may open, which leaves the addresses of programs alone."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match only reading, and only addresses that are not ours."""
        match, found = super().matches(scope)
        if match is Match.FULL and found["path_params"]["address"].partition("/")[0] not in OURS:
            return match, found
        return Match.NONE, {}


web = router("web")


@web.api_route("/assets/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def get_asset(request: Request, name: str) -> Response:
    """Return a file that the first page or another file refers to."""
    file = app_of(request).files.get(f"assets/{name}")
    if file is None:
        raise HTTPException(404)
    return answered(request, file)


async def get_page(request: Request, address: str) -> Response:
    """Return the app, which shows what belongs to the address; a browser that is lost gets it with status 404."""
    app = app_of(request)
    if file := app.files.get(address):
        return answered(request, file)
    known = address.partition("/")[0] in app.pages
    if not known and "text/html" not in request.headers.get("accept", ""):
        raise HTTPException(404)
    if app.index is None:
        if address:
            raise HTTPException(404)
        return first_page(request)
    nonce = secrets.token_urlsafe(16)
    # Not to be stored, for it would be shown again with the nonce of another answer.
    return HTMLResponse(
        app.page(request.scope.get("root_path", ""), nonce),
        200 if known else 404,
        {"Content-Security-Policy": content_security_policy(style_nonce=nonce)},
    )


web.add_api_route(
    "/{address:path}", get_page, methods=["GET", "HEAD"], include_in_schema=False, route_class_override=PageRoute
)


def app_of(request: Request) -> WebApp:
    """Return the web app that this server serves."""
    return request.app.state.web


def answered(request: Request, file: File) -> Response:
    """Return `file`, compressed if there is such a form and the client takes it; nothing of it if the client has it."""
    headers = {"Cache-Control": KEPT if file.hashed else ASKED, "ETag": file.tag}
    if file.gzipped is not None:
        headers["Vary"] = "Accept-Encoding"
    if file.tag in {each.strip() for each in request.headers.get("if-none-match", "").split(",")}:
        return Response(status_code=304, headers=headers)
    content = file.content
    if file.gzipped is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        content = file.gzipped
    return Response(content, media_type=file.media_type, headers=headers)


def takes_gzip(accepted: str) -> bool:
    """Whether a client that sends `accepted` as Accept-Encoding takes gzip."""
    for part in accepted.lower().split(","):
        coding, _, parameters = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
