"""Notes: titled lists of lines that a user's agents keep for them."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.plugin import Record

DELETED_DAYS = 30
"""How long a deleted note can come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Record):
    """A titled list of lines, e.g. a shopping list."""

    id: str
    title: str
    """Unique within a user, compared without case and diacritics."""
    lines: tuple[str, ...]
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    """When it was deleted, while it can come back; nothing for a note that is there."""
    tainted: bool = False
    """Whether some of it was written after reading strangers' words."""
