"""How what is remembered is said, in English and Spanish."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import re2

from bailiwick.features.memory.records import PERSON
from bailiwick.features.memory.wordings import said_relation
from bailiwick.tools.phrases import fold, joined, plain
from bailiwick_router.core.language import Language

MAX_FACTS = 8
"""Facts of one entity that an answer tells."""
MARKS: dict[Language, str] = {
    "en": " (unchecked: written after reading others' words)",
    "es": " (sin comprobar: leído de terceros)",
}
TO_YOU = {
    "my": "your",
    "our": "your",
    "i": "you",
    "we": "you",
    "i'm": "you're",
    "im": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "am": "are",
    "me": "you",
    "myself": "yourself",
    "mine": "yours",
    "mi": "tu",
    "mis": "tus",
    "nuestro": "vuestro",
    "nuestra": "vuestra",
}
"""Words of the person about themselves, and how they are told to the person."""
FIRST_TO_YOU = {
    "me": "te",
    "soy": "eres",
    "estoy": "estás",
    "tengo": "tienes",
    "vivo": "vives",
    "trabajo": "trabajas",
    "prefiero": "prefieres",
    "odio": "odias",
    "necesito": "necesitas",
    "quiero": "quieres",
    "nací": "naciste",
    "llamo": "llamas",
    "yo": "tú",
}
"""The same of Spanish sentences, as far as they begin so."""
SPANISH_START = re2.compile(
    r"(?:(?:yo|no|me|mis?|soy|estoy|tengo|vivo|trabajo|prefiero|odio|necesito|quiero|naci|nuestr[oa])\b)"
)
BEGINS_WITH_VERB = re2.compile(
    r"(?:(?:no longer|no|never|nunca|ya no) )?(?:[a-z']+(?:s|n't|ed)|is|are|was|were|has|have|had|can|will"
    r"|es|son|esta|estan|tiene|vive|dirige|odia|estudia|nacio|conoce|trabaja|le gustan?|prefiere|necesita|quiere"
    r"|cuesta|usa|habla|era|fue|se llaman?)\b.*"
)
"""What is known of something as its predicate, so that its name before it makes a sentence."""


def to_you(text: str) -> str:
    """Return what the person has said of themselves as it is said to them: "your name is Bob" for "my name is Bob"."""
    words = text.split(" ")
    spanish = SPANISH_START.match(fold(text)) is not None
    changed: list[str] = []
    for number, word in enumerate(words):
        low = word.lower()
        early = spanish and number < 2
        other = FIRST_TO_YOU.get(low) if early and low in FIRST_TO_YOU else None
        if other is None and not (spanish and low in ("me", "am", "i")):
            other = TO_YOU.get(low)
        changed.append(other or word)
    return " ".join(changed)


def fact_about(about: str, content: str) -> str:
    """Return a fact of someone or something with its name before it."""
    return f"{about} {content}" if BEGINS_WITH_VERB.fullmatch(fold(content)) else f"{about}: {content}"


def sentence(about: str, content: str, *, tainted: bool = False, language: Language = "en") -> str:
    """Return one fact as a sentence: of the person to the person, of others by their names."""
    said = to_you(content) if about == PERSON else fact_about(about, content)
    said = said[:1].upper() + said[1:]
    return f"{said.rstrip('.')}{MARKS[language] if tainted else ''}."


@dataclass(frozen=True, slots=True)
class ToldFact:
    """One fact of what was recalled, as it is said."""

    text: str
    ids: Sequence[str] = ()
    """Of the observations and relations that say it; none where what was recalled has none."""


def facts_told(result: Mapping[str, Any], language: Language) -> list[ToldFact]:
    """Return what `recall` found as it is told: what answers the question, else all that is known."""
    return sentences_told(result, language) or lines_told(result, language)


def sentences_told(result: Mapping[str, Any], language: Language) -> list[ToldFact]:
    """Return the facts that answer a question, as sentences: who or what is related so, or what has all its words; also
    the one fact that is known of an entity."""
    return _related(result, language) or _answering(result, language)


def lines_told(result: Mapping[str, Any], language: Language) -> list[ToldFact]:
    """Return what is known of the entities that were found, a line for each fact."""
    return [line for entity in result["entities"] for line in _lines(entity, result["about"], language)]


def _related(result: Mapping[str, Any], language: Language) -> list[ToldFact]:
    told: list[ToldFact] = []
    for each in result.get("related") or ():
        if each["from"] == PERSON:
            said = sentence(PERSON, each["said"], tainted=each["tainted"], language=language)
        else:
            relation = said_relation(each["relationType"], language)
            name = each["from"][:1].upper() + each["from"][1:]
            said = f"{name} {relation} {each['to']}{_mark(each, language)}."
        told.append(ToldFact(said, each.get("ids", ())))
    return told


def _answering(result: Mapping[str, Any], language: Language) -> list[ToldFact]:
    own = [entity for entity in result["entities"] if plain(entity["name"]) == plain(result["about"])]
    if own and own[0]["name"] != PERSON and len(own[0]["observations"]) == 1 and not own[0]["relations"]:
        return [_said(own[0], own[0]["observations"][0], language)]
    if own:
        return []
    return [
        _said(entity, each, language)
        for entity in result["entities"]
        for each in entity["observations"]
        if each.get("answers")
    ]


def _said(entity: Mapping[str, Any], fact: Mapping[str, Any], language: Language) -> ToldFact:
    said = sentence(entity["name"], fact["content"], tainted=fact["tainted"], language=language)
    same = [each for each in entity["relations"] if _says(each) == plain(f"{entity['name']} {fact['content']}")]
    return ToldFact(said, _ids(fact, *same))


def _lines(entity: Mapping[str, Any], about: str, language: Language) -> list[ToldFact]:
    name, person, only_fitting = name_of(entity["name"], language), entity["name"] == PERSON, about != entity["name"]
    facts = [each for each in entity["observations"] if each["fits"] or not only_fitting or not person]
    told: dict[str, tuple[str, list[Mapping[str, Any]]]] = {}
    for each in facts:
        said = f"{'' if person else name + ': '}{each['content']}{_mark(each, language)}"
        told.setdefault(plain(f"{entity['name']} {each['content']}"), (said, []))[1].append(each)
    shown = list(told.values())[:MAX_FACTS]
    for each in entity["relations"]:
        if (same := told.get(_says(each))) is not None:
            same[1].append(each)
        else:
            shown.append((f"{each['from']} {each['relationType']} {each['to']}{_mark(each, language)}", [each]))
    found = [ToldFact(said, _ids(*things)) for said, things in shown]
    more = entity["moreObservations"] + max(len(told) - MAX_FACTS, 0)
    if more and not only_fitting:
        found.append(ToldFact(f"… y {more} más" if language == "es" else f"… and {more} more"))
    return found


def _says(relation: Mapping[str, Any]) -> str:
    return plain(f"{relation['from']} {relation['relationType']} {relation['to']}")


def _ids(*things: Mapping[str, Any]) -> Sequence[str]:
    return [each["id"] for each in things if "id" in each]


def _mark(thing: Mapping[str, Any], language: Language) -> str:
    return MARKS[language] if thing.get("tainted") else ""


def name_of(name: str, language: Language) -> str:
    """Return how an entity is called; the person is "you"."""
    return ("tú" if language == "es" else "you") if name == PERSON else name


def spoken(about: str, language: Language) -> str:
    """Return whom or what something is about, in a sentence after "about"."""
    return ("ti" if language == "es" else "you") if about == PERSON else about


def nothing(about: str, language: Language) -> str:
    """Return that nothing is remembered about something."""
    about = spoken(about, language)
    if about[:1].islower() and about not in ("you", "ti"):
        return (
            f"No recuerdo nada de eso («{about}»)." if language == "es" else f'I remember nothing of that ("{about}").'
        )
    return f"No recuerdo nada sobre {about}." if language == "es" else f"I remember nothing about {about}."


def remembered(result: Mapping[str, Any], language: Language) -> str:
    """Return what is remembered now, and how that is taken back."""
    facts: Sequence[Mapping[str, Any]] = result.get("facts") or [result]
    said = [each["fact"] if each["about"] == PERSON else fact_about(each["about"], each["fact"]) for each in facts]
    told, new = "; ".join(said), any(each["new"] for each in facts)
    if language == "es":
        return f"Lo recordaré: {told}. Di «deshacer» si no quieres." if new else f"Ya lo sabía: {told}."
    return f'I will remember: {told}. Say "undo" to take that back.' if new else f"I knew that already: {told}."


def forgotten(result: Mapping[str, Any], language: Language) -> str:
    """Return what is gone for good, and what still holds it."""
    if language == "es":
        text = f"Olvidado para siempre: {joined(result['forgotten'], 'y')}."
        rest = " Los mensajes de la conversación en que me lo dijiste siguen ahí; bórrala si tampoco deben quedar."
    else:
        text = f"Forgotten for good: {joined(result['forgotten'], 'and')}."
        rest = " The messages in which you told me are still there; delete that conversation if they should go too."
    return text + rest if result["executions"] else text
