"""Reads requests about tasks, without a model; what people write is in `sentences`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, cast

from bailiwick.features.tasks import words
from bailiwick.features.tasks.due import due_after, due_in
from bailiwick.tools.near_names import is_not_there
from bailiwick.tools.phrases import POINTING, agrees, plain, undoes
from bailiwick.tools.records import PastCall, Recognition, Request
from bailiwick.tools.references import picked, place_in
from bailiwick.tools.sentences import SentenceReading, Sentences
from bailiwick_router.core.language import Language
from bailiwick_router.phrases import is_small_talk
from bailiwick_router.text import normalise, words_of

MAX_REQUEST = 1000
"""Longest request read as one about tasks, in characters."""
MAX_TITLE = 200
MAX_ANSWER = 100
"""Longest answer to the question which task is meant, in characters."""
SENTENCES = Sentences(files("bailiwick.features.tasks") / "sentences")
NOUNS = ("task", "tasks", "tarea", "tareas", "todo", "to-do")
QUOTES = " .,;:\"'“”«»"
CALLS = frozenset(("createTask", "listTasks", "changeTask", "deleteTask", "restoreTask"))
STATUS_OF = {"complete": "done", "reopen": "todo", "pause": "paused", "cancel": "cancelled"}
"""The intents that say nothing but where a task goes."""
ASKERS = frozenset("i you u we they to".split())
"""After one of these words "put it on my tasks" is part of a question: "how do I …", "did you …"."""
ASIDE = ("done", "paused", "cancelled")
"""Where a task comes from only by way of `todo`."""


@dataclass(frozen=True, slots=True)
class NamedTask:
    """That a request is about a task."""

    task: str | None
    """Its number or words of its title; None where that has to be asked."""


class CreateReader:
    """Reads requests to write a task down."""

    def read(self, request: Request) -> Recognition | None:
        """Return title, day and priority; None if the request is about something else."""
        found = _read("create", request) or _told_before(request)
        title = found.slots["title"].strip(QUOTES) if found else ""
        if found is None or not title:
            return None
        title, due = due_after(title, request.language)
        arguments: dict[str, Any] = {"title": _title(title.strip(QUOTES))}
        if due:
            arguments["due"] = due
        if priority := found.slots.get("priority") or found.slots.get("urgent"):
            arguments["priority"] = priority
        return Recognition(arguments=arguments, confidence=0.95)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that the task is there."""
        return words.created(result, language)


class TaskListReader:
    """Reads questions for tasks, also "and tomorrow?" after one."""

    def read(self, request: Request) -> Recognition | None:
        """Return which tasks are asked for; None if the request is about something else."""
        if found := _read("list", request):
            return Recognition(arguments=_which(found), confidence=0.92)
        found = _read("again", request) if request.latest("listTasks") else None
        return Recognition(arguments=_which(found), confidence=0.88) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the tasks as a list."""
        return words.listed(arguments, result, language)


class TaskChangeReader:
    """Reads "complete task 1", "move the second one to monday", "make it urgent", "undo that"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the task and what becomes of it; None if the request is about something else."""
        if (undone := _undone(request)) or (undone := _answered(request, "changeTask")):
            return undone
        for read in (self._status, self._move, self._prioritised, self._dated, self._renamed, self._assigned):
            if found := read(request):
                return found
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what has become of the task, or which one may be meant."""
        return words.changed(arguments, result, language)

    def _status(self, request: Request) -> Recognition | None:
        for intent, status in STATUS_OF.items():
            if found := _read(intent, request):
                return _about(found, request, {"status": status})
        return None

    def _move(self, request: Request) -> Recognition | None:
        found = _read("move", request)
        return _about(found, request, {"status": found.slots["status"]}) if found else None

    def _prioritised(self, request: Request) -> Recognition | None:
        found = _read("prioritise", request)
        return _about(found, request, {"priority": found.slots["priority"]}) if found else None

    def _dated(self, request: Request) -> Recognition | None:
        if (found := _read("date", request)) and (due := due_in(found.slots["due"], request.language)):
            return _about(found, request, {"due": due})
        found = _read("undate", request)
        return _about(found, request, {"due": "none"}) if found else None

    def _renamed(self, request: Request) -> Recognition | None:
        found = _read("rename", request)
        title = found.slots["title"].strip(QUOTES) if found else ""
        return _about(found, request, {"title": _title(title)}) if found and title else None

    def _assigned(self, request: Request) -> Recognition | None:
        if found := _read("assign", request):
            return _about(found, request, {"agent": found.slots["agent"].strip(QUOTES)})
        found = _read("unassign", request)
        return _about(found, request, {"agent": "none"}) if found else None


class TaskDeleteReader:
    """Reads "delete task 2" and "delete the last one" after a list of tasks."""

    def read(self, request: Request) -> Recognition | None:
        """Return the task; None if the request is about something else."""
        if answered := _answered(request, "deleteTask"):
            return answered
        found = _read("delete", request)
        return _about(found, request, {}) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that it is deleted, or which one may be meant."""
        return words.deleted(result, language)


class TaskRestoreReader:
    """Reads "undo that" right after a task was deleted, and "bring task 2 back"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the task; None if the request is about something else."""
        call = request.just_called
        if undoes(request.text) and call is not None and call.name == "deleteTask" and not is_not_there(call.result):
            return Recognition(arguments={"task": str(call.result["number"])}, confidence=0.97)
        found = _read("restore", request)
        return _about(found, request, {}) if found else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that it is back, or that none was deleted."""
        return words.restored(result, language)


