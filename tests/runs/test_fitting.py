"""What a model is given fits what it can read."""

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.counting import message_tokens
from bailiwick.runs.fitting import Fitted, PromptBounds, fitted
from bailiwick.runs.read_on import READ_ON
from bailiwick.runs.threads.history import SUMMARY
from bailiwick.tools.records import ToolSpec

BOUNDS = PromptBounds(context=32_000, summary_share=0.75, result=2_000)
READS_ON = ToolSpec(name=READ_ON, description="Reads on.", parameters={"type": "object"})
TURN = 400
"""Words of an answer."""


def turn(number: int) -> list[ModelMessage]:
    return [
        ModelRequest(parts=[UserPromptPart(content=f"Question {number}?")]),
        ModelResponse(parts=[ToolCallPart("look", {"number": number}, f"call-{number}")]),
        ModelRequest(parts=[ToolReturnPart("look", {"found": number}, f"call-{number}")]),
        ModelResponse(parts=[TextPart(content="word " * TURN)]),
    ]


def summary() -> ModelMessage:
    return ModelRequest(parts=[UserPromptPart(content="What was said.")], metadata={SUMMARY: "an execution"})


def asked(*earlier: ModelMessage, new: tuple[ModelMessage, ...] = (), context: int | None = 4_000) -> Fitted:
    said = (ModelRequest(parts=[UserPromptPart(content="And now?")]), *new)
    question = Question(model="m", instructions="Be brief.", messages=[*earlier, *said], max_tokens=1_000)
    return fitted(question, context, BOUNDS, earlier=len(earlier), read_on=READS_ON)


def results(size: int, *numbers: int) -> tuple[ModelMessage, ...]:
    made: list[ModelMessage] = []
    for number in numbers:
        made.append(ModelResponse(parts=[ToolCallPart("read", {}, f"read-{number}")]))
        made.append(ModelRequest(parts=[ToolReturnPart("read", f"{number} " + "x" * size, f"read-{number}")]))
    return tuple(made)


def test_what_fits_is_sent_as_it_is() -> None:
    found = asked(*turn(1), *turn(2))
    assert len(found.question.messages) == 9
    assert (found.left_out, found.shortened, found.earlier) == (0, 0, 8)
    assert found.history < found.room < found.most == 3_000
    assert not found.fills(0.9)
    assert not found.question.tools


def test_the_oldest_whole_turns_are_left_out_and_counted() -> None:
    found = asked(*(message for number in range(1, 31) for message in turn(number)))
    first = found.question.messages[0]
    assert isinstance(first.parts[0], UserPromptPart)
    assert found.left_out > 80
    assert found.left_out % 4 == 0, "no call stands without its result"
    assert found.earlier + found.left_out == 120
    assert found.size.total <= found.most
    assert found.history > found.room
    assert found.fills(0.75)
    assert not found.fills(0), "summaries are off"
    assert found.size.total + message_tokens(turn(1)[3]) > found.most, "as many are sent as there is room for"


def test_a_summary_stays_before_the_turns_that_are_left_out_behind_it() -> None:
    found = asked(summary(), *(message for number in range(1, 31) for message in turn(number)))
    assert (found.question.messages[0].metadata or {}).get(SUMMARY) == "an execution"
    assert found.data()["summary"] == "an execution"
    assert found.left_out % 4 == 0


def test_what_is_asked_now_is_never_left_out() -> None:
    long = ModelRequest(parts=[UserPromptPart(content="word " * 20_000)])
    found = asked(*turn(1), new=(long,))
    assert found.left_out == 4
    assert list(found.question.messages)[-1] is long, "whether it is really too long its provider says"


def test_a_long_result_is_sent_in_part_and_says_how_to_read_on() -> None:
    found = asked(new=results(9_998, 1))
    part = found.question.messages[-1].parts[0]
    assert isinstance(part, ToolReturnPart)
    assert part.content.startswith("1 xxx")
    assert part.content.endswith(
        "[These are 2000 of 10000 characters. read_result reads on: call_id read-1, start 2000.]"
    )
    assert found.shortened == 1
    assert [tool.name for tool in found.question.tools] == [READ_ON]


def test_older_results_of_this_work_are_cut_further_where_there_is_no_room() -> None:
    found = asked(new=results(9_998, *range(1, 13)))
    parts = [part for message in found.question.messages for part in message.parts if isinstance(part, ToolReturnPart)]
    assert [len(part.content) < 600 for part in parts] == [True] * 11 + [False]
    assert all("of 1000" in part.content for part in parts), "the whole length is told"
    assert found.shortened == 12
    assert found.size.total <= found.most


def test_what_failed_is_told_whole() -> None:
    failed = ModelRequest(parts=[ToolReturnPart("read", {"error": "no " * 2_000}, "1")])
    assert asked(new=(failed,), context=8_000).shortened == 0


@pytest.mark.parametrize("context", [None, 1_000_000, 2_000])
def test_an_answer_is_as_long_as_it_may_be_where_there_is_room(context: int | None) -> None:
    assert asked(context=context).question.max_tokens == 1_000


def test_an_answer_gets_what_a_known_window_has_left_and_a_quarter_of_it_at_least() -> None:
    found = asked(*turn(1), context=1_200)
    assert found.question.max_tokens == max(300, 1_200 - found.size.total) < 1_000


def test_a_guess_at_the_window_cuts_no_answer_short() -> None:
    bounds = PromptBounds(context=1_000, summary_share=0.75, result=2_000)
    question = Question(model="m", instructions="", messages=turn(1), max_tokens=4_000)
    assert fitted(question, None, bounds, earlier=0).question.max_tokens == 4_000


def test_no_summary_is_made_that_would_find_no_room_beside_the_tools() -> None:
    tools = [ToolSpec(name="look", description="Looks. " * 900, parameters={"type": "object"})]
    question = Question(model="m", instructions="", messages=[*turn(1), *turn(2)], tools=tools, max_tokens=1_000)
    found = fitted(question, 2_000, BOUNDS, earlier=8)
    assert found.left_out == 8
    assert not found.fills(0.75)
