"""What is said of tasks in a conversation, in English and Spanish."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bailiwick.features.tasks.due import LAST_MINUTE
from bailiwick.tools.asked_days import NAMES
from bailiwick.tools.near_names import is_not_there
from bailiwick_router.core.language import Language

STATUSES: Mapping[str, str] = {
    "todo": "por hacer",
    "doing": "en curso",
    "review": "en revisión",
    "done": "hecha",
    "paused": "en pausa",
    "cancelled": "cancelada",
}
BECOMES: Mapping[str, tuple[str, str]] = {
    "todo": ("is to do again", "vuelve a estar por hacer"),
    "doing": ("is in progress", "está en curso"),
    "review": ("is in review", "está en revisión"),
    "done": ("is done", "está hecha"),
    "paused": ("is paused", "está en pausa"),
    "cancelled": ("is cancelled", "está cancelada"),
}
PRIORITIES: Mapping[str, tuple[str, str]] = {
    "low": ("has low priority", "tiene prioridad baja"),
    "medium": ("has normal priority", "tiene prioridad normal"),
    "high": ("has high priority", "tiene prioridad alta"),
    "urgent": ("is urgent", "es urgente"),
}


def created(result: Mapping[str, Any], language: Language) -> str:
    """Return that a task is written down."""
    due = _day(result["dueAt"])
    if language == "es":
        return f"He apuntado la tarea n.º {result['number']}: {result['title']}{f' (para el {due})' if due else ''}."
    return f"Task #{result['number']} is written down: {result['title']}{f' (due {due})' if due else ''}."


def listed(arguments: Mapping[str, Any], result: Mapping[str, Any], language: Language) -> str:
    """Return tasks as a list."""
    tasks = result["tasks"]
    if not tasks:
        return _none(arguments, language)
    lines = _lines(tasks, language)
    more = result["total"] - len(tasks)
    if more > 0:
        lines.append(f"- y {more} más" if language == "es" else f"- and {more} more")
    return "\n".join(lines)


def _none(arguments: Mapping[str, Any], language: Language) -> str:
    late, dated = arguments.get("due") == "overdue", arguments.get("due") is not None
    if language == "es":
        if late:
            return "No hay ninguna tarea atrasada."
        return "No hay ninguna tarea que venza entonces." if dated else "No hay ninguna tarea así."
    if late:
        return "No task is overdue."
    return "No task is due then." if dated else "There is no such task."


def changed(arguments: Mapping[str, Any], result: Mapping[str, Any], language: Language) -> str:
    """Return what has become of a task, and how to take that back."""
    if is_not_there(result):
        return which(result, language)
    spanish, before = language == "es", result["before"]
    if not before:
        said = _state(arguments, result, language)
        return f"{_named(result, language)} ya {said}." if spanish else f"{_named(result, language)} {said} already."
    said = _state(before, result, language)
    undo = "«Deshazlo» lo deja como estaba." if spanish else 'Say "undo" to take that back.'
    return f"{_named(result, language)} {said}. {undo}"


def _state(fields: Mapping[str, Any], result: Mapping[str, Any], language: Language) -> str:
    """Say how a task is in these fields."""
    column, spanish = int(language == "es"), language == "es"
    parts: list[str] = []
    if "title" in fields:
        parts.append(f"se llamaba «{fields['title']}»" if spanish else f'was "{fields["title"]}" before')
    if "status" in fields:
        parts.append(BECOMES[result["status"]][column])
    if "priority" in fields:
        parts.append(PRIORITIES[result["priority"]][column])
    if "due" in fields:
        due = day_and_time(result["dueAt"], language)
        parts.append((f"es para el {due}" if spanish else f"is due on {due}") if due else _undated(language))
    if "agent" in fields:
        agent = result["agent"]
        parts.append(
            (f"es de {agent}" if agent else "no es de nadie")
            if spanish
            else (f"is assigned to {agent}" if agent else "is assigned to nobody")
        )
    *most, last = parts or ["está así" if spanish else "is so"]
    return f"{', '.join(most)} {'y' if spanish else 'and'} {last}" if most else last


def _undated(language: Language) -> str:
    return "no tiene fecha" if language == "es" else "has no due date"


def deleted(result: Mapping[str, Any], language: Language) -> str:
    """Return that a task is deleted, and how it comes back."""
    if is_not_there(result):
        return which(result, language)
    if language == "es":
        return f"He borrado la tarea n.º {result['number']}, «{result['title']}». «Deshazlo» la recupera."
    return f'Task #{result["number"]}, "{result["title"]}", is deleted. Say "undo" to bring it back.'


def restored(result: Mapping[str, Any], language: Language) -> str:
    """Return that a task is back."""
    if is_not_there(result):
        asked = result["asked"]
        if language == "es":
            return f"No hay ninguna tarea borrada «{asked}»." if asked else "No hay ninguna tarea borrada."
        return f'There is no deleted task "{asked}".' if asked else "There is no deleted task."
    if language == "es":
        return f"{_named(result, language)} está de vuelta ({STATUSES[result['status']]})."
    return f"{_named(result, language)} is back ({result['status']})."


def which(result: Mapping[str, Any], language: Language) -> str:
    """Return the question which task is meant, or that there is none."""
    asked, tasks, spanish = result["asked"], result["tasks"], language == "es"
    if not tasks:
        if asked:
            return f"No hay ninguna tarea «{asked}»." if spanish else f'There is no task "{asked}".'
        return "No hay ninguna tarea abierta." if spanish else "There is no open task."
    question = "¿Qué tarea?" if spanish else "Which task?"
    if asked and not result["near"]:
        none = f"No hay ninguna tarea «{asked}»." if spanish else f'There is no task "{asked}".'
        question = f"{none} {'¿Cuál de estas?' if spanish else 'Which of these?'}"
    return "\n".join([question, "", *_lines(tasks, language)])


def day_and_time(moment: str | None, language: Language) -> str:
    """Return "Friday, 2027-01-15", with the time unless it is the end of the day; nothing for no moment."""
    if not moment:
        return ""
    when = datetime.fromisoformat(moment)
    clock = "" if when.time().replace(second=0) == LAST_MINUTE else f"{when:%H:%M}"
    day = f"{NAMES[language][when.weekday()]}{' ' if language == 'es' else ', '}{when.date().isoformat()}"
    return f"{day} {'a las' if language == 'es' else 'at'} {clock}" if clock else day


def _named(task: Mapping[str, Any], language: Language) -> str:
    if language == "es":
        return f"La tarea n.º {task['number']}, «{task['title']}»,"
    return f'Task #{task["number"]}, "{task["title"]}",'


def _lines(tasks: Sequence[Mapping[str, Any]], language: Language) -> list[str]:
    return [
        f"- #{task['number']} {task['title']}" + (f" ({', '.join(notes)})" if (notes := _notes(task, language)) else "")
        for task in tasks
    ]


def _notes(task: Mapping[str, Any], language: Language) -> list[str]:
    notes = [STATUSES[task["status"]] if language == "es" else str(task["status"])]
    if due := _day(task["dueAt"]):
        notes.append(f"para el {due}" if language == "es" else f"due {due}")
    if task["overdue"]:
        notes.append("atrasada" if language == "es" else "overdue")
    return notes


def _day(moment: str | None) -> str:
    return moment[:10] if moment else ""
