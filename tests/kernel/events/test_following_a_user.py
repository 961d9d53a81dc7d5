"""All followers of a user in a process share one read, whatever their pace, and a slow one costs the others nothing."""

import asyncio
import json
from contextlib import aclosing, asynccontextmanager

from bailiwick.features.notes.store import NoteStore
from bailiwick.kernel.database.pool import FACTS, Database
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events import bus as bus_module
from bailiwick.kernel.events import feed
from bailiwick.kernel.events.bus import TEXT, Bus
from bailiwick.kernel.events.facts import AgentRemoved, ModelCalled, ModelResponded
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.events.strands import TextPiece
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.usage import Usage
from support.populate import give_everything


class Counting:
    """An event store that counts how often it is asked for news.

    What is asked again while facts wait for an older transaction is not counted: any transaction of the server is one,
    those of other tests too.
    """

    def __init__(self, events):
        self._events = events
        self._pending = False
        self.asked = 0

    def __getattr__(self, name):
        return getattr(self._events, name)

    async def news(self, *arguments, **options):
        self.asked += not self._pending
        news = await self._events.news(*arguments, **options)
        self._pending = news.pending
        return news


@asynccontextmanager
async def streaming(stores):
    """Yield a bus that listens, streams on it, and the store they read."""
    bus, counting = Bus(stores.database), Counting(stores[EventStore])
    async with asyncio.TaskGroup() as group:
        listening = group.create_task(bus.listen())
        sending = group.create_task(bus.carry())
        await bus.listens.wait()
        try:
            yield bus, Streams(bus, counting), counting
        finally:
            listening.cancel()
            sending.cancel()


@asynccontextmanager
async def older_transaction(stores, user):
    """Keep a transaction open that holds back what is stored meanwhile; yield the event that ends it."""
    begun, end = asyncio.Event(), asyncio.Event()

    async def hold():
        async with stores.database.as_user(user):
            await stores[NoteStore].append(user, "n", ["x"], call_id="c")
            begun.set()
            await end.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(hold())
        await begun.wait()
        try:
            yield end
        finally:
            end.set()


def removed(name):
    return AgentRemoved(agent=name, reason="deleted")


async def following(items):
    """Return the next item of a stream."""
    return await anext(items)


async def names(items, count):
    """Return the names in the next facts of a stream."""
    async with asyncio.timeout(30):
        return [(await anext(items)).data["data"]["agent"] for _ in range(count)]


def test_fifty_followers_cost_one_read_a_change(new_user_id, stores_run, monkeypatch):
    monkeypatch.setattr(feed, "POLL_SECONDS", 60.0)

    async def story(stores):
        user = new_user_id()
        async with streaming(stores) as (_, streams, counting), asyncio.TaskGroup() as group:
            followers = [streams.follow_user(user) for _ in range(50)]
            for items in followers:
                assert (await anext(items)).kind == "hello"
            for number in range(5):
                waiting = [group.create_task(names(items, 1)) for items in followers]
                await stores[EventStore].append(user, [removed(str(number))])
                assert [await task for task in waiting] == [[str(number)]] * 50
            asked = counting.asked
            for items in followers:
                await items.aclose()
        assert asked < 50

    stores_run(story)


def test_a_fact_that_was_held_back_comes_soon_although_nothing_signals_it(new_user_id, stores_run, monkeypatch):
    """What held it back ends without a notification; with the long poll alone this would take a minute."""
    monkeypatch.setattr(feed, "POLL_SECONDS", 60.0)

    async def story(stores):
        user, other = new_user_id(), new_user_id()
        async with streaming(stores) as (_, streams, _), aclosing(streams.follow_user(user)) as items:
            await anext(items)
            async with older_transaction(stores, other) as end, asyncio.TaskGroup() as group:
                following = group.create_task(names(items, 1))
                await stores[EventStore].append(user, [removed("held")])
                done, _ = await asyncio.wait([following], timeout=0.3)
                assert not done
                end.set()
                async with asyncio.timeout(30):  # half of what the long poll takes
                    assert await following == ["held"]

    stores_run(story)


