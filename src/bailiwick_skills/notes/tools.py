"""Notes and lists that agents keep for a person: written, read, deleted, searched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    SHOWN,
    CallFailed,
    Conflict,
    ErrorClass,
    FoundThing,
    Reason,
    ReasonCode,
    Tool,
    ToolContext,
    changed_since,
    not_there,
    plain,
    skill_tool,
    unchanged,
)
from bailiwick_skills.notes.edit_tools import UNDO, edit_tools
from bailiwick_skills.notes.lookup import as_found, done_lines, list_for, no_such_note, read, title_given, which_list
from bailiwick_skills.notes.records import Note, change_of
from bailiwick_skills.notes.requests import (
    AddReader,
    AppendReader,
    DeleteReader,
    NoteListReader,
    ReadReader,
    RestoreReader,
)
from bailiwick_skills.notes.search_requests import SearchReader, search_words
from bailiwick_skills.notes.titles import Titles

if TYPE_CHECKING:
    from bailiwick_skills.notes.store import NoteStore

MOST_FOUND = 8
"""Lines that a search tells."""
ANY_LIST = frozenset(["list", "lista", "the list", "la lista", "my list", "mi lista"])

Title = Annotated[str, Field(min_length=1, max_length=200, description="Title of the note, e.g. Shopping list.")]
Line = Annotated[str, Field(max_length=2_000)]
Lines = Annotated[list[Line], Field(max_length=500, description="One entry per line or list item.")]


def note_tools(notes: "NoteStore") -> list[Tool]:
    """Return the tools that write, read, search, delete and restore notes, then those of `edit_tools`."""

    async def kept(context: ToolContext) -> Sequence[Note]:
        """Return all notes, for a call that tells the titles of any."""
        return read(context, await notes.list(context.user_id))

    async def append(context: ToolContext, title: str, lines: Sequence[str]) -> dict[str, Any]:
        note = await notes.append(context.user_id, title, lines, call_id=context.call_id, tainted=context.tainted)
        read(context, [note])
        return {**_changed(note, lines), "change": change_of(context.user_id, context.call_id)}

    @skill_tool(idempotent=True, undo=UNDO, recogniser=AddReader())
    async def addNote(context: ToolContext, title: Title, lines: Lines) -> dict[str, Any]:
        """Start a new note or list under a title of its own.

        If a note has exactly this title already, the lines are added to it; nothing is ever overwritten.
        To add to something the person already keeps ("my shopping list"), use appendNote. Returns the
        note's title, all its lines, the added ones and whether it was created.
        """
        added = _lines(lines)
        return await append(context, title_given(title), added)

    @skill_tool(idempotent=True, undo=UNDO, recogniser=AppendReader())
    async def appendNote(
        context: ToolContext,
        title: Annotated[
            str | None,
            Field(
                max_length=200,
                description="Title of the note, e.g. Shopping list; left out for things to buy without a list named.",
            ),
        ] = None,
        lines: Annotated[Lines | None, Field(description="What to add, one entry per list item.")] = None,
        text: Annotated[
            str | None, Field(max_length=20_000, description="Instead of lines: text to add, a line per row.")
        ] = None,
    ) -> dict[str, Any]:
        """Add to the note or list of exactly this title (case and accents aside); it is created if there is none.

        Without a title things to buy go on the shopping list, or the only list; "list" alone means the only list. Where
        several may be meant, nothing is added, and `near` has their titles: ask which one.

        Look the title up with listNotes if you are not sure of it. Give three things to buy as three lines. Returns
        the note's title, all its lines, the added ones, whether it was created, and for a new one the titles that are
        much like its own: tell the person of those.
        """
        added = _lines([*(lines or []), *(text or "").splitlines()])
        wanted = None if title is None else title_given(title)
        if wanted is None or plain(wanted) in ANY_LIST:
            every = await notes.list(context.user_id)
            found = list_for(wanted, every, context.language)
            if not isinstance(found, str):
                read(context, found)
                return which_list(found)
            wanted = found
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
        wanted = title_given(title)
        every = {note.title: note for note in await notes.list(context.user_id)}
        known = Titles(list(every))
        found = known.readable(wanted)
        if found is None:
            read(context, every.values())
            return no_such_note(wanted, known, list(every))
        read(context, [every[found]])
        exact = {} if found == known.exact(wanted) else {"asked": wanted}
        return {"title": found, "lines": list(every[found].lines), "done": done_lines(every[found]), **exact}

    @skill_tool(read_only=True, recogniser=SearchReader())
    async def searchNotes(
        context: ToolContext,
        query: Annotated[str, Field(min_length=1, max_length=500, description="Words to find, or a question.")],
        title: Annotated[
            str | None, Field(max_length=200, description="Title of the only note to look in; left out for all.")
        ] = None,
    ) -> dict[str, Any]:
        """Find lines of the person's notes and lists by their words, whatever the ending; in English and Spanish.

        Look here when a question may be answered by what the person had written down ("when does the plumber come?").
        Returns the lines that fit best, each with the title of its note, and the words that were looked for.
        """
        words, least = search_words(query)
        within: Note | None = None
        if title is not None:
            every = {note.title: note for note in await notes.list(context.user_id)}
            known = Titles(list(every))
            readable = known.readable(title_given(title))
            if readable is None:
                read(context, every.values())
                return no_such_note(title, known, list(every))
            within = every[readable]
            read(context, [within])
        matches = await notes.search(
            context.user_id,
            words,
            least=least,
            limit=MOST_FOUND,
            note_id=None if within is None else within.id,
        )
        if any(match.tainted for match in matches):
            context.reading.note_outside()
        titles = {match.title for match in matches} if within is None else {within.title}
        return {
            "words": words,
            "matches": [{"title": each.title, "line": each.line, "done": each.done} for each in matches],
            **({"title": next(iter(titles))} if len(titles) == 1 else {}),
            **({} if within is None else {"in": within.title, "lines": list(within.lines)}),
        }

    async def named(context: ToolContext, title: Title) -> list[FoundThing]:
        """Return the note that a call means, if there is one."""
        wanted = title_given(title)
        every = {note.title: note for note in await notes.list(context.user_id)}
        exact = Titles(list(every)).exact(wanted)
        return [] if exact is None else [as_found(every[exact])]

    @skill_tool(destructive=True, finds=named, undo="/api/notes/{id}/restore", recogniser=DeleteReader())
    async def deleteNote(context: ToolContext, title: Title) -> dict[str, Any]:
        """Delete a whole note or list. Only when the person asked for exactly that. restoreNote brings it back.

        Nothing is deleted unless a note has exactly this title (case and accents aside): found is false then, and
        near has the titles that may be meant; ask which one, and do not choose yourself.
        """
        wanted = title_given(title)
        every = {note.title: note for note in await notes.list(context.user_id)}
        known = Titles(list(every))
        exact = known.exact(wanted)
        if exact is None:
            read(context, every.values())
            return no_such_note(wanted, known, list(every))
        unchanged(context, [as_found(every[exact])])
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
        return {"title": note.title, "lines": list(note.lines), "done": done_lines(note), "restored": True}

    return [addNote, appendNote, listNotes, readNote, searchNotes, deleteNote, restoreNote, *edit_tools(notes)]


def _lines(lines: Sequence[str]) -> list[str]:
    clean = [" ".join(line.split()) for line in lines]
    if not any(clean):
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.LINES_EMPTY))
    return [line for line in clean if line]


def _changed(note: Note, added: Sequence[str]) -> dict[str, Any]:
    return {
        "title": note.title,
        "lines": list(note.lines),
        "done": done_lines(note),
        "added": list(added),
        "created": note.created_at == note.updated_at,
    }
