"""The sentence templates of memory, and what relations mean in either language."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import zip_longest

from bailiwick.features.memory.ranking import words_of
from bailiwick.features.memory.records import PERSON
from bailiwick.kernel.known import KnownFact
from bailiwick.tools.meanings import mean_the_same, same_meaning
from bailiwick.tools.phrases import plain
from bailiwick.tools.sentences import Sentences
from bailiwick_router.core.language import ENGLISH, SPANISH, Language

SENTENCES = Sentences(files("bailiwick.features.memory") / "sentences")

TYPES = {
    "works at": ("person", "organisation"),
    "works with": ("person", "person"),
    "lives in": ("person", "place"),
    "is married to": ("person", "person"),
    "knows": ("person", "person"),
    "reports to": ("person", "person"),
    "manages": ("person", "thing"),
    "founded": ("person", "organisation"),
}
"""Types of the two ends of a relation by its meaning, where that tells them."""
MUTUAL = frozenset(("works with", "is married to"))
"""Meanings of relations that hold in both directions."""
SAID: dict[Language, dict[str, str]] = {
    "en": {},
    "es": {
        "works at": "trabaja en",
        "works with": "trabaja con",
        "lives in": "vive en",
        "is married to": "tiene como pareja a",
        "manages": "dirige",
        "reports to": "responde ante",
        "knows": "conoce a",
        "owns": "posee",
        "founded": "fundó",
        "is part of": "es parte de",
        "belongs to": "pertenece a",
        "depends on": "depende de",
        "uses": "usa",
    },
}
"""How a relation is said by its meaning; as the meaning is named where it is not here."""
ARTICLES = frozenset("the a an el la los las un una my our mi mis nuestro nuestra".split())
SHORTEST_STEM = 4
ENDING = 2
"""Letters at the end in which two forms of a word may differ."""


@dataclass(frozen=True, slots=True)
class ToldRelation:
    """A relation that a sentence tells."""

    meaning: str
    to: str


def meaning_of(relation: str) -> str:
    """Return what a relation means, `works at` for "trabaja en"; itself, folded, where that is not known."""
    spelled = plain(relation.replace("_", " "))
    return SENTENCES.meanings["relation"].get(spelled, spelled)


def relation_in(content: str) -> ToldRelation | None:
    """Return the relation that a sentence about something or about the person tells, "I work at Initech"."""
    found = SENTENCES.read("is_related", content)
    if found is None:
        return None
    slots = found.slots
    return ToldRelation(
        slots.get("relation") or slots.get("relation_of_me") or "is married to", slots.get("to") or slots["married_to"]
    )


def said_relation(relation: str, language: Language) -> str:
    """Return a relation in a language, as it is written where it is in none that is known."""
    meaning = meaning_of(relation)
    in_english = language == "en" and any(meaning in said for said in SAID.values())
    return SAID[language].get(meaning) or (meaning if in_english else relation)


def without_article(text: str) -> str:
    """Return a text without "the" or "my" before it."""
    first, _, rest = text.strip().partition(" ")
    return rest.strip() if rest and plain(first) in ARTICLES else text.strip()


def content_words(text: str) -> list[str]:
    """Return the words of a text that carry meaning, folded; all of them where none does."""
    every = words_of(text)
    return [word for word in every if word not in ENGLISH | SPANISH and len(word) > 1] or every


def widened(words: Sequence[str]) -> list[str]:
    """Return folded words with those that mean the same in either language, of each word in turn."""
    in_turn = zip_longest(*(same_meaning(word) for word in words))
    return list(dict.fromkeys([*words, *(other for each in in_turn for other in each if other is not None)]))


def has_words(text: str, words: Sequence[str]) -> bool:
    """Whether a text has every one of these words, in some form."""
    own = words_of(text, most=1000)
    return bool(words) and all(any(alike(word, other) for other in own) for word in words)


def alike(one: str, other: str) -> bool:
    """Whether two folded words are the same but for their endings, `come` and `comes`, or mean the same."""
    if mean_the_same(one, other):
        return True
    shorter = min(len(one), len(other))
    stem = max(SHORTEST_STEM, shorter - ENDING)
    return shorter >= SHORTEST_STEM and abs(len(one) - len(other)) <= ENDING and one[:stem] == other[:stem]


def name_known(known: Sequence[KnownFact], text: str) -> str | None:
    """Return the name, as it is written, of what is remembered and called so; case, accents and articles aside."""
    wanted = {plain(text), plain(without_article(text))}
    names = (name for fact in known for name in (fact.about, fact.to) if name)
    return next((name for name in names if plain(name) in wanted), None)


def telling(known: Sequence[KnownFact], text: str) -> list[KnownFact]:
    """Return the facts that have every word of a text that carries meaning."""
    words = content_words(text)
    return [fact for fact in known if has_words(f"{fact.about} {fact.text}", words)]


def of_person(known: Sequence[KnownFact]) -> list[KnownFact]:
    """Return the facts about the person."""
    return [fact for fact in known if fact.about in ("", PERSON)]
