"""Cassettes: model traffic recorded to a file and played back from it."""

import hashlib
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse

from bailiwick.kernel.events.strands import SAID, Strand, StrandKind
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelCaller, ModelReply, ModelRequest, OnRetry, OnText

USAGE = TypeAdapter(Usage)
VARYING = frozenset(("timestamp", "run_id", "conversation_id", "provider_response_id", "tool_call_id"))
"""Fields of messages that differ from run to run without a difference in what is said."""


class RecordingCaller:
    """Passes calls on and appends each, with what came of it, to a file of JSON lines."""

    def __init__(self, inner: ModelCaller, path: Path) -> None:
        self._inner = inner
        self._path = path

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Call `inner` and record the reply or the failure."""
        pieces: list[tuple[Any, ...]] = []

        async def noted(offset: int, text: str, strand: Strand = SAID) -> None:
            pieces.append((offset, text, *(() if strand == SAID else strand)))
            await on_text(offset, text, strand)

        try:
            reply = await self._inner.call(request, noted, on_retry)
        except CallFailed as error:
            failure = {"class": error.error_class, "message": str(error), "retryAfter": error.retry_after}
            self._append({"key": request_key(request), "pieces": pieces, "failure": failure})
            raise
        response = ModelMessagesTypeAdapter.dump_python([reply.response], mode="json")[0]
        usage = USAGE.dump_python(reply.usage, mode="json")
        self._append({"key": request_key(request), "pieces": pieces, "response": response, "usage": usage})
        return reply

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


class ReplayCaller:
    """Answers from a recorded file; equal requests get their answers in order, the last one repeatedly."""

    def __init__(self, path: Path) -> None:
        self._lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            self._lines[entry["key"]].append(entry)

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Play the recorded call back. Raises what was raised; `CallFailed` where nothing was recorded."""
        del on_retry
        lines = self._lines.get(request_key(request))
        if not lines:
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.CASSETTE_MISSES))
        entry = lines.pop(0) if len(lines) > 1 else lines[0]
        for offset, text, *rest in entry["pieces"]:
            await on_text(offset, text, Strand(StrandKind(rest[0]), *rest[1:]) if rest else SAID)
        if failure := entry.get("failure"):
            raise CallFailed(ErrorClass(failure["class"]), failure["message"], retry_after=failure["retryAfter"])
        response = ModelMessagesTypeAdapter.validate_python([entry["response"]])[0]
        if not isinstance(response, ModelResponse):
            raise CallFailed(ErrorClass.MODEL, Reason.of(ReasonCode.CASSETTE_DAMAGED))
        return ModelReply(response=response, usage=USAGE.validate_python(entry["usage"]))


def request_key(request: ModelRequest) -> str:
    """Return a hash of all that the model is told, without times and ids."""
    told = [
        request.model,
        request.instructions,
        _steady(ModelMessagesTypeAdapter.dump_python(list(request.messages), mode="json")),
        [[tool.name, tool.description, tool.parameters] for tool in request.tools],
        request.temperature,
        request.max_tokens,
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _steady(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _steady(item) for name, item in value.items() if name not in VARYING}
    return [_steady(item) for item in value] if isinstance(value, list) else value