def test_no_text_of_a_model_call_comes_before_the_fact_that_it_began(new_user_id, stores_run):
    """A reader that begins while the fact is held back would otherwise get the text first, and begin it anew then."""

    async def story(stores):
        user, other = new_user_id(), new_user_id()
        theirs = await give_everything(stores, user)
        async with (
            streaming(stores) as (bus, streams, _),
            older_transaction(stores, other) as end,
            asyncio.TaskGroup() as group,
        ):
            call = ModelCalled(agent="notes", model="offline", call="model:1@1")
            await stores[EventStore].append(user, [call], execution_id=theirs.execution_id)
            bus.say(theirs.execution_id, TextPiece("model:1@1", 0, "All that is ever said."))
            async with aclosing(streams.follow_user(user)) as items, asyncio.timeout(30):
                assert (await anext(items)).kind == "hello"
                first = group.create_task(following(items))
                done, _ = await asyncio.wait([first], timeout=0.3)
                # What another database of this server holds back may come now, too.
                assert not done or first.result().kind not in ("model-call", "agent.stream")
                end.set()
                kinds = [(await first).kind]
                while kinds[-1] != "agent.stream":
                    kinds.append((await anext(items)).kind)
        assert kinds[-2:] == ["model-call", "agent.stream"]

    stores_run(story)


