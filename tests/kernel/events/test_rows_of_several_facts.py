"""Facts that every run has are stored together, and read, counted and deleted as if each were a row of its own."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.kernel.events.facts import (
    AgentCompleted,
    AgentRemoved,
    DirectExecuted,
    ExecutionFinished,
    MainIterated,
    ModelCalled,
)
from bailiwick.kernel.events.news import Cursor
from bailiwick.kernel.events.store import MOST_TOGETHER, EventStore, together
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode

FIRST = [
    (MainIterated(agent="a", iteration=1, limit=3), "a"),
    (ModelCalled(agent="a", model="m", call="c"), "a"),
    (AgentRemoved(agent="b", reason="r"), "a"),
    (DirectExecuted(agent="b"), "b"),
]
END = [
    (DirectExecuted(agent="a"), "a"),
    (AgentCompleted(agent="a", iterations=1, usage=Usage()), "a"),
    (ExecutionFinished(status="completed", agent="a", content="", usage=Usage(), messages=()), "a"),
]
KINDS = ["main-iteration", "model-call", "agent.removed", "direct.executed"]
KINDS += ["direct.executed", "agent.completed", "done"]


async def ended(stores, user):
    """Return an execution that is over, with its facts in four rows."""
    executions = stores[ExecutionStore]
    thread = await stores[ConversationStore].open(user, "a", Mode.DIRECT, title="t")
    execution = (await executions.create(user, thread.id, "m", Mode.DIRECT, None)).id
    await executions.claim(user, execution)
    await executions.record(user, execution, 1, facts=FIRST)
    await executions.finish(user, execution, 1, ExecutionStatus.COMPLETED, usage=Usage(), facts=END)
    return execution


async def rows(stores, user):
    async with stores.database.as_user(user) as connection:
        return await connection.fetchval("select count(*) from events")


def test_each_fact_has_an_id_and_a_number_of_its_own_in_every_reading(new_user_id, stores_run):
    async def story(stores):
        user, events = new_user_id(), stores[EventStore]
        execution = await ended(stores, user)
        assert await rows(stores, user) == 4
        facts = await events.since(user, execution, 0)
        assert [(fact.sequence, fact.kind) for fact in facts] == list(enumerate(KINDS, 1))
        assert [fact.agent for fact in facts] == ["a", "a", "a", "b", "a", "a", "a"]
        ids = [fact.id for fact in facts]
        assert ids == sorted(set(ids))
        for number in range(len(facts) + 1):
            assert await events.since(user, execution, number) == facts[number:]
            assert await events.since(user, execution, number, limit=2) == facts[number:][:2]
        for number, fact in enumerate(facts):
            assert await events.recent(user, before_id=fact.id) == facts[:number][::-1]
            assert await events.recent(user, before_id=fact.id, limit=2) == facts[:number][::-1][:2]
            assert await events.recent(user, after_id=fact.id) == facts[number + 1 :]
        assert await events.statistics(user) == {kind: KINDS.count(kind) for kind in KINDS}

    stores_run(story)


def test_facts_are_found_by_kind_agent_and_text_wherever_they_stand_in_a_row(new_user_id, stores_run):
    async def story(stores):
        user, events = new_user_id(), stores[EventStore]
        facts = await events.since(user, await ended(stores, user), 0)
        for kind in KINDS:
            expected = [fact for fact in facts if fact.kind == kind][::-1]
            assert await events.recent(user, kinds=[kind]) == expected
        assert await events.recent(user, kinds=["done", "model-call"]) == [facts[6], facts[1]]
        assert await events.recent(user, agent="b") == [facts[3]]
        assert await events.recent(user, search='"limit":3') == [facts[0]]

    stores_run(story)


async def all_news(events, user):
    """Return the news of a user once nothing is held back: other databases of the server hold facts back too."""
    async with asyncio.timeout(30):
        while (news := await events.news(user, Cursor(0, 0))).pending:
            pass
    return news.facts


def test_a_reader_goes_on_in_the_middle_of_a_row(new_user_id, stores_run):
    async def story(stores):
        user, events = new_user_id(), stores[EventStore]
        await ended(stores, user)
        news = await all_news(events, user)
        assert [fact.kind for _, fact in news] == KINDS
        for number, (cursor, _) in enumerate(news, 1):
            assert (await events.news(user, cursor)).facts == news[number:]
            assert (await events.cursor_state(user, cursor, most=9)).behind == len(news) - number

    stores_run(story)


def test_what_comes_before_the_end_in_its_row_grows_old_without_it(new_user_id, stores_run):
    async def story(stores):
        user, events = new_user_id(), stores[EventStore]
        execution = await ended(stores, user)
        facts, future = await events.since(user, execution, 0), datetime.now(UTC) + timedelta(hours=1)
        (first, _), *_ = await all_news(events, user)
        assert await events.prune(user, future) == 6
        assert await events.since(user, execution, 0) == facts[-1:]
        assert (await events.cursor_state(user)).pruned_in >= first.transaction
        assert await events.prune(user, future) == 0

    stores_run(story)


def test_what_a_fact_says_cannot_be_changed(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        await ended(stores, user)
        with pytest.raises(Exception, match="permission denied"):
            async with stores.database.as_user(user) as connection:
                await connection.execute("update events set data = '{}'")

    stores_run(story)


def test_a_row_holds_no_more_facts_than_there_are_ids_for():
    written = together([(DirectExecuted(agent="a"), "a")] * (2 * MOST_TOGETHER + 1))
    assert (written["facts"], written["sizes"]) == (2 * MOST_TOGETHER + 1, [MOST_TOGETHER, MOST_TOGETHER, 1])
