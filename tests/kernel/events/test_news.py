"""A reader of all facts of a user gets each once, whatever the order in which their transactions commit."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.kernel.events.facts import DirectExecuted, ModelCalled, ModelResponded
from bailiwick.kernel.events.news import Cursor, OpenCall
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.places import Place
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.store import ExecutionStore
from support.populate import give_everything

ALL = Cursor(2**53, 0)
"""Behind everything."""


class TurnedBack(Exception):
    """Rolls a transaction back."""


class Writer:
    """Stores facts in a transaction that stays open until it is told how to end."""

    def __init__(self, stores, user, *names):
        self._stores, self._user, self._names = stores, user, names
        self.written, self._end = asyncio.Event(), asyncio.Event()
        self._keep = True

    async def write(self):
        with suppress(TurnedBack):
            async with self._stores.database.as_user(self._user):
                await self._stores[EventStore].append(self._user, [DirectExecuted(agent=name) for name in self._names])
                self.written.set()
                await self._end.wait()
                if not self._keep:
                    raise TurnedBack

    def end(self, *, keep=True):
        self._keep = keep
        self._end.set()


async def begin(group, stores, user, *names):
    writer = Writer(stores, user, *names)
    task = group.create_task(writer.write())
    await writer.written.wait()

    async def end(*, keep=True):
        writer.end(keep=keep)
        await task

    return end


async def read(stores, user, cursor):
    """Return the names of the facts after a cursor, the cursor after them, and whether some are held back."""
    names, more = [], True
    while more:
        news = await stores[EventStore].news(user, cursor, limit=3)
        names += [fact.data.get("agent", fact.kind) for _, fact in news.facts]
        cursor, more = news.cursor, news.more
    return names, cursor, news.pending


async def read_all(stores, user, cursor):
    """Do as `read` does, once nothing is held back: other databases of the server hold facts back too."""
    names, pending = [], True
    async with asyncio.timeout(30):
        while pending:
            more, cursor, pending = await read(stores, user, cursor)
            names += more
    return names, cursor


def test_a_fact_waits_for_older_transactions_and_then_nothing_is_missed(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        start = (await stores[EventStore].cursor_state(user)).now
        async with asyncio.TaskGroup() as group:
            end_first = await begin(group, stores, user, "first")
            await stores[EventStore].append(user, [DirectExecuted(agent="second")])
            names, cursor, pending = await read(stores, user, start)
            assert (names, pending) == ([], True)
            await end_first()
        names, cursor = await read_all(stores, user, cursor)
        assert names == ["first", "second"]
        assert (await read_all(stores, user, cursor))[0] == []

    stores_run(story)


def test_a_transaction_of_somebody_else_holds_facts_back_only_until_it_ends(new_user_id, stores_run):
    async def story(stores):
        user, other = new_user_id(), new_user_id()
        start = (await stores[EventStore].cursor_state(user)).now
        async with asyncio.TaskGroup() as group:
            end = await begin(group, stores, other, "theirs")
            await stores[EventStore].append(user, [DirectExecuted(agent="mine")])
            names, cursor, pending = await read(stores, user, start)
            assert (names, pending) == ([], True)
            await end(keep=False)
        assert (await read_all(stores, user, cursor))[0] == ["mine"]
        assert (await read_all(stores, other, Cursor(0, 0)))[0] == []

    stores_run(story)


def test_a_cursor_taken_beside_an_open_transaction_comes_before_what_that_stores(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with asyncio.TaskGroup() as group:
            end = await begin(group, stores, user, "open")
            cursor = (await stores[EventStore].cursor_state(user)).now
            await end()
        assert (await read_all(stores, user, cursor))[0] == ["open"]

    stores_run(story)


@pytest.mark.parametrize("seed", range(6))
def test_readers_that_come_back_at_any_cursor_get_every_fact_once(new_user_id, stores_run, seed):
    """Writers commit and roll back in an order of chance; each reader resumes with its cursor, as another would."""

    async def story(stores):
        draw, user = random.Random(seed), new_user_id()
        start = (await stores[EventStore].cursor_state(user)).now
        kept, open_ends = [], []
        readers = [(start, []) for _ in range(3)]

        async def look(which, read=read):
            cursor, had = readers[which]
            names, after, *_ = await read(stores, user, cursor)
            assert after >= cursor
            readers[which] = (after, had + names)

        async with asyncio.TaskGroup() as group:
            for number in range(60):
                names = [f"{number}.{index}" for index in range(draw.randint(1, 4))]
                open_ends.append((names, await begin(group, stores, user, *names)))
                while open_ends and (len(open_ends) > 6 or draw.random() < 0.4):
                    names, end = open_ends.pop(draw.randrange(len(open_ends)))
                    keep = draw.random() < 0.8
                    await end(keep=keep)
                    kept += names if keep else []
                await look(draw.randrange(3))
            for names, end in open_ends:
                await end()
                kept += names
        for which in range(3):
            await look(which, read_all)
            assert sorted(readers[which][1]) == sorted(kept)
        orders = {tuple(names) for _, names in readers}
        assert len(orders) == 1
        assert len(kept) > 50

    stores_run(story, pool_size=12)


def test_writers_that_race_are_read_completely_and_in_one_order(new_user_id, stores_run):
    async def story(stores):
        user, seen = new_user_id(), []
        start = (await stores[EventStore].cursor_state(user)).now
        over = asyncio.Event()

        async def write(writer):
            draw = random.Random(writer)
            for number in range(15):
                with suppress(TurnedBack):
                    async with stores.database.as_user(user) as connection:
                        await stores[EventStore].append(user, [DirectExecuted(agent=f"{writer}.{number}")])
                        await connection.execute("select pg_sleep($1)", draw.random() / 200)
                        if number % 5 == 4:
                            raise TurnedBack

        async def follow():
            cursor = start
            while True:
                ending = over.is_set()
                names, cursor, pending = await read(stores, user, cursor)
                seen.extend(names)
                if ending and not pending:
                    return

        async with asyncio.TaskGroup() as group:
            group.create_task(follow())
            async with asyncio.TaskGroup() as writers:
                for writer in range(8):
                    writers.create_task(write(writer))
            over.set()
        expected = {f"{writer}.{number}" for writer in range(8) for number in range(15) if number % 5 != 4}
        assert len(seen) == len(expected)
        assert set(seen) == expected
        assert (await read_all(stores, user, start))[0] == seen

    stores_run(story, pool_size=12)


def test_what_was_pruned_is_known_so_that_a_reader_is_not_told_that_nothing_happened(new_user_id, stores_run):
    async def story(stores):
        user, other = new_user_id(), new_user_id()
        theirs = await give_everything(stores, user)
        await stores[ExecutionStore].finish(user, theirs.execution_id, 1, ExecutionStatus.COMPLETED, usage=Usage())
        before = await stores[EventStore].cursor_state(user, Cursor(0, 0), most=10)
        told = len(await stores[EventStore].recent(user))
        assert told > 1
        assert (before.pruned_in, before.behind) == (0, told)
        latest = (await read_all(stores, user, Cursor(0, 0)))[1]
        assert await stores[EventStore].prune(user, datetime.now(UTC) - timedelta(hours=1)) == 0
        assert (await stores[EventStore].cursor_state(user)).pruned_in == 0
        assert await stores[EventStore].prune(user, datetime.now(UTC) + timedelta(hours=1)) == told
        after = await stores[EventStore].cursor_state(user)
        assert 0 < after.pruned_in < latest.transaction
        assert (await stores[EventStore].cursor_state(other)).pruned_in == 0

    stores_run(story)


def test_facts_after_a_cursor_are_counted_up_to_a_limit(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        start = (await stores[EventStore].cursor_state(user)).now
        await stores[EventStore].append(user, [DirectExecuted(agent="a")] * 5)
        assert (await stores[EventStore].cursor_state(user, start, most=3)).behind == 3
        assert (await stores[EventStore].cursor_state(user, start, most=9)).behind == 5
        await read_all(stores, user, start)
        cursor = (await stores[EventStore].news(user, start, limit=2)).cursor
        assert (await stores[EventStore].cursor_state(user, cursor, most=9)).behind == 3

    stores_run(story)


def test_facts_restored_from_a_server_that_was_further_on_hold_nothing_back(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        start = (await stores[EventStore].cursor_state(user)).now
        async with stores.database.as_user(user) as connection:
            await connection.execute(
                "insert into events (sequence, kind, data, recorded_in) values (0, 'agent.removed', '{}', $1)",
                start.transaction + 10**12,
            )
        assert (await read_all(stores, user, start))[0] == []
        await stores[EventStore].append(user, [DirectExecuted(agent="new")])
        assert (await read_all(stores, user, start))[0] == ["new"]

    stores_run(story)


def test_a_model_call_is_open_until_it_is_answered_or_its_execution_is_over(new_user_id, stores_run):
    async def story(stores):
        user, other = new_user_id(), new_user_id()
        theirs = await give_everything(stores, user)
        asked = Place(path=("helps",), round=1)
        call = ModelCalled(agent="notes", model="offline", call="model:1@1", place=asked)
        answer = ModelResponded(
            agent="notes",
            model="offline",
            call="model:1@1",
            place=asked,
            text="",
            tool_calls=(),
            milliseconds=1.0,
            usage=Usage(),
        )
        assert await stores[EventStore].open_calls(user, ALL) == []
        before = (await stores[EventStore].cursor_state(user)).now
        await stores[EventStore].append(user, [call], execution_id=theirs.execution_id)
        assert await stores[EventStore].open_calls(user, before) == []
        (open_call,) = await stores[EventStore].open_calls(user, ALL)
        assert open_call == OpenCall(
            execution_id=theirs.execution_id, agent="notes", call="model:1@1", place=Place(path=("helps",), round=1)
        )
        own = ModelCalled(agent="notes", model="offline", call="model:2@1", place=Place(round=2))
        await stores[EventStore].append(
            user, [own, replace(answer, call="model:2@1", place=Place(round=2))], execution_id=theirs.execution_id
        )
        assert await stores[EventStore].open_calls(user, ALL) == [open_call], "of each agent at work the latest"
        assert await stores[EventStore].open_calls(other, ALL) == []
        await stores[EventStore].append(user, [answer], execution_id=theirs.execution_id)
        assert await stores[EventStore].open_calls(user, ALL) == []
        await stores[EventStore].append(user, [call], execution_id=theirs.execution_id)
        assert len(await stores[EventStore].open_calls(user, ALL)) == 1
        await stores[ExecutionStore].finish(user, theirs.execution_id, 1, ExecutionStatus.FAILED, usage=Usage())
        assert await stores[EventStore].open_calls(user, ALL) == []

    stores_run(story)


@pytest.mark.parametrize("text", ["", "1", "1.2.3", "-1.0", "1.-1", "a.b", "٣.1", "1e3.0", f"{'9' * 19}.0", "1. 2"])
def test_what_no_stream_has_sent_is_no_cursor(text):
    assert Cursor.parse(text) is None


def test_a_cursor_is_read_as_it_was_written():
    assert Cursor.parse(str(Cursor(7, 12))) == Cursor(7, 12)
    assert Cursor(9, 1) < Cursor(10, 0) < Cursor(10, 2)
