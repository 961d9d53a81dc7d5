"""Pieces of what a model says, thinks and passes on, as they come."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class StrandKind(StrEnum):
    """What a piece of a model's answer is a piece of."""

    ANSWER = "answer"
    THINKING = "thinking"
    ARGUMENTS = "arguments"


class Strand(NamedTuple):
    """One of the texts that grow while a model answers: what it says, what it thinks, what it calls a tool with."""

    kind: StrandKind = StrandKind.ANSWER
    place: int = 0
    """Which tool call of this model call, from 0."""
    tool: str = ""
    """The tool's name."""


SAID = Strand()


THOUGHT = Strand(StrandKind.THINKING)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of what a model says, thinks or calls a tool with: the text so far, cut at `offset`, plus `text`."""

    call: str
    """Which model call it belongs to."""
    offset: int
    """In code points; 0 means: start over."""
    text: str
    strand: Strand = SAID
    """Which of the texts of the call it belongs to."""
    line: str = ""
    """Who says it: the call that a helper answers; empty for the execution's own agent."""
