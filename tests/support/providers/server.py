"""A real HTTP server on the loopback that answers as the model providers do, in order and with faults."""

import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from . import anthropic, gemini, openai
from .answers import Answer, Fault

DRIP_SECONDS = 0.02
"""Between the bytes of a slow-loris."""
HUGE = 50 * 1024 * 1024

Answering = Answer | Callable[["Recorded"], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Any
    """Parsed JSON, nothing where there was none."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One provider's format."""

    error: Callable[[Answer], dict[str, Any]]
    stream: Callable[[Answer, Mapping[str, Any]], Iterator[bytes]]
    stream_error: Callable[[Answer], bytes]


CHAT = Wire(openai.error, openai.chat_stream, openai.chat_stream_error)
RESPONSES = Wire(openai.error, openai.responses_stream, openai.responses_stream_error)
ANTHROPIC = Wire(anthropic.error, anthropic.stream, anthropic.stream_error)
GEMINI = Wire(gemini.error, gemini.stream, gemini.stream_error)


class ProviderServer:
    """Use as a context manager; answers `answers` in order, then `default` for ever.

    Base addresses: `openai_url` (Chat Completions and Responses), `url` for Anthropic, Google and Ollama.
    """

    def __init__(self, *answers: Answering, models: Sequence[str] = ("local-model",)) -> None:
        self.answers: deque[Answering] = deque(answers)
        self.default: Answering = Answer()
        self.models = tuple(models)
        self.about: dict[str, dict[str, Any]] = {}
        """What its lists say of models beside their names."""
        self.key: str | None = None
        """The key without which it lists nothing; None for any."""
        self.requests: list[Recorded] = []
        self.closing = threading.Event()
        self._http = _Server(("127.0.0.1", 0), _Exchange)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> "ProviderServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def url(self) -> str:
        """Address without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def openai_url(self) -> str:
        """Base address of the OpenAI formats."""
        return f"{self.url}/v1"

    def take(self, request: Recorded) -> Answer:
        """Record a request and return the answer to it."""
        self.requests.append(request)
        answer = self.answers.popleft() if self.answers else self.default
        return answer if isinstance(answer, Answer) else answer(request)


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 64
    owner: ProviderServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of many tests."""


class _Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 5  # an idle keep-alive connection ends its thread
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        owner = self.server.owner
        owner.requests.append(self._recorded(None))
        if self.path == "/api/tags":
            models = [
                {"name": name, "details": {"families": ["llama"]}, **owner.about.get(name, {})} for name in owner.models
            ]
            self._json(200, {"models": models})
        elif owner.key is not None and owner.key not in str(self.headers):
            self._json(401, {"error": {"message": f"no such key: {self.headers}"}})
        elif self.path.partition("?")[0] == "/v1/models":
            data = [{"id": name, **owner.about.get(name, {})} for name in owner.models]
            self._json(200, {"object": "list", "data": data})
        elif self.path.partition("?")[0] == "/v1beta/models":
            models = [{"name": f"models/{name}", **owner.about.get(name, {})} for name in owner.models]
            self._json(200, {"models": models})
        else:
            self._json(404, {"error": {"message": "no such path"}})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.owner.take(self._recorded(body))
        wire = self._wire()
        if wire is None:
            self._json(404, {"error": {"message": "no such path"}})
        elif answer.fault is Fault.RESET:
            self._reset()
        elif answer.fault is Fault.SILENT:
            self._wait_for_the_client()
        elif answer.status != 200:
            self._json(answer.status, wire.error(answer), answer.headers)
        elif answer.fault is Fault.HTML:
            self._begin("text/html; charset=utf-8", b"<html><body>Please log in</body></html>")
        elif answer.fault is Fault.EMPTY_BODY:
            self._begin("text/event-stream", b"")
        elif wire is CHAT and not body.get("stream"):
            self._json(200, openai.chat_whole(answer, body))
        else:
            self._stream(answer, wire, body)

    def _stream(self, answer: Answer, wire: Wire, body: Mapping[str, Any]) -> None:
        events = list(wire.stream(answer, body))
        half = len(events) // 2
        self._begin("text/event-stream; charset=utf-8", None, answer.headers)
        match answer.fault:
            case Fault.CUT:
                self._chunks([*events[:half], events[half][: len(events[half]) // 2]])
                self.close_connection = True
                return
            case Fault.STALLED:
                self._chunks(events[:half])
                self._wait_for_the_client()
                return
            case Fault.RESET_IN_THE_MIDDLE:
                self._chunks(events[:half])
                self._reset()
                return
            case Fault.TRUNCATED:
                self._chunks(events[:half])
            case Fault.SLOW_LORIS:
                while not self.server.owner.closing.wait(DRIP_SECONDS):
                    self._chunks([b":"])
            case Fault.HUGE_LINE:
                self._chunks([*events[:1], b"data: "])
                for _ in range(HUGE // 65536):
                    self._chunks([b"x" * 65536])
            case Fault.ENDLESS:
                endless = next(
                    event for event in wire.stream(Answer(pieces=["y" * 20_000]), body) if len(event) > 20_000
                )
                self._chunks(events[:half])
                while not self.server.owner.closing.is_set():
                    self._chunks([endless])
            case Fault.BROKEN_JSON:
                self._chunks([*events[:half], b'data: {"choices": [oops\n\n', *events[half:]])
            case Fault.WRONG_CHARSET:
                self._chunks([event.replace(b"Hel", "H\u00e9l".encode("latin-1")) for event in events])
            case Fault.STREAM_ERROR:
                self._chunks([*events[:half], wire.stream_error(answer)])
            case _:
                self._chunks(events)
        self._chunks([b""])

    def _reset(self) -> None:
        """End the connection without a word of parting."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def _wait_for_the_client(self) -> None:
        """Say nothing until the client hangs up, or the server closes."""
        self.close_connection = True
        self.connection.settimeout(DRIP_SECONDS)
        while not self.server.owner.closing.is_set():
            try:
                if not self.connection.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return

    def _wire(self) -> Wire | None:
        path = self.path.partition("?")[0]
        if path.endswith("/chat/completions"):
            return CHAT
        if path.endswith("/responses"):
            return RESPONSES
        if path.endswith("/messages"):
            return ANTHROPIC
        return GEMINI if path.endswith(":streamGenerateContent") else None

    def _recorded(self, body: Any) -> Recorded:
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Recorded(method=self.command, path=self.path, headers=headers, body=body)

    def _json(self, status: int, body: Any, headers: Mapping[str, str] | None = None) -> None:
        self._begin("application/json", json.dumps(body).encode(), headers, status)

    def _begin(
        self, kind: str, body: bytes | None, headers: Mapping[str, str] | None = None, status: int = 200
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if body is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body:
            self.wfile.write(body)

    def _chunks(self, chunks: Sequence[bytes]) -> None:
        for chunk in chunks:
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
