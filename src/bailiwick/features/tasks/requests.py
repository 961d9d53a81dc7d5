"""Reads requests about tasks and words their answers, without a model; English and Spanish."""

from collections.abc import Mapping
from typing import Any

import re2

from bailiwick.tools.phrases import core_of, fold, read
from bailiwick.tools.records import Recognition, Request
from bailiwick_router.core.language import Language

MAX_REQUEST = 1000
"""Longest request read as one about tasks, in characters."""
MAX_TITLE = 200

WHAT = r"(?P<title>[^\n]{1,300}?)"
DAYS = {
    "today": "today",
    "tonight": "today",
    "hoy": "today",
    "tomorrow": "tomorrow",
    "manana": "tomorrow",
    "monday": "monday",
    "lunes": "monday",
    "tuesday": "tuesday",
    "martes": "tuesday",
    "wednesday": "wednesday",
    "miercoles": "wednesday",
    "thursday": "thursday",
    "jueves": "thursday",
    "friday": "friday",
    "viernes": "friday",
    "saturday": "saturday",
    "sabado": "saturday",
    "sunday": "sunday",
    "domingo": "sunday",
}
"""Folded words for days, and what the tools call them."""
DAY = "|".join(DAYS)
UNTIL = r"(?:by|due|until|on|for|before|next|para|antes de|antes del|hasta|el|para el|este|this)"
WHEN = rf"(?:,? (?:{UNTIL} )*(?P<due>{DAY}))?"
HOW = r"(?:,? (?P<priority>urgent(?:ly|e|emente)?|(?:with )?high priority|(?:con )?prioridad alta))?"

CREATED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:please )?(?:add|create|make|open|write down|note|new|start|set up)(?: me)?(?: an?| the)?(?: new)? task"
        rf"(?: for me| on the board)?(?: ?[:,-] ?| to | for | called | titled | named )[\"'“]?{WHAT}[\"'”]?{WHEN}{HOW}",
        rf"(?:task|todo|to-do) ?: ?{WHAT}{WHEN}{HOW}",
        rf"(?:add|put) [\"'“]?{WHAT}[\"'”]? (?:to|on) (?:my|the|our) (?:tasks|task list|task board|board){WHEN}{HOW}",
        r"(?:crea|crear|creame|anade|anadir|anademe|agrega|agregame|abre|haz|hazme|apunta|nueva|pon)(?: una?| la)?"
        r"(?: nueva)? tarea(?: nueva)?(?: ?[:,-] ?| para | de | que diga | llamada | titulada )"
        rf"[\"'“«]?{WHAT}[\"'”»]?{WHEN}{HOW}",
        rf"tarea ?: ?{WHAT}{WHEN}{HOW}",
        rf"(?:anade|agrega|pon|apunta) [\"'“«]?{WHAT}[\"'”»]? (?:a|en) (?:mis tareas|la lista de tareas|el tablero)"
        rf"{WHEN}{HOW}",
    )
)
SOON = rf"(?:(?:for|due|of|on|by|this|para|de|que vencen|el|esta) )*(?P<due>{DAY}|week|semana)"
STATUS = (
    r"(?P<open>open|pending|unfinished|abiertas|pendientes|sin terminar)|(?P<late>overdue|late|atrasadas|vencidas)"
    r"|(?P<review>in review|waiting for review|to review|en revision|por revisar)"
    r"|(?P<done>done|finished|completed|hechas|terminadas)"
)
SHOW_ES = (
    r"(?:que|cuales son|muestra(?:me)?|ensena(?:me)?|lista(?:me)?|dime|ver|dame|cuales)(?: todas)?(?: (?:mis|las))?"
)
LISTED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:what(?:'s| is| are)?|which(?: are)?|show(?: me)?|list|see|give me|tell me|any)(?: all)?(?: of)?"
        rf"(?: (?:my|the|our))?(?: (?:{STATUS}))? tasks?(?: (?:are|is|do i have|have i got|there are))?"
        rf"(?: (?:{SOON}))?",
        rf"(?:what|which) tasks? (?:are|is|do i have)(?: (?:due|{STATUS}))?(?: (?:{SOON}))?",
        rf"(?:my|our)(?: (?:{STATUS}))? tasks(?: {SOON})?",
        r"(?:do i have|have i got|are there) (?:any|more)? ?(?:open |overdue )?tasks"
        rf"(?: {SOON})?",
        rf"{SHOW_ES} tareas?(?: (?:{STATUS}))?(?: (?:vencen|hay|tengo))?(?: (?:{SOON}))?",
        rf"{SHOW_ES} tareas? (?:tengo|hay|son|estan) (?:{STATUS})(?: (?:{SOON}))?",
        rf"(?:mis|nuestras) tareas(?: (?:{STATUS}))?(?: {SOON})?",
        rf"(?:tengo|hay) (?:alguna tarea|tareas)(?: (?:{STATUS}))?(?: {SOON})?",
    )
)
SAYS_TASK = re2.compile(r"\b(?:tasks?|tareas?|todo|to-do|board|tablero)\b")
STATUSES = {"open": "todo,doing,review,paused", "review": "review", "done": "done"}


