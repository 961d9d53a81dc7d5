"""How a stream ends, on either side."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.http import sse
from bailiwick.kernel.http.draining import Draining
from bailiwick.kernel.http.sse import EventStream, OpenStreams, singly

SCOPE: dict[str, Any] = {"type": "http", "path": "/events"}


@dataclass
class Client:
    """The far end of a connection."""

    sent: list[bytes] = field(default_factory=list)
    complete: bool = False
    takes: int = 10**9
    """How many messages it takes before it takes nothing more."""
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            if len(self.sent) >= self.takes:
                await asyncio.Event().wait()
            self.sent.append(message["body"])
            self.complete = not message.get("more_body")

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}


@dataclass
class Source:
    """Items that end, go on for ever or fail; notes how many were taken and whether it was closed."""

    many: int
    then: str = "end"
    taken: int = 0
    closed: bool = False
    all_taken: asyncio.Event = field(default_factory=asyncio.Event)

    async def items(self) -> AsyncGenerator[StreamItem]:
        try:
            for number in range(self.many):
                self.taken += 1
                yield StreamItem(f"{number}.0", "thing", {"text": "é\n\ndata: x\r\n\u2028"})
            self.all_taken.set()
            if self.then == "wait":
                await asyncio.Event().wait()
            if self.then == "fail":
                raise Unavailable("away")
        finally:
            self.closed = True


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


def streamed(
    source: Source,
    client: Client | None = None,
    *,
    allowed: Callable[[], Awaitable[bool]] = yes,
    meanwhile: Callable[[Draining, Client], None] | None = None,
) -> Client:
    """Stream `source` to a client, do something once it is under way, and return the client at the end."""

    async def run() -> Client:
        far, draining = client or Client(), Draining()
        response = EventStream(singly(source.items()), draining, allowed, OpenStreams(1), "somebody", "a key")
        async with asyncio.timeout(30), asyncio.TaskGroup() as group:
            group.create_task(response(SCOPE, far.receive, far.send))
            if meanwhile is not None:
                await source.all_taken.wait()
                meanwhile(draining, far)
        return far

    return asyncio.run(run())


def test_a_stream_that_ends_is_complete_and_closed() -> None:
    source = Source(3)
    client = streamed(source)
    assert client.complete
    assert source.closed
    assert len(client.sent) == 5  # retry, three events, the end


def test_what_an_event_says_cannot_break_out_of_it() -> None:
    body = b"".join(streamed(Source(1)).sent).decode()
    assert body.count("\n\n") == 2
    assert "\r" not in body
    assert [line for line in body.split("\n") if line.startswith("data:")] == [
        'data: {"text": "\\u00e9\\n\\ndata: x\\r\\n\\u2028"}'
    ]


def test_a_client_that_leaves_ends_the_stream() -> None:
    source = Source(2, then="wait")
    streamed(source, meanwhile=lambda _, client: client.left.set())
    assert source.closed


def test_draining_ends_the_stream_in_good_order() -> None:
    source = Source(2, then="wait")
    client = streamed(source, meanwhile=lambda draining, _: draining.begin())
    assert source.closed
    assert client.complete


def test_a_revoked_credential_ends_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "RECHECK_SECONDS", 0.01)
    source = Source(2, then="wait")
    assert streamed(source, allowed=no).complete
    assert source.closed


def test_a_credential_is_asked_about_once_for_all_its_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "RECHECK_SECONDS", 0.001)
    asked: list[str] = []

    async def story() -> None:
        streams, revoked, often = OpenStreams(100), asyncio.Event(), asyncio.Event()

        def about(name: str) -> Callable[[], Awaitable[bool]]:
            async def ask() -> bool:
                asked.append(name)
                if asked.count("good") == 3:
                    often.set()
                if name == "broken":
                    raise ValueError(name)
                return name == "good" or not revoked.is_set()

            return ask

        async with asyncio.TaskGroup() as group:
            bad = [group.create_task(streams.until_revoked("bad", about("bad"))) for _ in range(50)]
            others = [group.create_task(streams.until_revoked(name, about(name))) for name in ("broken", "good")]
            await often.wait()
            assert asked.count("bad") <= asked.count("good") + 1
            assert not any(task.done() for task in (*bad, *others))
            revoked.set()
            await asyncio.gather(*bad)
            assert not any(task.done() for task in others)
            for task in others:
                task.cancel()

    asyncio.run(story())


def test_a_lost_database_ends_the_stream_so_that_the_client_comes_back() -> None:
    client = streamed(Source(2, then="fail"))
    assert client.complete
    assert client.sent[0] == b"retry: 1000\n\n"


def test_a_reader_that_takes_nothing_is_dropped_and_costs_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "SLOW_SECONDS", 0.05)
    monkeypatch.setattr(sse, "HEARTBEAT_SECONDS", 0.001)
    source = Source(100_000)
    client = streamed(source, Client(takes=10))
    assert not client.complete
    assert source.taken <= 11
    assert source.closed


def test_a_quiet_stream_beats_and_its_beats_are_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT_SECONDS", 0.001)
    client = Client(takes=6)
    monkeypatch.setattr(sse, "SLOW_SECONDS", 0.05)
    streamed(Source(1, then="wait"), client)
    assert client.sent.count(b": still here\n\n") >= 3
