"""Notes: read, written and searched, and those that were deleted and can come back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import Body as Content
from fastapi import Path, Query
from pydantic import AfterValidator, BeforeValidator, Field

from bailiwick.plugin import (
    Body,
    Conflict,
    CurrentEquipment,
    Flag,
    Once,
    PathUuid,
    Reader,
    Reason,
    ReasonCode,
    Reply,
    Runner,
    Searcher,
    documented,
    not_blank,
    not_found,
    router,
)
from bailiwick_skills.notes.edits import reworded, ticked, with_lines, without
from bailiwick_skills.notes.records import FoundLine, Note
from bailiwick_skills.notes.search_requests import search_words
from bailiwick_skills.notes.store import NoteStore

notes = router("notes")

MOST_FOUND, MOST_LINES, MOST_DIGITS = 50, 500, 6
EXAMPLE = {"title": "Shopping list", "lines": ["milk", "eggs"]}


def one_line(text: str) -> str:
    """Return `text` with single spaces."""
    return " ".join(text.split())


def known_form_of_place(text: str) -> str:
    """Return `text`. Raises `NotFound` for what no line has as its place."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise not_found("thing")
    return text


Title = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(not_blank), AfterValidator(one_line)]
Line = Annotated[str, Field(min_length=1, max_length=2_000), AfterValidator(not_blank), AfterValidator(one_line)]
Place = Annotated[int, Path(description="Place of the line in its note, from 0."), BeforeValidator(known_form_of_place)]
Was = Annotated[
    str | None,
    Query(max_length=2_000, description="The line as it was when it was read; left out for whatever stands there now."),
]


class NoteList(Reply):
    """A person's notes."""

    notes: list[Note]


class FoundLines(Reply):
    """Lines that a search found."""

    lines: list[FoundLine]


class NewNote(Body):
    """A note to be started."""

    title: Title
    lines: Annotated[list[Line], Field(default_factory=list[str], max_length=MOST_LINES)]


class NewTitle(Body):
    """What a note is called from now on."""

    title: Title


class NewLines(Body):
    """Lines to be added at the end."""

    lines: Annotated[list[Line], Field(min_length=1, max_length=MOST_LINES)]


class LineChange(Body):
    """What is new about a line."""

    was: Annotated[str, Field(min_length=1, max_length=2_000)]
    """The line as it was when it was read; where it stands elsewhere by now, it is changed there."""
    line: Line | None = None
    """Its new text."""
    done: Flag | None = None
    """Whether it is ticked off."""


@notes.get("/api/notes", operation_id="listNotes", summary="List notes", responses=documented(401))
async def list_notes(caller: Reader, equipment: CurrentEquipment) -> NoteList:
    """Return the caller's notes with their lines, latest change first; at most 1,000."""
    return NoteList(notes=list(await equipment.stores[NoteStore].list(caller.user.id)))


@notes.post(
    "/api/notes",
    operation_id="createNote",
    summary="Start a note",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[Once],
)
async def create(
    body: Annotated[NewNote, Content(examples=[EXAMPLE])], caller: Runner, equipment: CurrentEquipment
) -> Note:
    """Start a note or list; not where there is one of its title."""
    return await equipment.stores[NoteStore].create(caller.user.id, body.title, body.lines)


@notes.get(
    "/api/notes/deleted", operation_id="listDeletedNotes", summary="List deleted notes", responses=documented(401)
)
async def list_deleted(caller: Reader, equipment: CurrentEquipment) -> NoteList:
    """Return the notes that were deleted in the last 30 days, latest deletion first."""
    return NoteList(notes=list(await equipment.stores[NoteStore].deleted(caller.user.id)))


@notes.get(
    "/api/notes/lines",
    operation_id="searchNotes",
    summary="Search notes",
    responses=documented(400, 401, busy=["rate-limit"]),
)
async def search(
    query: Annotated[str, Query(min_length=1, max_length=500, description="Words to find, in any order and ending.")],
    caller: Searcher,
    equipment: CurrentEquipment,
) -> FoundLines:
    """Return lines with most of the words or their stems in English or Spanish, the best first; at most 50."""
    words, least = search_words(query)
    found = await equipment.stores[NoteStore].search(caller.user.id, words, least=least, limit=MOST_FOUND)
    return FoundLines(lines=list(found))


