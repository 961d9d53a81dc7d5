"""The scripted model: says what a script says, for tests and demonstrations."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, ModelResponsePart, TextPart, ThinkingPart, ToolCallPart

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.strands import SAID, THOUGHT, Strand, StrandKind
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.models.contract import ModelReply, ModelRequest, OnRetry, OnText
from bailiwick.models.history import as_text, last_user_text, returns_since_last_response, user_prompts
from bailiwick.models.names import ModelName
from bailiwick.models.offline import stream_words
from bailiwick.models.script import Script, ScriptedTurn, load_script


class ScriptedCaller:
    """Answers by a script: the given one for `scripted`, a file's for `scripted:<path>`.

    Which turn it is follows from the messages alone, so an execution that another process takes over goes on
    with the right one. Only the count of failures is kept in this process.
    """

    def __init__(self, script: Script | None = None, *, gates: Mapping[str, asyncio.Event] | None = None) -> None:
        self._script = script or Script()
        self._gates = gates or {}
        self._files: dict[tuple[str, int], Script] = {}
        self._failures: Counter[tuple[int, int, str]] = Counter()

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Say what the script says here. Raises the `CallFailed` that it asks for."""
        del on_retry
        script = self._script_of(request.model)
        user = last_user_text(request.messages)
        result = _last_result(request.messages)
        turn, number = _choose(script, request, user, result)

        def filled(text: str) -> str:
            return text.replace("{turn}", str(number)).replace("{result}", result).replace("{user}", user)

        text, thinking = filled(turn.text), filled(turn.thinking)
        calls = _calls(turn, _responses(request.messages) + 1, filled)
        for piece, strand in ((thinking, THOUGHT), (text, SAID)):
            await (
                stream_words(piece, on_text, strand) if turn.pace is None else _speak(piece, turn.pace, on_text, strand)
            )
        for index, call in enumerate(calls if turn.pace else ()):
            strand = Strand(StrandKind.ARGUMENTS, index, call.tool_name)
            await _speak(call.args_as_json_str(), turn.pace or 1, on_text, strand)
        if turn.wait is not None:
            await self._gate(turn.wait).wait()
        if turn.fail is not None:
            key = (id(turn), len(request.messages), user)
            if self._failures[key] < turn.fail.times:
                self._failures[key] += 1
                raise turn.fail.error()
        parts: list[ModelResponsePart] = [ThinkingPart(content=thinking)] if thinking else []
        parts += [TextPart(content=text)] if text else []
        parts += calls
        response = ModelResponse(parts=parts, model_name=request.model, finish_reason="stop")
        return ModelReply(response=response, usage=turn.usage)

    def _gate(self, name: str) -> asyncio.Event:
        return self._gates.get(name) or asyncio.Event()

    def _script_of(self, model: str) -> Script:
        path = ModelName.read(model).model
        if not path:
            return self._script
        try:
            return self._load(Path(path))
        except (InvalidInput, OSError) as error:
            reason = str(error) if isinstance(error, InvalidInput) else "The script file cannot be read."
            raise CallFailed(ErrorClass.VALIDATION, reason) from None

    def _load(self, path: Path) -> Script:
        key = (str(path), path.stat().st_mtime_ns)
        if key not in self._files:
            self._files[key] = load_script(path)
        return self._files[key]


def _choose(script: Script, request: ModelRequest, user: str, result: str) -> tuple[ScriptedTurn, int]:
    """Return the turn and its number, from 1."""
    for rule in script.rules:
        if rule.matches(user, result, request.instructions):
            number = _responses(_since_last_user(request.messages)) + 1
            return rule.turns[min(number, len(rule.turns)) - 1], number
    number = _responses(request.messages) + 1
    return script.turns[min(number, len(script.turns)) - 1], number


def _calls(turn: ScriptedTurn, number: int, filled: Callable[[str], str]) -> Sequence[ToolCallPart]:
    wanted = [call for call in turn.calls for _ in range(call.times)]
    return [
        ToolCallPart(
            tool_name=call.tool,
            args=call.arguments if isinstance(call.arguments, str) else _arguments(call.arguments, filled),
            tool_call_id=call.id or f"scripted_{number}_{index}",
        )
        for index, call in enumerate(wanted, 1)
    ]


def _arguments(arguments: Mapping[str, Any], filled: Callable[[str], str]) -> dict[str, Any]:
    return {name: filled(value) if isinstance(value, str) else value for name, value in arguments.items()}


def _responses(messages: Sequence[ModelMessage]) -> int:
    return sum(isinstance(message, ModelResponse) for message in messages)


def _since_last_user(messages: Sequence[ModelMessage]) -> Sequence[ModelMessage]:
    start = max((index for index, message in enumerate(messages) if user_prompts(message)), default=0)
    return messages[start:]


async def _speak(text: str, words_per_second: float, on_text: OnText, strand: Strand) -> None:
    """Hand `text` over word by word, as fast as `words_per_second` says."""
    clock = asyncio.get_running_loop().time
    begun, start, words = clock(), 0, 0
    while start < len(text):
        end = text.find(" ", start) + 1 or len(text)
        await on_text(start, text[start:end], strand)
        start, words = end, words + 1
        await asyncio.sleep(max(0.0, begun + words / words_per_second - clock()))


def _last_result(messages: Sequence[ModelMessage]) -> str:
    """Return the results that no response has answered yet, as text."""
    returns = returns_since_last_response(messages)
    return "\n".join(as_text(part.content) for part in returns)