class CreateReader:
    """Reads requests to write a task down."""

    def read(self, request: Request) -> Recognition | None:
        """Return title, day and priority; None if the request is about something else."""
        core = _core(request)
        found = read(CREATED, core) if core else None
        if not found or not found["title"].strip():
            return None
        title = found["title"].strip(" .,;:\"'“”«»")
        arguments: dict[str, Any] = {"title": f"{title[:1].upper()}{title[1:]}"[:MAX_TITLE]}
        if due := found.get("due"):
            arguments["due"] = DAYS[fold(due)]
        if found.get("priority"):
            arguments["priority"] = "urgent" if "urgent" in fold(found["priority"]) else "high"
        return Recognition(arguments=arguments, confidence=0.95) if title else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that the task is there."""
        due = _day(result["dueAt"])
        if language == "es":
            return (
                f"He apuntado la tarea n.º {result['number']}: {result['title']}{f' (para el {due})' if due else ''}."
            )
        return f"Task #{result['number']} is written down: {result['title']}{f' (due {due})' if due else ''}."


class TaskListReader:
    """Reads questions for tasks."""

    def read(self, request: Request) -> Recognition | None:
        """Return which tasks are asked for; None if the request is about something else."""
        core = _core(request)
        found = read(LISTED, core) if core else None
        if found is None:
            return None
        arguments: dict[str, Any] = {}
        if due := found.get("due"):
            word = fold(due)
            arguments["due"] = "week" if word in ("week", "semana") else DAYS[word]
        for name in ("late", *STATUSES):
            if found.get(name):
                arguments |= {"due": "overdue"} if name == "late" else {"status": STATUSES[name]}
        return Recognition(arguments=arguments, confidence=0.92)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the tasks as a list."""
        del arguments
        tasks = result["tasks"]
        if not tasks:
            return "No hay ninguna tarea así." if language == "es" else "There is no such task."
        lines = [
            f"- #{task['number']} {task['title']}"
            + (f" ({', '.join(notes)})" if (notes := _notes(task, language)) else "")
            for task in tasks
        ]
        more = result["total"] - len(tasks)
        if more > 0:
            lines.append(f"- y {more} más" if language == "es" else f"- and {more} more")
        return "\n".join(lines)


def _core(request: Request) -> str:
    if len(request.text) > MAX_REQUEST or not SAYS_TASK.search(fold(request.text)):
        return ""
    return core_of(request.text)


def _notes(task: Mapping[str, Any], language: Language) -> list[str]:
    spanish = {
        "todo": "por hacer",
        "doing": "en curso",
        "review": "en revisión",
        "done": "hecha",
        "paused": "en pausa",
        "cancelled": "cancelada",
    }
    notes = [spanish[task["status"]] if language == "es" else str(task["status"])]
    if due := _day(task["dueAt"]):
        notes.append(f"para el {due}" if language == "es" else f"due {due}")
    if task["overdue"]:
        notes.append("atrasada" if language == "es" else "overdue")
    return notes


def _day(moment: str | None) -> str:
    return moment[:10] if moment else ""
