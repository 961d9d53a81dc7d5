"""Edits: single changes to what routing reads of an agent, small enough to be understood one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bailiwick_router.core.reasons import Reason
from bailiwick_router.core.record import Record


class EditKind(StrEnum):
    """What an edit does."""

    ADD = "add"
    """Add an entry to a list: a tag, keyword, pattern or example."""
    REMOVE = "remove"
    """Take an entry out of a list."""
    SET = "set"
    """Give a field another value: `priority`, `name`, `description`, `objective`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit(Record):
    """One change to one field of one agent."""

    kind: EditKind
    """Add, remove or set."""
    agent: str
    """The agent's id."""
    field: str
    """`tags`, `keywords`, `patterns`, `examples`, `priority`, `name`, `description` or `objective`."""
    value: str | int
    """The entry, or the new value; a number for `priority` alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot(Record):
    """Why an agent did not get a message, and the smallest edit after which it would."""

    agent: str
    """The agent that was asked about."""
    winner: str | None
    """Who has the message now; None when there is none."""
    reason: str
    """What decides against the agent, in one sentence."""
    edits: Sequence[Edit]
    """The edits to make together; none when the agent wins already or no edit can make it win."""
    proven: bool
    """The message was decided again with the edits, and the agent had it."""
    alternatives: Sequence[Sequence[Edit]] = ()
    """Other edits of the same size, each proven; at most five."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
