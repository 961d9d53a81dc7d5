"""Notes."""

from collections.abc import Sequence
from typing import Protocol

from bailiwick.core.notes import Note


class NoteStore(Protocol):
    """A user's notes."""

    async def list(self, user_id: str) -> Sequence[Note]:
        """Latest change first."""
        ...

    async def append(self, user_id: str, title: str, lines: Sequence[str], *, call_id: str) -> Note:
        """Add lines to the note of that title (compared without case and diacritics), created if there is none.

        Idempotent per `call_id`: a repetition adds nothing.
        """
        ...

    async def replace(self, user_id: str, title: str, lines: Sequence[str], *, call_id: str) -> Note:
        """Set the lines of the note of that title, created if there is none. Idempotent per `call_id`."""
        ...

    async def delete(self, user_id: str, title: str) -> bool:
        """Delete; false if there was none."""
        ...
