"""What readers of one execution share, and what they have in the end, however slowly they read."""

import asyncio
from contextlib import aclosing

import pytest
from tests.kernel.events.test_streams import Client, Execution

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import ExecutionFinished, ModelCalled, ModelResponded
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.events.source import KEPT, Tail
from bailiwick.kernel.events.strands import TextPiece
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.usage import Usage

CALL, PIECES = "model:1", KEPT + 50


class Stored:
    """The facts of one execution, kept in memory; counts how often it is asked, and fails when told to."""

    def __init__(self, execution):
        self.execution, self.asked, self.fails = execution, 0, None

    async def since(self, user_id, execution_id, sequence):
        del user_id, execution_id
        self.asked += 1
        if self.fails:
            raise self.fails
        return self.execution.facts[sequence:]


def following():
    execution, bus = Execution(), Bus(database=None)
    execution.tell(ModelCalled(agent="a", model="m", call=CALL))
    stored = Stored(execution)
    return execution, bus, stored, Streams(bus, stored)


def finish(execution, bus, text):
    answered = ModelResponded(
        agent="a", model="m", call=CALL, text=text, tool_calls=(), milliseconds=1.0, usage=Usage()
    )
    execution.tell(answered)
    execution.tell(ExecutionFinished(status="completed", agent="a", content="", usage=Usage(), messages=()))
    bus.changed("x")


def test_readers_who_have_the_same_get_the_same_batch_and_the_store_is_asked_once():
    async def story():
        execution, bus, stored, streams = following()
        followers = [streams.batches("u", "x") for _ in range(20)]
        for batches in followers:
            assert [item.kind for item in await anext(batches)] == ["model-call"]
        asked = stored.asked
        for number in range(3):
            bus.say("x", TextPiece(CALL, number, "a"))
            first, *others = [await anext(batches) for batches in followers]
            assert [item.kind for item in first] == ["agent.stream"]
            assert all(items is first for items in others)
        assert stored.asked == asked
        assert streams.readers == 20
        finish(execution, bus, "aaa")
        assert [item.kind for item in await anext(followers[0])] == ["model-response", "done"]
        assert stored.asked == asked + 2  # until nothing more is there
        for batches in followers:
            await batches.aclose()
        assert (streams.readers, streams._logs, bus._watches) == (0, {}, {})

    asyncio.run(story())


def test_a_reader_that_sleeps_for_longer_than_items_are_kept_gets_what_it_lacks_exactly():
    async def story():
        execution, bus, _, streams = following()
        async with aclosing(streams.follow("u", "x")) as slow, aclosing(streams.follow("u", "x")) as quick:
            clients = {slow: Client(), quick: Client()}
            for items, client in clients.items():
                client.take(await anext(items))
            for number in range(PIECES):
                bus.say("x", TextPiece(CALL, number, "b"))
                clients[quick].take(await anext(quick))
                if number == 3:
                    clients[slow].take(await anext(slow))
            finish(execution, bus, "b" * PIECES)
            for items, client in clients.items():
                async for item in items:
                    client.take(item)
                assert (client.text, client.wrong) == ("b" * PIECES, [])
                assert client.facts == [1, 2, 3]

    asyncio.run(story())


def test_a_source_outlives_an_unreachable_database_and_tells_its_readers_of_any_other_failure():
    async def story():
        execution, bus, stored, streams = following()
        async with aclosing(streams.follow("u", "x")) as items:
            await anext(items)
            stored.fails = Unavailable("away")
            bus.changed("x")
            bus.say("x", TextPiece(CALL, 0, "Still "))
            assert (await anext(items)).data["text"] == "Still "
            stored.fails = None
            finish(execution, bus, "Still here.")
            assert (await anext(items)).data["text"] == "here."
        stored.fails = LookupError("gone")
        async with aclosing(streams.follow("u", "x")) as items:
            with pytest.raises(LookupError):
                await anext(items)

    asyncio.run(story())


def test_a_failure_later_on_reaches_whoever_reads():
    async def story():
        _, bus, stored, streams = following()
        async with aclosing(streams.follow("u", "x")) as one, aclosing(streams.follow("u", "x")) as other:
            await anext(one), await anext(other)
            stored.fails = LookupError("gone")
            bus.changed("x")
            for items in (one, other):
                with pytest.raises(LookupError):
                    await anext(items)

    asyncio.run(story())


def test_a_tail_keeps_the_latest_items_and_says_when_it_has_not_got_them():
    tail, item = Tail(), StreamItem("1.0", "k", {})
    assert tail.since(0) == []
    for _ in range(KEPT):
        tail.add([item])
    assert len(tail.since(0)) == KEPT
    tail.add([item, item])
    assert tail.since(0) is None
    assert len(tail.since(2)) == KEPT
    tail.add([item] * (2 * KEPT))
    assert len(tail.since(tail.end - 1)) == 2 * KEPT
    assert tail.since(tail.end - 2) is None
