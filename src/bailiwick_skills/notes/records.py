"""Notes: titled lists of lines that a user's agents keep for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from bailiwick.plugin import Record

DELETED_DAYS = 30
"""How long a deleted note can come back, and a change be undone."""
CHANGES = UUID("6f7f8c1e-1b0f-5a0e-9f5d-3f1c2a8f4b77")
"""What ids of changes are made in, of the calls that made them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Record):
    """A titled list of lines, e.g. a shopping list."""

    id: str
    title: str
    """Unique within a user, compared without case and diacritics."""
    lines: tuple[str, ...]
    done: tuple[int, ...] = ()
    """Which of the lines are ticked off, by their places, from 0."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    """When it was deleted, while it can come back; nothing for a note that is there."""
    tainted: bool = False
    """Whether some of it was written after reading strangers' words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundLine(Record):
    """A line of a note that a search found."""

    note_id: str
    title: str
    """Of the note."""
    line: str
    place: int
    """Of the line in the note, from 0."""
    done: bool
    tainted: bool
    """Whether some of the note was written after reading strangers' words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteEdit:
    """What a change leaves of notes, and what its call returns."""

    told: Mapping[str, Any]
    notes: Sequence[Note] = ()
    """As they are to be; without any, nothing is changed."""
    deleted: frozenset[str] = field(default_factory=frozenset[str])
    """The ids of those that go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEdit:
    """What the call of a change returns."""

    told: Mapping[str, Any]
    tainted: bool
    """Whether strangers had a hand in one of the notes that it is about."""


def change_of(user_id: str, call_id: str) -> str:
    """Return the id of the change that a call makes."""
    return str(uuid5(CHANGES, f"{user_id}/{call_id}"))
