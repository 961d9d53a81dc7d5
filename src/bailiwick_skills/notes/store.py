"""A user's notes, each call of a tool taking effect once."""

from collections.abc import Sequence
from typing import Any

from asyncpg import UniqueViolationError

from bailiwick.plugin import (
    MOST_ROWS,
    Conflict,
    Database,
    Queries,
    Reason,
    ReasonCode,
    as_uuid,
    clean_text,
    not_found,
    same_title,
    uuid7,
)
from bailiwick_skills.notes.records import Note


class NoteStore:
    """A user's notes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick_skills.notes.store")

    async def list(self, user_id: str) -> Sequence[Note]:
        """Latest change first."""
        async with self._database.as_user(user_id) as connection:
            return [_note(row) for row in await self._queries.all(connection, "list", limit=MOST_ROWS)]

    async def append(
        self, user_id: str, title: str, lines: Sequence[str], *, call_id: str, tainted: bool = False
    ) -> Note:
        """Add lines to the note of that title (compared without case and diacritics), created if there is none.

        Idempotent per `call_id`: a repetition adds nothing. What is `tainted` marks the note for good.
        """
        return await self._change("append", user_id, title, lines, call_id, tainted=tainted)

    async def replace(
        self, user_id: str, title: str, lines: Sequence[str], *, call_id: str, tainted: bool = False
    ) -> Note:
        """Set the lines of the note of that title, created if there is none. Idempotent per `call_id`."""
        return await self._change("replace", user_id, title, lines, call_id, tainted=tainted)

    async def delete(self, user_id: str, title: str, *, only: Note | None = None) -> Note | None:
        """Delete the note of that title and return it; nothing if there is none. It can be restored for a while.

        With `only`, it is deleted if it is that note, with these lines.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "delete",
                title_key=same_title(clean_text(title)),
                only=None if only is None else as_uuid(only.id, "note"),
                lines=None if only is None else list(only.lines),
            )
            return None if row is None else _note(row)

    async def deleted(self, user_id: str) -> Sequence[Note]:
        """Deleted notes that can come back, latest deletion first."""
        async with self._database.as_user(user_id) as connection:
            return [_note(row) for row in await self._queries.all(connection, "deleted", limit=MOST_ROWS)]

    async def restore(self, user_id: str, note_id: str) -> Note:
        """Bring a deleted note back; one that is there stays as it is.

        Raises `NotFound`, and `Conflict` while there is another note of its title.
        """
        try:
            async with self._database.as_user(user_id) as connection:
                row = await self._queries.one(connection, "restore", id=as_uuid(note_id, "note"))
        except UniqueViolationError:
            raise Conflict(Reason.of(ReasonCode.NOTE_THERE)) from None
        if row is None:
            raise not_found("note")
        return _note(row)

    async def _change(
        self, change: str, user_id: str, title: str, lines: Sequence[str], call_id: str, *, tainted: bool
    ) -> Note:
        title, kept = clean_text(title), [clean_text(line) for line in lines]
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "begin_call", call_id=call_id)
            made = await self._queries.one(connection, "made_by", call_id=call_id)
            if made is not None and made["title"] is not None:
                return _note({**made, "id": made["note_id"]})
            if made is not None:
                # The note was deleted after the call: say what the call did, without doing it again.
                return Note(
                    id=str(made["note_id"]),
                    title=title,
                    lines=tuple(kept),
                    created_at=made["called_at"],
                    updated_at=made["called_at"],
                    tainted=tainted,
                )
            row = await self._queries.row(
                connection,
                change,
                id=as_uuid(uuid7(), "note"),
                title=title,
                title_key=same_title(title),
                lines=kept,
                tainted=tainted,
            )
            await self._queries.run(connection, "remember_call", call_id=call_id, note_id=row["id"])
            return _note(row)


def _note(row: dict[str, Any]) -> Note:
    return Note(
        id=str(row["id"]),
        title=row["title"],
        lines=tuple(row["lines"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        deleted_at=row["deleted_at"],
        tainted=row["tainted"],
    )
