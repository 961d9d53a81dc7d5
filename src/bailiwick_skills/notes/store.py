"""A user's notes, each call of a tool taking effect once, and each change able to be undone."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from asyncpg import UniqueViolationError

from bailiwick.plugin import (
    MOST_ROWS,
    Conflict,
    Connection,
    Database,
    Queries,
    Reason,
    ReasonCode,
    Row,
    as_uuid,
    clean_text,
    not_found,
    same_meaning,
    same_title,
    uuid7,
)
from bailiwick_skills.notes.records import FoundLine, Note, NoteEdit, ToldEdit, change_of

MOST_SEARCHED = 500
"""Notes that are searched, those changed last."""
MARKED, PLAIN = "áàâäãéèêëíìîïóòôöõúùûüñç", "aaaaaeeeeiiiiooooouuuunc"
"""Letters with marks, and what they are found as."""


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
            await self._queries.run(connection, "begin_change")
            row = await self._queries.one(
                connection,
                "delete",
                title_key=same_title(clean_text(title)),
                only=None if only is None else as_uuid(only.id, "note"),
                lines=None if only is None else list(only.lines),
            )
            return None if row is None else _note(row)

    async def get(self, user_id: str, note_id: str) -> Note:
        """Return one that is not deleted. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", id=as_uuid(note_id, "note"))
        if row is None:
            raise not_found("note")
        return _note(row)

    async def create(self, user_id: str, title: str, lines: Sequence[str]) -> Note:
        """Add a note. Raises `Conflict` where there is one of that title."""
        title = clean_text(title)
        try:
            async with self._database.as_user(user_id) as connection:
                row = await self._queries.row(
                    connection,
                    "create",
                    id=as_uuid(uuid7(), "note"),
                    title=title,
                    title_key=same_title(title),
                    lines=[clean_text(line) for line in lines],
                    done=[],
                    tainted=False,
                )
        except UniqueViolationError:
            raise _title_taken(title) from None
        return _note(row)

    async def edit(
        self,
        user_id: str,
        make: Callable[[Sequence[Note]], NoteEdit],
        *,
        call_id: str,
        tainted: bool = False,
    ) -> ToldEdit:
        """Change notes as `make` says of those that are there, and return what it tells, with the id of the `change`.

        Idempotent per `call_id`: a repetition changes nothing and returns the same. Raises what `make` raises, and
        `Conflict` where a title is another note's.
        """
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "begin_call", call_id=call_id)
            if (before := await self._queries.one(connection, "told", call_id=call_id)) is not None:
                return ToldEdit(told=json.loads(before["told"]), tainted=before["tainted"])
            await self._queries.run(connection, "begin_change")
            every = [_note(row) for row in await self._queries.all(connection, "list", limit=MOST_ROWS)]
            edit = make(every)
            if not edit.notes:
                return ToldEdit(told=edit.told, tainted=any(note.tainted for note in every))
            was = {note.id: note for note in every}
            change = change_of(user_id, call_id)
            for note in edit.notes:
                now = await self._write(connection, note, deleted=note.id in edit.deleted, tainted=tainted)
                await self._remember(connection, change, was.get(note.id), now)
            told = {**edit.told, "change": change}
            marked = any(note.tainted for note in edit.notes)
            await self._queries.run(
                connection,
                "tell",
                call_id=call_id,
                note_id=as_uuid(edit.notes[0].id, "note"),
                told=json.dumps(told, ensure_ascii=False),
                tainted=marked,
            )
            return ToldEdit(told=told, tainted=marked)

    async def edit_one(self, user_id: str, note_id: str, change: Callable[[Note], Note]) -> Note:
        """Change one note and return it as it is then; this cannot be undone.

        Raises `NotFound`, what `change` raises, and `Conflict` where the title is another note's.
        """
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "begin_change")
            row = await self._queries.one(connection, "get", id=as_uuid(note_id, "note"))
            if row is None:
                raise not_found("note")
            return _note(await self._write(connection, change(_note(row)), deleted=False, tainted=False))

    async def undo(self, user_id: str, change_id: str) -> Sequence[Note]:
        """Put the notes of a change back to what they were and return them; a repetition changes nothing.

        A note that the change made is deleted. Raises `NotFound`, and `Conflict` where one of them has been changed or
        deleted since, or its title is another note's.
        """
        wanted = as_uuid(change_id, "change")
        try:
            async with self._database.as_user(user_id) as connection:
                await self._queries.run(connection, "begin_change")
                rows = await self._queries.all(connection, "change", id=wanted)
                if not rows:
                    raise not_found("change")
                if rows[0]["undone_at"] is not None:
                    found = [await self._queries.one(connection, "any", id=row["note_id"]) for row in rows]
                    return [_note(each) for each in found if each is not None]
                if any(_changed_since(row) for row in rows):
                    raise Conflict(Reason.of(ReasonCode.NOTE_CHANGED_SINCE))
                await self._queries.run(connection, "undone", id=wanted)
                return [_note(await self._put_back(connection, row)) for row in rows]
        except UniqueViolationError:
            raise Conflict(Reason.of(ReasonCode.NOTE_THERE)) from None

    async def search(
        self,
        user_id: str,
        words: Sequence[str],
        *,
        least: int,
        limit: int,
        note_id: str | None = None,
        notes: int = MOST_SEARCHED,
    ) -> Sequence[FoundLine]:
        """Return lines with at least so many of the folded `words` or their stems, those with the most first.

        Where no line has them, what means the same in English or Spanish counts as the word.

        Words in the title of its note count for a line that has one of them itself. So many `notes` are looked
        through, those changed last.
        """
        meant = [" ".join((word, *same_meaning(word))) for word in words]
        async with self._database.as_user(user_id) as connection:

            async def having(sought: Sequence[str]) -> Sequence[Row]:
                return await self._queries.all(
                    connection,
                    "search",
                    words=sought,
                    least=least,
                    limit=limit,
                    notes=notes,
                    id=None if note_id is None else as_uuid(note_id, "note"),
                    marked=MARKED,
                    plain=PLAIN,
                )

            rows = await having(list(words)) or (await having(meant) if meant != list(words) else ())
        return [
            FoundLine(
                note_id=str(row["note_id"]),
                title=row["title"],
                line=row["line"],
                place=row["place"],
                done=row["done"],
                tainted=row["tainted"],
            )
            for row in rows
        ]

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
                await self._queries.run(connection, "begin_change")
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
            await self._queries.run(connection, "begin_change")
            was = await self._queries.one(connection, "of_title", title_key=same_title(title))
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
            await self._remember(connection, change_of(user_id, call_id), None if was is None else _note(was), row)
            return _note(row)

    async def _write(self, connection: Connection, note: Note, *, deleted: bool, tainted: bool) -> Row:
        title = clean_text(note.title)
        try:
            return await self._queries.row(
                connection,
                "write",
                id=as_uuid(note.id, "note"),
                title=title,
                title_key=same_title(title),
                lines=[clean_text(line) for line in note.lines],
                done=list(note.done),
                tainted=note.tainted or tainted,
                deleted=deleted,
            )
        except UniqueViolationError:
            raise _title_taken(title) from None

    async def _remember(self, connection: Connection, change: str, was: Note | None, now: Row) -> None:
        await self._queries.run(
            connection,
            "remember_change",
            id=as_uuid(change, "change"),
            note_id=now["id"],
            title=None if was is None else was.title,
            lines=None if was is None else list(was.lines),
            done=None if was is None else list(was.done),
            changed_at=None if was is None else was.updated_at,
            left_at=now["updated_at"],
        )

    async def _put_back(self, connection: Connection, was: Row) -> Row:
        return await self._queries.row(
            connection,
            "undo",
            id=was["note_id"],
            title=was["title"],
            title_key=None if was["title"] is None else same_title(was["title"]),
            lines=was["lines"],
            done=was["done"],
            changed_at=was["changed_at"],
        )


def _changed_since(row: Row) -> bool:
    """Whether a note was changed or deleted since a change left it; that may have deleted it itself, at that moment."""
    return row["updated_at"] != row["left_at"] or row["deleted_at"] not in (None, row["left_at"])


def _title_taken(title: str) -> Conflict:
    return Conflict(Reason.of(ReasonCode.NOTE_TITLE_TAKEN, title=title))


def _note(row: dict[str, Any]) -> Note:
    return Note(
        id=str(row["id"]),
        title=row["title"],
        lines=tuple(row["lines"]),
        done=tuple(row["done"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        deleted_at=row["deleted_at"],
        tainted=row["tainted"],
    )
