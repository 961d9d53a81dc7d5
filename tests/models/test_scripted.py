"""The scripted model: the right turn from the messages alone, files included."""

import asyncio
import json
import os
import textwrap
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.contract import ModelReply
from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.script import (
    Rule,
    Script,
    ScriptedCall,
    ScriptedFailure,
    ScriptedTurn,
    load_script,
    parse_script,
)
from bailiwick.models.scripted import ScriptedCaller
from support.providers import Listener

TOML = """
[[rule]]
user = "WEATHER"
instructions = "Ami"

[[rule.turn]]
text = "Let me look. "
calls = [{ tool = "weatherInfo", arguments = { place = "Oslo" } }]

[[rule.turn]]
text = "It says: {result}"
usage = { input_tokens = 10, output_tokens = 5 }

[[turn]]
text = "Answer {turn} to: {user}"

[[turn]]
calls = [{ tool = "loop", arguments = "{not json", times = 2 }]
"""


def user(text: str) -> ModelRequest:
    return ModelRequest(parts=[UserPromptPart(content=text)])


def results(response: ModelResponse, content: Any) -> ModelRequest:
    return ModelRequest(
        parts=[
            ToolReturnPart(tool_name=part.tool_name, content=content, tool_call_id=part.tool_call_id)
            for part in response.parts
            if isinstance(part, ToolCallPart)
        ]
    )


def ask(
    caller: ScriptedCaller,
    *messages: ModelMessage,
    model: str = "scripted",
    instructions: str = "You are Ami.",
    listener: Listener | None = None,
) -> ModelReply:
    heard = listener or Listener()
    question = Question(model=model, instructions=instructions, messages=messages)
    return asyncio.run(caller.call(question, heard.on_text, heard.on_retry))


