"""What a thread keeps of its executions for models to read, and how much of it an agent sees."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextContent,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)

from bailiwick.agents.contract import AgentReply, AgentRequest
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.usage import Outcome
from bailiwick.models.history import answered_calls, first_user_text
from bailiwick.runs.taint import ADVICE, mark
from bailiwick.runs.threads.records import Exchange

OF_ANOTHER = "[{name}, another agent of the team, answered the person; these are not your words:]\n{answer}"
SUMMARISED = "[The conversation before this, {turns} turns, as a model has summed it up; nobody said this:]\n{text}"
ENDED = (
    "[Silence has ended the conversation up to here. What the person says next begins another one: it answers no"
    " question from before, and means nothing from before unless it says so.]"
)
NOT_SET_UP = frozenset(
    (
        ReasonCode.CREDENTIAL_NEEDED,
        ReasonCode.EXTRA_MISSING,
        ReasonCode.MCP_NOT_CONNECTED,
        ReasonCode.NO_SANDBOX,
        ReasonCode.NO_SEARCH_ENGINE,
        ReasonCode.STORE_MISSING,
        ReasonCode.TOOL_UNAVAILABLE,
    )
)
"""Why calls fail where something is not set up."""

SUMMARY = "summary"
"""Key in the metadata of a message that stands for earlier ones: up to which execution."""
WHOLE = "complete"
"""The state of a message of which nothing is missing, which is most of them: it is not written."""
SENT_BACK = """A review sent your answer back before the person saw it: {advice}

Go on from here. What you called above is done, and its results stand there: call nothing again that has been done. Then
answer the person's request in full, in the person's language, and do not mention this review."""


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """An exchange of a thread with its messages, or what is left of them."""

    exchange: Exchange
    messages: Sequence[ModelMessage]
    turns: int = 1
    """How many turns it stands for, where it is no summary of some."""

    @property
    def count(self) -> int:
        """How many turns it stands for."""
        return self.exchange.summary.turns if self.exchange.summary else self.turns

    @property
    def asked(self) -> str:
        """What the person said; empty where nothing of it is left."""
        return first_user_text(self.messages)

    @property
    def prompt(self) -> str | Sequence[UserContent]:
        """What the person said, with what stands for the files that were sent with it."""
        said = (part for each in self.messages for part in each.parts if isinstance(part, UserPromptPart))
        return next((part.content for part in said), "")

    @property
    def answer(self) -> str:
        """The text of the last response; empty where there is none."""
        last = next((each for each in reversed(self.messages) if isinstance(each, ModelResponse)), None)
        return "" if last is None else "".join(part.content for part in last.parts if isinstance(part, TextPart))


def loaded(history: Sequence[Exchange], window: int) -> list[SaidTurn]:
    """Return the last `window` messages of a thread (-1: all), beginning with what a person said, oldest turn first."""
    turns: list[SaidTurn] = []
    left = window
    for exchange in reversed(history):
        messages = messages_of(exchange)
        if window >= 0:
            start = max(0, len(messages) - left)
            while 0 < start < len(messages) and not opens_turn(messages[start]):
                start += 1
            left -= len(messages)
            messages = messages[start:]
        if messages:
            turns.append(SaidTurn(exchange, messages))
        if window >= 0 and left <= 0:
            break
    return turns[::-1]


def messages_of(exchange: Exchange) -> list[ModelMessage]:
    """Return the messages of an exchange; of one that a summary stands for, that as a message."""
    summary = exchange.summary
    if summary is None:
        return restored(exchange.messages)
    said = UserPromptPart(content=SUMMARISED.format(turns=summary.turns, text=summary.text))
    return [ModelRequest(parts=[said], metadata={**(mark(summary.tainted) or {}), SUMMARY: exchange.execution_id})]


def going_on(turns: Sequence[SaidTurn]) -> list[ModelMessage]:
    """Return the messages of the conversation that goes on, as they were: what rules take up again."""
    going = (turn for turn in turns if not turn.exchange.ended and turn.exchange.summary is None)
    return [message for turn in going for message in turn.messages]


def as_read_by(turns: Sequence[SaidTurn], agent_id: str, name: Callable[[str], str]) -> list[ModelMessage]:
    """Return turns as an agent's model reads them: those of others with their names, which `name` tells by the id.

    An answer that only said what is missing is left out. Where silence has ended a conversation, that is said.
    """
    read: list[ModelMessage] = []
    for number, turn in enumerate(turns):
        if not turn.exchange.answered and only_says_what_is_missing(turn.messages):
            read.append(ModelRequest(parts=[UserPromptPart(content=turn.prompt)]))
        elif turn.exchange.agent_id in (None, agent_id):
            read += turn.messages
        else:
            said = OF_ANOTHER.format(name=name(turn.exchange.agent_id or ""), answer=turn.answer)
            read.append(ModelRequest(parts=[UserPromptPart(content=turn.prompt), UserPromptPart(content=said)]))
        if turn.exchange.ended and (number + 1 == len(turns) or not turns[number + 1].exchange.ended):
            read.append(ModelRequest(parts=[UserPromptPart(content=ENDED)]))
    return read


def only_says_what_is_missing(messages: Sequence[ModelMessage]) -> bool:
    """Whether an exchange in which nothing was done called nothing, or only what is not set up."""
    calls = answered_calls(messages)
    reasons = [each.error for each in calls]
    return all(isinstance(reason, Reason) and reason.code in NOT_SET_UP for reason in reasons)


def restored(messages: Sequence[Any]) -> list[ModelMessage]:
    """Return messages that were stored as JSON."""
    return ModelMessagesTypeAdapter.validate_python(list(messages))


def stored(messages: Sequence[ModelMessage]) -> list[Any]:
    """Return messages as JSON. What is not there is left out: `restored` puts it back."""
    written = ModelMessagesTypeAdapter.dump_python(list(messages), mode="json")
    for message in written:
        message["parts"] = [_known(part) for part in message["parts"]]
        if "usage" in message:
            message["usage"] = {what: amount for what, amount in message["usage"].items() if amount} or None
        if message.get("state") == WHOLE:
            message["state"] = None
    return [_known(message) for message in written]


def _known(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not known; a part whose content is `None` has that for its content."""
    return {name: value for name, value in fields.items() if value is not None or name == "content"}


