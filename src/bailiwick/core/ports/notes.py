"""Notes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.notes import Note


class NoteStore(Protocol):
    """A user's notes."""

    async def list(self, user_id: str) -> Sequence[Note]:
        """Latest change first."""
        ...

    async def append(
        self, user_id: str, title: str, lines: Sequence[str], *, call_id: str, tainted: bool = False
    ) -> Note:
        """Add lines to the note of that title (compared without case and diacritics), created if there is none.

        Idempotent per `call_id`: a repetition adds nothing. What is `tainted` marks the note for good.
        """
        ...

    async def replace(
        self, user_id: str, title: str, lines: Sequence[str], *, call_id: str, tainted: bool = False
    ) -> Note:
        """Set the lines of the note of that title, created if there is none. Idempotent per `call_id`."""
        ...

    async def delete(self, user_id: str, title: str, *, only: Note | None = None) -> Note | None:
        """Delete the note of that title and return it; nothing if there is none. It can be restored for a while.

        With `only`, it is deleted if it is that note, with these lines.
        """
        ...

    async def deleted(self, user_id: str) -> Sequence[Note]:
        """Deleted notes that can come back, latest deletion first."""
        ...

    async def restore(self, user_id: str, note_id: str) -> Note:
        """Bring a deleted note back; one that is there stays as it is.

        Raises `NotFound`, and `Conflict` while there is another note of its title.
        """
        ...

    async def expire(self, user_id: str, before: datetime) -> int:
        """Erase what was deleted before a time; return how many there were."""
        ...
