"""Addresses that misbehave as MCP servers do no harm."""

import asyncio
import gzip
import json

import psutil
import pytest

from bailiwick.features.mcp.http_connection import HttpTarget
from bailiwick.features.mcp.session import open_session
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from support.mcp_http import serving

MIB = 1024 * 1024
INITIALIZED = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "h", "version": "1"},
}
PROGRESS = {"progressToken": 1, "progress": 1}
TOOL = {"name": "plain", "inputSchema": {"type": "object"}}


def app(answer):
    """Return an ASGI application; `answer(request, send)` answers calls, everything before them is proper."""

    async def serve(scope, receive, send):
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        request = json.loads(body) if body else {}
        match request.get("method"):
            case "initialize":
                await reply(send, {"id": request["id"], "result": INITIALIZED})
            case "tools/list":
                await reply(send, {"id": request["id"], "result": {"tools": [TOOL]}})
            case "tools/call":
                await answer(request, send)
            case _:
                await start(send, 405 if scope["method"] == "GET" else 202 if "id" not in request else 404)
                await send({"type": "http.response.body", "body": b""})

    return serve


async def start(send, status=200, kind=b"application/json", *headers):
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind), *headers]})


async def reply(send, message):
    await start(send, 200, b"application/json", (b"mcp-session-id", b"s1"))
    await send({"type": "http.response.body", "body": json.dumps({"jsonrpc": "2.0", **message}).encode()})


def call(answer, seconds=5.0):
    async def story():
        async with (
            serving(app(answer)) as address,
            open_session(HttpTarget(f"{address}/mcp", {}), lambda: None) as session,
        ):
            return await session.call("plain", {}, seconds)

    return asyncio.run(story())


def test_a_server_of_the_version_before_is_used():
    async def answer(request, send):
        await reply(send, {"id": request["id"], "result": {"content": [{"type": "text", "text": "fine"}]}})

    assert call(answer) == "fine"


@pytest.mark.parametrize("kind", [b"application/json", b"text/event-stream"])
def test_an_answer_of_a_gigabyte_is_not_read(kind):
    async def answer(request, send):
        await start(send, 200, kind)
        for _ in range(1024):
            await send({"type": "http.response.body", "body": b"z" * MIB, "more_body": True})

    process = psutil.Process()
    before = process.memory_info().rss
    with pytest.raises(CallFailed):
        call(answer)
    assert process.memory_info().rss - before < 150 * MIB


def test_a_compressed_answer_is_refused_unread():
    async def answer(request, send):
        await start(send, 200, b"application/json", (b"content-encoding", b"gzip"))
        await send({"type": "http.response.body", "body": gzip.compress(b"0" * 50 * MIB)})

    with pytest.raises(CallFailed, match="compresses"):
        call(answer)


def test_a_stream_that_never_answers_times_out():
    async def answer(request, send):
        await start(send, 200, b"text/event-stream")
        for _ in range(20):
            note = json.dumps(
                {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}
            )
            await send({"type": "http.response.body", "body": f"data: {note}\n\n".encode(), "more_body": True})
        await asyncio.sleep(30)

    with pytest.raises(CallFailed, match="in time"):
        call(answer, seconds=0.5)


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (200, b"text/html", b"<h1>Hello</h1>"),
        (200, b"application/json", b"not json"),
        (200, b"application/json", b"[" * 100_000),
        (200, b"application/json", b'{"jsonrpc":"2.0","id":"other","result":{}}'),
        (500, b"text/plain", b"broken"),
        (202, b"application/json", b""),
    ],
)
def test_what_is_no_answer_is_a_failed_call(status, kind, body):
    async def answer(request, send):
        await start(send, status, kind)
        await send({"type": "http.response.body", "body": body})

    with pytest.raises(CallFailed):
        call(answer, seconds=1.0)


def test_nobody_listening_is_said_plainly():
    async def story():
        async with open_session(HttpTarget("http://127.0.0.1:9/mcp", {}), lambda: None):
            pass

    with pytest.raises(CallFailed, match="it could not be reached"):
        asyncio.run(story())


def test_a_server_that_has_forgotten_the_session_counts_as_lost():
    async def answer(request, send):
        await start(send, 404)
        await send({"type": "http.response.body", "body": b""})

    with pytest.raises(CallFailed, match="connection was lost") as failure:
        call(answer)
    assert failure.value.error_class is ErrorClass.NETWORK