@notes.post(
    "/api/notes/changes/{id}/undo",
    operation_id="undoNoteChange",
    summary="Undo a change of notes",
    responses=documented(401, 404, 409),
)
async def undo(change_id: PathUuid, caller: Runner, equipment: CurrentEquipment) -> NoteList:
    """Put the notes that an agent's call changed back to what they were; not where one has been changed since.

    A note that the call made is deleted. A repetition changes nothing.
    """
    return NoteList(notes=list(await equipment.stores[NoteStore].undo(caller.user.id, change_id)))


@notes.get("/api/notes/{id}", operation_id="getNote", summary="Read a note", responses=documented(401, 404))
async def get(note_id: PathUuid, caller: Reader, equipment: CurrentEquipment) -> Note:
    """Return one note with its lines."""
    return await equipment.stores[NoteStore].get(caller.user.id, note_id)


@notes.put(
    "/api/notes/{id}",
    operation_id="renameNote",
    summary="Rename a note",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def rename(
    note_id: PathUuid,
    body: Annotated[NewTitle, Content(examples=[{"title": "Food"}])],
    caller: Runner,
    equipment: CurrentEquipment,
) -> Note:
    """Give a note another title; not one that another note has."""
    return await equipment.stores[NoteStore].edit_one(
        caller.user.id, note_id, lambda note: replace(note, title=body.title)
    )


@notes.delete(
    "/api/notes/{id}",
    operation_id="deleteNote",
    summary="Delete a note",
    status_code=204,
    responses=documented(401, 404),
)
async def delete(note_id: PathUuid, caller: Runner, equipment: CurrentEquipment) -> None:
    """Delete a note; it can be restored for 30 days."""
    store, user_id = equipment.stores[NoteStore], caller.user.id
    note = await store.get(user_id, note_id)
    if await store.delete(user_id, note.title) is None:
        raise not_found("note")


@notes.post(
    "/api/notes/{id}/restore",
    operation_id="restoreNote",
    summary="Bring a deleted note back",
    responses=documented(401, 404, 409),
)
async def restore(note_id: PathUuid, caller: Runner, equipment: CurrentEquipment) -> Note:
    """Undo the deletion of a note; not while there is another of its title. A note that is there stays as it is."""
    return await equipment.stores[NoteStore].restore(caller.user.id, note_id)


@notes.post(
    "/api/notes/{id}/lines",
    operation_id="addNoteLines",
    summary="Add lines to a note",
    status_code=201,
    responses=documented(400, 401, 404, 413, 415),
    dependencies=[Once],
)
async def add_lines(
    note_id: PathUuid,
    body: Annotated[NewLines, Content(examples=[{"lines": ["bread"]}])],
    caller: Runner,
    equipment: CurrentEquipment,
) -> Note:
    """Add lines at the end of a note."""
    return await equipment.stores[NoteStore].edit_one(
        caller.user.id, note_id, lambda note: with_lines(note, body.lines)
    )


@notes.put(
    "/api/notes/{id}/lines/{place}",
    operation_id="changeNoteLine",
    summary="Change a line of a note",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def change_line(
    note_id: PathUuid,
    place: Place,
    body: Annotated[LineChange, Content(examples=[{"was": "milk", "done": True}])],
    caller: Runner,
    equipment: CurrentEquipment,
) -> Note:
    """Give a line another text, tick it off or open it again, or both; what is not given stays."""

    def change(note: Note) -> Note:
        at = _place(note.lines, place, body.was)
        now = note if body.line is None else reworded(note, at, body.line)
        return now if body.done is None else ticked(now, [at], done=body.done)

    return await equipment.stores[NoteStore].edit_one(caller.user.id, note_id, change)


@notes.delete(
    "/api/notes/{id}/lines/{place}",
    operation_id="removeNoteLine",
    summary="Remove a line of a note",
    responses=documented(400, 401, 404, 409),
)
async def remove_line(note_id: PathUuid, place: Place, was: Was, caller: Runner, equipment: CurrentEquipment) -> Note:
    """Take a line out of a note; where it stands elsewhere by now, it is taken out there."""
    return await equipment.stores[NoteStore].edit_one(
        caller.user.id, note_id, lambda note: without(note, [_place(note.lines, place, was)])
    )


def _place(lines: Sequence[str], place: int, was: str | None) -> int:
    """Return where a line is that was read at a place. Raises `NotFound`, and `Conflict` where it has gone."""
    if place < len(lines) and was in (None, lines[place]):
        return place
    if was is None:
        raise not_found("thing")
    if was not in lines:
        raise Conflict(Reason.of(ReasonCode.NOTE_CHANGED_SINCE))
    return lines.index(was)