def test_a_follower_that_sleeps_keeps_nothing_in_memory_and_then_gets_all_it_lacks(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with (
            streaming(stores) as (_, streams, _),
            aclosing(streams.follow_user(user)) as slow,
            aclosing(streams.follow_user(user)) as quick,
        ):
            await anext(slow), await anext(quick)
            for batch in range(4):
                await stores[EventStore].append(user, [removed(f"{batch}.{number}") for number in range(300)])
                assert len(await names(quick, 300)) == 300
            shared = streams._feeds[user]
            assert len(shared.since(shared.end)) == 0
            assert len(shared._facts) == feed.KEPT
            late = await names(slow, 1200)
            assert late == [f"{batch}.{number}" for batch in range(4) for number in range(300)]
            await stores[EventStore].append(user, [removed("last")])
            assert await names(slow, 1) == await names(quick, 1) == ["last"]

    stores_run(story)


def test_a_follower_that_falls_too_far_behind_is_told_to_begin_anew(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with (
            streaming(stores) as (_, streams, _),
            aclosing(streams.follow_user(user)) as slow,
            aclosing(streams.follow_user(user)) as quick,
        ):
            await anext(slow), await anext(quick)
            for batch in (1000, feed.MOST_BEHIND - 999):
                await stores[EventStore].append(user, [removed("many")] * batch)
                await names(quick, batch)
            assert (await anext(slow)).kind == "reset"
            await stores[EventStore].append(user, [removed("later")])
            assert await names(slow, 1) == ["later"]

    stores_run(story)


def test_nothing_is_kept_of_a_user_whom_nobody_follows(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        theirs = await give_everything(stores, user)
        call = ModelCalled(agent="notes", model="m", call="c1")
        await stores[EventStore].append(user, [call], execution_id=theirs.execution_id)
        async with streaming(stores) as (bus, streams, _):
            async with aclosing(streams.follow_user(user)) as items:
                await anext(items)
                bus.say(theirs.execution_id, TextPiece("c1", 0, "Once"))
                while (await anext(items)).kind != "agent.stream":
                    pass
                assert bus._owners == {theirs.execution_id: user}
            assert (bus._owners, bus._watches, streams._feeds) == ({}, {}, {})

    stores_run(story)


def test_text_begun_before_one_follows_is_sent_whole_and_ends_as_it_is_stored(new_user_id, stores_run):
    async def story(stores):
        user, other = new_user_id(), new_user_id()
        theirs = await give_everything(stores, user)
        execution = theirs.execution_id

        async def texts(items, kind):
            had, pieces = "", []
            async with asyncio.timeout(30):
                async for item in items:
                    if item.kind == "agent.stream":
                        assert item.id is None
                        assert (item.data["executionId"], item.data["agent"]) == (execution, "notes")
                        pieces.append(item.data)
                        had = had[: item.data["offset"]] + item.data["text"]
                    if item.kind == kind:
                        break
            return had, pieces

        async with streaming(stores) as (bus, streams, _), aclosing(streams.follow_user(other)) as others:
            assert (await anext(others)).kind == "hello"
            call = ModelCalled(agent="notes", model="m", call="c1")
            await stores[EventStore].append(user, [call], execution_id=execution)
            bus.say(execution, TextPiece("c1", 0, "Once "))
            async with aclosing(streams.follow_user(user)) as items:
                assert (await texts(items, "agent.stream"))[0] == "Once "
                bus.say(execution, TextPiece("c1", 5, "upon"))
                assert (await texts(items, "agent.stream"))[1][0]["offset"] == 5
                bus.say(execution, TextPiece("c1", 0, "Again "))
                assert (await texts(items, "agent.stream"))[1][0]["offset"] == 0
            async with aclosing(streams.follow_user(user)) as again:
                assert (await texts(again, "agent.stream"))[0] == "Again "
                answer = ModelResponded(
                    agent="notes",
                    model="m",
                    call="c1",
                    text="Again and again.",
                    tool_calls=(),
                    milliseconds=1.0,
                    usage=Usage(),
                )
                await stores[EventStore].append(user, [answer], execution_id=execution)
                (piece,) = (await texts(again, "model-response"))[1]
                assert (piece["offset"], piece["text"]) == (6, "and again.")
                bus.say(execution, TextPiece("c1", 0, "too late"))
                await stores[EventStore].append(user, [removed("x")])
                assert (await texts(again, "agent.removed"))[1] == []
            await stores[EventStore].append(other, [removed("theirs")])
            assert (await texts(others, "agent.removed"))[1] == []

    stores_run(story)


def test_others_are_told_once_of_what_came_together_and_readers_here_at_once(new_user_id, stores_run, monkeypatch):
    monkeypatch.setattr(bus_module, "FLUSH_SECONDS", 3600.0)

    async def story(stores):
        user, told = new_user_id(), []
        execution = (await give_everything(stores, user)).execution_id
        async with stores.database.listen([FACTS, TEXT]) as elsewhere:
            async with streaming(stores) as (bus, _, _):
                for reader, about in ((execution, execution), (user, execution), (user, None)):
                    with bus.reading(reader) as (bell, _):
                        await stores[EventStore].append(user, [removed("one"), removed("two")], execution_id=about)
                        assert bell.is_set()
                bus.say(execution, TextPiece("c1", 0, "of a call that is over"))
                bus.close_texts(execution)
                bus.say(execution, TextPiece("c2", 0, "Once "))
                bus.say(execution, TextPiece("c2", 5, "more"))
            # Who ends tells what is left.
            async with asyncio.timeout(30):
                while not told or told[-1][0] != TEXT:
                    channel, payload = await anext(elsewhere)
                    message = json.loads(payload)
                    if message["x"] == execution or message.get("u") == user:
                        told.append((channel, message["x"], message.get("t")))
        assert told == [(FACTS, execution, None), (FACTS, None, None), (TEXT, execution, "Once more")]

    stores_run(story)


def test_a_bus_that_cannot_reach_the_database_at_first_listens_as_soon_as_it_can(stores_run, monkeypatch):
    reach, refused = Database.listen, []

    @asynccontextmanager
    async def unreachable_at_first(database, channels):
        if len(refused) < 2:
            refused.append(channels)
            raise Unavailable("not yet")
        async with reach(database, channels) as notifications:
            yield notifications

    monkeypatch.setattr(Database, "listen", unreachable_at_first)

    async def story(stores):
        async with asyncio.timeout(30), streaming(stores) as (bus, _, _):
            with bus.reading("somebody") as (bell, _):
                await stores.database.notify(FACTS, '{"u": "somebody", "x": null}')
                await bell.wait()
        assert len(refused) == 2

    stores_run(story)
