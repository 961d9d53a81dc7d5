"""Runs whose model does not answer: rules and tools do what they can at once, another model where one is listed."""

import asyncio
import json
import time
from datetime import timedelta
from typing import Any

import pytest

from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import ErrorClass, PassedOver
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.models import breaker_store
from bailiwick.models.breaker import Breakers
from bailiwick.models.breaker_states import BreakerState
from bailiwick.models.breaker_store import FAILURES
from bailiwick.runs.agent_loop import StandIn
from bailiwick.runs.records import Execution, StepKind
from bailiwick_router.core.agents import ReviewPolicy
from support.providers import Answer, Call, Fault, ProviderServer
from support.running import Person, person, running
from support.site import Site, finished, settings_of

NOBODY = "http://127.0.0.1:1/v1"
DEAD = {"model": "openai:m", "openai_base_url": NOBODY, "openai_api_key": "key"}


def models_of(execution: Execution) -> list[str]:
    return [step.name for step in execution.steps if step.kind is StepKind.MODEL]


async def asked(platform: Platform, *messages: str, **fields: Any) -> list[Execution]:
    someone = await person(platform)
    return [await someone.ask(message, **fields) for message in messages]


CAN_BE_ANSWERED = (
    ("Solve 2x + 5 = 15", "x = 5", "openai cannot be reached. Until it answers, rules and tools do:"),
    ("hello", "Hello.", "openai cannot be reached. Until it answers, rules and tools do:"),
    ("Resuelve 3x - 7 = 11", "x = 6", "No se puede llegar a openai. Hasta que responda"),
)


def test_what_rules_can_answer_is_answered_without_a_wait_and_says_why(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, **DEAD) as platform:
            return await asked(platform, *(message for message, _, _ in CAN_BE_ANSWERED))

    for execution, (message, answer, cause) in zip(asyncio.run(story()), CAN_BE_ANSWERED, strict=True):
        assert execution.status is ExecutionStatus.COMPLETED, (message, execution.failure)
        assert execution.answer.startswith(cause), message
        assert answer in execution.answer
        assert set(models_of(execution)) == {"offline"}
        passed = next(step for step in execution.steps if step.kind is StepKind.MODEL).output["passed_over"]
        assert [each["model"] for each in passed] == ["openai:m"]


def test_what_only_a_model_can_answer_fails_with_the_true_cause_and_at_once_when_the_breaker_is_open(
    own_database, tmp_path, monkeypatch
):
    monkeypatch.setattr(breaker_store, "SHORTEST", timedelta(minutes=1))

    async def story():
        async with running(own_database.owner, tmp_path, **DEAD) as platform:
            first, second = await asked(platform, "Write a poem about the sea", "Write a poem about rain")
            return first, second, await platform[Breakers].all()

    first, second, (breaker,) = asyncio.run(story())
    for execution in (first, second):
        assert (execution.status, execution.failure.error_class) == (ExecutionStatus.FAILED, ErrorClass.NETWORK)
        assert "openai" in execution.failure.message
        assert "configured" not in execution.failure.message
    assert (breaker.provider, breaker.state, breaker.failures) == ("openai", BreakerState.OPEN, FAILURES)
    assert second.failure.why.parts == (breaker.reason,)
    assert (second.ended_at - second.started_at).total_seconds() < 0.5


def test_another_model_answers_where_an_agent_lists_one_and_goes_on_with_the_work(own_database, tmp_path):
    answers = (
        Answer(pieces=["Let me see. "], calls=[Call(name="calculator", arguments='{"expression": "6*7"}')]),
        Answer(pieces=["It is 42."]),
    )

    async def story():
        with ProviderServer(*answers) as server:
            options = {"anthropic_base_url": server.url, "anthropic_api_key": "key", **DEAD}
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await person(platform)
                await someone.has("clerk", tools=["calculator"], fallbacks=["anthropic:claude-haiku-4-5"])
                execution = await someone.ask("What is six times seven?", agent_id="clerk")
                items = await someone.events(execution.id)
                return execution, items, await platform[Breakers].all(), len(server.requests)

    execution, items, (breaker,), requests = asyncio.run(story())
    assert execution.answer == "It is 42."
    assert models_of(execution) == ["anthropic:claude-haiku-4-5"] * 2
    assert requests == 2
    responses = [item.data for item in items if item.kind == "model-response"]
    assert [each["model"] for each in responses] == ["anthropic:claude-haiku-4-5"] * 2
    passed = responses[0]["passedOver"]
    assert [(each["model"], each["reason"]["code"]) for each in passed] == [("openai:m", "model-unreachable")]
    assert responses[1]["passedOver"] == passed, "the second round began with who answered the first"
    assert (breaker.provider, breaker.passed_over) == ("openai", 1)


def test_the_step_of_a_review_names_the_model_that_answered_for_another(own_database, tmp_path):
    answers = (Answer(pieces=["It is 42 metres."]), Answer(pieces=['{"verdict": "accept", "reason": "It is."}']))

    async def story():
        with ProviderServer(*answers) as server:
            options = {"anthropic_base_url": server.url, "anthropic_api_key": "key", **DEAD}
            options |= {"fallbacks": ("anthropic:claude-haiku-4-5",)}
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await person(platform)
                await someone.has("meter", tags=["metres"], review=ReviewPolicy.ALWAYS)
                return await someone.ask("How many metres are six times seven metres?")

    execution = asyncio.run(story())
    (review,) = [step for step in execution.steps if step.kind is StepKind.REVIEW]
    assert review.output["verdict"] == "accept"
    assert (review.name, review.usage.model_calls) == ("anthropic:claude-haiku-4-5", 1)
    assert review.usage.cost > 0


