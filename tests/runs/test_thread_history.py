"""What a thread keeps for models is kept without what is not there, and comes back as it was."""

from pydantic_ai.messages import (
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.usage import RequestUsage

from bailiwick.runs.threads.history import restored, stored

MESSAGES = [
    ModelRequest(parts=[UserPromptPart(content="Who?")]),
    ModelResponse(
        parts=[
            TextPart(content=""),
            ToolCallPart(tool_name="find", args={"name": None, "count": 0}, tool_call_id="1"),
            ToolCallPart(tool_name="stop", args=None, tool_call_id="2"),
        ],
        usage=RequestUsage(input_tokens=3, details={"cached": 0}),
        metadata={"tainted": None},
    ),
    ModelRequest(
        parts=[
            ToolReturnPart(tool_name="find", content={"found": [None, {"name": None}]}, tool_call_id="1"),
            ToolReturnPart(tool_name="stop", content=None, tool_call_id="2"),
        ]
    ),
]


def test_messages_come_back_as_they_were_with_every_none_inside_of_arguments_and_results():
    whole = ModelMessagesTypeAdapter.dump_python(MESSAGES, mode="json")
    assert restored(stored(MESSAGES)) == ModelMessagesTypeAdapter.validate_python(whole)


def test_what_is_not_there_is_not_written():
    response = stored(MESSAGES)[1]
    assert response["usage"] == {"input_tokens": 3, "details": {"cached": 0}}
    assert {"provider_name", "finish_reason", "run_id"}.isdisjoint(response)
    assert response["parts"][0] == {"content": "", "part_kind": "text"}


def test_messages_that_were_written_whole_are_read_too():
    assert restored(ModelMessagesTypeAdapter.dump_python(MESSAGES, mode="json")) == restored(stored(MESSAGES))
