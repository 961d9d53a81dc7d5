"""How requests to a resident to write, to open groups and to create others are recognised without a model."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import re2

from bailiwick.features.swarm.names import LONGEST_NAME
from bailiwick.people.records import PERSON
from bailiwick.tools.phrases import fold, read
from bailiwick.tools.records import Recognition, Request
from bailiwick.tools.sentences import Sentences
from bailiwick_router.core.language import Language

LONGEST = 20_000
"""Longest request that is read, in characters."""

ASK = re2.compile(
    r"(?:and |then |now )?(?:ask|have|let|get)\s+"
    r"|(?:y |luego |ahora )?(?:preguntale|preguntele|pregunta|preguntar|pidele|pidale|pide|pedir)\s+(?:a |al |a la )?"
)
TELL = re2.compile(
    r"(?:and |then |now )?(?:tell|inform|message|write(?: a mail)? to|send(?: a mail| a message)? to|send)\s+"
    r"|(?:y |luego |ahora )?(?:dile|digale|di|escribele|escribe(?: un correo| un mensaje)?"
    r"|enviale|envia(?: un correo| un mensaje)?|manda(?: un correo| un mensaje)?|informa)\s+(?:a |al |a la )?"
)
GROUP = re2.compile(
    r"(?:the )?(?:group|room|team|everyone in|everybody in|all of)\s+(?:called |named )?"
    r"|(?:al |el |a la |la )?(?:grupo|sala|equipo|todos en|todos los de)\s+(?:llamado |llamada )?"
)
LEAD = re2.compile(r"(?i)[\s:,–-]*(?:(?:to|for|that|about|por|que|para que|para|de que|sobre)\b[\s:,–-]*)?")
"""Matched against the text as it is spelled: "qué" begins a question and stays."""
NOBODY = re2.compile(
    r"(?:.* )?(?:note|list|file|document|table|group|room|event|reminder|task|plan|nota|lista|archivo|documento|tabla"
    r"|grupo|sala|evento|recordatorio|tarea)"
)
"""What is created under a name and is no resident."""
CREATED = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:create|make|add|hire|spawn)(?: me| us)? (?:an?|another|a new|the) (?P<role>[^:,\n]{2,60}?),?"
        r" (?:called|named) (?P<name>[^\s:,.;]{1,40})(?:[\s,:]+(?:who|that|to|which)?[\s:]*(?P<guidance>(?s:.+)))?",
        r"(?:crea|crear|creame|haz|anade|contrata) (?:un|una|otro|otra|un nuevo|una nueva) (?P<role>[^:,\n]{2,60}?),?"
        r" (?:llamad[oa]|que se llame) (?P<name>[^\s:,.;]{1,40})"
        r"(?:[\s,:]+(?:que|para que|para)?[\s:]*(?P<guidance>(?s:.+)))?",
        r"(?:create|make|add|hire|spawn)(?: me| us)? (?:an?|another|a new) (?P<role>resident|researcher|writer|reviewer"
        r"|critic|builder|planner|assistant|editor|tester|translator)"
        r"(?:[\s,:]+(?:who|that|to|which)[\s:]*(?P<guidance>(?s:.+)))?",
        r"(?:crea|crear|creame|haz|anade|contrata) (?:un|una|otro|otra) (?P<role>residente|investigador|investigadora"
        r"|escritor|escritora|revisor|revisora|critico|critica|constructor|constructora|asistente|editor|editora"
        r"|traductor|traductora)(?:[\s,:]+(?:que|para que|para)[\s:]*(?P<guidance>(?s:.+)))?",
    )
)
PEOPLE = ("the person", "person", "the user", "la persona", "persona")
SENTENCES = Sentences(files("bailiwick.features.swarm") / "sentences")
AND = re2.compile(r"(?i)\s*(?:,|&|\band\b|\by a\b|\by\b|\be\b)\s*")
"""Between the names of members."""

ASKED: Mapping[Language, str] = {"en": "I have asked {to}: {content}", "es": "He preguntado a {to}: {content}"}
TOLD: Mapping[Language, str] = {"en": "I have written to {to}.", "es": "He escrito a {to}."}
MADE: Mapping[Language, str] = {
    "en": "I have created {name} ({role}). It sleeps until somebody writes to it.",
    "es": "He creado a {name} ({role}). Duerme hasta que alguien le escriba.",
}
THE_PERSON: Mapping[Language, str] = {"en": "the person", "es": "la persona"}
IN_GROUP: Mapping[Language, str] = {
    "en": "In the group {group} are now {members}.",
    "es": "En el grupo {group} están ahora {members}.",
}


@dataclass(frozen=True, slots=True)
class Passing:
    """An answer that is to be passed on to whoever asked."""

    to: str
    content: str


class SendRecogniser:
    """Reads "ask Ben what time it is in Tokyo", and passes on the answer to a question that was passed on."""

    def __init__(self, names: Sequence[str], passing: Passing | None) -> None:
        """`names` are those of the other residents."""
        self._names = _longest_first([*names, *PEOPLE])
        self._passing = passing

    def read(self, request: Request) -> Recognition | None:
        """Return to whom to write what; None if the text asks for no mail."""
        passing = self._passing
        if passing is not None and request.text.strip() and _words(passing.content).endswith(_words(request.text)):
            passed = {"to": passing.to, "content": passing.content, "expects_reply": False}
            return Recognition(arguments=passed, confidence=0.995)
        text = _text(request)
        for verb, expects in ((ASK, True), (TELL, False)):
            found = verb.match(fold(text))
            named = None if found is None else _named(text[found.end() :], self._names)
            if named is None:
                continue
            name, content = named
            to = PERSON if fold(name) in PEOPLE else name
            return Recognition(arguments={"to": to, "content": content, "expects_reply": expects}, confidence=0.99)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "I have asked Ben: …" or the like."""
        words = ASKED if arguments.get("expects_reply") else TOLD
        return words[language].format(to=result["to"], content=arguments["content"])


