"""What a thread keeps of its executions for models to read, and how much of it an agent sees."""

from collections.abc import Sequence
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    UserPromptPart,
)

from bailiwick.core.ports import AgentReply, AgentRequest
from bailiwick.runtime.taint import UNTRUSTED


def loaded(stored: Sequence[Any], window: int) -> list[ModelMessage]:
    """Return the last `window` messages of a stored history (-1: all), beginning with what a person said."""
    messages = ModelMessagesTypeAdapter.validate_python(list(stored))
    if window < 0 or len(messages) <= window:
        return messages
    start = len(messages) - window
    while start < len(messages) and not _opens_turn(messages[start]):
        start += 1
    return messages[start:]


def exchange(message: str, answer: str, *, tainted: bool = False) -> list[ModelMessage]:
    """Return a message and its answer; `tainted` says that strangers' words went into the answer."""
    metadata = {UNTRUSTED: True} if tainted else None
    return [
        ModelRequest(parts=[UserPromptPart(content=message)], metadata=metadata),
        ModelResponse(parts=[TextPart(content=answer)]),
    ]


def function_reply(request: AgentRequest, content: str) -> AgentReply:
    """Return what a Python function said as an agent's reply."""
    messages = exchange(request.message, content)
    return AgentReply(content=content, iterations=1, doubts=() if content.strip() else ("empty",), messages=messages)


def dumped(reply: AgentReply, message: str, answer: str) -> list[Any]:
    """Return what an execution adds to its thread's history, as JSON."""
    return ModelMessagesTypeAdapter.dump_python(list(reply.messages) or exchange(message, answer), mode="json")


def _opens_turn(message: ModelMessage) -> bool:
    return isinstance(message, ModelRequest) and any(isinstance(part, UserPromptPart) for part in message.parts)
