"""Model traffic recorded and played back."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.cassettes import RecordingCaller, ReplayCaller, request_key
from bailiwick.models.contract import ModelCaller, ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.script import Script, ScriptedCall, ScriptedFailure, ScriptedTurn
from bailiwick.models.scripted import ScriptedCaller
from support.providers import Listener


def question(text: str) -> Question:
    told: Sequence[ModelMessage] = [ModelRequest(parts=[UserPromptPart(content=text)])]
    return Question(model="scripted", instructions="Be brief.", messages=told)


def call(caller: ModelCaller, asked: Question, heard: Listener) -> ModelReply:
    return asyncio.run(caller.call(asked, heard.on_text, heard.on_retry))


def test_what_was_recorded_is_played_back(tmp_path: Path) -> None:
    script = Script(
        turns=[
            ScriptedTurn(
                thinking="Well.",
                text="A long enough answer to {user}, é.",
                calls=[ScriptedCall(tool="t")],
                pace=100_000,
            )
        ]
    )
    path, live, played = tmp_path / "tape.jsonl", Listener(), Listener()
    first = call(RecordingCaller(ScriptedCaller(script), path), question("one"), live)
    again = call(ReplayCaller(path), question("one"), played)
    assert again == first
    assert played.pieces == live.pieces
    assert played.beside == live.beside
    assert len(live.beside) == 2
    assert len(played.pieces) > 1


def test_failures_are_played_back_in_their_place(tmp_path: Path) -> None:
    failing = ScriptedFailure(error_class=ErrorClass.RATE_LIMIT, times=1, message="slow down", retry_after=2.0)
    path = tmp_path / "tape.jsonl"
    recording = RecordingCaller(ScriptedCaller(Script(turns=[ScriptedTurn(text="fine", fail=failing)])), path)
    with pytest.raises(CallFailed):
        call(recording, question("one"), Listener())
    call(recording, question("one"), Listener())
    replay = ReplayCaller(path)
    with pytest.raises(CallFailed, match="slow down") as caught:
        call(replay, question("one"), Listener())
    assert (caught.value.error_class, caught.value.retry_after) == (ErrorClass.RATE_LIMIT, 2.0)
    for _ in range(2):
        assert call(replay, question("one"), Listener()).response.text == "fine"


def test_a_call_that_was_not_recorded_fails_plainly(tmp_path: Path) -> None:
    path = tmp_path / "tape.jsonl"
    call(RecordingCaller(ScriptedCaller(), path), question("one"), Listener())
    with pytest.raises(CallFailed, match="cassette"):
        call(ReplayCaller(path), question("two"), Listener())


def test_the_key_depends_on_what_is_said_and_not_on_when() -> None:
    assert request_key(question("one")) == request_key(question("one"))
    assert request_key(question("one")) != request_key(question("two"))
    assert request_key(question("one")) != request_key(replace(question("one"), temperature=0.1))
