"""Threads are per user, keep their messages in order, and go with all that belongs to them."""

import asyncio

import pytest

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.features.documents.store import DocumentStore
from bailiwick.kernel.errors import Conflict, NotFound
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.records import MessageAuthor
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick_router.core.decisions import Mode
from support.populate import give_everything

DONE = ExecutionStatus.COMPLETED


def test_a_main_thread_is_opened_once_however_many_ask_at_once(new_user_id, stores_run):
    async def story(stores):
        user, other = new_user_id(), new_user_id()
        opened = await asyncio.gather(
            *(stores[ConversationStore].open(user, "toby", Mode.DIRECT, title=str(n)) for n in range(12))
        )
        assert len({thread.id for thread in opened}) == 1
        assert opened[0].thread_key == "toby_direct"
        supervised = await stores[ConversationStore].open(user, "toby", Mode.SUPERVISED, title="t")
        theirs = await stores[ConversationStore].open(other, "toby", Mode.DIRECT, title="t")
        assert len({opened[0].id, supervised.id, theirs.id}) == 3
        assert theirs.thread_key == opened[0].thread_key

    stores_run(story)


def test_a_further_thread_has_a_key_of_its_own(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        main = await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="t")
        further = await stores[ConversationStore].create(user, "toby", Mode.DIRECT, title="t")
        assert further.thread_key == f"toby_direct:{further.id}"
        assert (await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="t")).id == main.id

    stores_run(story)


def test_messages_come_oldest_first_and_an_agents_message_sets_who_answered_last(new_user_id, stores_run):
    async def story(stores):
        user, threads = new_user_id(), stores[ConversationStore]
        thread = await threads.open(user, "toby", Mode.DIRECT, title="t")
        written = [await threads.add_message(user, thread.id, MessageAuthor.USER, str(n)) for n in range(4)]
        assert (await threads.get(user, thread.id)).last_agent is None
        written.append(await threads.add_message(user, thread.id, MessageAuthor.AGENT, "a\0", agent_id="toby"))
        assert await threads.messages(user, thread.id) == written
        assert await threads.messages(user, thread.id, limit=2) == written[-2:]
        after = await threads.get(user, thread.id)
        assert (after.last_agent, written[-1].content) == ("toby", "a\ufffd")
        assert after.updated_at > thread.updated_at
        await threads.add_message(user, thread.id, MessageAuthor.USER, "more")
        assert (await threads.get(user, thread.id)).last_agent == "toby"
        for conversation_id in (uuid7(), "x"):
            with pytest.raises(NotFound):
                await threads.add_message(user, conversation_id, MessageAuthor.USER, "x")
            with pytest.raises(NotFound):
                await threads.messages(user, conversation_id)
        with pytest.raises(NotFound):
            await threads.add_message(user, thread.id, MessageAuthor.USER, "x", execution_id=uuid7())

    stores_run(story)


def test_threads_are_listed_pinned_first_then_latest_and_paged(new_user_id, stores_run):
    async def story(stores):
        user, threads = new_user_id(), stores[ConversationStore]
        made = [await threads.create(user, "toby", Mode.DIRECT, title=f"thread {n}") for n in range(4)]
        other = await threads.create(user, "ami", Mode.SUPERVISED, title="Árbol 100%")
        await threads.update(user, made[0].id, pinned=True)
        await threads.add_message(user, made[1].id, MessageAuthor.USER, "the needle_ in it")
        order = [thread.id for thread in await threads.list(user)]
        assert order == [made[0].id, made[1].id, other.id, made[3].id, made[2].id]
        page = await threads.list(user, limit=2)
        rest = await threads.list(user, before=page[-1].updated_at)
        assert [thread.id for thread in rest] == order[2:]
        assert [t.id for t in await threads.list(user, agent_id="ami", mode=Mode.SUPERVISED)] == [other.id]
        for text in ("NEEDLE_", "ÁRBOL", "100%"):
            assert len(await threads.search(user, text)) == 1, text

    stores_run(story)


