"""The wrapper that lets models read what a person would see, and nothing that is hidden in it."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequestPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.messages import ModelRequest as Asked

from bailiwick.kernel.invisible import json_without_invisible, without_invisible
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText


class SeeingCaller:
    """Takes characters that are not drawn out of everything that a model is given to read, whoever wrote it."""

    def __init__(self, inner: ModelCaller) -> None:
        self._inner = inner

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call `inner` with what can be seen of the request."""
        seen = replace(
            request,
            instructions=without_invisible(request.instructions),
            messages=[_seen(message) for message in request.messages],
            asked=[without_invisible(text) for text in request.asked],
        )
        return await self._inner.call(seen, on_text, on_retry)


def _seen(message: ModelMessage) -> ModelMessage:
    if isinstance(message, Asked):
        return replace(message, parts=[_part(part) for part in message.parts])
    return message


def _part(part: ModelRequestPart) -> ModelRequestPart:
    if isinstance(part, UserPromptPart):
        return replace(part, content=_prompt(part.content))
    content: object = getattr(part, "content", None)
    if isinstance(part, ToolReturnPart) or isinstance(content, str):
        return replace(part, content=json_without_invisible(content))
    return part


def _prompt(content: str | Sequence[UserContent]) -> str | Sequence[UserContent]:
    if isinstance(content, str):
        return without_invisible(content)
    return [without_invisible(each) if isinstance(each, str) else each for each in content]
