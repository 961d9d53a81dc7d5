"""Answers about notes as a person reads them, English and Spanish."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.core.language import Language
from bailiwick.tools.builtin.phrases import joined, plain

READ_OUT = 12
"""Longest note that is read out whole after a change, in lines."""
CONJUNCTION: Mapping[Language, str] = {"en": "and", "es": "y"}


def added(result: Mapping[str, Any], language: Language) -> str:
    """Return what was added where, and what the note holds now."""
    name, lines = your(result["title"], language), result["lines"]
    entries = _entries(result["added"], language)
    if result["created"]:
        return f"Created {name} with {entries}." if language == "en" else f"He creado {name} con {entries}."
    now = f"{', '.join(lines)}." if len(lines) <= READ_OUT else f"{len(lines)} {_lines(len(lines), language)}."
    if language == "es":
        return f"He añadido {entries} a {name}. Ahora tiene: {now}"
    return f"Added {entries} to {name}. It now has: {now}"


def listed(result: Mapping[str, Any], language: Language) -> str:
    """Return the titles with their numbers of lines."""
    notes = result["notes"]
    if not notes:
        return "You have no notes yet." if language == "en" else "Todavía no tienes notas."
    rows = "\n".join(f"- {note['title']} ({note['lines']} {_lines(note['lines'], language)})" for note in notes)
    if language == "es":
        return f"Tienes {len(notes)} {'nota' if len(notes) == 1 else 'notas'}:\n{rows}"
    return f"You have {len(notes)} {'note' if len(notes) == 1 else 'notes'}:\n{rows}"


def shown(result: Mapping[str, Any], language: Language) -> str:
    """Return the lines of a note under its title."""
    if not result["lines"]:
        empty = "is empty" if language == "en" else "no tiene nada"
        return _sentence(f"{your(result['title'], language)} {empty}.")
    rows = "\n".join(f"- {line}" for line in result["lines"])
    return f"{_sentence(your(result['title'], language))}:\n{rows}"


def deleted(result: Mapping[str, Any], language: Language) -> str:
    """Return that the note is gone."""
    name = your(result["title"], language)
    if not result["deleted"]:
        return f"{_sentence(name)} was gone already." if language == "en" else f"{_sentence(name)} ya no existía."
    return f"Deleted {name}." if language == "en" else f"He borrado {name}."


def your(title: str, language: Language) -> str:
    """Return "your shopping list", "your notes", or the note with its title where that is no such word."""
    words = plain(title).split()
    own = "your" if language == "en" else "tus" if words[-1:] in (["notas"], ["notes"]) else "tu"
    if {"list", "lista", "notes", "notas"}.intersection(words):
        first, _, rest = title.partition(" ")
        lowered = first.lower() if first[1:].islower() else first
        return f"{own} {lowered} {rest}".strip()
    return f'your note "{title}"' if language == "en" else f"tu nota «{title}»"


def _entries(lines: Sequence[str], language: Language) -> str:
    if any(len(line) > 40 for line in lines):
        return joined([f'"{line}"' if language == "en" else f"«{line}»" for line in lines], CONJUNCTION[language])
    return joined(lines, CONJUNCTION[language])


def _lines(count: int, language: Language) -> str:
    if language == "es":
        return "línea" if count == 1 else "líneas"
    return "line" if count == 1 else "lines"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
