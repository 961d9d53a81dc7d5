"""Ranks entities of the knowledge graph for a search by words."""

import math
import re  # noqa: TID251  (own fixed pattern)
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bailiwick.kernel.search_words import folded

MOST_WORDS = 12
"""Words of a search that count."""
NAME_WEIGHT = 2.0
"""How much a word in the name or type counts, compared to one in an observation."""
SHOWN = 3
"""Observations shown of an entity."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class EntityMatch:
    """An entity that has words of the search."""

    entity: int
    score: float
    words: list[str]
    matches: list[int] = field(default_factory=list[int])
    """Numbers of its observations that fit best."""


def words_of(query: str, *, most: int = MOST_WORDS) -> list[str]:
    """Return the words of a search, each once, folded."""
    return list(dict.fromkeys(_WORD.findall(folded(query[:2000]))))[:most]


def rarities(having: Iterable[Iterable[str]]) -> dict[str, float]:
    """Return ln(1 + N / n) for each word that n of the N things found have; `having` are the words of each thing."""
    things = [set(words) for words in having]
    counts = Counter(word for words in things for word in words)
    return {word: math.log(1 + len(things) / count) for word, count in counts.items()}


def ranking(hits: Sequence[Mapping[str, Any]], forms: Mapping[str, Sequence[str]]) -> list[EntityMatch]:
    """Return the entities of `hits`, best first, the later one first among equals.

    The score is the sum over the words of the search of ln(1 + N / n), where n of the N entities found have the word,
    doubled where a name or type has it; plus a tenth of that for each further text of the entity that has it.
    """
    of: dict[str, list[str]] = defaultdict(list)
    for word, each in forms.items():
        for form in each:
            of[form].append(word)
    texts: dict[int, list[tuple[int, set[str]]]] = defaultdict(list)
    for hit in hits:
        texts[hit["entity"]].append((hit["number"], {word for form in hit["had"] for word in of.get(form, ())}))
    rarity = rarities(set[str]().union(*(words for _, words in each)) for each in texts.values())
    found = [_found(entity, each, rarity, list(forms)) for entity, each in texts.items()]
    return sorted(found, key=lambda one: (-one.score, -one.entity))


def _found(
    entity: int, texts: Sequence[tuple[int, set[str]]], rarity: Mapping[str, float], order: Sequence[str]
) -> EntityMatch:
    score = 0.0
    for word in order:
        numbers = [number for number, words in texts if word in words]
        if numbers:
            weight = NAME_WEIGHT if entity in numbers else 1.0
            score += rarity[word] * (weight + 0.1 * (len(numbers) - 1))
    observations = [(sum(rarity[word] for word in words), number) for number, words in texts if number != entity]
    observations.sort(key=lambda one: (-one[0], one[1]))
    had = set[str]().union(*(words for _, words in texts))
    return EntityMatch(entity, score, [word for word in order if word in had], [n for _, n in observations[:SHOWN]])
