"""How requests about memory are read and answered without a language model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import re2

from bailiwick.features.memory.answers import (
    facts_told,
    forgotten,
    lines_told,
    name_of,
    nothing,
    remembered,
    sentence,
    sentences_told,
    spoken,
)
from bailiwick.features.memory.facts import facts_of
from bailiwick.features.memory.records import PERSON
from bailiwick.features.memory.wordings import (
    MUTUAL,
    SENTENCES,
    ToldRelation,
    content_words,
    meaning_of,
    name_known,
    of_person,
    relation_in,
    telling,
    without_article,
)
from bailiwick.kernel.known import KnownFact
from bailiwick.tools.near_names import all_chosen, chosen, is_not_there, quoted
from bailiwick.tools.phrases import fold, joined, plain, undoes
from bailiwick.tools.records import PastCall, Recognition, Request
from bailiwick.tools.sentences import SentenceReading
from bailiwick_router.clauses import is_request
from bailiwick_router.core.language import ENGLISH, SPANISH, Language, detect_language

MAX_REQUEST = 2_000
"""Longest request read as one about memory, in characters."""
ASKED = 0.97
"""Confidence of what says that it is about memory, or about what is remembered."""
KNOWN = 0.95
"""Confidence of a question about what is remembered by its name, and that is answered by a relation of it."""
OF_ME_KNOWN = 0.8
"""Confidence of a question about the person that a remembered fact answers."""
TOLD = 0.6
"""Confidence of another question all words of which are in a remembered fact: tools for its subject come first."""
NAMED = 0.6
"""Confidence of a question about something that is remembered, though not what is asked of it."""
MOST_NAMES = 3
"""Words of a name of which nothing is known."""
MOST_ASKED = 8
"""Words of a question about the person; longer ones ask for more than a fact."""
LAST_RESORT = 0.4
"""Confidence of a question about the person of which nothing is remembered: whatever else reads it comes first."""
ME = re2.compile(r"(?:me|myself|us|i|mi|mi mism[oa]|nosotros|nosotras|yo)")
MINE = re2.compile(r"(?:my|our|mi|mis|nuestro|nuestra|nuestros|nuestras) ")


class RememberReader:
    """Reads "remember that …", "store in the knowledge graph: …" and "my name is …"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the fact and what it is about; of several in one sentence the others as `more`."""
        request = _of_memory(request)
        told = _told(request)
        if told is None:
            return None
        fact, confidence = told
        first, *more = [_with_known_names(each, request.known) for each in facts_of(fact)]
        return Recognition(arguments={**first, "more": more} if more else first, confidence=confidence)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is remembered now, and how that is taken back."""
        del arguments
        return remembered(result, language)


class RecallReader:
    """Reads "what do you remember about …", and questions that something remembered answers."""

    def read(self, request: Request) -> Recognition | None:
        """Return what it is about, and which relation is asked for, if one is."""
        request = _of_memory(request)
        return (
            _asked_for_relation(request)
            or _asked_outright(request)
            or _asked_of_me(request)
            or _asked_about_known(request)
            or _asked_of_known(request)
        )

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the facts found, the fitting ones first."""
        del arguments
        if told := sentences_told(result, language):
            return told[0].text if len(told) == 1 else "\n".join(f"- {each.text}" for each in told)
        found = lines_told(result, language)
        if not found:
            return nothing(result["about"], language)
        about = spoken(result["about"], language)
        heading = f"Esto recuerdo sobre {about}:" if language == "es" else f"This is what I remember about {about}:"
        return "\n".join([heading, "", *(f"- {each.text}" for each in found)])


class ForgetReader:
    """Reads "forget that …", "forget what I told you about …" and, right after it was told, "forget that"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what is to be forgotten."""
        request = _of_memory(request)
        if meant := chosen(request, "forget") or all_chosen(request, "forget"):
            first, *further = [{"what": each} for each in ([meant] if isinstance(meant, str) else meant)]
            return Recognition(arguments=first, further=further, confidence=ASKED)
        if _read(request, "forget_last"):
            return _forget_told(request.just_called)
        if found := _read(request, "forget"):
            what = _bare(found.slots["what"])
            return Recognition(arguments={"what": _known_or(request, what)}, confidence=ASKED) if what else None
        found = _read(request, "forget_known")
        what = _bare(found.slots["what"]) if found else ""
        if not what:
            return None
        name = name_known(request.known, what)
        known = name is not None or bool(telling(request.known, what))
        return Recognition(arguments={"what": name or what}, confidence=KNOWN if known else LAST_RESORT)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what is gone, and what still holds it; or which facts may be meant."""
        del arguments
        if is_not_there(result) and result["near"]:
            return _which(result, language)
        if not result["forgotten"]:
            what = spoken(result["what"], language)
            return f"No recordaba nada sobre {what}." if language == "es" else f"I remembered nothing about {what}."
        return forgotten(result, language)


