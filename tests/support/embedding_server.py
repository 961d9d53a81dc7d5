"""A server that speaks OpenAI's and Ollama's embeddings, on a loopback port."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Point = Sequence[float]


def lengths(text: str) -> Point:
    """Return a point made of the text's length."""
    return [float(len(text)), 3.0, 4.0]


class EmbeddingServer(ThreadingHTTPServer):
    """Embeds with `embed`, unless `answers` (status, headers, content) are waiting; notes what it was asked."""

    daemon_threads = True

    def __init__(self, embed: Callable[[str], Point] = lengths, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.embed = embed
        self.asked: list[tuple[str, str | None, Any]] = []
        self.answers: list[tuple[int, dict[str, str], Any]] = []
        self.lists: dict[str, Any] = {}
        """What is answered to a GET, by its path."""

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def serving(server: EmbeddingServer) -> Iterator[EmbeddingServer]:
    """Serve until the block is left."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        content = json.dumps(self.server.lists.get(path, {})).encode()
        self.send_response(200 if path in self.server.lists else 404)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(
            (self.path, self.headers.get("authorization") or self.headers.get("x-goog-api-key"), body)
        )
        if not {"input", "requests"} & set(body):
            status, headers, content = 404, {}, {"error": {"message": "embeddings only"}}
        elif self.server.answers:
            status, headers, content = self.server.answers.pop(0)
        else:
            status, headers, content = 200, {}, self._good(body)
        sent = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"content-length": str(len(sent)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def _good(self, body: Any) -> Any:
        if self.path.endswith(":batchEmbedContents"):
            texts = [each["content"]["parts"][0]["text"] for each in body["requests"]]
            return {"embeddings": [{"values": list(self.server.embed(text))} for text in texts]}
        points = [list(self.server.embed(text)) for text in body["input"]]
        if self.path.endswith("/api/embed"):
            return {"model": body["model"], "embeddings": points}
        data = [{"object": "embedding", "index": at, "embedding": point} for at, point in enumerate(points)]
        # In no particular order: the index says which is which.
        return {"object": "list", "data": data[::-1], "model": body["model"]}
