"""Histories as stored by an earlier version: still readable, the same when stored again, and good to go on with."""

import asyncio
import copy
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelRequest, UserPromptPart

from bailiwick.models.calls import ProviderCaller
from bailiwick.models.catalog import Catalog
from bailiwick.models.contract import ModelRequest as Question
from support.providers import Listener, ProviderServer

HISTORIES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "fixtures" / "histories.json").read_text(encoding="utf-8")
)
MODELS = (
    "openai:local-model",
    "openai-responses:gpt-4o",
    "anthropic:claude-haiku-4-5",
    "google:gemini-3.8-flash",
    "ollama:local-model",
)


def load(name: str) -> Sequence[ModelMessage]:
    return ModelMessagesTypeAdapter.validate_python(HISTORIES[name])


@pytest.mark.parametrize("name", HISTORIES)
def test_a_stored_history_loses_nothing_when_read_and_stored_again(name: str) -> None:
    again = ModelMessagesTypeAdapter.dump_python(list(load(name)), mode="json")
    assert len(again) == len(HISTORIES[name]) >= 4
    for before, after in zip(copy.deepcopy(HISTORIES[name]), again, strict=True):
        for stored, kept in zip(before["parts"], after["parts"], strict=True):
            assert {key: kept[key] for key in stored} == stored
        del before["parts"]
        assert {key: after[key] for key in before} == before


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", HISTORIES)
def test_every_provider_goes_on_with_a_stored_history(
    name: str, model: str, server: ProviderServer, make_catalog: Callable[..., Catalog]
) -> None:
    messages = [*load(name), ModelRequest(parts=[UserPromptPart(content="And now?")])]
    catalog, heard = make_catalog(), Listener()

    async def run() -> None:
        question = Question(model=model, instructions="Be brief.", messages=messages)
        await ProviderCaller(catalog).call(question, heard.on_text, heard.on_retry)
        await catalog.aclose()

    asyncio.run(run())
    assert heard.text == "Hello."
    assert "And now?" in json.dumps(server.requests[-1].body)
