"""Which notes a call is about, and what it says where that is not clear."""

from collections.abc import Iterable, Sequence
from typing import Any

from bailiwick.plugin import (
    SHOWN,
    CallFailed,
    ErrorClass,
    FoundThing,
    Language,
    Reason,
    ReasonCode,
    ToolContext,
    not_there,
    plain,
)
from bailiwick_skills.notes.asking import DEFAULT_TITLE
from bailiwick_skills.notes.records import Note
from bailiwick_skills.notes.titles import Titles, word_stems

TO_BUY = ("shopping", "grocery", "groceries", "compra", "compras", "super", "supermercado", "mercado")
"""Words in the title of a list of things to buy."""
NEW_LIST = {"en": "Shopping list", "es": "Lista de la compra"}


def title_given(title: str) -> str:
    """Return a title in one line. Raises `CallFailed` for a blank one."""
    clean = " ".join(title.split())
    if not clean:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.TITLE_BLANK))
    return clean


def list_for(wanted: str | None, notes: Sequence[Note], language: Language) -> str | Sequence[Note]:
    """Return the title of the list that a bare "list" means, or things to buy (None); several where each may be meant.

    Where there is no list it is the title of a new one.
    """
    titled = [note for note in notes if {"list", "lista"} & {*plain(note.title).split()}]
    others = [note for note in notes if plain(note.title) not in {plain(title) for title in DEFAULT_TITLE.values()}]
    lists = titled or others
    if wanted is None:
        stems = frozenset().union(*(word_stems(word) for word in TO_BUY))
        lists = [note for note in notes if word_stems(note.title) & stems] or lists
    elif exact := Titles([note.title for note in notes]).exact(wanted):
        return exact
    if len(lists) == 1:
        return lists[0].title
    return lists or wanted or NEW_LIST[language]


def which_list(notes: Sequence[Note]) -> dict[str, Any]:
    """Return that one of several lists has to be chosen."""
    return not_there("", [note.title for note in notes], notes=[], total=len(notes), which=True)


def no_such_note(wanted: str, titles: Titles, every: Sequence[str], **more: Any) -> dict[str, Any]:
    """Return that there is no such note, with those near to it and the latest ones."""
    return not_there(wanted, titles.near(wanted), notes=list(every[:SHOWN]), total=len(every), **more)


def read(context: ToolContext, notes: Iterable[Note]) -> list[Note]:
    """Return notes, noting for the call that strangers had a hand in one of them."""
    every = list(notes)
    if any(note.tainted for note in every):
        context.reading.note_outside()
    return every


def as_found(note: Note) -> FoundThing:
    """Return a note as it is shown to who has to agree to a change of it."""
    return FoundThing.of("note", note.id, note.title, "\n".join(note.lines))


def done_lines(note: Note) -> list[str]:
    """Return the lines that are done."""
    return [note.lines[place] for place in note.done if place < len(note.lines)]
