"""Reading on in a result of a tool that was too long to be given to a model at once."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic_ai.messages import ModelMessage, ToolReturnPart

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.history import as_text
from bailiwick.runs.taint import UNTRUSTED
from bailiwick.tools.records import ToolContext, ToolSpec
from bailiwick.tools.toolbox import checked_arguments

READ_ON = "read_result"


class ReadOnCall(BaseModel):
    """What the call is made with."""

    model_config = ConfigDict(extra="forbid", strict=True)

    call_id: str = Field(min_length=1, max_length=300, description="Which result: the call_id that stands under it.")
    start: int = Field(default=0, ge=0, description="The first character to read.")


class ReadOnTool:
    """The tool by which an agent reads on in a result that it was given in part; the whole stands in what it heard."""

    def __init__(self, heard: Sequence[ModelMessage], most: int) -> None:
        """`heard` is what the agent has read, with whole results; `most` characters it is given at once."""
        self._heard = heard
        self._most = most

    @property
    def spec(self) -> ToolSpec:
        """What is told about it."""
        return ToolSpec(
            name=READ_ON,
            description="Read on in the result of an earlier call of which you were given only a part.",
            parameters=_schema(),
            read_only=True,
            idempotent=True,
        )

    @property
    def recogniser(self) -> None:
        """Rules are given whole results."""
        return

    def addresses(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """It opens nothing."""
        del arguments
        return ()

    async def found(self, context: ToolContext, arguments: Mapping[str, Any]) -> None:
        """It removes and changes nothing."""
        del context, arguments

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Return a part of a result and where to read on. Raises `CallFailed` where it is not in the conversation."""
        values = checked_arguments(READ_ON, ReadOnCall, arguments)
        part = next((each for each in self._results() if each.tool_call_id == values["call_id"]), None)
        if part is None:
            why = Reason.of(ReasonCode.NO_SUCH_RESULT, call=values["call_id"][:100])
            raise CallFailed(ErrorClass.VALIDATION, why)
        if (part.metadata or {}).get(UNTRUSTED):
            context.reading.note_outside()
        text, start = as_text(part.content), values["start"]
        end = min(len(text), start + self._most)
        return {"text": text[start:end], "characters": len(text), "next_start": end if end < len(text) else None}

    def _results(self) -> Sequence[ToolReturnPart]:
        return [part for message in self._heard for part in message.parts if isinstance(part, ToolReturnPart)]


@cache
def _schema() -> Mapping[str, Any]:
    return ReadOnCall.model_json_schema()
