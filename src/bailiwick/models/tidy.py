"""The wrapper that makes whatever a model says safe to store, stream and key a journal with."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)

from bailiwick.kernel.events.strands import SAID, Strand
from bailiwick.models.clean import clean_json, clean_text
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText

LONGEST_ID = 200
"""Characters; a longer tool call id is cut."""


class TidyingCaller:
    """Replaces characters that cannot be stored, and makes tool call ids unique within the conversation."""

    def __init__(self, inner: ModelCaller) -> None:
        self._inner = inner

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call `inner` and tidy its pieces of text and its response."""

        async def clean(offset: int, text: str, strand: Strand = SAID) -> None:
            await on_text(offset, clean_text(text), strand._replace(tool=clean_text(strand.tool)))

        reply = await self._inner.call(request, clean, on_retry)
        parts = [_clean_part(part) for part in reply.response.parts]
        if any(isinstance(part, ToolCallPart) for part in parts):
            parts = _with_unique_ids(parts, request.messages)
        return replace(reply, response=_clean_names(reply.response, parts))


def _clean_names(response: ModelResponse, parts: Sequence[ModelResponsePart]) -> ModelResponse:
    """Return the response with `parts`, and without unstorable characters in what the server says of itself."""
    return replace(
        response,
        parts=parts,
        model_name=clean_json(response.model_name),
        provider_response_id=clean_json(response.provider_response_id),
        provider_details=clean_json(response.provider_details),
    )


def _clean_part(part: ModelResponsePart) -> ModelResponsePart:
    match part:
        case TextPart() | ThinkingPart():
            content = clean_text(part.content)
            return part if content is part.content else replace(part, content=content)
        case ToolCallPart():
            args: Any = part.args  # typed parts of the library narrow it; ours are plain
            args, name = _clean_args(args), clean_text(part.tool_name)
            if args is part.args and name is part.tool_name:
                return part
            return replace(part, args=args, tool_name=name)
        case _:
            return part


def _clean_args(args: str | dict[str, Any] | None) -> str | dict[str, Any] | None:
    if isinstance(args, dict):
        return clean_json(args)
    if args is None or ("\\u0000" not in args and "\\ud" not in args.lower()):
        return None if args is None else clean_text(args)
    try:
        return json.dumps(clean_json(json.loads(args)), ensure_ascii=False)
    except ValueError:
        return clean_text(args)


def _with_unique_ids(parts: Sequence[ModelResponsePart], messages: Sequence[ModelMessage]) -> list[ModelResponsePart]:
    """Rename the ids that an earlier call of the conversation or of this response has already."""
    taken = {
        part.tool_call_id
        for message in messages
        if isinstance(message, ModelResponse)
        for part in message.parts
        if isinstance(part, ToolCallPart)
    }
    unique: list[ModelResponsePart] = []
    for part in parts:
        if isinstance(part, ToolCallPart):
            wanted = clean_text(part.tool_call_id)[:LONGEST_ID] or "call"
            call_id, number = wanted, 1
            while call_id in taken:
                number += 1
                call_id = f"{wanted}_{number}"
            taken.add(call_id)
            if call_id != part.tool_call_id:
                part = replace(part, tool_call_id=call_id)
        unique.append(part)
    return unique
