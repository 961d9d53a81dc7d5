"""The main job: a person asks, the right agent answers, the reason can be read, with no model and no key."""

import asyncio
from functools import partial

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.misroute_actions import Misroutes
from bailiwick.kernel.errors import AgentUnavailable, Conflict, InvalidInput, UnknownAgent
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.records import RunPurpose
from bailiwick.runs.store import ExecutionStore
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_skills.notes.store import NoteStore
from support.running import person, running


@pytest.mark.parametrize(
    ("message", "agent", "parts"),
    [
        ("Solve 2x + 5 = 15 and explain the steps", "peter-logical", ["x = 5", "10"]),
        ("Resuelve 2x + 5 = 15 y explica los pasos", "peter-logical", ["x = 5", "10"]),
        ("What is 15% of 80?", "peter-logical", ["12"]),
        ("¿Cuánto es el 15% de 80?", "peter-logical", ["12"]),
        ("Convert 5 miles to km", "peter-logical", ["8.04"]),
        ("Add milk to my shopping list", "notes", ["milk", "shopping list"]),
        ("Añade leche a mi lista de la compra", "notes", ["leche", "lista de la compra"]),
    ],
)
def test_without_a_model_tools_answer_through_the_right_agent(own_database, tmp_path, message, agent, parts):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            execution = await (await person(platform)).ask(message)
        assert execution.status is ExecutionStatus.COMPLETED, execution.failure
        assert execution.agent_id == agent
        for part in parts:
            assert part in execution.answer
        assert execution.decision.model_calls == 0
        assert execution.decision.reason
        assert [step.kind for step in execution.steps] == ["supervisor", "router", "model", "tool", "model", "finalize"]

    asyncio.run(story())


def test_a_message_that_looks_like_the_brief_of_a_task_is_routed_and_corrected_as_a_message(own_database, tmp_path):
    message = "Task #5: Something to do\n\nWhat is 15% of 80?"

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            execution = await someone.ask(message)
            assert execution.purpose is RunPurpose.CHAT
            assert execution.decision.message == message
            assert execution.agent_id == "peter-logical", "by its second line"
            again = await platform[Misroutes].report(someone.id, execution.decision.id, "notes", "", reroute=True)
            assert again.execution_id is not None

    asyncio.run(story())


@pytest.mark.parametrize("message", ["what time is it in Tokyo?", "¿Qué hora es en Tokio?"])
def test_the_time_elsewhere_is_told(own_database, tmp_path, message):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            execution = await (await person(platform)).ask(message)
        assert execution.status is ExecutionStatus.COMPLETED, execution.failure
        assert execution.agent_id is not None
        tool = next(step for step in execution.steps if step.kind == "tool")
        assert tool.name == "getCurrentDateTime"
        assert tool.output["result"]["zone" if "zone" in tool.output["result"] else "timezone"] == "Asia/Tokyo"
        assert ":" in execution.answer

    asyncio.run(story())


@pytest.mark.parametrize(
    ("first", "second", "item"),
    [
        ("add milk to my shopping list", "what about eggs?", "eggs"),
        ("añade leche a mi lista de la compra", "¿y huevos?", "huevos"),
    ],
)
def test_a_follow_up_stays_with_the_agent_and_is_understood(own_database, tmp_path, first, second, item):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            await someone.ask(first)
            execution = await someone.ask(second)
            notes = await platform.stores[NoteStore].list(someone.id)
        assert execution.agent_id == "notes"
        assert execution.decision.stage == "follow_up"
        assert item in execution.answer
        assert [len(note.lines) for note in notes] == [2]
        assert notes[0].lines[1] == item

    asyncio.run(story())


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Compare the architectures of three message brokers", "language model"),
        ("Escribe un poema creativo sobre el otoño", "modelo de lenguaje"),
    ],
)
def test_what_needs_a_model_is_said_honestly_by_the_right_agent(own_database, tmp_path, message, words):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            execution = await (await person(platform)).ask(message)
        assert execution.status is ExecutionStatus.COMPLETED, execution.failure
        assert execution.agent_id in ("toby-technical", "ami-creative")
        assert words in execution.answer

    asyncio.run(story())


@pytest.mark.parametrize(("message", "word"), [("thanks!", ""), ("¡Hola!", "")])
def test_small_talk_is_answered_by_the_supervisor(own_database, tmp_path, message, word):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            execution = await (await person(platform)).ask(message)
        assert execution.decision.stage == "small_talk"
        assert execution.agent_id == "cleo-supervisor"
        assert len(execution.answer) > 5
        assert word in execution.answer

    asyncio.run(story())


