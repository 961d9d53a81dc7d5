"""Places: where in the work on an execution something happens, and the keys that steps have there.

A key is made here and read nowhere: what it could tell stands in the place beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bailiwick_router.core.record import Record


class Phase(StrEnum):
    """Which piece of the work on a message it is, in the order in which they are done."""

    ANSWER = "answer"
    """An agent answers the message, a part of it, or does a helper's task."""
    HANDED_OVER = "handed_over"
    """The agent answers to which the first one has handed the same over."""
    HANDED_ON = "handed_on"
    """The agent answers to which that one has handed it on."""
    JOIN = "join"
    """The supervisor makes one answer of those to the parts."""
    REVISION = "revision"
    """The agent goes on from an answer that a review has sent back."""
    REJOIN = "rejoin"
    """The supervisor makes the one answer anew."""


_PREFIXES = {
    Phase.ANSWER: "",
    Phase.HANDED_OVER: "handed-over-",
    Phase.HANDED_ON: "handed-on-",
    Phase.JOIN: "join-",
    Phase.REVISION: "revision-",
    Phase.REJOIN: "join-again-",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Record):
    """Where in the work on an execution something happens; the same on every replay."""

    path: tuple[str, ...] = ()
    """For which calls of helpers it happens, outermost first; empty for the work of the execution's own agent."""
    phase: Phase = Phase.ANSWER
    """To which piece of the work it belongs."""
    round: int | None = None
    """Which round of model and tools, from 1; of a call that does a part of the message, which part; of a hand-over,
    which one; None outside of these."""
    index: int | None = None
    """Which tool call of its round, from 0; None of anything else."""

    @property
    def caller(self) -> str:
        """The helper's call for which it happens; empty for the work of the execution's own agent."""
        return self.path[-1] if self.path else ""

    def below(self, call: str) -> "Place":
        """Return where the helper works that answers `call`, a call that is made here."""
        return Place(path=(*self.path, call))

    def in_round(self, number: int) -> "Place":
        """Return it in a round, from 1."""
        return replace(self, round=number, index=None)

    def of_call(self, index: int) -> "Place":
        """Return it for one tool call of its round, from 0."""
        return replace(self, index=index)

    @property
    def model_key(self) -> str:
        """The key of the round's model call."""
        return self._key("model")

    @property
    def tool_key(self) -> str:
        """The key of a tool call."""
        return f"{self._key('tool')}:{self.index}"

    @property
    def function_key(self) -> str:
        """The key of the work of an agent that a Python function carries out."""
        return self._key("callable")

    @property
    def part_key(self) -> str:
        """The key of the call that does a part of the message."""
        return self._key("part")

    @property
    def hand_over_key(self) -> str:
        """The key of the step that hands what is asked over to another agent."""
        return self._key("hand_over")

    def _key(self, what: str) -> str:
        return "".join((f"{self.caller}/" if self.path else "", what, ":", _PREFIXES[self.phase], str(self.round)))


def read_place(written: Mapping[str, Any] | None) -> Place:
    """Return a place as it was written with a step or a fact; that of the own agent's work where none was."""
    if not written:
        return Place()
    return Place(
        path=tuple(written["path"]), phase=Phase(written["phase"]), round=written["round"], index=written["index"]
    )
