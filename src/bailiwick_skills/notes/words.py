"""Answers about notes as a person reads them, English and Spanish."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.plugin import Language, did_you_mean, is_not_there, joined, plain, quoted

READ_OUT = 12
"""Longest note that is read out whole after a change, in lines."""
CONJUNCTION: Mapping[Language, str] = {"en": "and", "es": "y"}


def added(result: Mapping[str, Any], language: Language) -> str:
    """Return what was added where, and what the note holds now."""
    if is_not_there(result):
        return not_there(result, language)
    name, lines = your(result["title"], language), result["lines"]
    entries = entries_of(result["added"], language)
    if result["created"]:
        made = f"Created {name} with {entries}." if language == "en" else f"He creado {name} con {entries}."
        return f"{made}{_beside(result.get('near') or [], language)}"
    if language == "es":
        return f"He añadido {entries} a {name}. {has(lines, 'Ahora tiene', language)}"
    return f"Added {entries} to {name}. {has(lines, 'It now has', language)}"


def listed(result: Mapping[str, Any], language: Language) -> str:
    """Return the titles with their numbers of lines."""
    notes = result["notes"]
    if not notes:
        return "You have no notes yet." if language == "en" else "Todavía no tienes notas."
    rows = "\n".join(f"- {note['title']} ({note['lines']} {lines_word(note['lines'], language)})" for note in notes)
    if language == "es":
        return f"Tienes {len(notes)} {'nota' if len(notes) == 1 else 'notas'}:\n{rows}"
    return f"You have {len(notes)} {'note' if len(notes) == 1 else 'notes'}:\n{rows}"


def shown(result: Mapping[str, Any], language: Language) -> str:
    """Return the lines of a note under its title; of one that was asked for by another, that it is the nearest."""
    if is_not_there(result):
        return not_there(result, language)
    if asked := result.get("asked"):
        return f"{_no_such(asked, language)} {_nearest(result, language)}"
    if not result["lines"]:
        empty = "is empty" if language == "en" else "no tiene nada"
        return sentence(f"{your(result['title'], language)} {empty}.")
    rows = "\n".join(_rows(result, language))
    return f"{sentence(your(result['title'], language))}:\n{rows}"


def deleted(result: Mapping[str, Any], language: Language) -> str:
    """Return that the note is gone."""
    if is_not_there(result):
        return not_there(result, language)
    name = your(result["title"], language)
    if not result["deleted"]:
        return f"{sentence(name)} was gone already." if language == "en" else f"{sentence(name)} ya no existía."
    return f"Deleted {name}." if language == "en" else f"He borrado {name}."


def restored(result: Mapping[str, Any], language: Language) -> str:
    """Return that a deleted note is back."""
    if not is_not_there(result):
        shown_again = f"{sentence(your(result['title'], language))}"
        lines = ", ".join(result["lines"]) if len(result["lines"]) <= READ_OUT else ""
        back = "is back" if language == "en" else "está de vuelta"
        return f"{shown_again} {back}: {lines}." if lines else f"{shown_again} {back}."
    asked, near = result["asked"], result["near"]
    if language == "es":
        head = f"No se ha borrado ninguna nota «{asked}»." if asked else "No hay ninguna nota borrada."
    else:
        head = f'No note "{asked}" was deleted.' if asked else "There is no deleted note."
    return f"{head} {did_you_mean(near, language)}" if near else head


def not_there(result: Mapping[str, Any], language: Language) -> str:
    """Return that there is no such note, and which one may be meant."""
    if result.get("which"):
        return which(result["near"], language)
    asked, near, notes = _no_such(result["asked"], language), result["near"], result["notes"]
    if near:
        return f"{asked} {did_you_mean(near, language)}"
    if not notes:
        return f"{asked} {'Todavía no tienes notas.' if language == 'es' else 'You have no notes yet.'}"
    names = joined(notes, CONJUNCTION[language])
    more = result["total"] - len(notes)
    if language == "es":
        return f"{asked} Las que hay son: {names}{f' (y {more} más)' if more else ''}."
    return f"{asked} Those you have are: {names}{f' (and {more} more)' if more else ''}."


def which(near: Sequence[str], language: Language) -> str:
    """Return the question which list is meant."""
    if language == "es":
        return f"¿Qué lista: {joined(quoted(near, language), 'o')}?"
    return f"Which list: {joined(quoted(near, language), 'or')}?"


def _rows(result: Mapping[str, Any], language: Language) -> list[str]:
    """Return the lines of a note, those that are done with that word."""
    word = "done" if language == "en" else "hecho"
    return [f"- {line} ({word})" if done else f"- {line}" for line, done in lines_with_state(result)]


def lines_with_state(result: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return each line of a note and whether it is done."""
    left = Counter(result.get("done") or ())
    states: list[tuple[str, bool]] = []
    for line in result["lines"]:
        states.append((line, left[line] > 0))
        left[line] -= 1
    return states


def has(lines: Sequence[str], lead: str, language: Language) -> str:
    """Return which lines there are behind a word for that, how many where they are many, or that there is none."""
    if not lines:
        return "No queda nada." if language == "es" else "Nothing is left."
    if len(lines) > READ_OUT:
        return f"{lead}: {len(lines)} {lines_word(len(lines), language)}."
    return f"{lead}: {', '.join(lines)}."


def _no_such(title: str, language: Language) -> str:
    return f"No hay ninguna nota «{title}»." if language == "es" else f'There is no note "{title}".'


def _nearest(result: Mapping[str, Any], language: Language) -> str:
    title, lines = result["title"], result["lines"]
    if language == "es":
        head = f"La más parecida es «{title}»"
        empty = "y no tiene nada"
    else:
        head = f'The nearest is "{title}"'
        empty = "and it is empty"
    return "\n".join([f"{head}:", *_rows(result, language)]) if lines else f"{head}, {empty}."


def _beside(near: Sequence[str], language: Language) -> str:
    """Return that there are notes with a like title besides a new one."""
    if not near:
        return ""
    names = joined(quoted(near, language), CONJUNCTION[language])
    return f" Es nueva; también tienes {names}." if language == "es" else f" It is a new one; you also have {names}."


def your(title: str, language: Language) -> str:
    """Return "your shopping list", "your notes", or the note with its title where that is no such word."""
    words = plain(title).split()
    own = "your" if language == "en" else "tus" if words[-1:] in (["notas"], ["notes"]) else "tu"
    if {"list", "lista", "notes", "notas"}.intersection(words):
        first, _, rest = title.partition(" ")
        lowered = first.lower() if first[1:].islower() else first
        return f"{own} {lowered} {rest}".strip()
    return f'your note "{title}"' if language == "en" else f"tu nota «{title}»"


def entries_of(lines: Sequence[str], language: Language) -> str:
    if any(len(line) > 40 for line in lines):
        return joined([f'"{line}"' if language == "en" else f"«{line}»" for line in lines], CONJUNCTION[language])
    return joined(lines, CONJUNCTION[language])


def lines_word(count: int, language: Language) -> str:
    if language == "es":
        return "línea" if count == 1 else "líneas"
    return "line" if count == 1 else "lines"


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
