"""Notes and lists that agents keep for a person."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from bailiwick.core.notes import Note
from bailiwick.core.ports import NoteStore
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.tools import Tool, ToolContext
from bailiwick.tools.builtin.note_requests import (
    AddReader,
    AppendReader,
    DeleteReader,
    ListReader,
    ReadReader,
)
from bailiwick.tools.builtin.note_titles import Titles
from bailiwick.tools.builtin.shipped import tool

Title = Annotated[str, Field(min_length=1, max_length=200, description="Title of the note, e.g. Shopping list.")]
Line = Annotated[str, Field(max_length=2_000)]
Lines = Annotated[list[Line], Field(max_length=500, description="One entry per line or list item.")]


def note_tools(notes: NoteStore) -> list[Tool]:
    """Return `addNote`, `appendNote`, `listNotes`, `readNote` and `deleteNote`."""

    async def titles(context: ToolContext) -> Titles:
        return Titles([note.title for note in await notes.list(context.user_id)])

    @tool(idempotent=True, recogniser=AddReader())
    async def addNote(context: ToolContext, title: Title, lines: Lines) -> dict[str, Any]:
        """Start a new note or list under a title of its own.

        If a note has exactly this title already, the lines are added to it; nothing is ever overwritten.
        To add to something the person already keeps ("my shopping list"), use appendNote. Returns the
        note's title, all its lines, the added ones and whether it was created.
        """
        added = _lines(lines)
        return _changed(await notes.append(context.user_id, _title(title), added, call_id=context.call_id), added)

    @tool(idempotent=True, recogniser=AppendReader())
    async def appendNote(
        context: ToolContext,
        title: Title,
        lines: Annotated[Lines | None, Field(description="What to add, one entry per list item.")] = None,
        text: Annotated[
            str | None, Field(max_length=20_000, description="Instead of lines: text to add, a line per row.")
        ] = None,
    ) -> dict[str, Any]:
        """Add to a note or list the person keeps; it is created if there is none like it.

        The title may be spelled or worded a little differently from the note's. If several notes fit, the
        error names them: ask which one is meant. Give three things to buy as three lines. Returns the
        note's title, all its lines, the added ones and whether it was created.
        """
        wanted, added = _title(title), _lines([*(lines or []), *(text or "").splitlines()])
        found = (await titles(context)).find(wanted)
        return _changed(await notes.append(context.user_id, found or wanted, added, call_id=context.call_id), added)

    @tool(read_only=True, recogniser=ListReader())
    async def listNotes(context: ToolContext) -> dict[str, Any]:
        """List the person's notes, latest change first: title, number of lines, when it was changed."""
        return {
            "notes": [
                {"title": note.title, "lines": len(note.lines), "updatedAt": note.updated_at.isoformat()}
                for note in await notes.list(context.user_id)
            ]
        }

    @tool(read_only=True, recogniser=ReadReader())
    async def readNote(context: ToolContext, title: Title) -> dict[str, Any]:
        """Read one of the person's notes or lists: returns its title and lines.

        The title may be misspelled or be a part of the note's.
        """
        every = {note.title: note for note in await notes.list(context.user_id)}
        note = every[Titles(list(every)).get(_title(title), part=True)]
        return {"title": note.title, "lines": list(note.lines)}

    @tool(destructive=True, recogniser=DeleteReader())
    async def deleteNote(context: ToolContext, title: Title) -> dict[str, Any]:
        """Delete a whole note or list for good. Only when the person asked for exactly that."""
        found = (await titles(context)).get(_title(title))
        return {"title": found, "deleted": await notes.delete(context.user_id, found)}

    return [addNote, appendNote, listNotes, readNote, deleteNote]


def _title(title: str) -> str:
    clean = " ".join(title.split())
    if not clean:
        raise CallFailed(ErrorClass.VALIDATION, "The title of a note cannot be blank.")
    return clean


def _lines(lines: Sequence[str]) -> list[str]:
    clean = [" ".join(line.split()) for line in lines]
    if not any(clean):
        raise CallFailed(ErrorClass.VALIDATION, "There is nothing to write down: give at least one line.")
    return [line for line in clean if line]


def _changed(note: Note, added: Sequence[str]) -> dict[str, Any]:
    return {
        "title": note.title,
        "lines": list(note.lines),
        "added": list(added),
        "created": len(note.lines) == len(added),
    }