def _read(intent: str, request: Request) -> SentenceReading | None:
    if len(request.text) > MAX_REQUEST:
        return None
    return SENTENCES.read(intent, request.core)


def _told_before(request: Request) -> SentenceReading | None:
    """Return what "call Ana, put it on my tasks" says; None where nothing to do stands before "put"."""
    found = _read("create_after", request)
    words = words_of(normalise(found.slots["title"])) if found else []
    if not words or words[-1] in ASKERS or " ".join(words) in POINTING or is_small_talk(words, frozenset()):
        return None
    return found


def _title(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"[:MAX_TITLE]


def _which(found: SentenceReading) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    if due := found.slots.get("late") or found.slots.get("period"):
        arguments["due"] = due
    if state := found.slots.get("state"):
        arguments["status"] = state
    return arguments


def _about(found: SentenceReading, request: Request, arguments: Mapping[str, Any]) -> Recognition | None:
    """Return the call about the task that was named; None if it is no task that was named."""
    meant = _meant(found, request)
    if meant is None:
        return None
    named = {} if meant.task is None else {"task": meant.task}
    return Recognition(arguments={**named, **arguments}, confidence=0.95)


def _meant(found: SentenceReading, request: Request) -> NamedTask | None:
    """Return which task a sentence names: what it calls a task, or what refers to those that were just told of.

    "Finish the report" can be an order to write it, and names none.
    """
    if (named := found.slots.get("task")) is not None:
        return NamedTask(_number(named) or named.strip(QUOTES))
    listed = listed_tasks(request)
    said = found.slots.get("that", "it").strip(QUOTES)
    words = plain(said).split()
    if not words:
        return None
    if place_in(said, NOUNS) is not None:
        of_tasks = listed or words[-1] in NOUNS
        return NamedTask(_of(picked(said, listed, NOUNS))) if of_tasks else None
    if said.startswith("#") and (number := _number(said)):
        return NamedTask(number)
    if plain(said) in NOUNS:
        return NamedTask(None)
    if words[-1] in NOUNS:
        return NamedTask(said.rsplit(maxsplit=1)[0])
    titled = _titled(said, listed)
    return None if titled is None else NamedTask(_of(titled))


def _number(text: str) -> str | None:
    """Return the digits of "2", "#2", "two" or "number two"; None for anything else."""
    clean = text.strip(QUOTES).removeprefix("#").strip()
    if clean.isascii() and clean.isdigit():
        return clean[:9]
    place = place_in(f"number {clean}") if clean else None
    place = place or (place_in(f"numero {clean}") if clean else None)
    return str(place) if place else None


def _of(task: Mapping[str, Any] | None) -> str | None:
    return None if task is None else str(task["number"])


def listed_tasks(request: Request) -> Sequence[Mapping[str, Any]]:
    """Return the tasks that the last call told of, in its order; none where it was about something else."""
    call = request.past_calls[-1] if request.past_calls else None
    return told_by(call) if call is not None and call.name in CALLS else ()


def told_by(call: PastCall) -> Sequence[Mapping[str, Any]]:
    """Return the tasks in a result."""
    if not isinstance(call.result, Mapping):
        return ()
    result = cast("Mapping[str, Any]", call.result)
    if "tasks" in result:
        return result["tasks"]
    return [result] if "number" in result else ()


def _titled(said: str, listed: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the one of these tasks whose title has all the words that were said."""
    wanted = set(plain(said).split())
    fitting = [task for task in listed if wanted and wanted <= set(plain(str(task["title"])).split())]
    return fitting[0] if len(fitting) == 1 else None


def _answered(request: Request, tool: str) -> Recognition | None:
    """Return the call anew if the message says which of the tasks is meant that it had told."""
    call = request.just_called
    if call is None or call.name != tool or not is_not_there(call.result) or len(request.text) > MAX_ANSWER:
        return None
    tasks, said = told_by(call), request.core.strip(QUOTES)
    number = _number(said.split()[-1]) if said and plain(" ".join(said.split()[:-1])) in ("", *NOUNS) else None
    meant = next((task for task in tasks if str(task["number"]) == number), None)
    meant = meant or picked(said, tasks, NOUNS) or _titled(said, tasks)
    if meant is None and len(tasks) == 1 and agrees(request.text):
        meant = tasks[0]
    return None if meant is None else Recognition(arguments={**call.arguments, "task": _of(meant)}, confidence=0.97)


def _undone(request: Request) -> Recognition | None:
    """Return what takes the change back that was just made."""
    call = request.just_called
    if not undoes(request.text) or call is None or call.name != "changeTask" or is_not_there(call.result):
        return None
    before: Mapping[str, Any] = call.result["before"]
    task = str(call.result["number"])
    if not before:
        return None
    if call.result["status"] in ASIDE and before.get("status", "todo") != "todo":
        steps = [{**before, "status": "todo"}, {"status": before["status"]}]
        return Recognition(arguments={"task": task, **steps[0]}, confidence=0.97, further=[{"task": task, **steps[1]}])
    return Recognition(arguments={"task": task, **before}, confidence=0.97)
