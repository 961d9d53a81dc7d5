"""Whatever a model says can be stored, streamed and keyed."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_ai.messages import (
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)

from bailiwick.kernel.resilience import RetryPolicy
from bailiwick.kernel.settings import Settings
from bailiwick.models.catalog import Catalog
from bailiwick.models.chain import Callers, caller
from bailiwick.models.clean import clean_json, clean_text
from bailiwick.models.contract import ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.offline import OfflineCaller
from bailiwick.models.script import Script, ScriptedCall, ScriptedTurn
from bailiwick.models.scripted import ScriptedCaller
from bailiwick.models.tidy import LONGEST_ID, TidyingCaller
from support.providers import Listener

ANY_TEXT = st.text(st.characters(exclude_categories=()))
"""Also NUL and lone surrogates."""
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | ANY_TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
    max_leaves=10,
)


def ask(turn: ScriptedTurn, listener: Listener | None = None, history: Any = ()) -> ModelReply:
    heard = listener or Listener()
    told = [*history, ModelRequest(parts=[UserPromptPart(content="go")])]
    question = Question(model="scripted", instructions="", messages=told)
    return asyncio.run(
        TidyingCaller(ScriptedCaller(Script(turns=[turn]))).call(question, heard.on_text, heard.on_retry)
    )


@given(ANY_TEXT)
def test_clean_text_can_be_stored_and_keeps_its_length(text: str) -> None:
    clean = clean_text(text)
    assert len(clean) == len(text)
    assert "\0" not in clean.encode().decode()
    assert clean_text(clean) == clean


@given(ANY_JSON)
def test_clean_json_can_be_stored(value: Any) -> None:
    stored = json.dumps(clean_json(value), ensure_ascii=False).encode()
    assert not any("\0" in text for text in texts_in(json.loads(stored)))


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in [*value, *(value.values() if isinstance(value, dict) else ())]:
            yield from texts_in(item)


@given(ANY_TEXT)
def test_streamed_text_and_response_say_the_same(text: str) -> None:
    heard = Listener()
    reply = ask(ScriptedTurn(text=text), heard)
    assert (reply.response.text or "") == heard.text == clean_text(text)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"a\0": ["x\ud800"]}, {"a\ufffd": ["x\ufffd"]}),
        ('{"a": "x\\u0000y"}', '{"a": "x\ufffdy"}'),
        ('{"a": "\\ud83d\\ude00 \\uD800"}', '{"a": "😀 \ufffd"}'),
        ('{"a": "\\u0000', '{"a": "\\u0000'),
        ("{}", "{}"),
    ],
)
def test_arguments_are_clean_in_either_form(arguments: Any, expected: Any) -> None:
    (call,) = ask(ScriptedTurn(calls=[ScriptedCall(tool="t", arguments=arguments)])).response.parts
    assert isinstance(call, ToolCallPart)
    assert call.args == expected


def test_ids_are_unique_within_a_response_and_against_the_history() -> None:
    history = [ModelResponse(parts=[ToolCallPart(tool_name="t", args={}, tool_call_id="call_0")])]
    calls = [ScriptedCall(tool="t", id=call_id) for call_id in ("call_0", "call_0", "new", "call_0_2", "")]
    parts = ask(ScriptedTurn(calls=calls), history=history).response.parts
    ids = [part.tool_call_id for part in parts if isinstance(part, ToolCallPart)]
    assert ids[0] == "call_0_2"
    assert "new" in ids
    assert len({"call_0", *ids}) == 6


def test_a_monstrous_id_is_cut_and_still_unique() -> None:
    calls = [ScriptedCall(tool="t", id="x" * 100_000), ScriptedCall(tool="t", id="x" * 100_001)]
    parts = ask(ScriptedTurn(calls=calls)).response.parts
    ids = [part.tool_call_id for part in parts if isinstance(part, ToolCallPart)]
    assert len(set(ids)) == 2
    assert all(len(call_id) <= LONGEST_ID + 10 for call_id in ids)


def test_a_clean_response_is_passed_on_as_it_is() -> None:
    reply = ask(ScriptedTurn(text="Fine.", calls=[ScriptedCall(tool="t", arguments={"a": 1})]))
    assert reply.response.parts[0] == TextPart(content="Fine.")
    assert ModelMessagesTypeAdapter.dump_json([reply.response])


@pytest.mark.parametrize(("model", "says"), [("offline", "No language model"), ("scripted", "scripted model")])
def test_the_chain_picks_by_name(model: str, says: str) -> None:
    heard = Listener()
    ends = Callers(offline=OfflineCaller(), scripted=ScriptedCaller(), provider=OfflineCaller())
    chain = caller(ends, RetryPolicy(), Catalog(Settings(ollama_url=""), environment={}))
    told = [ModelRequest(parts=[UserPromptPart(content="hello")])]
    question = Question(model=model, instructions="", messages=told, asked=("hello",))
    asyncio.run(chain.call(question, heard.on_text, heard.on_retry))
    assert says in heard.text
