"""Books."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.plugin import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Book(Record):
    """A book on a reading list."""

    id: str
    title: str
    added_at: datetime
    finished_at: datetime | None
    """None while it is to be read."""
    dusty: bool
    """Whether it has waited for three months."""
