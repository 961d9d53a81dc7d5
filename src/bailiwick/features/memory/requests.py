"""How requests about memory are read and answered without a language model."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.features.memory.facts import facts_of
from bailiwick.features.memory.phrases import (
    ASKED_OF_ME,
    FORGOTTEN,
    ME,
    MINE,
    NOTHING_TO_FORGET,
    RECALLED,
    REMEMBERED,
    SUMMARISED,
    UNDONE,
)
from bailiwick.features.memory.records import PERSON
from bailiwick.tools.near_names import all_chosen, chosen, is_not_there, quoted
from bailiwick.tools.phrases import Pattern, core_of, fold, joined, plain, read, undoes
from bailiwick.tools.records import Recognition, Request
from bailiwick_router.core.language import Language

MAX_REQUEST = 2_000
"""Longest request read as one about memory, in characters."""
MAX_FACTS = 8
"""Facts of one entity that an answer tells."""


class RememberReader:
    """Reads "remember that …" and "store in the knowledge graph: …"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the fact and what it is about."""
        found = _read(request, REMEMBERED)
        if found is None or not (fact := found["fact"].strip(" .!:,")):
            return None
        first, *further = facts_of(fact)
        return Recognition(arguments=first, further=further, confidence=0.97)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is remembered now."""
        about, fact = result["about"], result["fact"]
        said = fact if about == PERSON else f"{about}: {fact}"
        if language == "es":
            return f"Lo recordaré: {said}." if result["new"] else f"Ya lo sabía: {said}."
        return f"I will remember: {said}." if result["new"] else f"I knew that already: {said}."


class RecallReader:
    """Reads "what do you remember about …"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what it is about."""
        found, confidence = _read(request, RECALLED), 0.96
        if found is None:
            # Any tool that can answer it otherwise comes first.
            found, confidence = _read(request, ASKED_OF_ME), 0.4
        if found is None:
            return None
        return Recognition(arguments={"about": _about(found["about"])}, confidence=confidence)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the facts found, the fitting ones first."""
        lines: list[str] = []
        for entity in result["entities"]:
            lines += _lines(entity, language, only_fitting=result["about"] != entity["name"])
        about = _spoken(result["about"], language)
        if not lines:
            return f"No recuerdo nada sobre {about}." if language == "es" else f"I remember nothing about {about}."
        heading = f"Esto recuerdo sobre {about}:" if language == "es" else f"This is what I remember about {about}:"
        return "\n".join([heading, "", *lines])


class ForgetReader:
    """Reads "forget that …" and "forget what I told you about …"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what is to be forgotten."""
        if meant := chosen(request, "forget") or all_chosen(request, "forget"):
            first, *further = [{"what": each} for each in ([meant] if isinstance(meant, str) else meant)]
            return Recognition(arguments=first, further=further, confidence=0.97)
        found = _read(request, FORGOTTEN)
        if found is None or NOTHING_TO_FORGET.fullmatch(plain(found["what"])):
            return None
        what = found["what"].strip(" .!:,\"'“”«»")
        return Recognition(arguments={"what": what}, confidence=0.96) if what else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is gone, and what still holds it; or which facts may be meant."""
        if is_not_there(result) and result["near"]:
            return _which(result, language)
        if not result["forgotten"]:
            what = _spoken(result["what"], language)
            return f"No recordaba nada sobre {what}." if language == "es" else f"I remembered nothing about {what}."
        if language == "es":
            text = f"Olvidado para siempre: {joined(result['forgotten'], 'y')}."
            rest = " Los mensajes de la conversación en que me lo dijiste siguen ahí; bórrala si tampoco deben quedar."
        else:
            text = f"Forgotten for good: {joined(result['forgotten'], 'and')}."
            rest = " The messages in which you told me are still there; delete that conversation if they should go too."
        return text + rest if result["executions"] else text


