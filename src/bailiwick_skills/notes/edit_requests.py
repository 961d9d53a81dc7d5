"""How requests to change notes are recognised and their answers worded, English and Spanish."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bailiwick.plugin import Language, Recognition, Request, SentenceReading, plain, undoes
from bailiwick_skills.notes import edit_words
from bailiwick_skills.notes.asking import (
    CHANGES,
    MAX_FOLLOW_UP,
    SENTENCES,
    asked,
    known_titles,
    last_call,
    last_lines,
    last_note,
    picked,
    place_of,
    title_of,
)
from bailiwick_skills.notes.edits import meant
from bailiwick_skills.notes.items import are_items, bare

IT = frozenset(
    [
        "it",
        "that",
        "this",
        "them",
        "these",
        "those",
        "that one",
        "this one",
        "eso",
        "esto",
        "esa",
        "ese",
        "esas",
        "esos",
    ]
)
WHOLE = frozenset(("list", "lista", "note", "nota"))
"""What is no entry: "delete the list from my notes"."""
NAMED, KNOWN, SURE, UNSURE = 0.96, 0.9, 0.88, 0.5
"""How sure a reading is that names a note, names one that the talk is of, names an entry of that, names none."""


class _Here:
    """What a request says about the note that the talk is of."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.title = last_note(request)
        self.lines = last_lines(request)

    def entries(self, said: str | None) -> tuple[list[str], float]:
        """Return the entries meant by "the eggs", "the second one" or "it", and how sure that is."""
        if said is None or plain(said) in IT:
            touched = self._touched()
            return touched, SURE if touched else 0.0
        if (place := place_of(said, len(self.lines))) is not None:
            return [self.lines[place]], SURE
        if meant(self.lines, [said]).places:
            return [said], SURE
        return [bare(said)], UNSURE if are_items(said) and len(said) <= MAX_FOLLOW_UP else 0.0

    def _touched(self) -> list[str]:
        """Return what the last call added, ticked off or changed."""
        call = last_call(self._request)
        result: Mapping[str, Any] = {} if call is None else call.result
        for key in ("added", "ticked", "changed"):
            if isinstance(found := result.get(key), list):
                return [entry for entry in cast("list[Any]", found) if isinstance(entry, str)]
        return []


def _read(
    request: Request, intent: str, *, known: str = "", here: str = ""
) -> tuple[SentenceReading, str, float] | None:
    """Return what a sentence says, the title that it names or means, and how sure that is.

    `known` is the intent whose {name} is a title that the thread knows, `here` the one that names none.
    """
    text = asked(request)
    if not text:
        return None
    if found := SENTENCES.read(intent, text):
        return found, title_of(found.slots["title"], request), NAMED
    titles = known_titles(request)
    found = SENTENCES.read(known, text) if known and titles else None
    if found and (title := titles.get(plain(found.slots["name"]))):
        return found, title, KNOWN
    title = last_note(request)
    found = SENTENCES.read(here, text) if here and title and len(text) <= MAX_FOLLOW_UP else None
    return (found, title, SURE) if found and title else None


def _entries(
    request: Request, intents: Sequence[tuple[str, str, str]], more: Sequence[Mapping[str, Any]]
) -> Recognition | None:
    """Return title and entries of the first intent that reads the request, with `more` arguments beside."""
    for (intent, known, here), beside in zip(intents, more, strict=True):
        found = _read(request, intent, known=known, here=here)
        if found is None:
            continue
        reading, title, sure = found
        said = reading.slots.get("items")
        if said is not None and plain(bare(said)) in WHOLE:
            continue
        if sure == SURE:
            entries, sure = _Here(request).entries(said)
        else:
            entries = [said or ""]
        if sure and all(entries):
            return Recognition(arguments={"title": title, "entries": entries, **beside}, confidence=sure)
    return None


class RemoveReader:
    """Reads "remove the eggs from my list", and "remove the eggs" where the talk is of a list."""

    def read(self, request: Request) -> Recognition | None:
        """Return title and entries; nothing if the request is about something else."""
        if chosen := picked(request, "removeFromNote"):
            return Recognition(arguments=chosen, confidence=0.97)
        return _entries(request, [("remove", "remove_from_known", "remove_here")], [{}])

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Removed eggs from your shopping list. Left: milk." or the like."""
        return edit_words.removed(result, language)


