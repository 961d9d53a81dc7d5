"""Real servers that speak each provider's wire and misbehave: what comes of it is what the documentation says."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelRequest, UserPromptPart

from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.resilience import CallFailed, RetryPolicy
from bailiwick.models.breaker import Breakers, BreakingCaller
from bailiwick.models.breaker_states import BreakerState
from bailiwick.models.breaker_store import FAILURES, BreakerStore
from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.causes import cause_of
from bailiwick.models.contract import ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.fallback import FallbackCaller
from bailiwick.models.retry import RetryingCaller
from support.providers import Answer, Fault, Listener, ProviderServer

FAULTS = tomllib.loads((Path(__file__).parent / "model_faults.toml").read_text(encoding="utf-8"))["fault"]
MODELS = {
    "openai-chat": "openai-chat:local-model",
    "openai-responses": "openai-responses:gpt-4o",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-3.8-flash",
}
NEXT = "ollama:local-model"


def of_provider(fault: dict[str, Any], provider: str) -> dict[str, Any]:
    return {**fault, **fault.get(provider, {})}


def answer(said: dict[str, Any]) -> Answer:
    fields = {"pieces": ["Half ", "an ", "answer", "."], **said}
    return Answer(**{**fields, "fault": Fault(fields["fault"])} if "fault" in fields else fields)


async def ask(stores: Stores, catalog: Catalog, model: str, provider: str, heard: Listener) -> Any:
    """Ask with another model to follow; return what came of it, and how the provider stands then."""

    async def at_once(seconds: float) -> None:
        del seconds

    store = BreakerStore(stores.database)
    await store.close(provider)  # other tests have had this table
    breakers = Breakers(store, 20.0)
    retrying = RetryingCaller(BreakingCaller(ProviderCaller(catalog), breakers), RetryPolicy(), sleep=at_once)
    told = [ModelRequest(parts=[UserPromptPart(content="Hello")])]
    question = Question(model=model, instructions="", messages=told, fallbacks=(NEXT,))
    try:
        came = await FallbackCaller(retrying, catalog, ()).call(question, heard.on_text, heard.on_retry)
    except CallFailed as error:
        came = error
    finally:
        await catalog.aclose()
    return came, next((each for each in await breakers.all() if each.provider == provider), None)


@pytest.mark.parametrize("provider", MODELS)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["title"])
def test_what_comes_of_each_fault_of_each_provider(
    fault: dict[str, Any],
    provider: str,
    server: ProviderServer,
    make_catalog: Callable[..., Catalog],
    stores_run: Callable[..., Any],
) -> None:
    said = of_provider(fault, provider)
    server.default = answer(said["answer"])
    heard = Listener()
    with ProviderServer() as healthy:
        catalog = make_catalog(ollama_url=healthy.url, model_timeout=1.5 if said["class"] == "timeout" else 20)
        came, breaker = stores_run(lambda stores: ask(stores, catalog, MODELS[provider], provider, heard))
    found = {"calls": sum(each.method == "POST" for each in server.requests), "passed": isinstance(came, ModelReply)}
    if isinstance(came, ModelReply):
        (passed_over,) = came.passed_over
        found |= {"class": str(passed_over.error_class), "reason": str(passed_over.reason.code)}
        assert came.model == NEXT
        assert heard.text == came.response.text == "Hello.", "of half an answer nothing is left"
    else:
        found |= {"class": str(came.error_class), "reason": str(cause_of(came, provider).code)}
    failures = 0 if breaker is None else breaker.failures
    opens = breaker is not None and breaker.state is BreakerState.OPEN and failures < FAILURES
    found["breaker"] = "opens" if opens else "counts" if failures else "no"
    assert found == {key: said[key] for key in found}


@pytest.mark.parametrize("provider", MODELS)
def test_every_fault_has_an_answer_for_every_provider(provider: str) -> None:
    assert all("answer" in of_provider(fault, provider) for fault in FAULTS)
