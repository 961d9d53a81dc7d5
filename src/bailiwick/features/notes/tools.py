"""Notes and lists that agents keep for a person."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field

from bailiwick.features.notes.records import Note
from bailiwick.features.notes.requests import (
    AddReader,
    AppendReader,
    DeleteReader,
    NoteListReader,
    ReadReader,
    RestoreReader,
)
from bailiwick.features.notes.store import NoteStore
from bailiwick.features.notes.titles import Titles
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.near_names import SHOWN, not_there
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick.tools.toolbox import changed_since, unchanged

Title = Annotated[str, Field(min_length=1, max_length=200, description="Title of the note, e.g. Shopping list.")]
Line = Annotated[str, Field(max_length=2_000)]
Lines = Annotated[list[Line], Field(max_length=500, description="One entry per line or list item.")]


def note_tools(notes: NoteStore) -> list[Tool]:
    """Return `addNote`, `appendNote`, `listNotes`, `readNote`, `deleteNote` and `restoreNote`."""

    async def kept(context: ToolContext) -> Sequence[Note]:
        """Return all notes, for a call that tells the titles of any."""
        return read(context, await notes.list(context.user_id))

    async def append(context: ToolContext, title: str, lines: Sequence[str]) -> dict[str, Any]:
        note = await notes.append(context.user_id, title, lines, call_id=context.call_id, tainted=context.tainted)
        read(context, [note])
        return _changed(note, lines)

    @skill_tool(idempotent=True, recogniser=AddReader())
    async def addNote(context: ToolContext, title: Title, lines: Lines) -> dict[str, Any]:
        """Start a new note or list under a title of its own.

        If a note has exactly this title already, the lines are added to it; nothing is ever overwritten.
        To add to something the person already keeps ("my shopping list"), use appendNote. Returns the
        note's title, all its lines, the added ones and whether it was created.
        """
        added = _lines(lines)
        return await append(context, _title(title), added)

    @skill_tool(idempotent=True, recogniser=AppendReader())
    async def appendNote(
        context: ToolContext,
        title: Title,
        lines: Annotated[Lines | None, Field(description="What to add, one entry per list item.")] = None,
        text: Annotated[
            str | None, Field(max_length=20_000, description="Instead of lines: text to add, a line per row.")
        ] = None,
    ) -> dict[str, Any]:
        """Add to the note or list of exactly this title (case and accents aside); it is created if there is none.

        Look the title up with listNotes if you are not sure of it. Give three things to buy as three lines. Returns
        the note's title, all its lines, the added ones, whether it was created, and for a new one the titles that are
        much like its own: tell the person of those.
        """
        wanted, added = _title(title), _lines([*(lines or []), *(text or "").splitlines()])
        changed = await append(context, wanted, added)
        if not changed["created"]:
            return {**changed, "near": []}
        every = await notes.list(context.user_id)
        near = Titles([note.title for note in every]).alike(wanted)[:SHOWN]
        read(context, [note for note in every if note.title in near])
        return {**changed, "near": near}

    @skill_tool(read_only=True, recogniser=NoteListReader())
    async def listNotes(context: ToolContext) -> dict[str, Any]:
        """List the person's notes, latest change first: title, number of lines, when it was changed."""
        return {
            "notes": [
                {"title": note.title, "lines": len(note.lines), "updatedAt": note.updated_at.isoformat()}
                for note in await kept(context)
            ]
        }

    @skill_tool(read_only=True, recogniser=ReadReader())
    async def readNote(context: ToolContext, title: Title) -> dict[str, Any]:
        """Read one of the person's notes or lists: returns its title and lines.

        The title may be misspelled or be a part of the note's; then `asked` is what was looked for, and `title` the
        nearest: say so. If there is none, or several fit, found is false, and near has the titles that may be meant.
        """
        wanted = _title(title)
        every = {note.title: note for note in await notes.list(context.user_id)}
        known = Titles(list(every))
        found = known.readable(wanted)
        if found is None:
            read(context, every.values())
            return _not_there(wanted, known, list(every))
        read(context, [every[found]])
        exact = {} if found == known.exact(wanted) else {"asked": wanted}
        return {"title": found, "lines": list(every[found].lines), **exact}

    async def named(context: ToolContext, title: Title) -> list[FoundThing]:
        """Return the note that a call means, if there is one."""
        wanted = _title(title)
        every = {note.title: note for note in await notes.list(context.user_id)}
        exact = Titles(list(every)).exact(wanted)
        return [] if exact is None else [_as_found(every[exact])]

    @skill_tool(destructive=True, finds=named, recogniser=DeleteReader())
    async def deleteNote(context: ToolContext, title: Title) -> dict[str, Any]:
        """Delete a whole note or list. Only when the person asked for exactly that. restoreNote brings it back.

        Nothing is deleted unless a note has exactly this title (case and accents aside): found is false then, and
        near has the titles that may be meant; ask which one, and do not choose yourself.
        """
        wanted = _title(title)
        every = {note.title: note for note in await notes.list(context.user_id)}
        known = Titles(list(every))
        exact = known.exact(wanted)
        if exact is None:
            read(context, every.values())
            return _not_there(wanted, known, list(every))
        unchanged(context, [_as_found(every[exact])])
        gone = await notes.delete(context.user_id, exact, only=every[exact])
        if gone is None and context.found is not None:
            raise changed_since()
        return {"title": exact, "deleted": gone is not None, "id": None if gone is None else gone.id}

    @skill_tool(idempotent=True, recogniser=RestoreReader())
    async def restoreNote(
        context: ToolContext,
        title: Annotated[
            str | None, Field(max_length=200, description="Its title; left out for the one deleted last.")
        ] = None,
    ) -> dict[str, Any]:
        """Bring a deleted note or list back, as it was; deletions can be undone for 30 days.

        Returns its title and lines. If none of exactly this title was deleted, found is false, and near has the
        titles of deleted notes that may be meant.
        """
        deleted = await notes.deleted(context.user_id)
        known = Titles([note.title for note in deleted])
        wanted = deleted[0].title if title is None and deleted else title or ""
        found = known.exact(wanted) if wanted.strip() else None
        if found is None:
            read(context, deleted)
            return not_there(
                wanted, known.near(wanted), notes=[note.title for note in deleted[:SHOWN]], total=len(deleted)
            )
        gone = next(note for note in deleted if note.title == found)
        try:
            note = await notes.restore(context.user_id, gone.id)
        except Conflict as taken:
            raise CallFailed(ErrorClass.TOOL, taken.said) from taken
        read(context, [note])
        return {"title": note.title, "lines": list(note.lines), "restored": True}

    return [addNote, appendNote, listNotes, readNote, deleteNote, restoreNote]


def read(context: ToolContext, notes: Iterable[Note]) -> list[Note]:
    """Return notes, noting for the call that strangers had a hand in one of them."""
    every = list(notes)
    if any(note.tainted for note in every):
        context.reading.note_outside()
    return every


def _as_found(note: Note) -> FoundThing:
    return FoundThing.of("note", note.id, note.title, "\n".join(note.lines))


def _not_there(wanted: str, titles: Titles, every: Sequence[str]) -> dict[str, Any]:
    """Return that there is no such note, with those near to it and the latest ones."""
    return not_there(wanted, titles.near(wanted), notes=list(every[:SHOWN]), total=len(every))


def _title(title: str) -> str:
    clean = " ".join(title.split())
    if not clean:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.TITLE_BLANK))
    return clean


def _lines(lines: Sequence[str]) -> list[str]:
    clean = [" ".join(line.split()) for line in lines]
    if not any(clean):
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.LINES_EMPTY))
    return [line for line in clean if line]


def _changed(note: Note, added: Sequence[str]) -> dict[str, Any]:
    return {
        "title": note.title,
        "lines": list(note.lines),
        "added": list(added),
        "created": len(note.lines) == len(added),
    }


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    return note_tools(equipment.stores[NoteStore])