def test_half_an_answer_is_not_shown_twice_when_another_model_takes_over(own_database, tmp_path):
    def answer(request: Any) -> Answer:
        if "/messages" in request.path:
            return Answer(pieces=["Whole."])
        return Answer(pieces=["Half an ", "answer."], fault=Fault.CUT)

    async def story():
        with ProviderServer() as server:
            server.default = answer
            options = {"anthropic_base_url": server.url, "anthropic_api_key": "key", **DEAD}
            options |= {"openai_base_url": f"{server.url}/v1", "fallbacks": ("anthropic:claude-haiku-4-5",)}
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await person(platform)
                await someone.has("clerk")
                execution = await someone.ask("Say something", agent_id="clerk")
                return execution, await someone.events(execution.id)

    execution, items = asyncio.run(story())
    assert execution.answer == "Whole."
    text = ""
    for item in items:
        if item.kind == "agent.stream":
            text = text[: item.data["offset"]] + item.data["text"]
    assert text == "Whole."


def test_an_agent_that_lists_nobody_waits_for_its_model_alone(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, **DEAD) as platform:
            someone: Person = await person(platform)
            await someone.has("clerk", tools=["calculator"], fallbacks=[])
            return await someone.ask("What is 6 * 7?", agent_id="clerk")

    execution = asyncio.run(story())
    assert execution.status is ExecutionStatus.FAILED
    assert execution.failure.error_class == ErrorClass.NETWORK


@pytest.mark.parametrize("fault", ["refused", "overloaded"])
def test_over_http_a_dead_provider_holds_up_nothing_that_rules_can_answer(own_database, tmp_path, fault):
    """The first message may find out; the others do not wait at all."""
    with ProviderServer() as server:
        server.default = Answer(status=529)
        url = NOBODY if fault == "refused" else f"{server.url}/v1"
        with Site(settings_of(own_database, tmp_path, **{**DEAD, "openai_base_url": url})) as site:
            someone = site.person("A person")
            with site.client(someone) as client:
                seconds: list[float] = []
                for _ in range(FAILURES + 3):
                    began = time.perf_counter()
                    accepted = client.post("/api/agents/execute", json={"message": "Solve 2x + 5 = 15"}).json()
                    execution = finished(client, accepted["id"])
                    seconds.append(time.perf_counter() - began)
                    assert "x = 5" in execution["answer"], execution
                listed = client.get("/api/models").json()["models"]
    assert sorted(seconds)[len(seconds) // 2] < 1.0, seconds
    entry = next(each for each in listed if each["name"] == "openai:m")
    assert entry["breaker"]["state"] in ("open", "half-open")
    code = "model-unreachable" if fault == "refused" else "model-overloaded"
    assert entry["breaker"]["reason"]["code"] == code
    assert next(each for each in listed if each["name"] == "offline")["breaker"] is None


def test_who_takes_a_run_over_goes_on_with_the_model_that_stood_in():
    reason = Reason.of(ReasonCode.MODEL_UNREACHABLE, provider="openai")
    passed_over = [PassedOver(model="openai:m", error_class=ErrorClass.NETWORK, reason=reason)]
    stands_in = StandIn("anthropic:x", ["ollama:y"], passed_over)
    kept = json.loads(json.dumps(stands_in.data()))
    assert StandIn.stored(kept) == stands_in
    assert StandIn.stored({"response": {}}) is None
    kept["passed_over"][0]["reason"] = {"code": "of-another-release"}
    (read,) = StandIn.stored(kept).passed_over
    assert read.reason.code is ReasonCode.UNEXPECTED


MODELS = ("openai-chat:m", "openai-responses:gpt-4o", "anthropic:claude-haiku-4-5", "google:gemini-3.8-flash")


def test_a_tool_that_there_is_not_and_wrong_arguments_are_answered_and_the_model_goes_on(own_database, tmp_path):
    """See `docs/reference/model-faults.md`; Gemini sends arguments as an object, so they cannot be broken JSON."""
    wrong = {
        "no such tool": Call(name="summonDragon", arguments="{}"),
        "no JSON": Call(name="calculator", arguments='{"expression": "6*'),
        "not what it takes": Call(name="calculator", arguments='{"colour": "red"}'),
    }

    async def story():
        found = {}
        with ProviderServer() as server:
            options = {"openai_base_url": f"{server.url}/v1", "anthropic_base_url": server.url}
            options |= {"google_base_url": server.url, "openai_api_key": "k", "anthropic_api_key": "k"}
            async with running(own_database.owner, tmp_path, google_api_key="k", **options) as platform:
                someone = await person(platform)
                for number, model in enumerate(MODELS):
                    await someone.has(f"clerk{number}", model=model, tools=["calculator"])
                    for title, call in wrong.items():
                        if title == "no JSON" and model.startswith("google"):
                            continue
                        server.answers.extend([Answer(pieces=[], calls=[call]), Answer(pieces=["Then so."])])
                        done = await someone.ask("Do it", agent_id=f"clerk{number}")
                        found[model, title] = done
        return found

    for where, execution in asyncio.run(story()).items():
        assert (execution.status, execution.answer) == (ExecutionStatus.COMPLETED, "Then so."), where
        (step,) = [step for step in execution.steps if step.kind is StepKind.TOOL]
        assert step.error, where