class GroupRecogniser:
    """Reads "tell the group Team that we meet at five"."""

    def __init__(self, groups: Sequence[str]) -> None:
        self._groups = _longest_first(groups)

    def read(self, request: Request) -> Recognition | None:
        """Return to which group to write what; None if the text names none."""
        text = _text(request)
        for verb in (ASK, TELL):
            found = verb.match(fold(text))
            if found is None:
                continue
            rest = text[found.end() :]
            group = GROUP.match(fold(rest))
            named = None if group is None else _named(rest[group.end() :], self._groups)
            if named is not None:
                return Recognition(arguments={"group": named[0], "content": named[1]}, confidence=0.992)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "I have written to Team." or the like."""
        return TOLD[language].format(to=arguments["group"])


class CreateRecogniser:
    """Reads "create a researcher called Ben who looks things up"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what to create; None if the text asks for no resident."""
        found = read(CREATED, _text(request))
        if found is None or NOBODY.fullmatch(fold(found["role"])):
            return None
        role = found["role"].strip()
        arguments = {"role": role, "guidance": (found.get("guidance") or f"You are the {role}.").strip()}
        if found.get("name"):
            arguments["name"] = found["name"].strip(" \"'“”«»")
        return Recognition(arguments=arguments, confidence=0.99)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "I have created Ben (researcher)." or the like."""
        return MADE[language].format(name=result["name"], role=result["role"])


class CreateGroupRecogniser:
    """Reads "open a group called Menu with Ben and Ana"; without a name it is called as those in it."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` are those of the other residents."""
        self._names = names

    def read(self, request: Request) -> Recognition | None:
        """Return the group to open; None if the text asks for none, or names somebody who is not here."""
        for found in SENTENCES.read_all("create_group", _text(request)):
            members = _members(found.slots["members"], self._names)
            if members:
                others = [member for member in members if member != PERSON]
                name = found.slots.get("name", "").strip(" \"'“”«»") or ", ".join(others)[:LONGEST_NAME].strip(" ,")
                if not name:
                    continue
                return Recognition(arguments={"name": name, "members": members}, confidence=0.99)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "In the group Menu are now Ana, Ben." or the like."""
        members = [THE_PERSON[language] if member == PERSON else member for member in result["members"]]
        return IN_GROUP[language].format(group=result["group"], members=", ".join(members))


class InviteRecogniser(CreateGroupRecogniser):
    """Reads "add Ben to the group Menu"."""

    def __init__(self, names: Sequence[str], groups: Sequence[str]) -> None:
        super().__init__(names)
        self._groups = {fold(group): group for group in groups}

    def read(self, request: Request) -> Recognition | None:
        """Return who joins which group; None if the text names no group of the resident or nobody who is here."""
        for found in SENTENCES.read_all("invite", _text(request)):
            group = self._groups.get(fold(found.slots["group"].strip(" \"'“”«»")))
            members = _members(found.slots["members"], self._names)
            if group is not None and members:
                return Recognition(arguments={"group": group, "members": members}, confidence=0.992)
        return None


def _members(text: str, names: Sequence[str]) -> list[str]:
    """Return the members that a text lists; none where it names anybody else."""
    known = {fold(name): name for name in names} | dict.fromkeys(PEOPLE, PERSON)
    members = [known.get(fold(piece.removeprefix("a ").strip(" \"'“”«»@"))) for piece in AND.split(text) if piece]
    return [member for member in members if member] if all(members) else []


def _text(request: Request) -> str:
    return request.core if len(request.text) <= LONGEST else ""


def _words(text: str) -> str:
    return " ".join(text.split())


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted({unicodedata.normalize("NFC", name) for name in names}, key=len, reverse=True)


def _named(text: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Return the name with which a text begins, and what follows it; None if it begins with none."""
    start = len(text) - len(text.lstrip(" \"'“«"))
    folded = fold(text)
    for name in names:
        end = start + len(name)
        if folded[start:end] == fold(name) and not folded[end : end + 1].isalnum():
            after = text[end:].lstrip("\"'”»")
            lead = LEAD.match(after)
            content = after[lead.end() if lead else 0 :].strip()
            return (name, content) if content else None
    return None