def test_when_nobody_fits_the_answer_says_what_the_roster_can_do(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            execution = await (await person(platform)).ask("xyzzy plugh qwfpgj")
        assert execution.status is ExecutionStatus.COMPLETED
        assert execution.decision.stage == "finalize"
        assert "Toby" in execution.answer
        assert "Peter" in execution.answer

    asyncio.run(story())


def test_direct_and_supervised_threads_of_one_agent_share_nothing(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            direct = await someone.ask("add milk to my shopping list", agent_id="notes")
            supervised = await someone.ask("what about eggs?", agent_id="notes", force_supervised=True)
            keys = {c.thread_key: c for c in await platform.stores[ConversationStore].list(someone.id)}
            events = await someone.events(supervised.id)
            with pytest.raises(Conflict, match="never mix"):
                await someone.submit("hello", agent_id="toby-technical", conversation_id=direct.conversation_id)
        assert set(keys) == {"notes_direct", "notes_supervised"}
        assert [step.kind for step in direct.steps][:2] == ["router", "model"]
        assert supervised.steps[0].kind == "supervisor"
        assert "eggs" not in (supervised.answer or "").split("now has")[-1] or supervised.answer
        assert not any(step.kind == "tool" for step in supervised.steps), "the direct thread's list is not known here"
        assert "mode.switched" in [item.kind for item in events]

    asyncio.run(story())


def test_a_thread_is_one_users_own_although_its_key_is_everybodys(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            one, other = await person(platform), await person(platform)
            first = await one.ask("add milk to my shopping list")
            second = await other.ask("what about eggs?")
            assert first.conversation_id != second.conversation_id
            assert await platform.stores[NoteStore].list(other.id) == []

    asyncio.run(story())


def test_a_bad_choice_of_agent_is_a_clear_error_before_anything_is_stored(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            await platform[Rosters].update(someone.id, "ski", {"status": "paused"})
            submit = partial(platform[Executions].submit, someone.id)
            with pytest.raises(UnknownAgent, match="toby-tecnical"):
                await submit(Submission(message="hello", agent_id="toby-tecnical"))
            with pytest.raises(AgentUnavailable, match="paused"):
                await submit(Submission(message="how is the snow", metadata={"requested_agent_id": "ski"}))
            with pytest.raises(InvalidInput, match="empty"):
                await submit(Submission(message="   "))
            assert await platform.stores[ExecutionStore].list(someone.id) == []
            assert await platform.stores[ConversationStore].list(someone.id) == []

    asyncio.run(story())


def test_the_stream_tells_the_whole_story_in_order(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            execution = await someone.submit("Solve 2x + 5 = 15 and explain the steps")
            items = await someone.events(execution.id)
            again = await someone.events(execution.id)
        kinds = [item.kind for item in items]
        for kind in (
            "execution.started",
            "agent-delegation",
            "supervised.delegated",
            "main-iteration",
            "model-call",
            "tool-execution",
            "agent.tool_result",
            "model-response",
            "agent.completed",
            "done",
        ):
            assert kind in kinds
        delegation = next(item.data for item in items if item.kind == "agent-delegation")
        assert {"from", "to", "reason", "query", "timestamp"} <= set(delegation)
        text = ""
        for item in items:
            if item.kind == "model-call":
                text = ""
            if item.kind == "agent.stream":
                text = text[: item.data["offset"]] + item.data["text"]
        assert text == items[-1].data["content"]
        facts = [item.id for item in items if item.kind != "agent.stream"]
        assert [item.id for item in again if item.kind != "agent.stream"] == facts

    asyncio.run(story())


def test_a_new_agent_is_routable_at_once_and_beats_the_generic_one(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            before = await someone.ask("Explain the Second War in Warcraft")
            made = await platform[Rosters].register(
                someone.id, {"name": "Lore keeper", "tags": ["warcraft", "wow", "lore", "second war"]}
            )
            after = await someone.ask("Explain the Second War in Warcraft")
            removed = await platform[Rosters].cleanup(someone.id)
            last = await someone.ask("Explain the Second War in Warcraft")
        assert made.agent.id.startswith("custom_")
        assert before.agent_id != made.agent.id
        assert after.agent_id == made.agent.id
        assert removed == [made.agent.id]
        assert last.agent_id == before.agent_id

    asyncio.run(story())
