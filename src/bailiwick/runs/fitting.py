"""What a model is given fits what it can read: long results in part, and as many earlier turns as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart

from bailiwick.models.contract import ModelRequest as Question
from bailiwick.models.counting import PromptSize, message_tokens, size_of
from bailiwick.models.history import as_text
from bailiwick.runs.read_on import READ_ON
from bailiwick.runs.threads.history import SUMMARY, opens_turn
from bailiwick.tools.records import ToolSpec, is_failure

LEAST_ROOM = 300
"""Tokens; where there is less room for earlier turns, a summary would not find it."""
LEAST_SHARE = 4
"""This part of what a model reads and writes in one call is left for its answer, or what that may have if less."""
FEWEST = 400
"""Characters of a result, where there is room for no more."""
CUT = "cut"
"""Key in the metadata of a result that is sent in part."""
LEFT_OUT = "\n\n[These are {shown} of {all} characters. {tool} reads on: call_id {call}, start {shown}.]"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptBounds:
    """How long what a model is given may be."""

    context: int
    """Tokens that a model reads and writes in one call where that is not known."""
    summary_share: float
    """From which share of what it can read older turns become a summary; 0 for never."""
    result: int
    """Characters of what a tool returns that it is given at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A question as it is put."""

    question: Question
    size: PromptSize
    most: int
    """Tokens that the model can read beside its answer."""
    history: int
    """Tokens of all earlier turns."""
    room: int
    """How many of these it has room for beside instructions, tools and what is asked now; may be below 0."""
    earlier: int = 0
    """Messages of earlier turns."""
    left_out: int = 0
    """Those that are not sent."""
    shortened: int = 0
    """Results that are sent in part."""

    @property
    def first(self) -> int:
        """Which of the messages that there were is the first that is sent, behind a summary of those before it."""
        return self.left_out + (self._summary is not None)

    @property
    def _summary(self) -> object:
        """Up to which execution a summary stands for the turns until then; None where there is none."""
        return (self.question.messages[0].metadata or {}).get(SUMMARY) if self.earlier else None

    def fills(self, share: float) -> bool:
        """Whether earlier turns fill this share of the room for them, where there is room for any and `share` for a
        summary of them."""
        return share > 0 and self.room >= LEAST_ROOM and self.history >= share * self.room

    def data(self) -> dict[str, object]:
        """Return what the journal keeps of it: tokens, how many of its messages are of earlier turns, up to which
        execution a summary stands for them, and how many messages and results were left out or sent in part."""
        size = self.size
        counted = {
            "instructions": size.instructions,
            "messages": size.messages,
            "tools": size.tools,
            "most": self.most,
            "answer": self.question.max_tokens,
        }
        further = {
            "earlier": self.earlier,
            "summary": self._summary,
            "left_out": self.left_out,
            "shortened": self.shortened,
        }
        return {"tokens": counted, **{name: value for name, value in further.items() if value}}


def fitted(
    question: Question, context: int | None, bounds: PromptBounds, *, earlier: int, read_on: ToolSpec | None = None
) -> Fitted:
    """Return a question with long results in part, and without as many of its `earlier` messages, the oldest first, as
    the model has no room for; `context` is how many tokens it reads and writes, if that is known, and `read_on` the
    tool that it is given where something is sent in part.

    Where that does not do, results of this piece of work are cut further, those of before its last round first.
    """
    most, given = most_read(context, question.max_tokens, bounds), question.messages
    # Four characters are about a token: one result is a quarter of what is read at most.
    longest = min(bounds.result, context or bounds.context)
    messages = [part_of_results(message, longest) for message in given]
    question, left_out = replace(question, messages=messages), 0
    size = size_of(question)
    past = size.messages - sum(map(message_tokens, messages[earlier:]))
    beside = most - size.total + past
    if size.total > most:
        room = most - size.total + size.messages
        new = messages[earlier:]
        history = latest(messages[:earlier], room - sum(map(message_tokens, new)))
        left_out = earlier - len(history)
        for last in (2, 0):
            if sum(map(message_tokens, (*history, *new))) <= room:
                break
            for place in range(len(new) - last):
                new[place] = part_of_results(given[earlier + place], FEWEST)
        question = replace(question, messages=[*history, *new])
    shortened = sum(map(_cut_results, question.messages))
    if shortened and read_on is not None:
        question = replace(question, tools=[*question.tools, read_on])
    if shortened or left_out:
        size = size_of(question)
    if context is not None:  # a guess cuts nobody's answer short
        answer = min(question.max_tokens, max(context // LEAST_SHARE, context - size.total))
        question = replace(question, max_tokens=answer)
    return Fitted(
        question=question,
        size=size,
        most=most,
        history=past,
        room=beside,
        earlier=earlier - left_out,
        left_out=left_out,
        shortened=shortened,
    )


def most_read(context: int | None, answer: int, bounds: PromptBounds) -> int:
    """Return how many tokens a model can read that reads and writes so many in one call, if that is known, beside an
    answer of at most so many."""
    tokens = context or bounds.context
    return tokens - min(answer, tokens // LEAST_SHARE)


def fits(question: Question, context: int | None, bounds: PromptBounds) -> bool:
    """Return whether a question that was made for another model can be put to one that reads and writes so many tokens,
    if that is known, with as long an answer."""
    # A guess shortens nobody's answer, so it leaves no more than the least for one.
    most = most_read(None, question.max_tokens, bounds) if context is None else context - question.max_tokens
    return size_of(question).total <= most


def latest(messages: Sequence[ModelMessage], room: int) -> list[ModelMessage]:
    """Return the latest whole turns that have at most so many tokens, behind the summary of those before them."""
    sizes = [message_tokens(message) for message in messages]
    if sum(sizes) <= room:
        return list(messages)
    pinned = 1 if messages and SUMMARY in (messages[0].metadata or {}) else 0
    left = sum(sizes[pinned:])
    for place in range(pinned, len(messages)):
        if opens_turn(messages[place]) and left + sum(sizes[:pinned]) <= room:
            return [*messages[:pinned], *messages[place:]]
        left -= sizes[place]
    return list(messages[:pinned]) if sum(sizes[:pinned]) <= room else []


def part_of_results(message: ModelMessage, longest: int) -> ModelMessage:
    """Return a message with the beginning of each result that is longer, and how to read on."""
    if not isinstance(message, ModelRequest) or not any(_is_long(part, longest) for part in message.parts):
        return message
    parts = [_part_of(part, longest) if _is_long(part, longest) else part for part in message.parts]
    return replace(message, parts=parts)


def _is_long(part: object, longest: int) -> bool:
    if not isinstance(part, ToolReturnPart) or is_failure(part.content):
        return False
    if part.tool_name == READ_ON and longest > FEWEST:
        return False
    return len(as_text(part.content)) > longest


def _part_of(part: object, longest: int) -> ToolReturnPart:
    assert isinstance(part, ToolReturnPart), "only results are long"  # noqa: S101  (narrows)
    text = as_text(part.content)
    left_out = LEFT_OUT.format(shown=longest, all=len(text), tool=READ_ON, call=part.tool_call_id)
    return replace(part, content=text[:longest] + left_out, metadata={**(part.metadata or {}), CUT: True})


def _cut_results(message: ModelMessage) -> int:
    return sum(isinstance(part, ToolReturnPart) and CUT in (part.metadata or {}) for part in message.parts)
