"""Threads of residents are none of the person's; what was done in them is work like any other."""

from datetime import UTC, datetime, timedelta

import pytest

from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.features.installation.overview_store import OverviewStore
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.records import MessageAuthor
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.stored_swarm import StoredSwarm


async def worked(stores, user):
    """A resident that has had a turn; its thread and execution."""
    stored = await StoredSwarm.found(stores, user, "Ana")
    await stored.write(PERSON, "ana", "The needle")
    claim, _ = await stored.claim("ana")
    execution = await stores[ExecutionStore].claim(user, claim.execution_id, "The needle")
    attempt = execution.attempt
    await stored.persist(claim, attempt, usage=Usage(input_tokens=5))
    execution = await stores[ExecutionStore].get(user, claim.execution_id)
    return execution.conversation_id, execution.id


def test_a_residents_thread_is_neither_listed_nor_found(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        thread, execution = await worked(stores, user)
        conversations = stores[ConversationStore]
        own = await conversations.create(user, "notes", Mode.DIRECT, title="Ana's needle")
        await conversations.add_message(user, own.id, MessageAuthor.USER, "needle")
        assert [one.id for one in await conversations.list(user)] == [own.id]
        assert await conversations.list(user, agent_id="ana@solar") == []
        assert [one.id for one, _ in await conversations.search(user, "needle")] == [own.id]
        assert [one.id for one, _ in await conversations.search(user, "Ana")] == [own.id]
        with pytest.raises(NotFound):
            await conversations.as_it_was_before(user, execution)
        assert await conversations.messages(user, thread, execution_id=execution) == []

    stores_run(story)


def test_nobody_reads_changes_or_adds_to_a_residents_thread_as_to_ones_own(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        thread, execution = await worked(stores, user)
        conversations = stores[ConversationStore]
        for call in (
            conversations.get(user, thread),
            conversations.update(user, thread, title="x", pinned=True),
            conversations.hold(user, thread),
            conversations.delete(user, thread),
            stores[ExecutionStore].create(user, thread, "x", Mode.DIRECT, "ana@solar"),
        ):
            with pytest.raises(NotFound):
                await call
        assert (await stores[ExecutionStore].get(user, execution)).status is ExecutionStatus.COMPLETED
        opened = await conversations.open(user, "ana@solar", Mode.DIRECT, title="x")
        assert opened.id != thread

    stores_run(story)


def test_what_residents_did_counts_as_work(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        thread, execution = await worked(stores, user)
        (listed,) = await stores[ExecutionStore].list(user)
        assert (listed.id, listed.agent_id, listed.conversation_id) == (execution, "ana@solar", thread)
        assert await stores[ExecutionStore].list(user, agent_id="ana@solar") == [listed]
        (found,) = await stores[ExecutionStore].search(user, "needle")
        assert (found.id, found.agent_id) == (execution, "ana@solar")
        (metrics,) = await stores[AgentMetricStore].of_agents(user)
        assert (metrics.agent_id, metrics.completed, metrics.input_tokens) == ("ana@solar", 1, 5)
        today = (await stores[OverviewStore].figures(user, datetime.now(UTC) - timedelta(hours=1))).today
        assert (today.completed, today.input_tokens) == (1, 5)
        days = [datetime.now(UTC) - timedelta(days=1), datetime.now(UTC) + timedelta(days=1)]
        assert (await stores[AgentMetricStore].of_agent(user, "ana@solar", days)).figures.completed == 1

    stores_run(story)


def test_a_resident_has_one_thread_for_all_its_turns(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        thread, _ = await worked(stores, user)
        stored = StoredSwarm(stores, user, "solar")
        for _ in range(2):
            await stored.write(PERSON, "ana", "x")
            claim = await stored.turn("ana")
            assert (await stores[ExecutionStore].get(user, claim.execution_id)).conversation_id == thread

    stores_run(story)
