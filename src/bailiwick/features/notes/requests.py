"""How requests about notes are recognised and their answers worded, English and Spanish."""

from collections.abc import Mapping
from typing import Any, cast

from bailiwick.features.notes import words as note_words
from bailiwick.features.notes.phrases import (
    ADDED,
    ADDED_MORE,
    ADDED_TO_KNOWN,
    BETWEEN_ITEMS,
    DELETED,
    FOLLOWED_UP,
    LEADING,
    LISTED,
    NAMING,
    NOT_AN_ITEM,
    NOTED,
    READ,
    RESTORED,
    STARTED,
)
from bailiwick.tools.near_names import chosen
from bailiwick.tools.phrases import core_of, fold, plain, read, undoes
from bailiwick.tools.records import PastCall, Recognition, Request
from bailiwick_router.core.language import Language

MAX_REQUEST = 5_000
"""Longest request read as one about notes, in characters."""
MAX_FOLLOW_UP = 120
"""Longest follow-up, e.g. "and eggs", in characters."""

WRITES = frozenset(["addNote", "appendNote"])
CALLS = WRITES | {"readNote"}
DEFAULT_TITLE: Mapping[Language, str] = {"en": "Notes", "es": "Notas"}


def items_of(text: str) -> list[str]:
    """Return the entries of "milk, eggs and bread"; what stands in quotation marks stays whole."""
    if len(text) > 2 and text[0] in "\"“«'" and text[-1] in "\"”»'":
        return [text[1:-1].strip()]
    folded, items, start = fold(text), list[str](), 0
    for gap in BETWEEN_ITEMS.finditer(folded):
        items.append(text[start : gap.start()])
        start = gap.end()
    items.append(text[start:])
    return [clean for item in items if (clean := _without_lead(item))]


def _without_lead(item: str) -> str:
    item = item.strip(" .!?¿¡")
    lead = LEADING.match(fold(item))
    return item[lead.end() :].strip() if lead else item


def title_of(text: str, request: Request) -> str:
    """Return the title meant: "note called X" is X, a bare "list" is the last one."""
    text = text.strip(" .!?\"“”«»'")
    naming = NAMING.match(fold(text))
    if naming:
        text = text[naming.end() :].strip(" \"“”«»'")
    name = plain(text)
    last = last_note(request)
    if name in ("list", "lista", "note", "nota"):
        return last or text.capitalize()
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
    """Return the title of the note that the last call was about."""
    return _title_in(request.past_calls[-1]) if request.past_calls else None


def _title_in(call: PastCall) -> str | None:
    if call.name not in CALLS or not isinstance(call.result, dict):
        return None
    title = cast("dict[str, Any]", call.result).get("title")
    return title if isinstance(title, str) else None


def _asked(request: Request) -> str | None:
    return core_of(request.text) if len(request.text) <= MAX_REQUEST else None


class AppendReader:
    """Reads "add milk to my shopping list", "note that …", and "and eggs" after one of those."""

    def read(self, request: Request) -> Recognition | None:
        """Return title and lines; nothing if the request is about something else."""
        if (text := _asked(request)) is None:
            return None
        if found := read(ADDED, text):
            return _appending(title_of(found["title"], request), found["items"], 0.95)
        known = {plain(title): title for call in request.past_calls if (title := _title_in(call))}
        found = read(ADDED_TO_KNOWN, text) if known else None
        if found and (title := known.get(plain(found["title"]))):
            return _appending(title, found["items"], 0.9)
        if follow_up := self._follow_up(request, text):
            return follow_up
        if found := read(NOTED, text):
            line = found["text"][:1].upper() + found["text"][1:]
            title = DEFAULT_TITLE[request.language]
            return Recognition(arguments={"title": title, "lines": [line]}, confidence=0.8)
        return None

    def _follow_up(self, request: Request, text: str) -> Recognition | None:
        title = last_note(request)
        if title is None or len(text) > MAX_FOLLOW_UP:
            return None
        after_writing = request.past_calls[-1].name in WRITES
        found = read([*ADDED_MORE, *(FOLLOWED_UP if after_writing else ())], text)
        if not found or NOT_AN_ITEM.search(plain(found["items"])):
            return None
        short = all(len(item.split()) <= 6 for item in items_of(found["items"]))
        return _appending(title, found["items"], 0.85) if short else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Added eggs to your shopping list. It now has: milk, eggs." or the like."""
        return note_words.added(result, language)


def _appending(title: str, text: str, confidence: float) -> Recognition | None:
    """A list gets an entry per item, so does another note if the items are short; else a line per row."""
    items = items_of(text)
    listing = {"list", "lista"} & set(plain(title).split()) or all(len(item.split()) <= 3 for item in items)
    lines = items if listing else [row.strip() for row in text.splitlines() if row.strip()]
    return Recognition(arguments={"title": title, "lines": lines}, confidence=confidence) if lines else None


class AddReader:
    """Reads "make a list called Trip with tent and map"."""

    def read(self, request: Request) -> Recognition | None:
        """Return title and lines; nothing if the request is about something else."""
        text = _asked(request)
        found = read(STARTED, text) if text else None
        return _appending(title_of(found["title"], request), found["items"], 0.96) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Created your trip list with: tent, map." or the like."""
        return note_words.added(result, language)


class NoteListReader:
    """Reads "show my notes"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; nothing if the request is about something else."""
        text = _asked(request)
        asked = text is not None and read(LISTED, text) is not None
        return Recognition(arguments={}, confidence=0.95) if asked else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the titles, a line each."""
        return note_words.listed(result, language)


class ReadReader:
    """Reads "what's on my shopping list?", and a yes to a question which note was meant."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if meant := chosen(request, "readNote"):
            return Recognition(arguments={"title": meant}, confidence=0.97)
        text = _asked(request)
        found = read(READ, text) if text else None
        return _about(found, request, 0.9) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the note's lines under its title."""
        return note_words.shown(result, language)


class DeleteReader:
    """Reads "delete my shopping list", not "delete milk from my shopping list"; and a yes to which one was meant."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if meant := chosen(request, "deleteNote"):
            return Recognition(arguments={"title": meant}, confidence=0.97)
        text = _asked(request)
        found = read(DELETED, text) if text else None
        if not found or {"from", "off"}.intersection(plain(found["title"]).split()):
            return None
        return _about(found, request, 0.95)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Deleted your shopping list." or the like."""
        return note_words.deleted(result, language)


class RestoreReader:
    """Reads "undo that" right after a note was deleted, "bring back my shopping list", and a yes to which was meant."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if meant := chosen(request, "restoreNote"):
            return Recognition(arguments={"title": meant}, confidence=0.97)
        text = _asked(request)
        if not text:
            return None
        if undoes(text):
            call = request.just_called
            done = call is not None and call.name == "deleteNote" and call.result.get("deleted")
            return Recognition(arguments={"title": call.result["title"]}, confidence=0.97) if call and done else None
        found = read(RESTORED, text)
        return _about(found, request, 0.95) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Your shopping list is back: …" or the like."""
        return note_words.restored(result, language)


def _about(found: Mapping[str, str], request: Request, confidence: float) -> Recognition:
    return Recognition(arguments={"title": title_of(found["title"], request)}, confidence=confidence)