class TickReader:
    """Reads "tick off bread", "I bought the eggs", "mark milk as not done"."""

    def read(self, request: Request) -> Recognition | None:
        """Return title, entries and whether they are done; nothing if the request is about something else."""
        if chosen := picked(request, "tickNote"):
            return Recognition(arguments=chosen, confidence=0.97)
        intents = [("untick", "", "untick_here"), ("tick", "", "tick_here")]
        return _entries(request, intents, [{"done": False}, {"done": True}])

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Ticked off bread on your shopping list. Still open: milk." or the like."""
        return edit_words.ticked(result, language)


class ChangeReader:
    """Reads "change milk to oat milk"."""

    def read(self, request: Request) -> Recognition | None:
        """Return title, entry and its new text; nothing if the request is about something else."""
        if chosen := picked(request, "changeNote"):
            return Recognition(arguments=chosen, confidence=0.97)
        found = _read(request, "change", here="change_here") or self._of_it(request)
        if found is None:
            return None
        reading, title, sure = found
        entry = reading.slots.get("old", "it")
        if sure == SURE:
            entries, sure = _Here(request).entries(entry)
            entry = entries[0] if entries else ""
        new = reading.slots["new"].strip(" \"“”«»'")
        return Recognition(arguments={"title": title, "entry": entry, "text": new}, confidence=sure) if sure else None

    def _of_it(self, request: Request) -> tuple[SentenceReading, str, float] | None:
        """Read "actually make that two bottles" right after one entry was added or changed."""
        here = _Here(request)
        text = asked(request)
        found = SENTENCES.read("change_it", text) if here.title and len(text) <= MAX_FOLLOW_UP else None
        return (found, here.title or "", SURE) if found and len(here.entries(None)[0]) == 1 else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Changed milk to oat milk on your shopping list." or the like."""
        return edit_words.changed(result, language)


class RenameReader:
    """Reads "rename my shopping list to food"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title and the new one; nothing if the request is about something else."""
        if chosen := picked(request, "renameNote"):
            return Recognition(arguments=chosen, confidence=0.97)
        found = _read(request, "rename", known="rename_known", here="rename_here")
        if found is None:
            return None
        reading, title, sure = found
        new = reading.slots["new"].strip(" .!?\"“”«»'")
        arguments = {"title": title, "new_title": new[:1].upper() + new[1:]}
        return Recognition(arguments=arguments, confidence=sure) if new else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Your shopping list is called "Food" now." or the like."""
        return edit_words.renamed(result, language)


class MergeReader:
    """Reads "merge food into my shopping list"; one of the two has to be a list or note by its name."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title that goes and the one that stays; nothing if the request is about something else."""
        if chosen := picked(request, "mergeNotes"):
            return Recognition(arguments=chosen, confidence=0.97)
        text = asked(request)
        found = (SENTENCES.read("merge_into", text) or SENTENCES.read("merge_and", text)) if text else None
        if found is None:
            return None
        slots = found.slots
        named = {"list", "lists", "lista", "listas", "note", "notes", "nota", "notas"}
        words = {*plain(slots["source"]).split(), *plain(slots["into"]).split()}
        titles = {plain(slots["source"]), plain(slots["into"])}
        if not words & named and not titles & known_titles(request).keys():
            return None
        arguments = {slot: title_of(slots[slot], request) for slot in ("source", "into")}
        return Recognition(arguments=arguments, confidence=0.9)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what the note that stays has now."""
        return edit_words.merged(result, language)


class ClearReader:
    """Reads "clear my shopping list" and "remove the done ones"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the title; nothing if the request is about something else."""
        if chosen := picked(request, "clearNote"):
            return Recognition(arguments=chosen, confidence=0.97)
        if found := _read(request, "clear_done", here="clear_done_here"):
            return Recognition(arguments={"title": found[1], "done_only": True}, confidence=NAMED)
        found = _read(request, "clear", here="clear_here")
        return Recognition(arguments={"title": found[1]}, confidence=0.97) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "Your shopping list is empty now." or the like."""
        return edit_words.cleared(result, language)


class NoteUndoReader:
    """Reads "undo that" right after a note was changed."""

    def read(self, request: Request) -> Recognition | None:
        """Return the id of the change; nothing if the request is about something else."""
        call = request.just_called
        if call is None or call.name not in CHANGES or not undoes(asked(request)) or not isinstance(call.result, dict):
            return None
        change = cast("Mapping[str, Any]", call.result).get("change")
        return Recognition(arguments={"change": change}, confidence=0.97) if isinstance(change, str) else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what the note has again."""
        return edit_words.undone(result, language)