def asking(message: str, files: Sequence[TextContent], *, outside: bool = False) -> ModelRequest:
    """Return a message with what stands for its files, which may hold what strangers wrote, as `outside` says of it."""
    content = [*([message] if message else []), *files] if files else message
    return ModelRequest(parts=[UserPromptPart(content=content)], metadata=mark(outside or bool(files)))


def exchange(
    message: str, answer: str, *, tainted: bool = False, files: Sequence[TextContent] = ()
) -> list[ModelMessage]:
    """Return a message and its answer; `tainted` says that strangers' words went into the answer."""
    return [
        asking(message, files),
        ModelResponse(parts=[TextPart(content=answer)], metadata=mark(tainted)),
    ]


def opening(request: AgentRequest) -> list[ModelMessage]:
    """Return the messages with which a piece of work begins: what is asked, or all of a first answer and the advice."""
    if request.sent_back is None:
        return [asking(request.message, request.files, outside=request.message_outside)]
    advice = SENT_BACK.format(advice=request.sent_back.advice)
    return [
        *without_silence(request.sent_back.messages),
        ModelRequest(parts=[UserPromptPart(content=advice)], metadata={ADVICE: True}),
    ]


def without_silence(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return the messages of an exchange without a last response that says and asks for nothing.

    Providers refuse such a message when it is sent back to them.
    """
    return list(messages[:-1] if messages and _is_silent(messages[-1]) else messages)


def calls_in(messages: Sequence[ModelMessage]) -> int:
    """Return how many calls of tools the messages hold."""
    return sum(isinstance(part, ToolCallPart) for message in messages for part in message.parts)


def calls_of(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return what messages called and what came back, without anything that was asked and said."""
    found: list[ModelMessage] = []
    for message in messages:
        if isinstance(message, ModelResponse):
            calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
            found += [replace(message, parts=calls)] if calls else []
        else:
            returns = [part for part in message.parts if isinstance(part, ToolReturnPart)]
            found += [replace(message, parts=returns)] if returns else []
    return found


def _is_silent(message: ModelMessage) -> bool:
    return isinstance(message, ModelResponse) and not any(
        isinstance(part, ToolCallPart) or (isinstance(part, TextPart) and part.content.strip())
        for part in message.parts
    )


def function_reply(request: AgentRequest, content: str) -> AgentReply:
    """Return what a Python function said as an agent's reply."""
    answer = ModelResponse(parts=[TextPart(content=content)], metadata=mark(request.tainted))
    messages = [*opening(request), answer]
    doubts, outcome = ((), Outcome.ANSWERED) if content.strip() else (("empty",), Outcome.UNANSWERED)
    return AgentReply(content=content, iterations=1, doubts=doubts, messages=messages, outcome=outcome)


def dumped(reply: AgentReply, message: str, answer: str, files: Sequence[TextContent] = ()) -> list[Any]:
    """Return what an execution adds to its thread's history, as JSON; `answer` is what the person reads."""
    messages = list(reply.messages) or exchange(message, answer, files=files)
    if _is_silent(messages[-1]):
        messages[-1] = ModelResponse(parts=[TextPart(content=answer)], metadata=messages[-1].metadata)
    return stored(messages)


def opens_turn(message: ModelMessage) -> bool:
    """Whether a message begins with what a person says, so that a turn begins with it."""
    said = isinstance(message, ModelRequest) and any(isinstance(part, UserPromptPart) for part in message.parts[:1])
    return said and not (message.metadata or {}).get(ADVICE)
