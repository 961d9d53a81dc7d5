"""Calls of real models: the port `ModelCaller` over pydantic-ai's model classes."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    InstructionPart,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.events.strands import SAID, THOUGHT, Strand, StrandKind
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.classify import classify
from bailiwick.models.contract import ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.models.names import ModelName
from bailiwick.models.prices import Meter
from bailiwick.models.told_tools import told_description, told_schema
from bailiwick.tools.records import ToolSpec

if TYPE_CHECKING:
    from bailiwick.models.providers import BuiltModel

LONGEST_ANSWER = 2_000_000
"""Characters of text, reasoning and tool arguments together; a longer answer is an error."""


class ModelSource(Protocol):
    """Where a caller gets its models."""

    async def model(self, name: str) -> "BuiltModel":
        """Return the model of that full name. Raises `CallFailed` when it is not usable."""
        ...

    def note(self, name: str, lack: Lack | None) -> None:
        """Remember how a call of that model went: what was missing, or nothing where it answered."""
        ...

    @property
    def silence(self) -> float:
        """Longest silence of a call, in seconds."""
        ...

    @property
    def redact(self) -> Callable[[str], str]:
        """Takes the secrets out of a text."""
        ...


class ProviderCaller:
    """Streams calls of the models that a source knows; one attempt each."""

    def __init__(self, source: ModelSource) -> None:
        self._source = source
        self._meter = Meter()

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Stream one call to its end. Raises `CallFailed`, classified; its sentence holds no secret."""
        del on_retry  # one attempt; repeating is a wrapper's work
        built = await self._source.model(request.model)
        try:
            response = await self._stream(built, request, on_text)
        except (CallFailed, BailiwickError):
            raise
        except Exception as error:
            # The chain is cut: exceptions of the provider clients hold requests, and those hold keys.
            failed = classify(error, request.model, self._source.redact)
            if failed.lack is not None:
                self._source.note(request.model, failed.lack)
            raise failed from None
        self._source.note(request.model, None)
        return ModelReply(response=response, usage=self._meter.usage(response))

    async def _stream(self, built: "BuiltModel", request: ModelRequest, on_text: OnText) -> ModelResponse:
        settings = ModelSettings(max_tokens=request.max_tokens)
        if built.hottest is not None:
            settings["temperature"] = min(request.temperature, built.hottest)
        parameters = ModelRequestParameters(
            function_tools=tool_definitions(request.tools),
            instruction_parts=_instructions(request.instructions),
        )
        silence, now = self._source.silence, asyncio.get_running_loop().time
        pieces: list[str] = []
        offsets: defaultdict[Strand, int] = defaultdict(int)
        strands = _Strands()
        async with (
            asyncio.timeout(silence) as deadline,
            model_request_stream(
                built.model, request.messages, model_settings=settings, model_request_parameters=parameters
            ) as stream,
        ):
            async for event in stream:
                text, strand = strands.of(event)
                if text:
                    await on_text(offsets[strand], text, strand)
                    pieces += [text] if strand == SAID else []
                    offsets[strand] += len(text)
                if sum(offsets.values()) > LONGEST_ANSWER:
                    raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.MODEL_WITHOUT_END, model=request.model))
                deadline.reschedule(now() + silence)
        response = stream.get()
        _check_complete(response, request.model)
        text = "".join([part.content for part in response.parts if isinstance(part, TextPart)])
        if text != "".join(pieces):  # a provider corrected itself: parts that grew out of order
            await on_text(0, text)
        return response


def tool_definitions(tools: Sequence[ToolSpec]) -> list[ToolDefinition]:
    """Return `tools` in the form the model library sends."""
    return [
        ToolDefinition(name=tool.name, description=told_description(tool), parameters_json_schema=told_schema(tool))
        for tool in tools
    ]


def _instructions(text: str) -> list[InstructionPart] | None:
    return [InstructionPart(content=text)] if text else None


class _Strands:
    """Tells which strand of an answer the pieces of a stream belong to."""

    def __init__(self) -> None:
        self._calls: dict[int, Strand] = {}
        """Of the parts that are tool calls, by their place among the parts."""

    def of(self, event: ModelResponseStreamEvent) -> tuple[str, Strand]:
        """Return the text that an event brings, which may be empty, and its strand."""
        match event:
            case PartStartEvent(index=index, part=ToolCallPart(tool_name=tool, args=args)):
                strand = self._calls[index] = Strand(StrandKind.ARGUMENTS, len(self._calls), tool)
                return (args or "") if isinstance(args, str | None) else json.dumps(args, ensure_ascii=False), strand
            case PartStartEvent(part=TextPart(content=text)):  # the first piece of a text comes here, not in a delta
                return text, SAID
            case PartStartEvent(part=ThinkingPart(content=thought)):
                return thought, THOUGHT
            case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                return text, SAID
            case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=thought)):
                return thought or "", THOUGHT
            case PartDeltaEvent(index=index, delta=ToolCallPartDelta(args_delta=str(args))) if index in self._calls:
                return args, self._calls[index]
            case _:
                return "", SAID


def _check_complete(response: ModelResponse, model: str) -> None:
    """Raise `CallFailed` for a stream that ended before the model said that it was done, and for one that the rules of
    content of its provider ended."""
    provider = ModelName.read(model).provider
    if response.finish_reason == "content_filter":
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.MODEL_REFUSED, provider=provider))
    ended = response.finish_reason is not None or "finish_reason" in (response.provider_details or {})
    if response.state != "complete" or not ended:
        raise CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.MODEL_BROKE_OFF, provider=provider))