def test_a_thread_is_renamed_without_losing_its_pin(new_user_id, stores_run):
    async def story(stores):
        user, threads = new_user_id(), stores[ConversationStore]
        thread = await threads.create(user, "toby", Mode.DIRECT, title="t")
        await threads.update(user, thread.id, pinned=True)
        changed = await threads.update(user, thread.id, title="new")
        assert (changed.title, changed.pinned, changed.updated_at) == ("new", True, thread.updated_at)
        with pytest.raises(NotFound):
            await threads.update(user, uuid7(), title="x")

    stores_run(story)


def test_a_deleted_thread_takes_everything_along_unless_something_runs(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        theirs = await give_everything(stores, user)
        with pytest.raises(Conflict):
            await stores[ConversationStore].delete(user, theirs.conversation_id)
        await stores[ExecutionStore].finish(user, theirs.execution_id, 1, DONE, usage=Usage())
        await stores[ConversationStore].delete(user, theirs.conversation_id)
        with pytest.raises(NotFound):
            await stores[ConversationStore].delete(user, theirs.conversation_id)
        left = {one.agent_id for one in await stores[ExecutionStore].list(user)}
        assert left == {"ben@secret", None}, "a resident's turn and the run of a task have threads of their own"
        assert await stores[DecisionStore].list(user) == []
        assert {fact.execution_id for fact in await stores[EventStore].recent(user)} == {None}
        assert (await stores[DocumentStore].get(user, theirs.document_id)).execution_id is None

    stores_run(story)


def test_history_is_what_completed_executions_before_this_one_said(new_user_id, stores_run):
    async def story(stores):
        user, executions = new_user_id(), stores[ExecutionStore]
        thread = await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="t")
        elsewhere = await stores[ConversationStore].create(user, "toby", Mode.DIRECT, title="t")
        ids = []
        for n, (where, end) in enumerate(
            [(thread, DONE), (thread, ExecutionStatus.FAILED), (elsewhere, DONE), (thread, DONE), (thread, None)]
        ):
            execution = await executions.create(user, where.id, "m", Mode.DIRECT, None)
            ids.append(execution.id)
            if end:
                await executions.claim(user, execution.id)
                said = [{"z": n, "a": 1}, {"n": n}]
                await executions.finish(user, execution.id, 1, end, usage=Usage(), model_messages=said)
        exchanges = await stores[ConversationStore].history(user, thread.id, before_execution=ids[4])
        history = [message for exchange in exchanges for message in exchange.messages]
        assert history == [{"z": 0, "a": 1}, {"n": 0}, {"z": 3, "a": 1}, {"n": 3}]
        assert list(history[0]) == ["z", "a"]
        assert await stores[ConversationStore].history(user, thread.id, before_execution=ids[0]) == []

    stores_run(story)


def test_the_previous_mode_is_that_of_the_latest_earlier_request_for_the_agent(new_user_id, stores_run):
    async def story(stores):
        user, threads = new_user_id(), stores[ConversationStore]
        made = []
        for agent, mode in (("toby", Mode.DIRECT), ("ami", Mode.DIRECT), ("toby", Mode.SUPERVISED)):
            thread = await threads.open(user, agent, mode, title="t")
            made.append((await stores[ExecutionStore].create(user, thread.id, "m", mode, agent)).id)
        assert [(await threads.as_it_was_before(user, each))[1] for each in made] == [None, None, Mode.DIRECT]

    stores_run(story)


async def over(stores, user, thread, content, agent):
    """Add an execution that an agent has answered; return its id."""
    execution = await stores[ExecutionStore].create(user, thread.id, content, Mode.DIRECT, None)
    await stores[ExecutionStore].claim(user, execution.id)
    await stores[ConversationStore].add_message(
        user, thread.id, MessageAuthor.AGENT, f"to {content}", agent_id=agent, execution_id=execution.id
    )
    await stores[ExecutionStore].finish(
        user, execution.id, 1, DONE, usage=Usage(input_tokens=1), answer="a", model_messages=[content]
    )
    return execution.id


