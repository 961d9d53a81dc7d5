"""What the models without a provider read out of a message history."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    TextContent,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from bailiwick.kernel.reasons import Said
from bailiwick.models.given_files import file_in
from bailiwick.tools.records import PastCall, is_failure, why_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A tool call and what came back."""

    call: PastCall
    error: Said | None
    """What the tool said went wrong; then there is no result."""


def user_text(part: UserPromptPart) -> str:
    """Return the text of a person's message; pictures and files, and what stands for them, are passed over."""
    if isinstance(part.content, str):
        return part.content
    texts = [item.content if isinstance(item, TextContent) else item for item in part.content if file_in(item) is None]
    return "\n".join(text for text in texts if isinstance(text, str))


def user_prompts(message: ModelMessage) -> list[UserPromptPart]:
    """Return what a person says in a message."""
    return [part for part in message.parts if isinstance(part, UserPromptPart)]


def last_user_text(messages: Sequence[ModelMessage]) -> str:
    """Return the latest message of the person, empty if there is none."""
    for message in reversed(messages):
        if prompts := user_prompts(message):
            return user_text(prompts[-1])
    return ""


def first_user_text(messages: Sequence[ModelMessage]) -> str:
    """Return the first message of the person, empty if there is none."""
    return next((user_text(prompts[0]) for message in messages if (prompts := user_prompts(message))), "")


def spoken_before(messages: Sequence[ModelMessage]) -> tuple[str, int]:
    """Return the person's message before the latest one, empty if there is none, and how many there were before it."""
    texts = [user_text(prompts[-1]) for message in messages if (prompts := user_prompts(message))]
    return (texts[-2] if len(texts) > 1 else "", max(0, len(texts) - 1))


def answered_calls(messages: Sequence[ModelMessage]) -> list[Answered]:
    """Return every tool call of the history that has a result, oldest first."""
    calls: dict[str, ToolCallPart] = {}
    answered: list[Answered] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolCallPart):
                calls[part.tool_call_id] = part
            elif isinstance(part, ToolReturnPart):
                answered.append(_answered(part, calls.get(part.tool_call_id)))
    return answered


def calls_of_last_answer(messages: Sequence[ModelMessage]) -> list[Answered]:
    """Return the calls that were made between the person's message before the last one and that."""
    asked = [number for number, message in enumerate(messages) if user_prompts(message)]
    return answered_calls(messages[asked[-2] : asked[-1]]) if len(asked) > 1 else []


def answer_before(messages: Sequence[ModelMessage]) -> str:
    """Return what was answered before the person's last message, in one line; empty if nothing was."""
    asked = [number for number, message in enumerate(messages) if user_prompts(message)]
    before = messages[: asked[-1]] if asked else []
    if not before or not isinstance(before[-1], ModelResponse):
        return ""
    return " ".join("".join(part.content for part in before[-1].parts if isinstance(part, TextPart)).split())


def returns_since_last_response(messages: Sequence[ModelMessage]) -> list[ToolReturnPart]:
    """Return the tool results that no response has answered yet."""
    returns: list[ToolReturnPart] = []
    for message in reversed(messages):
        if isinstance(message, ModelResponse):
            break
        returns[:0] = [part for part in message.parts if isinstance(part, ToolReturnPart)]
    return returns


def ends_with_user(messages: Sequence[ModelMessage]) -> bool:
    """Whether the last thing said is a person's message."""
    return bool(messages and messages[-1].parts) and isinstance(messages[-1].parts[-1], UserPromptPart)


def result_of(part: ToolReturnPart) -> tuple[Any, str | None]:
    """Return (result, error) of a tool's return; `{"error": …}` and an outcome but success are errors."""
    content: Any = part.content
    if is_failure(content):
        return None, str(content["error"])
    if part.outcome != "success":
        return None, as_text(content)
    return content, None


def as_text(value: object) -> str:
    """Return a tool's result as text: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _answered(part: ToolReturnPart, call: ToolCallPart | None) -> Answered:
    result, error = result_of(part)
    said = error if error is None else why_in(part.metadata) or error
    arguments = call.args_as_dict() if call is not None else {}
    return Answered(call=PastCall(name=part.tool_name, arguments=arguments, result=result), error=said)
