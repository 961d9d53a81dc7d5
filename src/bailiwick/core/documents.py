"""Documents: longer texts that agents write for a user."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Record):
    """A text with a title."""

    id: str
    title: str
    content: str
    """Markdown."""
    execution_id: str | None
    """The execution that wrote it."""
    created_at: datetime
