"""Reads requests about projects without a model, and words their answers; English and Spanish."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, cast

from bailiwick.features.projects import words
from bailiwick.features.projects.reasons import ProjectReason
from bailiwick.features.projects.records import LONGEST_NAME
from bailiwick.features.projects.rules import SHOWN_BETWEEN
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.reasons import Reason
from bailiwick.tools.phrases import STOPS, agrees, fold, plain, undoes, without_courtesies
from bailiwick.tools.records import PastCall, Recognition, Request
from bailiwick.tools.references import picked, place_in
from bailiwick.tools.sentences import SentenceReading, Sentences
from bailiwick_router.core.language import Language

Kinds = Callable[[], Sequence[Groupable]]
"""Returns what can be put into projects; it is known once all is opened."""

SENTENCES = Sentences(files("bailiwick.features.projects") / "sentences")
CONVERSATION = "conversation"
"""The kind of what is talked in."""
LONGEST = 400
"""Longest message read as one about projects, in characters."""
LONGEST_ANSWER = 120
"""Longest answer to what a call asked for, in characters."""
QUOTES = "\"'“”«»‘’ "
ARTICLES = frozenset("the a an my our this that el la los las un una mi nuestro nuestra este esta ese esa".split())
POINTING = frozenset("it this that these them esto eso este ese ello lo".split())
HERE = frozenset("this current esta este".split())
CALLED = frozenset("called named titled about llamado llamada titulado titulada de".split())
NO_NAME = frozenset(
    # What is no name but says more about something else: "a project plan", "un proyecto de ciencias".
    "plan plans proposal report timeline roadmap budget manager management idea ideas structure folder in on with that"
    " which to of from using about for me please"
    " de del en con que para sobre usando por favor".split()
)
ASKED_PROJECT = frozenset((ProjectReason.NO_SUCH_PROJECT, ProjectReason.WHICH_PROJECT, ProjectReason.PROJECT_TO_BEGIN))
ASKED_THING = frozenset((ProjectReason.NO_SUCH_THING, ProjectReason.WHICH_THING, ProjectReason.PUT_WHAT))
TOOLS = frozenset(
    "createProject listProjects showProject putIntoProject removeFromProject changeProject deleteProject"
    " restoreProject".split()
)


class CreateProjectReader:
    """Reads "create a project Kitchen", and the answer to what it is to be called."""

    def read(self, request: Request) -> Recognition | None:
        """Return what the project is to be called, if that is said; None for something else."""
        for found in _all("create", request.text):
            return _recognised(_name(found))
        for found in _all("create_plainly", request.text):
            first = fold(found.slots["name"]).split()[0].strip(STOPS)
            return None if first in NO_NAME else _recognised(_name(found))
        call = _asked_back(request, "createProject")
        if call is not None and _code(call) in (ProjectReason.PROJECT_NAME, ProjectReason.PROJECT_NAME_TAKEN):
            return _recognised(_answered(request, "project", call))
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that the project is created."""
        del arguments
        return words.created(result, language)


class ProjectListReader:
    """Reads "what projects do I have?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; None for something else."""
        return Recognition(arguments={}, confidence=0.96) if _read("list", request.text) else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the projects as a numbered list."""
        del arguments
        return words.listed(result, language)


class _OneReader:
    """Reads what is to be done with one project, and the answer to which."""

    tool = ""

    def named(self, intent: str, request: Request, **more: Any) -> Recognition | None:
        """Return which project a sentence means, and what more is asked; None for something else."""
        for found in _all(intent, request.text):
            if (project := _project(found, request)) is not None:
                return Recognition(arguments={**project, **more}, confidence=0.97)
        return None

    def answered(self, request: Request) -> Recognition | None:
        """Return the call again with the project that a message names, which was asked for; None for something else."""
        call = _asked_back(request, self.tool)
        if call is None or _code(call) not in ASKED_PROJECT:
            return None
        return _recognised(_answered(request, "project", call))


class ShowProjectReader(_OneReader):
    """Reads "what is in project Kitchen?"."""

    tool = "showProject"

    def read(self, request: Request) -> Recognition | None:
        """Return which project; None for something else."""
        return self.named("show", request) or self.answered(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is in it, a line for each kind."""
        del arguments
        return words.shown(result, language)


