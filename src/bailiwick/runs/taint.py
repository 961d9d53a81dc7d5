"""What strangers wrote: once an execution has read it, calls that could harm or tell need a person's word.

A page or an external server may hold instructions. The rule assumes that the model obeys them: it looks only at
what has been read and at the call, never at the model's intent.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from pydantic_ai.messages import ModelMessage, ToolCallPart, ToolReturnPart, UserPromptPart

from bailiwick.agents.helpers import tool_name
from bailiwick.runs.journal import Journal
from bailiwick.runs.records import StepStatus
from bailiwick.tools.named_addresses import looked_for, named, texts_in
from bailiwick.tools.records import ResultNotes, Tool
from bailiwick_router.core.agents import Agent

UNTRUSTED = "untrusted"
"""Key in the output of a step whose result strangers wrote, and in the metadata of messages that hold such words."""
OPENED = "opened"
"""Key beside it where the result came from outside itself, not from something kept here: the addresses that were opened
for it. Only such results name addresses."""
NO_MARKS: Mapping[str, Any] = {}


def marks_of(
    tool: Tool | None, arguments: Mapping[str, Any], reading: ResultNotes, *, failed: bool
) -> Mapping[str, Any]:
    """Return what is to be kept beside the result of a call about where its words are from.

    A call that failed has read nothing, unless it says so of its reasons.
    """
    if tool is not None and tool.spec.open_world and not failed:
        return {UNTRUSTED: True, OPENED: list(tool.addresses(arguments) or ())}
    return {UNTRUSTED: True} if reading.outside else NO_MARKS


def mark(outside: bool) -> dict[str, Any] | None:
    """Return the metadata of a message, which says whether it holds what strangers wrote."""
    return {UNTRUSTED: True} if outside else None


def marks_in(output: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return these marks of the output of a step."""
    return {key: output[key] for key in (UNTRUSTED, OPENED) if key in output}


ADVICE = "advice"
"""Key in the metadata of a message in which a review says what to change: no person wrote it."""


async def holds_strangers_words(
    history: Sequence[ModelMessage],
    every_tool: Callable[[], Awaitable[Mapping[str, Tool]]],
    agents: Iterable[Agent] = (),
) -> bool:
    """Whether a history does: it is marked so, or used a tool that reaches outside or is not there any more.

    `every_tool` is asked only if the history holds results of tools; `agents` are those that may have been called as
    helpers, whose reports are marked where they hold such words.
    """
    if any((message.metadata or {}).get(UNTRUSTED) for message in history):
        return True
    returns = [part for message in history for part in message.parts if isinstance(part, ToolReturnPart)]
    if any((part.metadata or {}).get(UNTRUSTED) for part in returns):
        return True
    used = {part.tool_name for part in returns}
    if not used:
        return False
    tools = await every_tool()
    unknown = used - tools.keys()
    if any(tools[name].spec.open_world for name in used - unknown):
        return True
    return bool(unknown) and not unknown <= {tool_name(agent.id) for agent in agents}


class Taint:
    """Knows what one execution has read so far."""

    def __init__(
        self, journal: Journal, message: str, history: Sequence[ModelMessage], *, tainted: bool, own_words: bool = True
    ) -> None:
        """`tainted` says whether message or history hold what strangers wrote, `own_words` whether the message does
        not: only then does it name addresses."""
        self._journal = journal
        self._message = message if own_words else ""
        self._history = history
        self._tainted_before = tainted

    @property
    def tainted(self) -> bool:
        """Whether anything that strangers wrote has been read."""
        return self._tainted_before or any(
            (step.output or {}).get(UNTRUSTED) for step in self._journal.steps if step.status is not StepStatus.RUNNING
        )

    def note(self, history: Sequence[ModelMessage]) -> None:
        """Count messages that are read besides from here on; such as a summary, which stands for more of the thread
        than an agent's window has."""
        self._tainted_before = self._tainted_before or any(
            (message.metadata or {}).get(UNTRUSTED) for message in history
        )

    def unseen(self, tool: Tool, arguments: Mapping[str, Any]) -> Sequence[str]:
        """Return the web addresses that a call may open and that neither the person nor any result from outside has
        named as a whole."""
        opens = tool.addresses(arguments)
        wanted = looked_for(arguments) if opens is None else opens
        if not wanted:
            return ()
        missing = set(wanted) - named(wanted, self._said())
        for result, given, opened in self._results():
            if not missing:
                break
            missing -= {*opened}
            missing -= named(missing, texts_in(result), unless_in=given)
        return tuple(address for address in wanted if address in missing)

    def _said(self) -> Sequence[str]:
        """Return what the person has said, as far as it is their own."""
        messages = [message for message in self._history if not _is_of_others(message)]
        prompts = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
        return [self._message, *(str(part.content) for part in prompts)]

    def _results(self) -> Sequence[tuple[Any, Sequence[str], Sequence[str]]]:
        """Return what came from outside, each with the texts that were given for it and the addresses opened for it.

        What is kept here names nothing: it may hold what the model wrote down. Nor does what only comes back.
        """
        found: list[tuple[Any, Sequence[str], Sequence[str]]] = []
        for step in self._journal.steps:
            output = step.output or {}
            if OPENED in output:
                found.append((output.get("result"), [*texts_in(step.input)], output[OPENED]))
        given: dict[str, Sequence[str]] = {}
        for part in (part for message in self._history for part in message.parts):
            if isinstance(part, ToolCallPart):
                given[part.tool_call_id] = [*texts_in(_json(part.args))]
            elif isinstance(part, ToolReturnPart) and OPENED in (part.metadata or {}):
                metadata = cast("Mapping[str, Any]", part.metadata)
                found.append((part.content, given.get(part.tool_call_id, ()), metadata[OPENED]))
        return found


def _is_of_others(message: ModelMessage) -> bool:
    """Whether a message holds what strangers wrote, or a review."""
    metadata = message.metadata or {}
    return bool(metadata.get(UNTRUSTED) or metadata.get(ADVICE))


def _json(arguments: Any) -> Any:
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments
