"""A turn of a resident as people read it, made from its model messages, its journal and its mail."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.features.swarm.records import Mail, ResidentTurn, WokenBy
from bailiwick.features.swarm.turn_entries import TurnView, entries_of, messages_of
from bailiwick.kernel.places import Place
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.runs.records import Step, StepKind, StepStatus

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def mail(mail_id: str, sender: str, content: str, execution_id: str | None = None, position: int = 1) -> Mail:
    return Mail(
        id=mail_id,
        swarm_id="solar",
        room_id="r",
        position=position,
        sender=sender,
        by_person=False,
        content=content,
        cause_id=None,
        root_id=mail_id,
        hop=0,
        reply_to=None,
        mentions=(),
        expects_reply=False,
        tainted=False,
        execution_id=execution_id,
        sent_at=NOW,
    )


def dumped(*messages: ModelMessage) -> list[Any]:
    return ModelMessagesTypeAdapter.dump_python(list(messages), mode="json")


def told(text: str = "All that it was told") -> ModelRequest:
    return ModelRequest(parts=[UserPromptPart(content=text)])


def result(tool: str, content: Any, call: str) -> ModelRequest:
    return ModelRequest(parts=[ToolReturnPart(tool_name=tool, content=content, tool_call_id=call)])


def short(entries: Any) -> list[tuple[Any, ...]]:
    """Return the entries without what they have not got."""
    return [
        tuple(
            value
            for value in (
                one.kind.value,
                one.mail_id,
                one.sender,
                one.text,
                one.tool,
                one.arguments,
                one.result,
                one.error,
                one.call_id,
            )
            if value is not None
        )
        for one in entries
    ]


READ = mail("m1", "person", "What time is it in Tokyo?")
SENT = mail("m2", "ana@solar", "Ben, what time is it in Tokyo?", "x1", 2)
SEND = ToolCallPart(tool_name="send", args={"to": "Ben", "content": SENT.content}, tool_call_id="c1")


def test_a_turn_is_told_in_the_order_in_which_it_happened() -> None:
    messages = dumped(
        told(),
        ModelResponse(parts=[ThinkingPart(content="Ben knows."), TextPart(content="I ask Ben."), SEND]),
        result("send", {"sent": 2, "to": "Ben"}, "c1"),
        ModelResponse(parts=[TextPart(content="Now I wait.")]),
    )
    assert short(entries_of(messages, [READ], [SENT])) == [
        ("mail", "m1", "person", "What time is it in Tokyo?"),
        ("thought", "Ben knows."),
        ("thought", "I ask Ben."),
        ("call", "send", {"to": "Ben", "content": SENT.content}, "tool:1:0"),
        ("result", "m2", "send", {"sent": 2, "to": "Ben"}, "tool:1:0"),
        ("thought", "Now I wait."),
    ]


def test_the_last_text_is_said_when_it_was_sent_as_mail() -> None:
    reply = mail("m3", "ana@solar", "It is nine.", "x1")
    messages = dumped(told(), ModelResponse(parts=[TextPart(content="It is nine. ")]))
    assert short(entries_of(messages, [READ], [reply]))[1:] == [("said", "m3", "ana@solar", "It is nine. ")]


def test_a_text_that_was_only_thought_stays_a_thought() -> None:
    messages = dumped(told(), ModelResponse(parts=[TextPart(content="Nothing to say.")]))
    assert short(entries_of(messages, [READ], []))[1:] == [("thought", "Nothing to say.")]


def test_mail_that_no_call_and_no_text_accounts_for_is_said_at_the_end() -> None:
    assert short(entries_of([], [READ], [SENT])) == [
        ("mail", "m1", "person", READ.content),
        ("said", "m2", "ana@solar", SENT.content),
    ]


def test_the_same_words_sent_twice_are_two_mails() -> None:
    twice = [SENT, replace(SENT, id="m9", position=9)]
    calls = [SEND, replace(SEND, tool_call_id="c2")]
    messages = dumped(
        told(),
        ModelResponse(parts=calls),
        ModelRequest(
            parts=[
                ToolReturnPart(tool_name="send", content={"sent": number}, tool_call_id=call.tool_call_id)
                for number, call in ((2, calls[0]), (9, calls[1]))
            ]
        ),
    )
    results = [one for one in entries_of(messages, [READ], twice) if one.kind == "result"]
    assert [(one.mail_id, one.call_id) for one in results] == [("m2", "tool:1:0"), ("m9", "tool:1:1")]


def test_calls_with_the_same_id_keep_their_own_results() -> None:
    calls = [ToolCallPart(tool_name="look", args={"at": number}, tool_call_id="same") for number in range(2)]
    returns = [ToolReturnPart(tool_name="look", content=number, tool_call_id="same") for number in range(2)]
    found = entries_of(dumped(told(), ModelResponse(parts=calls), ModelRequest(parts=returns)), [], [])
    assert [(one.result, one.call_id) for one in found[2:]] == [(0, "tool:1:0"), (1, "tool:1:1")]


def test_failures_of_calls_are_errors_and_no_mail() -> None:
    messages = dumped(
        told(),
        ModelResponse(parts=[SEND]),
        result("send", {"error": "Nobody here is called Ben."}, "c1"),
        ModelResponse(parts=[ToolCallPart(tool_name="look", args="{", tool_call_id="c2")]),
        result("look", {"error": "Send JSON."}, "c2"),
    )
    found = entries_of(messages, [], [])
    assert short(found) == [
        ("call", "send", dict(SEND.args), "tool:1:0"),  # type: ignore[arg-type]
        ("result", "send", "Nobody here is called Ben.", "tool:1:0"),
        ("call", "look", {"unreadable": "{"}, "tool:2:0"),
        ("result", "look", "Send JSON.", "tool:2:0"),
    ]
    assert [one.error for one in found if one.kind == "result"] == ["Nobody here is called Ben.", "Send JSON."]


def test_a_result_that_holds_an_error_beside_other_things_is_a_result() -> None:
    messages = dumped(told(), ModelResponse(parts=[SEND]), result("send", {"error": None, "code": 0}, "c1"))
    last = entries_of(messages, [], [])[-1]
    assert (last.result, last.error) == ({"error": None, "code": 0}, None)


def test_what_is_no_message_is_passed_over() -> None:
    odd = [None, 7, "x", {}, {"kind": "response"}, {"kind": "response", "parts": [None, {"part_kind": "file"}]}]
    assert entries_of(odd, [], []) == []


def step(kind: StepKind, position: int, place: Place, **fields: Any) -> Step:
    status = fields.pop("status", StepStatus.COMPLETED)
    return Step(
        key=f"step {position}",
        kind=kind,
        place=place,
        agent_id="ana@solar",
        status=status,
        attempt=1,
        position=position,
        **fields,
    )


def response(*parts: Any) -> dict[str, Any]:
    return {"response": dumped(ModelResponse(parts=list(parts)))[0]}


def test_a_turn_that_is_under_way_is_read_from_its_journal() -> None:
    look = ToolCallPart(tool_name="look", args={"at": "sky"}, tool_call_id="p1")
    more = [ToolCallPart(tool_name="look", args={"at": place}, tool_call_id=place) for place in ("sea", "land")]
    first, second = Place(round=1), Place(round=2)
    steps = [
        step(StepKind.TOOL, 6, second.of_call(1), name="look", status=StepStatus.RUNNING),
        step(StepKind.TOOL, 5, second.of_call(0), name="look", status=StepStatus.FAILED, error="Too dark."),
        step(StepKind.MODEL, 1, first, output=response(TextPart(content="I look."), look)),
        step(StepKind.TOOL, 2, first.of_call(0), name="look", output={"result": "blue"}),
        step(StepKind.MODEL, 3, first.below("step 2"), output=response(TextPart(content="A helper speaks."))),
        step(StepKind.MODEL, 4, second, output=response(*more)),
    ]
    entries = entries_of(messages_of(steps), [READ], [])
    assert [entry.place for entry in entries] == [
        None,
        first,
        first.of_call(0),
        first.of_call(0),
        second.of_call(0),
        second.of_call(1),
        second.of_call(0),
    ]
    assert short(entries) == [
        ("mail", "m1", "person", READ.content),
        ("thought", "I look."),
        ("call", "look", {"at": "sky"}, "tool:1:0"),
        ("result", "look", "blue", "tool:1:0"),
        ("call", "look", {"at": "sea"}, "tool:2:0"),
        ("call", "look", {"at": "land"}, "tool:2:1"),
        ("result", "look", "Too dark.", "tool:2:0"),
    ]


def test_a_model_step_without_an_answer_yet_is_passed_over() -> None:
    assert messages_of([step(StepKind.MODEL, 1, Place(round=1), status=StepStatus.RUNNING)]) == []


def test_a_view_holds_its_own_mail_only_and_no_messages() -> None:
    turn = ResidentTurn(
        execution_id="x1",
        resident_id="ana@solar",
        room_id="r",
        woken_by=WokenBy.DIRECT_MESSAGE,
        mails=("m1",),
        digest="d",
        tainted=False,
        status=ExecutionStatus.COMPLETED,
        error="",
        retry_at=None,
        usage=Usage(),
        created_at=NOW,
        ended_at=NOW,
        messages=dumped(told(), ModelResponse(parts=[TextPart(content="Hm.")])),
    )
    other = mail("m7", "ben@solar", "Of another turn", "x2")
    view = TurnView.of(turn, [READ, SENT, other])
    assert [one.mail_id for one in view.entries] == ["m1", None, "m2"]
    assert not hasattr(view, "messages")