class SummaryReader:
    """Reads "what is in the knowledge graph?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments."""
        return None if _read(request, SUMMARISED) is None else Recognition(arguments={}, confidence=0.96)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the figures and the best-connected entities."""
        spanish = language == "es"
        if not result["entities"]:
            return "La memoria está vacía." if spanish else "The memory is empty."
        counted = (
            (result["entities"], "entidad", "entidades") if spanish else (result["entities"], "entity", "entities"),
            (result["observations"], "hecho", "hechos") if spanish else (result["observations"], "fact", "facts"),
            (result["relations"], "relación", "relaciones")
            if spanish
            else (result["relations"], "relation", "relations"),
        )
        figures = joined(
            [f"{count} {one if count == 1 else many}" for count, one, many in counted], "y" if spanish else "and"
        )
        text = f"El grafo de conocimiento tiene {figures}." if spanish else f"The knowledge graph has {figures}."
        lines = [f"- {_name(each['name'], language)} ({each['entityType']})" for each in result["bestConnected"]]
        for each in result["contradictions"]:
            says = joined([f"“{one}”" for one in each["says"]], "y" if spanish else "and")
            lines.append(f"- {'Se contradicen' if spanish else 'These disagree'}: {says}")
        return "\n".join([text, "", *lines])


class UndoReader:
    """Reads "undo the last change of the memory"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments; a bare "undo that" is meant right after something was remembered."""
        just = request.just_called
        if undoes(request.text):
            meant = just is not None and just.name == "remember" and bool(just.result.get("new"))
            return Recognition(arguments={}, confidence=0.96) if meant else None
        return None if _read(request, UNDONE) is None else Recognition(arguments={}, confidence=0.96)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what was taken back."""
        names = joined([_name(each, language) for each in result["entities"]], "y" if language == "es" else "and")
        if language == "es":
            return (
                f"He deshecho el último cambio de la memoria ({names})." if names else "He deshecho el último cambio."
            )
        return f"The last change of the memory is undone ({names})." if names else "The last change is undone."


def _which(result: Mapping[str, Any], language: Language) -> str:
    asked, names = result["asked"], quoted(result["near"], language)
    if language == "es":
        head = f"No recuerdo nada que diga justo «{asked}»; se olvidaría para siempre, así que pregunto:"
        rest = " Di cuál, o «todos»." if len(names) > 1 else ""
        return f"{head} ¿quieres decir {joined(names, 'o')}?{rest}"
    head = f'Nothing that I remember says just "{asked}"; it would be forgotten for good, so I ask:'
    rest = ' Say which, or "all of them".' if len(names) > 1 else ""
    return f"{head} do you mean {joined(names, 'or')}?{rest}"


def _read(request: Request, patterns: Sequence[Pattern]) -> Mapping[str, str] | None:
    if len(request.text) > MAX_REQUEST:
        return None
    return read(patterns, core_of(request.text))


def _about(text: str) -> str:
    """Return whom or what a question is about: the person, or words without "my"."""
    text = text.strip(" .?!:,\"'“”«»")
    folded = fold(text)
    if ME.fullmatch(folded):
        return PERSON
    mine = MINE.match(folded)
    return text[mine.end() :] if mine else text


def _lines(entity: Mapping[str, Any], language: Language, *, only_fitting: bool) -> list[str]:
    name, person = _name(entity["name"], language), entity["name"] == PERSON
    facts = [each for each in entity["observations"] if each["fits"] or not only_fitting or not person]
    marks = {"es": " (sin comprobar: leído de terceros)", "en": " (unchecked: written after reading others' words)"}
    lines = [
        f"- {'' if person else name + ': '}{each['content']}{marks[language] if each['tainted'] else ''}"
        for each in facts[:MAX_FACTS]
    ]
    told = {plain(f"{entity['name']} {each['content']}") for each in facts}
    for each in entity["relations"]:
        sentence = f"{each['from']} {each['relationType']} {each['to']}"
        if plain(sentence) not in told:
            lines.append(f"- {sentence}")
    more = entity["moreObservations"] + max(len(facts) - MAX_FACTS, 0)
    if more and not only_fitting:
        lines.append(f"- … {'y' if language == 'es' else 'and'} {more} {'más' if language == 'es' else 'more'}")
    return lines


def _name(name: str, language: Language) -> str:
    return ("tú" if language == "es" else "you") if name == PERSON else name


def _spoken(about: str, language: Language) -> str:
    return ("ti" if language == "es" else "you") if about == PERSON else about
