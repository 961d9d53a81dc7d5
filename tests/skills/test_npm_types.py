import asyncio
import gzip
import io
import json
import tarfile
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest

from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.settings import Settings
from bailiwick.tools.web.public import PublicWeb
from bailiwick_skills.npm.types import MOST_TYPES, types_of
from support.public_web import every_service

Publish = Callable[..., None]


def archive(files: dict[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as writer:
        for path, text in files.items():
            content = text if isinstance(text, bytes) else text.encode()
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size = len(content)
            writer.addfile(entry, io.BytesIO(content))
        link = tarfile.TarInfo("package/evil.d.ts")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        writer.addfile(link)
    return packed.getvalue()


@pytest.fixture
def registry() -> Iterator[tuple[str, dict[str, bytes]]]:
    """A registry on loopback: its address, and what it answers by path."""
    answers: dict[str, bytes] = {}

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = answers.get(unquote(self.path))
            self.send_response(404 if body is None else 200)
            self.send_header("content-length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", answers
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def publish(registry: tuple[str, dict[str, bytes]]) -> Publish:
    address, answers = registry

    def put(name: str, files: dict[str, str | bytes], *, version: str = "1.2.3", host: str = address) -> None:
        path = f"/{name}/-/x.tgz"
        answers[f"/{name}/latest"] = json.dumps({"version": version, "dist": {"tarball": f"{host}{path}"}}).encode()
        answers[path] = archive(files)

    return put


@pytest.fixture
def types(registry: tuple[str, dict[str, bytes]], home: Path) -> Callable[[str], dict[str, object]]:
    settings = Settings(home=home, npm_registry=registry[0])

    def look(name: str) -> dict[str, object]:
        return asyncio.run(types_of(PublicWeb(every_service(settings)), registry[0], name, "latest"))

    return look


def test_the_declarations_of_a_package_come_with_its_entry_first(
    publish: Publish, types: Callable[[str], dict[str, object]]
):
    publish(
        "a", {"package.json": '{"types": "./lib/a.d.ts"}', "lib/a.d.ts": "export const a: 1", "b.d.ts": "export {}"}
    )
    assert types("a") == {
        "name": "a",
        "version": "1.2.3",
        "source": "a",
        "types": "// lib/a.d.ts\nexport const a: 1\n\n// b.d.ts\nexport {}\n",
    }


def test_a_package_without_declarations_gets_those_others_wrote_for_it(
    publish: Publish, types: Callable[[str], dict[str, object]]
):
    publish("@s/plain", {"package.json": "{}", "index.js": ""})
    publish("@types/s__plain", {"package.json": "{}", "index.d.ts": "declare const x: 1"})
    found = types("@s/plain")
    assert found["source"] == "@types/s__plain"
    assert "declare const x" in str(found["types"])


def test_a_package_without_any_says_so(publish: Publish, types: Callable[[str], dict[str, object]]):
    publish("plain", {"package.json": "[]", "index.js": ""})
    assert types("plain") == {"name": "plain", "version": "1.2.3", "types": None, "source": None}


def test_an_unknown_package_is_told(types: Callable[[str], dict[str, object]]):
    with pytest.raises(CallFailed, match="knows no package nothing"):
        types("nothing")


def test_an_archive_elsewhere_is_not_fetched(publish: Publish, types: Callable[[str], dict[str, object]]):
    publish("moved", {"index.d.ts": "x"}, host="http://127.0.0.1:1")
    with pytest.raises(CallFailed, match="another host"):
        types("moved")


def test_an_archive_that_unpacks_to_gigabytes_does_no_harm(
    registry: tuple[str, dict[str, bytes]], publish: Publish, types: Callable[[str], dict[str, object]]
):
    publish("bomb", {"index.d.ts": b" " * 70_000_000})
    with pytest.raises(CallFailed, match="cannot be read"):
        types("bomb")
    registry[1]["/bomb/-/x.tgz"] = gzip.compress(b"no archive")
    with pytest.raises(CallFailed, match="cannot be read"):
        types("bomb")


def test_long_declarations_are_cut(publish: Publish, types: Callable[[str], dict[str, object]]):
    publish("long", {"index.d.ts": "x" * (2 * MOST_TYPES)})
    assert len(str(types("long")["types"])) == MOST_TYPES
