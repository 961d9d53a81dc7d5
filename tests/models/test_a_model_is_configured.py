"""With a model: the real provider clients, over HTTP, against a local server that speaks their wire formats."""

import asyncio
from collections import deque

import pytest

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.models.catalog import Catalog
from bailiwick.runs.threads.turn_store import TurnStore
from support.providers import Answer, Call, Fault, ProviderServer, Recorded
from support.running import person, running
from support.swarms import swarm_of

CANARY = "sk-canary-0123456789"


def options_for(provider: str, url: str) -> dict[str, str]:
    """Return the settings with which a person would point Bailiwick at the server."""
    return {
        "openai": {"model": "openai:m", "openai_base_url": f"{url}/v1", "openai_api_key": CANARY},
        "anthropic": {"model": "anthropic:m", "anthropic_base_url": url, "anthropic_api_key": CANARY},
        "google": {"model": "google:m", "google_base_url": url, "google_api_key": CANARY},
        "ollama": {"model": "ollama:local-model", "ollama_url": url},
    }[provider]


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "ollama"])
def test_an_agent_uses_a_tool_and_answers_through_each_provider(own_database, tmp_path, provider):
    asks = Answer(pieces=["One moment. "], calls=[Call(name="calculator", arguments='{"expression": "6*7"}')])
    answers = Answer(pieces=["It ", "is ", "42."])

    async def story():
        with ProviderServer(asks, answers) as server:
            options = options_for(provider, server.url)
            ollama_url = options.pop("ollama_url", "")
            async with running(own_database.owner, tmp_path, ollama=ollama_url, **options) as platform:
                someone = await person(platform)
                execution = await someone.ask("What is 6 * 7?")
                items = await someone.events(execution.id)
        assert execution.status is ExecutionStatus.COMPLETED, execution.failure
        assert execution.agent_id == "peter-logical"
        assert execution.answer == "It is 42."
        assert [step.kind for step in execution.steps] == ["supervisor", "router", "model", "tool", "model", "finalize"]
        assert execution.steps[3].output["result"]["result"] == "42"
        assert execution.usage.input_tokens == 22
        assert execution.usage.output_tokens == 14
        assert execution.decision.model_calls == 0, "models do the work, not the sorting"
        pieces = [item.data["text"] for item in items if item.kind == "agent.stream"]
        assert "".join(pieces) == "One moment. It is 42."

    asyncio.run(story())


def test_the_thread_is_told_to_the_model_and_the_roster_only_to_the_supervisor(own_database, tmp_path):
    async def story():
        with ProviderServer(Answer(pieces=["First."]), Answer(pieces=["Second."]), Answer(pieces=["Hello!"])) as server:
            async with running(own_database.owner, tmp_path, **options_for("openai", server.url)) as platform:
                someone = await person(platform)
                await someone.ask("Compare the architectures of two message brokers")
                await someone.ask("what about a third one?")
                await someone.ask("thanks")
            first, second, third = [str(request.body) for request in server.requests if request.body]
        assert "First." in second
        assert "Compare the architectures of two message brokers" in second
        assert "Agents on the roster" not in first
        assert "Agents on the roster" in third
        assert "answer in that language" in first

    asyncio.run(story())


def test_a_cut_answer_is_asked_for_again_and_read_once(own_database, tmp_path):
    async def story():
        cut, whole = Answer(pieces=["It is ", "forty"], fault=Fault.CUT), Answer(pieces=["It is 42."])
        with ProviderServer(cut, whole) as server:
            async with running(own_database.owner, tmp_path, **options_for("openai", server.url)) as platform:
                someone = await person(platform)
                execution = await someone.ask("tell me", agent_id="toby-technical")
                items = await someone.events(execution.id)
        assert execution.answer == "It is 42."
        text = ""
        for item in items:
            if item.kind == "agent.stream":
                text = text[: item.data["offset"]] + item.data["text"]
        assert text == "It is 42."
        assert [item.data["willRetry"] for item in items if item.kind == "error.occurred"] == [True]

    asyncio.run(story())