class ChangeProjectReader(_OneReader):
    """Reads "rename the project Kitchen to Bathroom", "archive the project Kitchen", and "undo" after these."""

    tool = "changeProject"

    def read(self, request: Request) -> Recognition | None:
        """Return which project, and its name or whether it is archived; None for something else."""
        for found in _all("rename", request.text):
            if (project := _project(found, request)) is not None:
                new = found.slots["new"].strip(QUOTES)[:LONGEST_NAME]
                return Recognition(arguments={**project, "name": new}, confidence=0.97)
        for intent, archived in (("archive", True), ("unarchive", False)):
            if (read := self.named(intent, request, archived=archived)) is not None:
                return read
        result = _undone(request, self.tool)
        if result is not None and result["changed"]:
            name = result["before"]
            back: dict[str, Any] = {"archived": not result["archived"]} if name is None else {"name": name}
            return Recognition(arguments={"project": result["id"], **back}, confidence=0.98)
        return self.answered(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is so now."""
        del arguments
        return words.changed(result, language)


class DeleteProjectReader(_OneReader):
    """Reads "delete the project Kitchen", and "undo" right after one was created."""

    tool = "deleteProject"

    def read(self, request: Request) -> Recognition | None:
        """Return which project; None for something else."""
        if (read := self.named("delete", request)) is not None and _read("take_out", request.text) is None:
            return read
        for tool in ("createProject", "restoreProject"):
            if (result := _undone(request, tool)) is not None:
                return Recognition(arguments={"project": result["id"]}, confidence=0.98)
        return self.answered(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that it is deleted, and what stays."""
        del arguments
        return words.deleted(result, language)


class RestoreProjectReader:
    """Reads "undo" right after a project was deleted."""

    def read(self, request: Request) -> Recognition | None:
        """Return which project; None for something else."""
        result = _undone(request, "deleteProject")
        return None if result is None else Recognition(arguments={"project": result["id"]}, confidence=0.98)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return that it is back."""
        del arguments
        return words.restored(result, language)


class _ThingReader(_OneReader):
    """Reads which thing is meant, and which project."""

    intents: Sequence[str] = ()
    """Those that name a thing, and those that say "it" by the form of the verb."""
    undoes = ""
    """The tool whose call it takes back."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds

    def read(self, request: Request) -> Recognition | None:
        """Return which thing and which project; None for something else."""
        for intent in self.intents:
            for found in _all(intent, request.text):
                thing = self.thing(found.slots.get("thing", "it"), request)
                project = _project(found, request)
                # "Add error handling to my project" is about something else.
                if thing is not None and project is not None and (project or "kind" in thing):
                    return Recognition(arguments={**project, **thing}, confidence=0.97)
        result = _undone(request, self.undoes)
        if result is not None and not result.get("already"):
            again = {"project": result["projectOf"], "title": result["id"], "kind": result["kind"]}
            return Recognition(arguments=again, confidence=0.98)
        return self.answered_thing(request) or self.answered(request)

    def answered_thing(self, request: Request) -> Recognition | None:
        """Return the call again with the thing that a message names, which was asked for; None for something else."""
        call = _asked_back(request, self.tool)
        if call is None or _code(call) not in ASKED_THING or not _is_answer(request):
            return None
        said = without_courtesies(request.text).strip(STOPS)
        if call.why is not None and call.why.code == ProjectReason.WHICH_THING:
            titles = str(call.why.values["things"]).split(SHOWN_BETWEEN)
            if (title := picked(said, titles)) is not None:
                return Recognition(arguments={**call.arguments, "title": title}, confidence=0.97)
        thing = self.thing(said, request)
        return None if thing is None else Recognition(arguments={**call.arguments, **thing}, confidence=0.96)

    def thing(self, said: str, request: Request) -> dict[str, Any] | None:
        """Return kind and title of what is meant, as far as they are said; None for what cannot be meant."""
        said = said.strip(QUOTES + STOPS)
        parts = plain(said).split()
        kind, rest = self._kind_in(said)
        if (title := _listed(said, request)) is not None:
            return {"title": title}
        if parts and parts[0] in POINTING | HERE and len(parts) == (1 if kind is None else 2):
            return self._pointed(kind, request, here=parts[0] in HERE or kind is None)
        title = rest.strip(QUOTES + STOPS)
        if not title:
            return None if kind is None else self._pointed(kind, request, here=True)
        return {"title": title, **({} if kind is None else {"kind": kind})}

    def _pointed(self, kind: str | None, request: Request, *, here: bool) -> dict[str, Any]:
        """Return what "this" means: what was just told of, of that kind if one is said, else where it is said."""
        call = request.just_called
        for each in self._kinds():
            if call is not None and call.name in each.told_by and kind in (None, each.kind):
                title = call.result.get("title") if isinstance(call.result, Mapping) else None
                if isinstance(title, str):
                    return {"title": title, "kind": each.kind}
        if kind in (None, CONVERSATION) and here:
            return {"kind": CONVERSATION}
        return {} if kind is None else {"kind": kind}

    def _kind_in(self, said: str) -> tuple[str | None, str]:
        """Return the kind that is said, "the task Buy paint", and what follows it; None and all of it where none is."""
        parts = said.split(" ")
        first = 1 if len(parts) > 1 and fold(parts[0]) in ARTICLES else 0
        word = fold(parts[first]).strip(STOPS)
        for each in self._kinds():
            if any(word == fold(name) for names in each.words.values() for name in names):
                rest = parts[first + 1 :]
                while rest and fold(rest[0]) in CALLED and len(rest) > 1:
                    rest = rest[1:]
                return each.kind, " ".join(rest)
        return None, " ".join(parts[first:]) if first and fold(parts[0]) not in HERE else said


class PutReader(_ThingReader):
    """Reads "put this in project Kitchen", and "undo" right after something was taken out."""

    tool = "putIntoProject"
    intents = ("put", "put_it")
    undoes = "removeFromProject"

    def answered(self, request: Request) -> Recognition | None:
        """Return the call again: with the project that is named, or one to be created where that was asked."""
        call = _asked_back(request, self.tool)
        if call is not None and _code(call) == ProjectReason.PROJECT_TO_BEGIN and agrees(request.text):
            return Recognition(arguments={**call.arguments, "create": True}, confidence=0.98)
        return super().answered(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is in which project now."""
        del arguments
        return words.put(result, language)


class TakeOutReader(_ThingReader):
    """Reads "take this out of project Kitchen", and "undo" right after something was put into one."""

    tool = "removeFromProject"
    intents = ("take_out", "take_it_out")
    undoes = "putIntoProject"

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is in the project no longer."""
        del arguments
        return words.removed(result, language)


def _read(intent: str, text: str) -> SentenceReading | None:
    return next(_all(intent, text), None)


def _all(intent: str, text: str) -> Iterator[SentenceReading]:
    yield from () if len(text) > LONGEST else SENTENCES.read_all(intent, without_courtesies(text))


def _recognised(arguments: dict[str, Any] | None) -> Recognition | None:
    return None if arguments is None else Recognition(arguments=arguments, confidence=0.97)


def _name(found: SentenceReading) -> dict[str, Any]:
    name = found.slots.get("name", "").strip(QUOTES + STOPS)[:LONGEST_NAME]
    return {"name": name} if name else {}


def _project(found: SentenceReading, request: Request) -> dict[str, Any] | None:
    """Return which project a sentence means: the one that it names, else that which was just talked of.

    None where it says "it", and none was.
    """
    name = found.slots.get("name", "").strip(QUOTES + STOPS)
    if name:
        return {"project": name}
    call = request.just_called
    if call is None or call.name not in TOOLS or not isinstance(call.result, Mapping):
        return None if "it" in found.slots else {}
    result = cast("Mapping[str, Any]", call.result)
    which = result.get("projectOf", result.get("id"))
    return {"project": which} if isinstance(which, str) else {}


def _asked_back(request: Request, tool: str) -> PastCall | None:
    call = request.asked_back
    return call if call is not None and call.name == tool and isinstance(call.why, Reason) else None


def _code(call: PastCall) -> object:
    return None if call.why is None else call.why.code


def _is_answer(request: Request) -> bool:
    return len(request.text) <= LONGEST_ANSWER and not request.text.strip().endswith("?")


def _answered(request: Request, field: str, call: PastCall) -> dict[str, Any] | None:
    """Return the arguments of a call with the project or the name that a message says, which was asked for."""
    if not _is_answer(request) or agrees(request.text):
        return None
    said = without_courtesies(request.text).strip(STOPS)
    name = "name" if call.name == "createProject" else field
    if call.why is not None and call.why.code == ProjectReason.WHICH_PROJECT:
        shown = str(call.why.values["projects"]).split(SHOWN_BETWEEN)
        if (project := picked(said, shown)) is not None:
            return {**call.arguments, name: project}
    if place_in(said) is not None:
        return None
    found = _read("answer", said)
    value = "" if found is None else found.slots["name"].strip(QUOTES + STOPS)[:LONGEST_NAME]
    return {**call.arguments, name: value} if value else None


def _undone(request: Request, tool: str) -> Mapping[str, Any] | None:
    """Return the result of a call of this tool that a message asks to take back; None for something else."""
    call = request.just_called
    if call is None or call.name != tool or not undoes(request.text) or not isinstance(call.result, Mapping):
        return None
    return cast("Mapping[str, Any]", call.result)


def _listed(said: str, request: Request) -> str | None:
    """Return the title of what "the second one" means in a list that was just told; None for something else."""
    call = request.just_called
    if call is None or place_in(said) is None or not isinstance(call.result, Mapping):
        return None
    for listed in cast("Mapping[str, Any]", call.result).values():
        if isinstance(listed, Sequence) and not isinstance(listed, str) and listed:
            titles = [each.get("title") for each in listed if isinstance(each, Mapping)]
            if all(isinstance(title, str) for title in titles) and titles:
                return picked(said, cast("list[str]", titles))
    return None
