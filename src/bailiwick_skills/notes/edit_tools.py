"""Changes of notes and lists, each of which can be undone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    BailiwickError,
    CallFailed,
    ErrorClass,
    FoundThing,
    Reason,
    ReasonCode,
    Tool,
    ToolContext,
    skill_tool,
    unchanged,
)
from bailiwick_skills.notes.edit_requests import (
    ChangeReader,
    ClearReader,
    MergeReader,
    NoteUndoReader,
    RemoveReader,
    RenameReader,
    TickReader,
)
from bailiwick_skills.notes.edits import MeantLines, meant, merged, reworded, ticked, without
from bailiwick_skills.notes.lookup import as_found, done_lines, no_such_note, read, title_given
from bailiwick_skills.notes.records import Note, NoteEdit
from bailiwick_skills.notes.titles import Titles

if TYPE_CHECKING:
    from bailiwick_skills.notes.store import NoteStore

UNDO = "/api/notes/changes/{change}/undo"
Title = Annotated[str, Field(min_length=1, max_length=200, description="Title of the note, e.g. Shopping list.")]
Entry = Annotated[str, Field(min_length=1, max_length=2_000)]
Entries = Annotated[
    list[Entry], Field(min_length=1, max_length=500, description="The entries as they are written, or nearly so.")
]
Change = Callable[[Note], NoteEdit]


def edit_tools(notes: "NoteStore") -> list[Tool]:
    """Return the tools that change lines, tick them off, rename, merge and clear notes, and undo that."""

    async def edit(context: ToolContext, make: Callable[[Sequence[Note]], NoteEdit]) -> dict[str, Any]:
        def checked(every: Sequence[Note]) -> NoteEdit:
            made = make(every)
            if context.found is not None:
                touched = {note.id for note in made.notes}
                unchanged(context, [as_found(note) for note in every if note.id in touched])
            return made

        try:
            edited = await notes.edit(context.user_id, checked, call_id=context.call_id, tainted=context.tainted)
        except BailiwickError as refused:
            raise CallFailed(ErrorClass.TOOL, refused.said) from refused
        if edited.tainted:
            context.reading.note_outside()
        return {**edited.told}

    async def of_one(context: ToolContext, title: str, change: Change) -> dict[str, Any]:
        wanted = title_given(title)
        return await edit(context, lambda every: _of_title(wanted, every, change))

    async def named(context: ToolContext, title: str, **others: Any) -> list[FoundThing]:
        """Return the note that a call means, if there is one."""
        del others
        every = {note.title: note for note in await notes.list(context.user_id)}
        found = Titles(list(every)).readable(title_given(title))
        return [] if found is None else [as_found(every[found])]

    async def both(context: ToolContext, source: str, into: str) -> list[FoundThing]:
        """Return the notes that are merged."""
        return [*await named(context, source), *await named(context, into)]

    @skill_tool(idempotent=True, destructive=True, finds=named, undo=UNDO, recogniser=RemoveReader())
    async def removeFromNote(context: ToolContext, title: Title, entries: Entries) -> dict[str, Any]:
        """Take entries off a note or list. Returns what was removed, what is left, and what was `missing`.

        An entry may be a part of its line where that is clear; where several lines fit, nothing is removed for it,
        and `near` has them: ask which one. The call can be undone with undoNoteChange.
        """

        def change(note: Note) -> NoteEdit:
            return _removing(note, meant(note.lines, entries))

        return await of_one(context, title, change)

    @skill_tool(idempotent=True, undo=UNDO, recogniser=TickReader())
    async def tickNote(
        context: ToolContext,
        title: Title,
        entries: Entries,
        done: Annotated[bool, Field(description="False to open entries again that were done.")] = True,
    ) -> dict[str, Any]:
        """Tick entries of a note or list off as done, or open them again; they stay on it.

        Returns the lines, which are done, and what was `missing`; where several lines fit an entry, `near` has them.
        """

        def change(note: Note) -> NoteEdit:
            found = meant(note.lines, entries)
            now = ticked(note, found.places, done=done)
            told = {
                **_told(now),
                "ticked": [note.lines[place] for place in found.places],
                "asDone": done,
                **_unclear(found),
            }
            return NoteEdit(told=told, notes=[now] if now.done != note.done else [])

        return await of_one(context, title, change)

    @skill_tool(idempotent=True, destructive=True, finds=named, undo=UNDO, recogniser=ChangeReader())
    async def changeNote(
        context: ToolContext,
        title: Title,
        entry: Annotated[Entry, Field(description="The entry as it is written, or nearly so.")],
        text: Annotated[Entry, Field(description="Its new text.")],
    ) -> dict[str, Any]:
        """Give one entry of a note or list another text, in its place.

        Where no line fits the entry it is `missing`; where several do, `near` has them: ask which one.
        """
        new = " ".join(text.split())
        if not new:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.LINES_EMPTY))

        def change(note: Note) -> NoteEdit:
            found = meant(note.lines, [entry])
            if len(found.places) != 1:
                near = found.near or tuple(note.lines[place] for place in found.places)
                return NoteEdit(
                    told={**_told(note), "missing": [entry], "near": list(dict.fromkeys(near)), "changed": []}
                )
            now = reworded(note, found.places[0], new)
            told = {**_told(now), "was": note.lines[found.places[0]], "changed": [new], "missing": [], "near": []}
            return NoteEdit(told=told, notes=[now])

        return await of_one(context, title, change)

    @skill_tool(idempotent=True, undo=UNDO, recogniser=RenameReader())
    async def renameNote(
        context: ToolContext,
        title: Title,
        new_title: Annotated[str, Field(min_length=1, max_length=200, description="What it is called from now on.")],
    ) -> dict[str, Any]:
        """Give a note or list another title. Fails where another note has that; mergeNotes makes one of two."""
        named_anew = title_given(new_title)

        def change(note: Note) -> NoteEdit:
            now = replace(note, title=named_anew)
            return NoteEdit(told={**_told(now), "was": note.title}, notes=[now])

        return await of_one(context, title, change)

    @skill_tool(idempotent=True, destructive=True, finds=both, undo=UNDO, recogniser=MergeReader())
    async def mergeNotes(
        context: ToolContext,
        source: Annotated[str, Field(min_length=1, max_length=200, description="Title of the note that goes.")],
        into: Annotated[str, Field(min_length=1, max_length=200, description="Title of the note that stays.")],
    ) -> dict[str, Any]:
        """Put the entries of one note or list into another and delete the first; what is in both is there once."""
        titles = {"source": title_given(source), "into": title_given(into)}

        def make(every: Sequence[Note]) -> NoteEdit:
            known = Titles([note.title for note in every])
            found: dict[str, Note] = {}
            for slot, wanted in titles.items():
                title = known.readable(wanted)
                if title is None:
                    return NoteEdit(told=no_such_note(wanted, known, [note.title for note in every], slot=slot))
                found[slot] = next(note for note in every if note.title == title)
            if found["source"].id == found["into"].id:
                return NoteEdit(told={**_told(found["into"]), "source": found["source"].title, "added": []})
            now = merged(found["into"], found["source"])
            added = list(now.lines[len(found["into"].lines) :])
            return NoteEdit(
                told={**_told(now), "source": found["source"].title, "added": added},
                notes=[now, found["source"]],
                deleted=frozenset([found["source"].id]),
            )

        return await edit(context, make)

    @skill_tool(idempotent=True, destructive=True, finds=named, undo=UNDO, recogniser=ClearReader())
    async def clearNote(
        context: ToolContext,
        title: Title,
        done_only: Annotated[bool, Field(description="Whether only the entries go that are done.")] = False,
    ) -> dict[str, Any]:
        """Take all entries off a note or list, or all that are done; the note stays. Can be undone."""

        def change(note: Note) -> NoteEdit:
            return _removing(note, MeantLines(places=note.done if done_only else tuple(range(len(note.lines)))))

        return await of_one(context, title, change)

    @skill_tool(idempotent=True, recogniser=NoteUndoReader())
    async def undoNoteChange(
        context: ToolContext,
        change: Annotated[str, Field(max_length=36, description="The `change` that the call to be undone returned.")],
    ) -> dict[str, Any]:
        """Undo one change of notes: entries, titles and states are as before, and a note that it made is gone.

        Fails where a note has been changed since. A deleted note is brought back with restoreNote.
        """
        try:
            found = await notes.undo(context.user_id, change)
        except BailiwickError as refused:
            raise CallFailed(ErrorClass.TOOL, refused.said) from refused
        now = read(context, found)
        told = [{**_told(note), "gone": note.deleted_at is not None} for note in now]
        there = [note for note in now if note.deleted_at is None]
        return {"notes": told, **(_told(there[0]) if len(there) == 1 else {})}

    return [removeFromNote, tickNote, changeNote, renameNote, mergeNotes, clearNote, undoNoteChange]


def _of_title(wanted: str, every: Sequence[Note], change: Change) -> NoteEdit:
    """Return the edit of the only note that a title may be a slip for or a part of; it can be undone."""
    known = Titles([note.title for note in every])
    title = known.readable(wanted)
    if title is None:
        return NoteEdit(told=no_such_note(wanted, known, [note.title for note in every]))
    return change(next(note for note in every if note.title == title))


def _removing(note: Note, found: MeantLines) -> NoteEdit:
    now = without(note, found.places)
    told = {**_told(now), "removed": [note.lines[place] for place in found.places], **_unclear(found)}
    return NoteEdit(told=told, notes=[now] if found.places else [])


def _unclear(found: MeantLines) -> Mapping[str, Any]:
    return {"missing": list(found.missing), "near": list(found.near)}


def _told(note: Note) -> Mapping[str, Any]:
    return {"title": note.title, "lines": list(note.lines), "done": done_lines(note)}
