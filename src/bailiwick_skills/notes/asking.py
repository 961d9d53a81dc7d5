"""What the readers of requests about notes share: the sentences, titles, and the note that the talk is of."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, cast

import re2

from bailiwick.plugin import (
    Language,
    PastCall,
    Request,
    Sentences,
    chosen,
    fold,
    is_not_there,
    plain,
    take_referent,
)
from bailiwick_skills.notes.titles import Titles, word_stems

SENTENCES = Sentences(files("bailiwick_skills.notes") / "sentences")
MAX_REQUEST = 5_000
"""Longest request read as one about notes, in characters."""
MAX_FOLLOW_UP = 120
"""Longest follow-up, e.g. "and eggs", in characters."""

WRITES = frozenset(["addNote", "appendNote"])
CHANGES = WRITES | {"changeNote", "removeFromNote", "tickNote", "renameNote", "mergeNotes", "clearNote"}
"""Tools whose calls can be undone, each with the id of its `change`."""
CALLS = CHANGES | {"readNote", "restoreNote", "undoNoteChange", "searchNotes"}
EVERYDAY: Mapping[str, str] = {
    "shopping": "Shopping list",
    "groceries": "Shopping list",
    "compra": "Lista de la compra",
    "compras": "Lista de la compra",
}
"""What is said for a list without the word."""
DEFAULT_TITLE: Mapping[Language, str] = {"en": "Notes", "es": "Notas"}
NAMING = re2.compile(
    r"(?:note|list|nota|lista) (?:called|named|titled|entitled|llamada|titulada|con el titulo|con titulo) "
)
LEAD = re2.compile(
    r"(?:(?:put|add|it|them|that|those|pon|ponlo|ponla|ponlos|ponlas|anadelo|anadela"
    r"|on|to|onto|in|into|from|off|of|the|my|our|a|en|de|del|la|el|las|los|mi|mis)\b ?)+"
)
ORDINALS = (
    ("first", "1st", "primero", "primera", "1"),
    ("second", "2nd", "segundo", "segunda", "2"),
    ("third", "3rd", "tercero", "tercera", "3"),
    ("fourth", "4th", "cuarto", "cuarta", "4"),
    ("fifth", "5th", "quinto", "quinta", "5"),
    ("sixth", "6th", "sexto", "sexta", "6"),
)
ORDINAL = re2.compile(
    r"(?:the |number |no\. ?|la |el |numero |lo )*(?P<place>[a-z0-9]+)(?: (?:one|entry|item|line|list|nota|lista))?"
)
LAST = ("last", "ultimo", "ultima")


def asked(request: Request) -> str:
    """Return what a request asks; empty for one that is too long to be read."""
    return request.core if len(request.text) <= MAX_REQUEST else ""


def title_of(text: str, request: Request) -> str:
    """Return the title meant: "note called X" is X, a bare "list" is the last one."""
    text = text.strip(" .!?\"“”«»'")
    naming = NAMING.match(fold(text))
    if naming:
        text = text[naming.end() :].strip(" \"“”«»'")
    name = plain(text)
    if name in EVERYDAY:
        return EVERYDAY[name]
    if name in ("list", "lista", "note", "nota"):
        return last_note(request) or text.capitalize()
    if name in ("notes", "notas"):
        return DEFAULT_TITLE[request.language]
    for ending in (" list note", " note"):
        if name.endswith(ending):
            text = text[: -len(" note")]
            break
    if name.startswith("nota "):
        text = text[len("nota ") :]
    return text[:1].upper() + text[1:]


def last_note(request: Request) -> str | None:
    """Return the title of the note that the last call was about, or another one of the last answer."""
    call = last_call(request)
    return None if call is None else title_in(call)


def last_call(request: Request) -> PastCall | None:
    """Return the last call about a note, of those that the last answer came of."""
    calls = [*request.last_calls, *request.past_calls[-1:]]
    return next((call for call in reversed(calls) if title_in(call) is not None), None)


def known_titles(request: Request) -> Mapping[str, str]:
    """Return the titles of the notes that the thread has been about, by their plain form."""
    return {plain(title): title for call in request.past_calls if (title := title_in(call))}


def title_in(call: PastCall) -> str | None:
    """Return the title of the note that a call was about."""
    if call.name not in CALLS or not isinstance(call.result, dict):
        return None
    title = cast("dict[str, Any]", call.result).get("title")
    return title if isinstance(title, str) else None


def last_lines(request: Request) -> Sequence[str]:
    """Return the lines of the note that the last call was about, as it left them."""
    call = last_call(request)
    lines: Any = None if call is None else call.result.get("lines")
    return [line for line in cast("list[Any]", lines) if isinstance(line, str)] if isinstance(lines, list) else ()


def picked(request: Request, tool: str) -> Mapping[str, Any] | None:
    """Return the arguments of the call that just asked which note was meant, with the one that a message picks.

    By a yes to the only one, by its name or a part of that ("the shopping one"), or by its place ("the second").
    """
    call = request.just_called
    if call is None or call.name != tool or not is_not_there(call.result):
        return None
    near = [name for name in call.result.get("near") or [] if isinstance(name, str)]
    title = chosen(request, tool) or _among(near, request.core)
    slot = str(call.result.get("slot") or "title")
    return None if title is None else {**call.arguments, slot: title}


def _among(names: Sequence[str], said: str) -> str | None:
    if not names or len(said) > MAX_FOLLOW_UP:
        return None
    if (place := place_of(said, len(names))) is not None:
        take_referent(said, place, len(names))
        return names[place]
    lead = LEAD.match(fold(said))
    rest = said[lead.end() :] if lead else said
    if rest.casefold().endswith(" one"):
        rest = rest[: -len(" one")]
    return Titles(names).readable(rest) if word_stems(rest) else None


def place_of(text: str, count: int) -> int | None:
    """Return which of so many "the second one" means, from 0; None where it means none."""
    found = ORDINAL.fullmatch(plain(text).strip(" .!?"))
    if found is None:
        return None
    word = found["place"]
    if word in LAST:
        return count - 1 if count else None
    return next((place for place, words in enumerate(ORDINALS[:count]) if word in words), None)
