"""A registry of npm packages on loopback."""

import io
import json
import tarfile
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha512
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote


@dataclass
class NpmRegistry:
    """What it has, and what was asked of it."""

    address: str
    answers: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    described: dict[str, Any] = field(default_factory=dict)
    broken: bool = False

    def publish(
        self,
        name: str,
        version: str,
        code: str,
        *,
        needs: Mapping[str, str] | None = None,
        elsewhere: str = "",
    ) -> None:
        """Publish a version of an ES module; its archive is on the registry unless it is `elsewhere`."""
        told = {"name": name, "version": version, "type": "module", "main": "index.js", "dependencies": needs or {}}
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as writer:
            for path, text in (("package.json", json.dumps(told)), ("index.js", code)):
                entry = tarfile.TarInfo(f"package/{path}")
                entry.size = len(text.encode())
                writer.addfile(entry, io.BytesIO(text.encode()))
        path = f"/{name}/-/{name.rpartition('/')[2]}-{version}.tgz"
        self.answers[path] = packed.getvalue()
        integrity = f"sha512-{b64encode(sha512(packed.getvalue()).digest()).decode()}"
        dist = {"tarball": f"{elsewhere or self.address}{path}", "integrity": integrity}
        package = self.described.setdefault(name, {"name": name, "versions": {}, "dist-tags": {}})
        package["versions"][version] = {**told, "dist": dist}
        package["dist-tags"]["latest"] = version
        self.answers[f"/{name}"] = json.dumps(package).encode()


@contextmanager
def npm_registry() -> Iterator[NpmRegistry]:
    """Serve an empty one until the block is left."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(self.path)
            registry.asked.append(path)
            body = registry.answers.get(path)
            self.send_response(500 if registry.broken else 404 if body is None else 200)
            self.send_header("content-length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    registry = NpmRegistry(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield registry
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
