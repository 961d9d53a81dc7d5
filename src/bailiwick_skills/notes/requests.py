"""How requests to write, read, delete and restore notes are recognised and answered, English and Spanish."""

from collections.abc import Mapping
from typing import Any

from bailiwick.plugin import Language, Recognition, Request, SentenceReading, is_request, plain, points, undoes
from bailiwick_skills.notes import words as note_words
from bailiwick_skills.notes.asking import (
    DEFAULT_TITLE,
    MAX_FOLLOW_UP,
    SENTENCES,
    WRITES,
    asked,
    known_titles,
    last_call,
    last_note,
    picked,
    title_of,
)
from bailiwick_skills.notes.items import are_bought, are_items, bare, items_of


class AppendReader:
    """Reads "add milk to my shopping list", "note that …", "buy milk", and "and eggs" after one of those."""

    def read(self, request: Request) -> Recognition | None:
        """Return title and lines; nothing if the request is about something else."""
        if meant := picked(request, "appendNote"):
            return Recognition(arguments=meant, confidence=0.97)
        text = asked(request)
        if not text:
            return None
        if found := SENTENCES.read("add", text):
            title = title_of(found.slots.get("title") or found.slots["everyday"], request)
            if points(found.slots["items"]):
                return _said(title, request, 0.95)
            return _appending(title, found.slots["items"], 0.95)
        known = known_titles(request)
        found = SENTENCES.read("add_to_known", text) if known else None
        if found and (title := known.get(plain(found.slots["name"]))):
            return _appending(title, found.slots["items"], 0.9)
        return self._follow_up(request, text) or self._noted(request, text) or self._to_buy(text)

    def _follow_up(self, request: Request, text: str) -> Recognition | None:
        title = last_note(request)
        if title is None or len(text) > MAX_FOLLOW_UP:
            return None
        call = last_call(request)
        after_writing = call is not None and call.name in WRITES
        found = SENTENCES.read("more", text) or (SENTENCES.read("and_more", text) if after_writing else None)
        said = found.slots["items"] if found else ""
        return _appending(title, said, 0.85) if said and are_items(said) else None

    def _noted(self, request: Request, text: str) -> Recognition | None:
        title = DEFAULT_TITLE[request.language]
        if SENTENCES.read("note_that", text):
            return _said(title, request, 0.9)
        found = SENTENCES.read("told_and_noted", text)
        if found and not found.slots["text"].endswith("?") and not is_request(found.slots["text"]):
            return _noting(title, found.slots["text"], 0.95)
        found = SENTENCES.read("note", text)
        if found is None:
            return None
        said = found.slots["text"]
        if points(said):
            return _said(title, request, 0.8)
        return _noting(title, said, 0.8)

    def _to_buy(self, text: str) -> Recognition | None:
        """Return lines without a title: the tool finds the list."""
        for intent, confidence in (("buy", 0.75), ("need", 0.65)):
            found = SENTENCES.read(intent, text)
            if found and are_bought(found.slots["items"]):
                lines = [bare(item) for item in items_of(found.slots["items"])]
                return Recognition(arguments={"lines": [line for line in lines if line]}, confidence=confidence)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Added eggs to your shopping list. It now has: milk, eggs." or the like."""
        return note_words.added(result, language)


def _said(title: str, request: Request, confidence: float) -> Recognition | None:
    """What the person told just before, or else what was answered, as a line of a note; nothing where nothing was."""
    if request.told and not SENTENCES.read("question", request.told):
        return _noting(title, request.told, confidence)
    said = {"title": title, "lines": [request.said]}
    return Recognition(arguments=said, confidence=confidence) if request.said else None


def _noting(title: str, text: str, confidence: float) -> Recognition:
    return Recognition(arguments={"title": title, "lines": [text[:1].upper() + text[1:]]}, confidence=confidence)


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
        text = asked(request)
        found = SENTENCES.read("start", text) if text else None
        if found is None:
            return None
        title = found.slots.get("new_title") or found.slots["list_title"]
        return _appending(title_of(title, request), found.slots["items"], 0.96)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Created your trip list with: tent, map." or the like."""
        return note_words.added(result, language)


class NoteListReader:
    """Reads "show my notes"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; nothing if the request is about something else."""
        text = asked(request)
        return Recognition(arguments={}, confidence=0.95) if text and SENTENCES.read("list", text) else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the titles, a line each."""
        return note_words.listed(result, language)


class ReadReader:
    """Reads "what's on my shopping list?", "shopping list", and what picks one after a question which was meant."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if meant := picked(request, "readNote"):
            return Recognition(arguments=meant, confidence=0.97)
        text = asked(request)
        if not text:
            return None
        if found := SENTENCES.read("read", text):
            return _about(found, request, 0.9)
        if SENTENCES.read("read_notes", text):
            return Recognition(arguments={"title": DEFAULT_TITLE[request.language]}, confidence=0.85)
        if (here := last_note(request)) and SENTENCES.read("read_here", text):
            return Recognition(arguments={"title": here}, confidence=0.85)
        title = known_titles(request).get(plain(text).strip(" .!?"))
        return Recognition(arguments={"title": title}, confidence=0.6) if title else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the note's lines under its title."""
        return note_words.shown(result, language)


class DeleteReader:
    """Reads "delete my shopping list", not "delete milk from my shopping list"; and what picks one afterwards."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if meant := picked(request, "deleteNote"):
            return Recognition(arguments=meant, confidence=0.97)
        text = asked(request)
        found = SENTENCES.read("delete", text) if text else None
        if not found or {"from", "off"}.intersection(plain(_title(found)).split()):
            return None
        return _about(found, request, 0.95)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Deleted your shopping list." or the like."""
        return note_words.deleted(result, language)


class RestoreReader:
    """Reads "undo that" right after a note was deleted, "bring back my shopping list", and what picks one."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if meant := picked(request, "restoreNote"):
            return Recognition(arguments=meant, confidence=0.97)
        text = asked(request)
        if not text:
            return None
        if undoes(text):
            call = request.just_called
            done = call is not None and call.name == "deleteNote" and call.result.get("deleted")
            return Recognition(arguments={"title": call.result["title"]}, confidence=0.97) if call and done else None
        found = SENTENCES.read("restore", text)
        return _about(found, request, 0.95) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Your shopping list is back: …" or the like."""
        return note_words.restored(result, language)


def _title(found: SentenceReading) -> str:
    slots = found.slots
    return slots.get("title") or slots.get("everyday") or slots["note_title"]


def _about(found: SentenceReading, request: Request, confidence: float) -> Recognition:
    return Recognition(arguments={"title": title_of(_title(found), request)}, confidence=confidence)
