"""Facts are numbered within their execution without gaps, in the order in which they become visible."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.events.facts import (
    AgentRemoved,
    DirectExecuted,
    ErrorOccurred,
    ExecutionFinished,
    TextStreamed,
    ToolFinished,
)
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.populate import give_everything


async def new_execution(stores, user):
    conversation = await stores[ConversationStore].open(user, "x", Mode.DIRECT, title="t")
    return (await stores[ExecutionStore].create(user, conversation.id, "m", Mode.DIRECT, None)).id


def test_facts_are_read_back_as_they_were_returned(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        execution = await new_execution(stores, user)
        result = {"z": 1, "a": ["ñ", None], "nul": "x\0", "nan": float("nan")}
        fact = ToolFinished(agent="a", tool="t", call="c", result=result, error=None, milliseconds=1.5)
        written = await stores[EventStore].append(
            user, [fact, DirectExecuted(agent="a")], execution_id=execution, agent="a"
        )
        assert [(f.sequence, f.kind, f.agent) for f in written] == [
            (1, "agent.tool_result", "a"),
            (2, "direct.executed", "a"),
        ]
        assert list(written[0].data["result"]) == ["z", "a", "nul", "nan"]
        assert await stores[EventStore].since(user, execution, 0) == written
        assert await stores[EventStore].since(user, execution, 1) == written[1:]
        assert await stores[EventStore].since(user, execution, 2) == []
        assert await stores[EventStore].append(user, [], execution_id=execution) == []

    stores_run(story)


def test_twenty_writers_at_once_leave_no_gap_and_no_reader_sees_one(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        execution, seen = await new_execution(stores, user), []

        async def writer(n):
            for i in range(5):
                batch = [DirectExecuted(agent=f"{n}.{i}")] * (1 + (n + i) % 3)
                async with stores.database.as_user(user):
                    await stores[EventStore].append(user, batch, execution_id=execution)
                    if (n + i) % 7 == 0:
                        break

        async def reader():
            while True:
                new = await stores[EventStore].since(user, execution, len(seen))
                seen.extend(fact.sequence for fact in new)
                assert seen == list(range(1, len(seen) + 1))
                if writers_done.is_set() and not new:
                    return

        writers_done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(reader())
            async with asyncio.TaskGroup() as writers:
                for n in range(20):
                    writers.create_task(writer(n))
            writers_done.set()
        assert len(seen) > 100

    stores_run(story)


def test_numbers_of_a_rolled_back_transaction_are_used_again(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        execution = await new_execution(stores, user)
        with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user):
                await stores[EventStore].append(user, [DirectExecuted(agent="never")], execution_id=execution)
                raise RuntimeError
        (fact,) = await stores[EventStore].append(user, [DirectExecuted(agent="a")], execution_id=execution)
        assert fact.sequence == 1

    stores_run(story)


def test_stream_events_are_never_stored(new_user_id, stores_run):
    async def story(stores):
        with pytest.raises(ValueError, match="never stored"):
            await stores[EventStore].append(new_user_id(), [TextStreamed(agent="a", call="c", offset=0, text="x")])

    stores_run(story)


def test_facts_of_no_execution_are_refused_and_looked_for_in_vain(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for execution in (uuid7(), "x"):
            with pytest.raises(NotFound):
                await stores[EventStore].append(user, [DirectExecuted(agent="a")], execution_id=execution)
            with pytest.raises(NotFound):
                await stores[EventStore].since(user, execution, 0)

    stores_run(story)


def test_recent_facts_are_filtered_searched_and_paged(new_user_id, stores_run):
    async def story(stores):
        user, events = new_user_id(), stores[EventStore]
        execution = await new_execution(stores, user)
        await events.append(user, [AgentRemoved(agent="one", reason="100% _done_ \\ ñandú")])
        await events.append(user, [DirectExecuted(agent="two")], execution_id=execution, agent="two")
        await events.append(
            user, [ErrorOccurred(error_class="tool", message="Broken", will_retry=False)], execution_id=execution
        )
        kinds = [fact.kind for fact in await events.recent(user)]
        assert kinds == ["error.occurred", "direct.executed", "agent.removed"]
        newest, middle, oldest = await events.recent(user)
        assert await events.recent(user, limit=1) == [newest]
        assert await events.recent(user, before_id=newest.id, limit=1) == [middle]
        assert await events.recent(user, after_id=oldest.id) == [middle, newest]
        assert await events.recent(user, after_id=oldest.id, before_id=newest.id) == [middle]
        assert await events.recent(user, kinds=["agent.removed", "direct.executed"]) == [middle, oldest]
        assert await events.recent(user, agent="two") == [middle]
        assert await events.recent(user, execution_id=execution) == [newest, middle]
        for text in ("100%", "_done_", "ÑANDÚ", "broken"):
            assert len(await events.recent(user, search=text)) == 1, text
        for text in ("100_", "%done%", "nowhere"):
            assert await events.recent(user, search=text) == [], text
        assert await events.statistics(user) == {"agent.removed": 1, "direct.executed": 1, "error.occurred": 1}

    stores_run(story)


def test_old_facts_are_pruned_but_not_those_of_an_execution_that_is_not_over(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        theirs = await give_everything(stores, user)
        future = datetime.now(UTC) + timedelta(hours=1)
        others = [fact for fact in await stores[EventStore].recent(user) if fact.execution_id is None]
        assert others
        assert await stores[EventStore].prune(user, datetime.now(UTC) - timedelta(hours=1)) == 0
        assert await stores[EventStore].prune(user, future) == len(others)
        assert [f.execution_id for f in await stores[EventStore].recent(user)] == [theirs.execution_id]
        last = ExecutionFinished(status="completed", agent="a", content="", usage=Usage(), messages=())
        await stores[ExecutionStore].finish(
            user, theirs.execution_id, 1, ExecutionStatus.COMPLETED, usage=Usage(), facts=[(last, "a")]
        )
        assert await stores[EventStore].prune(user, future) == 1
        assert [f.kind for f in await stores[EventStore].recent(user)] == ["done"]
        (fact,) = await stores[EventStore].append(user, [DirectExecuted(agent="a")], execution_id=theirs.execution_id)
        assert fact.sequence == 3

    stores_run(story)
