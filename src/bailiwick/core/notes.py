"""Notes: titled lists of lines that a user's agents keep for them."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Record):
    """A titled list of lines, e.g. a shopping list."""

    id: str
    title: str
    """Unique within a user, compared without case and diacritics."""
    lines: tuple[str, ...]
    created_at: datetime
    updated_at: datetime