class SummaryReader:
    """Reads "what is in the knowledge graph?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return no arguments."""
        return None if _read(request, "summary") is None else Recognition(arguments={}, confidence=ASKED)

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
        lines = [f"- {name_of(each['name'], language)} ({each['entityType']})" for each in result["bestConnected"]]
        for each in result["contradictions"]:
            says = joined([f"“{one}”" for one in each["says"]], "y" if spanish else "and")
            lines.append(f"- {'Se contradicen' if spanish else 'These disagree'}: {says}")
        return "\n".join([text, "", *lines])


class UndoReader:
    """Reads "undo the last change of the memory"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which change; a bare "undo that" or "forget that" is meant right after something was remembered."""
        just = request.just_called
        if undoes(request.text) or _read(request, "forget_last"):
            if just is None or just.name != "remember" or not just.result.get("new"):
                return None
            change = just.result.get("change")
            return Recognition(arguments={"change": change} if change else {}, confidence=ASKED)
        return None if _read(request, "undo") is None else Recognition(arguments={}, confidence=ASKED)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return what was taken back."""
        del arguments
        names = joined([name_of(each, language) for each in result["entities"]], "y" if language == "es" else "and")
        if language == "es":
            return (
                f"He deshecho el último cambio de la memoria ({names})." if names else "He deshecho el último cambio."
            )
        return f"The last change of the memory is undone ({names})." if names else "The last change is undone."


def with_answers(text: str, facts: Sequence[KnownFact]) -> list[KnownFact]:
    """Return facts that fit a message, those that answer what it asks with how they are told."""
    language = detect_language(text)
    asked = RecallReader().read(Request(text=text, language=language, known=facts))
    if asked is None or asked.confidence < TOLD:
        return list(facts)
    about, relation = asked.arguments["about"], asked.arguments.get("relation")
    if relation is not None:
        end = asked.arguments.get("end")
        told = [fact for fact in facts if _relates(fact, about, relation, end)]
    else:
        told = [fact for fact in facts if fact.about and plain(fact.about) == plain(about)]
        told = told or telling(of_person(facts) if about == PERSON else facts, about)
    return [
        replace(fact, answer=sentence(fact.about or PERSON, fact.text, tainted=fact.tainted, language=language))
        if fact in told
        else fact
        for fact in facts
    ]


def _which(result: Mapping[str, Any], language: Language) -> str:
    asked, names = result["asked"], quoted(result["near"], language)
    if language == "es":
        head = f"No recuerdo nada que diga justo «{asked}»; se olvidaría para siempre, así que pregunto:"
        rest = " Di cuál, o «todos»." if len(names) > 1 else ""
        return f"{head} ¿quieres decir {joined(names, 'o')}?{rest}"
    head = f'Nothing that I remember says just "{asked}"; it would be forgotten for good, so I ask:'
    rest = ' Say which, or "all of them".' if len(names) > 1 else ""
    return f"{head} do you mean {joined(names, 'or')}?{rest}"


def _of_memory(request: Request) -> Request:
    """Return a request with what memory has recalled alone."""
    return replace(request, known=[fact for fact in request.known if not fact.kept_in])


def _read(request: Request, intent: str) -> SentenceReading | None:
    return None if len(request.text) > MAX_REQUEST else SENTENCES.read(intent, request.core)


def _told(request: Request) -> tuple[str, float] | None:
    """Return the sentence that is to be remembered, and how sure it is that it is."""
    if found := _read(request, "remember"):
        fact = (found.slots.get("fact") or found.slots.get("of_me") or "").strip(" .!:,")
        return (fact, ASKED) if fact else None
    if found := _read(request, "introduced"):
        name = found.slots["name"]
        if any(plain(word) in ENGLISH | SPANISH for word in name.split()):
            return None
        return (f"me llamo {name}" if found.language == "es" else f"my name is {name}"), KNOWN
    found = _read(request, "told_and_remembered")
    if found and (fact := found.slots["fact"].strip(" .!:,")) and not fact.endswith("?") and not is_request(fact):
        return fact, KNOWN
    if request.told and _read(request, "remember_that"):
        return request.told.strip(" .!:,"), ASKED
    if _read(request, "told_of_me"):
        return request.core.strip(" .!:,"), KNOWN
    return None


def _with_known_names(fact: Mapping[str, Any], known: Sequence[KnownFact]) -> dict[str, Any]:
    """Return a fact with the names under which what it is about is remembered already."""
    names = {key: name_known(known, fact[key]) for key in ("about", "to") if fact.get(key)}
    return {**fact, **{key: name for key, name in names.items() if name is not None}}


def _asked_for_relation(request: Request) -> Recognition | None:
    """Read "who works at Initech?" and "where does Ana work?", of what is remembered."""
    if found := _read(request, "who_is_related"):
        name, meaning, end = name_known(request.known, found.slots["to"]), found.slots["relation"], "subject"
    elif found := _read(request, "related_to_whom"):
        slots = found.slots
        subject = slots.get("subject", "yo")
        meaning, end = slots.get("place") or slots.get("does") or "is married to", "object"
        name = PERSON if ME.fullmatch(plain(subject)) else name_known(request.known, subject)
    else:
        return None
    if name is None:
        return None
    asked = {} if meaning in MUTUAL else {"end": end}
    told = any(_relates(fact, name, meaning, asked.get("end")) for fact in request.known)
    if name == PERSON and not told:
        return None
    return Recognition(arguments={"about": name, "relation": meaning, **asked}, confidence=KNOWN if told else NAMED)


def _relates(fact: KnownFact, name: str, meaning: str, end: str | None) -> bool:
    """Whether a fact tells who or what is related so to this name, at the end that is asked for, or at either."""
    told = ToldRelation(meaning_of(fact.relation), fact.to) if fact.relation else relation_in(fact.text)
    if told is None or told.meaning != meaning:
        return False
    begins, ends = (fact.about or PERSON) == name, plain(name) in plain(told.to)
    return (begins and end != "subject") or (ends and end != "object")


def _asked_outright(request: Request) -> Recognition | None:
    """Read "what do you remember about Ana?", whether or not anything is."""
    found = _read(request, "recall")
    if found is None:
        return None
    return Recognition(arguments={"about": _about(request, found.slots["about"])}, confidence=ASKED)


def _asked_of_me(request: Request) -> Recognition | None:
    """Read "what is my favourite colour?", and "what am I allergic to?" if that is remembered."""
    what_i = _read(request, "asked_what_i")
    if what_i is not None and telling(of_person(request.known), what_i.slots.get("about") or request.core):
        about = _bare(what_i.slots.get("about") or request.core)
        return Recognition(arguments={"about": about}, confidence=OF_ME_KNOWN)
    found = _read(request, "asked_of_me")
    if found is None or len(content_words(found.slots["about"])) > MOST_ASKED:
        return None
    about = _bare(found.slots["about"])
    known = telling(of_person(request.known), about) or telling(request.known, about)
    return Recognition(arguments={"about": about}, confidence=OF_ME_KNOWN if known else LAST_RESORT)


def _asked_about_known(request: Request) -> Recognition | None:
    """Read "what do you know about Ana?", and "who is Ana?" if something is known of her."""
    outright = _read(request, "about_known")
    found = outright or _read(request, "about_named")
    if found is None:
        return None
    about = _bare(found.slots["about"])
    if outright and ME.fullmatch(plain(about)):
        return Recognition(arguments={"about": PERSON}, confidence=KNOWN)
    if name := name_known(request.known, about):
        return Recognition(arguments={"about": name}, confidence=KNOWN if outright else NAMED)
    if outright and MINE.match(fold(about)):
        return Recognition(arguments={"about": _about(request, about)}, confidence=KNOWN)
    if _told_of(request, about, least=1 if outright else 2):
        return Recognition(arguments={"about": about}, confidence=TOLD)
    by_name = outright and about[:1].isupper() and len(about.split()) <= MOST_NAMES
    return Recognition(arguments={"about": about}, confidence=LAST_RESORT) if by_name else None


def _asked_of_known(request: Request) -> Recognition | None:
    """Read "what is the server password?" and "when does the plumber come?" if a remembered fact tells that."""
    if len(request.text) > MAX_REQUEST or not request.known:
        return None
    for found in SENTENCES.read_all("asked_of_known", request.core):
        about = _bare(found.slots.get("about") or found.slots["asked"])
        name = name_known(request.known, about)
        if name is not None or _told_of(request, about):
            return Recognition(arguments={"about": name or without_article(about)}, confidence=KNOWN if name else TOLD)
    return None


def _told_of(request: Request, about: str, *, least: int = 2) -> bool:
    """Whether a remembered fact has all words of a question; fewer than `least` would be in too many."""
    return len(content_words(about)) >= least and bool(telling(request.known, about))


def _forget_told(just: PastCall | None) -> Recognition | None:
    """Return what was told last as what is to be forgotten, if that was one fact: of several none is meant for sure."""
    told = facts_told(just.result, "en") if just is not None and just.name == "recall" else []
    if len(told) != 1 or not told[0].ids:
        return None
    return Recognition(arguments={"what": told[0].text.rstrip("."), "ids": list(told[0].ids)}, confidence=ASKED)


def _known_or(request: Request, what: str) -> str:
    return name_known(request.known, what) or what


def _bare(text: str) -> str:
    return text.strip(" .?!:,\"'“”«»")


def _about(request: Request, text: str) -> str:
    """Return whom or what a question is about: the person, a name as it is remembered, or words without "my"."""
    text = _bare(text)
    if ME.fullmatch(fold(text)):
        return PERSON
    mine = MINE.match(fold(text))
    return name_known(request.known, text) or (text[mine.end() :] if mine else text)
