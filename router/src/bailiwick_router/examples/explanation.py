"""Explanation: the examples that are most like a message, and the words of it that decided."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bailiwick_router.core.decisions import LearnedFeature
from bailiwick_router.examples.grams import Grams
from bailiwick_router.examples.rows import Floats, Ints, SparseRows
from bailiwick_router.examples.vocabulary import Vocabulary, places_of

NEAREST = 5
"""Examples that are shown."""
COMPARED = 300
"""Examples of one agent that a message is compared with, the first: of more, those that are shown need not be the very
nearest, and a decision takes no longer. What decides are the weights, learned from all of them."""
WORDS = 8
"""Words that are shown."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class TrainingExamples:
    """The examples that a classifier was trained on, agent by agent."""

    texts: tuple[str, ...]
    sources: tuple[str, ...]
    starts: Ints
    """By agent: its first example; one more for the end."""
    rows: SparseRows

    def nearest(
        self, columns: Ints, values: Floats, agents: Iterable[int], most: int = NEAREST
    ) -> list[tuple[int, str, float, str]]:
        """Return the examples most like a text, of some agents: (agent, text, cosine of the angle, source)."""
        wanted = np.zeros(self.rows.width, np.float32)
        wanted[columns] = values
        length = float(np.sqrt(values @ values)) or 1.0
        found: list[tuple[float, int, int]] = []
        starts = self.rows.starts
        for agent in agents:
            first = int(self.starts[agent])
            last = min(int(self.starts[agent + 1]), first + COMPARED)
            if first == last:
                continue
            part = slice(starts[first], starts[last])
            products = wanted[self.rows.columns[part]] * self.rows.values[part]
            near = np.add.reduceat(products, starts[first:last] - starts[first])
            for at in np.argsort(-near, kind="stable")[:most].tolist():
                found.append((-float(near[at]), agent, first + at))
        found.sort()
        return [(agent, self.texts[at], min(1.0, -away / length), self.sources[at]) for away, agent, at in found[:most]]


def deciding_words(
    text: str, grams: Grams, vocabulary: Vocabulary, columns: Ints, added: Floats
) -> tuple[LearnedFeature, ...]:
    """Return the words of a text that add most to the lead of the first agent, with those that take most from it.

    What a word adds is the sum over its grams; what a pair of words adds goes to both in halves.
    """
    if not len(columns):
        return ()
    places = places_of(vocabulary, grams)
    size = len(grams.words)
    sums = [0.0] * size
    for column, amount in zip(columns.tolist(), added.tolist(), strict=True):
        at = places[column]
        for place in at:
            if place < size:
                sums[place] += amount / len(at)
            else:
                sums[size - 1] += amount / len(at)
    written = _as_written(text, grams.words)
    together: dict[str, float] = {}
    for place, amount in enumerate(sums):
        together[written[place]] = together.get(written[place], 0.0) + amount
    strongest = sorted(together.items(), key=lambda each: -abs(each[1]))[:WORDS]
    return tuple(LearnedFeature(text=word, weight=round(amount, 4)) for word, amount in strongest if round(amount, 4))


def _as_written(text: str, words: Sequence[str]) -> list[str]:
    """Return the words as they stand in the text; as they were normalised where the two cannot be matched."""
    written = _WORD.findall(text)[: len(words)]
    return written if len(written) == len(words) else list(words)