def test_superseded_executions_are_no_part_of_their_thread_but_of_the_figures(new_user_id, stores_run):
    async def story(stores):
        user, threads = new_user_id(), stores[ConversationStore]
        thread = await threads.open(user, "toby", Mode.DIRECT, title="t")
        elsewhere = await threads.create(user, "toby", Mode.DIRECT, title="t")
        other = await over(stores, user, elsewhere, "elsewhere", "toby")
        ids = [await over(stores, user, thread, str(n), f"agent-{n}") for n in range(4)]
        await threads.supersede(user, thread.id, ids[2])
        assert [message.content for message in await threads.messages(user, thread.id)] == ["0", "to 0", "1", "to 1"]
        assert [m.content for m in await threads.messages(user, thread.id, execution_id=ids[3])] == ["3", "to 3"]
        assert (await threads.get(user, thread.id)).last_agent == "agent-1"
        late = await over(stores, user, thread, "late", "agent-5")
        history = await threads.history(user, thread.id, before_execution=late)
        assert [exchange.messages for exchange in history] == [["0"], ["1"]]
        assert [turn.id for turn in await stores[TurnStore].of(user, [*ids, late, other])] == [
            other,
            ids[0],
            ids[1],
            late,
        ]
        assert (await stores[ExecutionStore].get(user, ids[3])).superseded
        assert not (await stores[ExecutionStore].get(user, other)).superseded
        for execution_id in (ids[2], ids[3]):
            with pytest.raises(Conflict, match="already"):
                await threads.supersede(user, thread.id, execution_id)
        await threads.supersede(user, thread.id, ids[0])
        assert (await threads.get(user, thread.id)).last_agent is None
        assert await threads.messages(user, thread.id) == []

    stores_run(story)


def test_nobody_supersedes_what_is_not_theirs_or_not_of_the_thread_or_not_over(new_user_id, stores_run):
    async def story(stores):
        user, stranger, threads = new_user_id(), new_user_id(), stores[ConversationStore]
        thread = await threads.open(user, "toby", Mode.DIRECT, title="t")
        elsewhere = await threads.create(user, "toby", Mode.DIRECT, title="t")
        theirs = await threads.open(stranger, "toby", Mode.DIRECT, title="t")
        execution = await over(stores, user, thread, "x", "toby")
        for conversation in (thread, theirs):
            with pytest.raises(NotFound):
                await threads.supersede(stranger, conversation.id, execution)
        with pytest.raises(Conflict, match="another conversation"):
            await threads.supersede(user, elsewhere.id, execution)
        running = await stores[ExecutionStore].create(user, thread.id, "m", Mode.DIRECT, None)
        for status in ("pending", "running", "waiting"):
            if status == "running":
                await stores[ExecutionStore].claim(user, running.id)
            if status == "waiting":
                await stores[ExecutionStore].wait(user, running.id, 1, "somebody")
            with pytest.raises(Conflict, match="stop it first"):
                await threads.supersede(user, thread.id, execution)
        assert not (await stores[ExecutionStore].get(user, execution)).superseded
        with pytest.raises(NotFound):
            await threads.hold(stranger, thread.id)

    stores_run(story)


def test_a_held_thread_keeps_others_from_adding_to_it_until_the_end(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        thread = await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="t")
        order = []

        async def submit(name, held):
            async with stores.database.as_user(user):
                await stores[ConversationStore].hold(user, thread.id)
                order.append(name)
                await held()
                order.append(name)

        async with asyncio.TaskGroup() as group:
            for name in "abcd":
                group.create_task(submit(name, lambda: asyncio.sleep(0)))
        assert order[0::2] == order[1::2]

    stores_run(story)


def test_a_new_thread_is_known_by_its_times_until_something_is_said_in_it(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for _ in range(2):
            thread = await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="t")
            assert thread.created_at == thread.updated_at
        await stores[ConversationStore].add_message(user, thread.id, MessageAuthor.USER, "x")
        thread = await stores[ConversationStore].open(user, "toby", Mode.DIRECT, title="t")
        assert thread.created_at < thread.updated_at

    stores_run(story)