def test_a_refused_key_is_one_sentence_and_appears_nowhere(own_database, tmp_path, capfd):
    refusing = Answer(status=401, error=f"Incorrect API key provided: {CANARY}")

    async def story():
        with ProviderServer(*[refusing] * 5) as server:
            async with running(own_database.owner, tmp_path, **options_for("openai", server.url)) as platform:
                someone = await person(platform)
                execution = await someone.ask("tell me", agent_id="toby-technical")
                facts = await platform.stores[EventStore].recent(someone.id, limit=100)
        assert execution.status is ExecutionStatus.FAILED
        assert execution.failure.error_class == "authentication"
        assert CANARY not in str(execution)
        assert CANARY not in str(facts)

    asyncio.run(story())
    assert CANARY not in "".join(capfd.readouterr())


def test_a_refused_key_is_told_as_a_code_with_its_provider_until_a_call_goes_well(own_database, tmp_path):
    refusing, well = Answer(status=401, error="Incorrect API key provided"), Answer(pieces=["Hello."])
    values = {"provider": "openai", "variable": "OPENAI_API_KEY", "setting": "BAILIWICK_OPENAI_API_KEY"}
    lack = Lack(code=LackCode.KEY_REFUSED, values=values)

    async def story():
        with ProviderServer(refusing, well) as server:
            async with running(own_database.owner, tmp_path, **options_for("openai", server.url)) as platform:
                someone = await person(platform)

                async def state():
                    default = next(entry for entry in await platform[Catalog].entries() if entry.default)
                    health = await platform[HealthChecks].one(someone.id, "toby-technical")
                    assert default.usable
                    assert health.healthy == (default.lack is None)
                    assert health.lacks == (() if default.lack is None else (default.lack,))
                    return default.lack

                assert await state() is None
                failed = await someone.ask("tell me", agent_id="toby-technical")
                assert failed.failure.lack == lack
                assert failed.failure.message == lack.said
                [turn] = await platform.stores[TurnStore].of(someone.id, [failed.id])
                assert turn.failure == failed.failure
                [told] = [item for item in await someone.events(failed.id) if item.kind == "error.occurred"]
                assert told.data["lack"] == {"code": "key-refused", "values": values, "why": None}
                assert await state() == lack
                done = await someone.ask("tell me", agent_id="toby-technical")
                assert done.answer == "Hello."
                assert await state() is None

    asyncio.run(story())


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "ollama"])
def test_residents_write_to_one_another_through_each_provider(own_database, tmp_path, provider):
    to_ben = Call(name="send", arguments='{"to": "Ben", "content": "What is 6 * 7?", "expects_reply": true}')
    calculates = Call(name="calculator", arguments='{"expression": "6*7"}')
    to_person = Call(name="send", arguments='{"to": "person", "content": "Ben says 42."}')
    says = {
        "Ana": deque(
            [
                Answer(calls=[to_ben]),
                Answer(pieces=["I wait for Ben."]),
                Answer(calls=[to_person]),
                Answer(pieces=["Done."]),
            ]
        ),
        "Ben": deque([Answer(calls=[calculates]), Answer(pieces=["It is 42."])]),
    }
    asked = {name: list[str]() for name in says}

    def answer(request: Recorded) -> Answer:
        body = str(request.body)
        name = "Ana" if "You are Ana" in body else "Ben"
        asked[name].append(body)
        return says[name].popleft()

    async def story():
        with ProviderServer(*[answer] * 6) as server:
            options = options_for(provider, server.url)
            ollama_url = options.pop("ollama_url", "")
            async with running(own_database.owner, tmp_path, ollama=ollama_url, **options) as platform:
                swarm = await swarm_of(await person(platform))
                await swarm.has("Ana")
                await swarm.has("Ben", tools=("calculator",))
                await swarm.write("Ask Ben what 6 * 7 is", to="Ana")
                await swarm.sleeps()
                said, answered = await swarm.said("Ana"), await swarm.said("Ben", "Ana")
                used = (await swarm.get()).usage
        assert (said, answered) == (["I wait for Ben.", "Ben says 42."], ["It is 42."])
        assert (used.model_calls, used.tool_calls) == (6, 3)
        assert "> What is 6 * 7?" in asked["Ben"][0], "Ana's mail reaches Ben's model, quoted"
        assert "> It is 42." in asked["Ana"][2], "and his answer hers"

    asyncio.run(story())
