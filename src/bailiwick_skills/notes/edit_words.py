"""Answers about changed and searched notes as a person reads them, English and Spanish."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.plugin import Language, is_not_there, joined, quoted
from bailiwick_skills.notes.words import CONJUNCTION, entries_of, has, lines_with_state, not_there, sentence, your


def removed(result: Mapping[str, Any], language: Language) -> str:
    """Return what was removed, what was not there, and what is left."""
    if is_not_there(result):
        return not_there(result, language)
    name, gone = your(result["title"], language), result["removed"]
    if not gone:
        return _missing(result, language)
    entries = entries_of(gone, language)
    if language == "es":
        said = f"He quitado {entries} de {name}. {has(result['lines'], 'Queda', language)}"
    else:
        said = f"Removed {entries} from {name}. {has(result['lines'], 'Left', language)}"
    return f"{said} {_missing(result, language)}" if result["missing"] else said


def ticked(result: Mapping[str, Any], language: Language) -> str:
    """Return what was ticked off or opened again, and what is still open."""
    if is_not_there(result):
        return not_there(result, language)
    name, marked = your(result["title"], language), result["ticked"]
    if not marked:
        return _missing(result, language)
    entries = entries_of(marked, language)
    still = has(
        [line for line, done in lines_with_state(result) if not done],
        "Still open" if language == "en" else "Queda por hacer",
        language,
    )
    if language == "es":
        said = f"{'He tachado' if result['asDone'] else 'He vuelto a abrir'} {entries} en {name}. {still}"
    else:
        said = f"{'Ticked off' if result['asDone'] else 'Opened again'} {entries} on {name}. {still}"
    return f"{said} {_missing(result, language)}" if result["missing"] else said


def changed(result: Mapping[str, Any], language: Language) -> str:
    """Return the old and the new text of an entry."""
    if is_not_there(result):
        return not_there(result, language)
    if result["missing"]:
        return _missing(result, language)
    old, new = (quoted([text], language)[0] for text in (result["was"], *result["changed"]))
    if language == "es":
        return f"He cambiado {old} por {new} en {your(result['title'], language)}."
    return f"Changed {old} to {new} on {your(result['title'], language)}."


def renamed(result: Mapping[str, Any], language: Language) -> str:
    """Return the old and the new title."""
    if is_not_there(result):
        return not_there(result, language)
    was, now = your(result["was"], language), quoted([result["title"]], language)[0]
    return f"He cambiado el nombre de {was} a {now}." if language == "es" else f"Renamed {was} to {now}."


def merged(result: Mapping[str, Any], language: Language) -> str:
    """Return which note went into which, and what that has now."""
    if is_not_there(result):
        return not_there(result, language)
    source, name = your(result["source"], language), your(result["title"], language)
    if language == "es":
        return f"He juntado {source} con {name}. {has(result['lines'], 'Ahora tiene', language)}"
    return f"Merged {source} into {name}. {has(result['lines'], 'It now has', language)}"


def cleared(result: Mapping[str, Any], language: Language) -> str:
    """Return that a note is empty, or what is left of it, and how that is taken back."""
    if is_not_there(result):
        return not_there(result, language)
    name, gone = your(result["title"], language), result["removed"]
    if gone and result["lines"]:
        return removed(result, language)
    if language == "es":
        if not gone:
            return f"No hay nada hecho en {name}." if result["lines"] else f"No había nada en {name}."
        return f"He vaciado {name}. Di «deshazlo» para recuperar lo que tenía."
    if not gone:
        return f"Nothing is done on {name}." if result["lines"] else f"There was nothing on {name}."
    return f'Cleared {name}. Say "undo that" to bring back what it had.'


def undone(result: Mapping[str, Any], language: Language) -> str:
    """Return what the notes of a change have again."""
    said = [_as_before(each, language) for each in result["notes"]]
    return f"{'Deshecho' if language == 'es' else 'Undone'}. {' '.join(said)}"


def found(result: Mapping[str, Any], language: Language) -> str:
    """Return the lines that were found with the notes that they are of, or that there are none."""
    if is_not_there(result):
        return not_there(result, language)
    matches, words = result["matches"], result["words"]
    shown = quoted([" ".join(words)], language)[0] if words else ""
    if title := result.get("in"):
        return _is_on(matches, your(title, language), shown, language)
    if not matches:
        if language == "es":
            return f"Ninguna de tus notas dice nada de {shown}." if words else "Ninguna de tus notas lo dice."
        return f"None of your notes says anything about {shown}." if words else "None of your notes says so."
    if len(matches) == 1:
        (match,) = matches
        return from_note(match["title"], match["line"], language)
    rows = "\n".join(f"- {match['line']} ({match['title']})" for match in matches)
    return f"{'Lo dicen tus notas' if language == 'es' else 'Your notes say'}:\n{rows}"


def from_note(title: str, line: str, language: Language) -> str:
    """Return a line of a note with the note that it is of."""
    said = quoted([line], language)[0]
    return f"{'En' if language == 'es' else 'From'} {your(title, language)}: {said}"


def _is_on(matches: Sequence[Mapping[str, Any]], name: str, shown: str, language: Language) -> str:
    if not matches:
        return f"No, en {name} no hay {shown}." if language == "es" else f"No, {shown} is not on {name}."
    lines = joined(quoted([match["line"] for match in matches], language), CONJUNCTION[language])
    done = all(match["done"] for match in matches)
    if language == "es":
        return f"Sí, en {name}: {lines}{' (hecho)' if done else ''}."
    return f"Yes, on {name}: {lines}{' (done)' if done else ''}."


def _missing(result: Mapping[str, Any], language: Language) -> str:
    """Return that some entries are not there, or which ones may be meant."""
    if near := result["near"]:
        names = quoted(near, language)
        return f"¿Cuál: {joined(names, 'o')}?" if language == "es" else f"Which one: {joined(names, 'or')}?"
    name, entries = your(result["title"], language), joined(quoted(result["missing"], language), CONJUNCTION[language])
    if language == "es":
        return f"En {name} no hay {entries}. {has(result['lines'], 'Tiene', language)}"
    return f"There is no {entries} on {name}. {has(result['lines'], 'It has', language)}"


def _as_before(note: Mapping[str, Any], language: Language) -> str:
    title, name = quoted([note["title"]], language)[0], your(note["title"], language)
    if note["gone"]:
        return f"{title} ya no está." if language == "es" else f"{title} is gone again."
    if not note["lines"]:
        return f"Vuelve a no haber nada en {name}." if language == "es" else f"There is nothing on {name} again."
    return f"{sentence(name)}{has(note['lines'], '', language)}"