@pytest.fixture(params=["toml", "json"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"script.{request.param}"
    if request.param == "toml":
        path.write_text(TOML)
    else:
        path.write_text(json.dumps(tomllib.loads(TOML)))
    return path


def test_a_file_says_what_is_said_turn_by_turn(file: Path) -> None:
    model = f"scripted:{file}"
    first = ask(ScriptedCaller(), user("the weather please"), model=model)
    assert first.response.text == "Let me look. "
    call = next(part for part in first.response.parts if isinstance(part, ToolCallPart))
    assert (call.tool_name, call.args) == ("weatherInfo", {"place": "Oslo"})
    history = [user("the weather please"), first.response, results(first.response, {"sky": "grey"})]
    second = ask(ScriptedCaller(), *history, model=model)
    assert second.response.text == 'It says: {"sky": "grey"}'
    assert (second.usage.input_tokens, second.usage.output_tokens, second.usage.model_calls) == (10, 5, 1)


def test_another_process_goes_on_with_the_right_turn(file: Path) -> None:
    model = f"scripted:{file}"
    first = ask(ScriptedCaller(), user("Hi"), model=model).response
    assert first.text == "Answer 1 to: Hi"
    second = ask(ScriptedCaller(), user("Hi"), first, user("more"), model=model).response
    assert [part.args for part in second.parts if isinstance(part, ToolCallPart)] == ["{not json"] * 2
    third = ask(ScriptedCaller(), user("Hi"), first, user("more"), second, results(second, 1), model=model)
    assert len(third.response.parts) == 2, "the last turn repeats"


def test_a_turn_with_a_pace_is_said_word_by_word_at_that_speed(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    path.write_text('[[turn]]\ntext = "One word after another"\npace = 100')
    listener, begun = Listener(), time.monotonic()
    reply = ask(ScriptedCaller(), user("go"), model=f"scripted:{path}", listener=listener)
    assert reply.response.text == "One word after another"
    assert [text for _, text in listener.pieces] == ["One ", "word ", "after ", "another"]
    assert time.monotonic() - begun >= 0.04, "four words at 100 a second"


def test_a_rule_counts_its_turns_from_the_latest_message_on(file: Path) -> None:
    model = f"scripted:{file}"
    earlier = ask(ScriptedCaller(), user("Hi"), model=model).response
    reply = ask(ScriptedCaller(), user("Hi"), earlier, user("weather again"), model=model)
    assert reply.response.text == "Let me look. "


def test_all_conditions_of_a_rule_must_hold(file: Path) -> None:
    reply = ask(ScriptedCaller(), user("weather"), model=f"scripted:{file}", instructions="You are Toby.")
    assert reply.response.text == "Answer 1 to: weather"


def test_rules_can_match_by_pattern_and_by_result() -> None:
    script = Script(
        rules=[
            Rule(user_pattern=r"^\d+ apples", turns=[ScriptedTurn(text="fruit")]),
            Rule(result="boom", turns=[ScriptedTurn(text="sorry")]),
        ],
        turns=[ScriptedTurn(calls=[ScriptedCall(tool="t")])],
    )
    caller = ScriptedCaller(script)
    assert ask(caller, user("12 apples")).response.text == "fruit"
    first = ask(caller, user("go")).response
    assert ask(caller, user("go"), first, results(first, "it went Boom")).response.text == "sorry"


def test_texts_among_the_arguments_of_a_call_can_quote_what_was_said() -> None:
    call = ScriptedCall(tool="note", arguments={"text": "{turn}: {user}", "times": 2})
    script = Script(turns=[ScriptedTurn(calls=[call])])
    reply = ask(ScriptedCaller(script), user("buy {result} milk"))
    (asked,) = (part for part in reply.response.parts if isinstance(part, ToolCallPart))
    assert asked.args == {"text": "1: buy {result} milk", "times": 2}, "what was said is not filled in again"


def test_failures_are_raised_so_often_and_no_more() -> None:
    failing = ScriptedFailure(error_class=ErrorClass.RATE_LIMIT, times=2, message="slow down", retry_after=1.5)
    caller = ScriptedCaller(Script(turns=[ScriptedTurn(text="fine", fail=failing)]))
    for _ in range(2):
        with pytest.raises(CallFailed, match="slow down") as caught:
            ask(caller, user("go"))
        assert (caught.value.error_class, caught.value.retry_after) == (ErrorClass.RATE_LIMIT, 1.5)
    assert ask(caller, user("go")).response.text == "fine"


def test_a_thousand_calls_side_by_side_have_a_thousand_ids() -> None:
    caller = ScriptedCaller(Script(turns=[ScriptedTurn(calls=[ScriptedCall(tool="t", times=1000)])]))
    calls = [part for part in ask(caller, user("go")).response.parts if isinstance(part, ToolCallPart)]
    assert len({call.tool_call_id for call in calls}) == 1000


def test_a_duplicate_id_is_sent_where_the_script_wants_one() -> None:
    script = Script(turns=[ScriptedTurn(calls=[ScriptedCall(tool="t", id="same"), ScriptedCall(tool="u", id="same")])])
    calls = ask(ScriptedCaller(script), user("go")).response.parts
    assert [call.tool_call_id for call in calls if isinstance(call, ToolCallPart)] == ["same", "same"]


def test_a_turn_waits_for_its_gate_after_its_text() -> None:
    async def run() -> str:
        gate, heard = asyncio.Event(), Listener()
        streamed = asyncio.Event()

        async def on_text(offset: int, text: str, *_: object) -> None:
            await heard.on_text(offset, text)
            streamed.set()

        caller = ScriptedCaller(Script(turns=[ScriptedTurn(text="half", wait="door")]), gates={"door": gate})
        question = Question(model="scripted", instructions="", messages=[user("go")])
        async with asyncio.timeout(30), asyncio.TaskGroup() as group:
            task = group.create_task(caller.call(question, on_text, heard.on_retry))
            await streamed.wait()
            assert not task.done()
            gate.set()
        return task.result().response.text or ""

    assert asyncio.run(run()) == "half"


def test_a_gate_that_nobody_has_never_opens() -> None:
    caller = ScriptedCaller(Script(turns=[ScriptedTurn(wait="forever")]))
    question = Question(model="scripted", instructions="", messages=[user("go")])
    heard = Listener()

    async def run() -> None:
        async with asyncio.timeout(0.05):
            await caller.call(question, heard.on_text, heard.on_retry)

    with pytest.raises(TimeoutError):
        asyncio.run(run())


def test_without_a_script_it_repeats_what_it_was_told() -> None:
    assert "told: Hello" in (ask(ScriptedCaller(), user("Hello")).response.text or "")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    caller = ScriptedCaller()
    for number, text in enumerate(("one", "two")):
        path.write_text(f'[[turn]]\ntext = "{text}"\n')
        os.utime(path, ns=(number, number))
        assert ask(caller, user("go"), model=f"scripted:{path}").response.text == text


@pytest.mark.parametrize(
    "content",
    [
        "not toml = = =",
        "[[turn]]\ntext = 5\nunknown = 1",
        "[[rule]]\nuser = 'x'",
        "[[rule]]\nuser_pattern = '(?=x)'\n[[rule.turn]]\ntext = 'y'",
        "[[turn]]\nfail = { class = 'no such class' }",
        "[other]\nx = 1",
        "turn = 5",
        "[[turn]]\ntext = 5",
        "[[turn]]\ncalls = [{ tool = 5 }]",
        "[[turn]]\npace = 0",
        "[[turn]]\npace = 'fast'",
    ],
)
def test_a_file_that_is_no_script_is_refused_without_being_quoted(content: str, tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    path.write_text(f"# a secret\n{content}")
    with pytest.raises(InvalidInput) as caught:
        load_script(path)
    assert "secret" not in str(caught.value)
    with pytest.raises(CallFailed) as failed:
        ask(ScriptedCaller(), user("go"), model=f"scripted:{path}")
    assert failed.value.error_class is ErrorClass.VALIDATION


@pytest.mark.parametrize("name", ["absent.toml", "script.txt", "directory.toml"])
def test_what_is_no_script_file_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text("")
    (tmp_path / "directory.toml").mkdir()
    with pytest.raises(CallFailed) as failed:
        ask(ScriptedCaller(), user("go"), model=f"scripted:{tmp_path / name}")
    assert failed.value.error_class is ErrorClass.VALIDATION


def test_the_documented_example_is_a_script() -> None:
    example = (Script.__doc__ or "").partition("As a TOML file (JSON has the same keys):")[2]
    script = parse_script(tomllib.loads(textwrap.dedent(example)))
    assert script.rules[0].turns[0].calls[0].tool == "weatherInfo"
    assert script.turns[0].wait == "forever"
