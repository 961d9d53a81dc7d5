"""The vocabulary: which grams of texts are known from the examples, and how much each says.

value of a gram = (1 + ln count) × (ln((1 + texts) ÷ (1 + texts with it)) + 1), scaled within its block (words, pieces)
so that the block of a text has a given length (sublinear TF-IDF, Salton and Buckley 1988).
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Self

import numpy as np

from bailiwick_router.examples.grams import Grams, pieces_of
from bailiwick_router.examples.rows import Floats, Ints, SparseRows

BLOCKS = 2
MOST_KEPT = 5_000
"""Words whose pieces a vocabulary keeps; with more it begins anew."""
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Grams with their columns."""

    columns: Sequence[Mapping[str, int]]
    """Per block: gram → column."""
    rarity: Floats
    """By column: the second factor of the value."""
    texts: int
    """How many texts it was made of."""
    lengths: tuple[float, float]
    """Length of each block of a text."""
    _kept: dict[str, tuple[list[int], list[str]]] = field(init=False, repr=False, compare=False, default_factory=dict)
    """Word → columns of its known pieces, and its unknown ones, for words that were looked up lately."""

    @classmethod
    def of(cls, texts: Sequence[Grams], lengths: tuple[float, float], most: int) -> Self:
        """Return the vocabulary of texts, per block in alphabetical order; of more than `most`, the frequent ones."""
        columns: list[dict[str, int]] = []
        rarity: list[float] = []
        for block in ("whole", "pieces"):
            counts = Counter(chain.from_iterable(set(getattr(text, block)) for text in texts))
            kept = sorted(sorted(counts, key=lambda gram: (-counts[gram], gram))[: most // BLOCKS])
            columns.append({gram: len(rarity) + at for at, gram in enumerate(kept)})
            rarity += [math.log((1 + len(texts)) / (1 + counts[gram])) + 1 for gram in kept]
        return cls(columns, np.array(rarity, np.float32), len(texts), lengths)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rarity)

    @property
    def rarest(self) -> float:
        """The second factor for a gram that one text has; also that of unknown grams."""
        return math.log((1 + self.texts) / 2) + 1

    def row(self, text: Grams) -> tuple[Ints, Floats]:
        """Return the known grams of a text as columns and values.

        Unknown grams count for the length of their block: the more there are, the less the known ones say.
        """
        wholes, strange = self._wholes(text)
        pieces, unknown = self._pieces(text)
        counts = Counter(wholes)
        first = len(counts)
        counts.update(pieces)
        columns = np.fromiter(counts, np.int32, len(counts))
        values = (1 + np.log(np.fromiter(counts.values(), np.float32, len(counts)))) * self.rarity[columns]
        blocks = (values[:first], values[first:])
        for block, others, length in zip(blocks, (strange, unknown), self.lengths, strict=True):
            if len(block):
                block *= np.float32(length / math.sqrt(float(block @ block) + self.rarest**2 * others))
        return columns, values

    def _wholes(self, text: Grams) -> tuple[list[int], int]:
        """Return the columns of the words, stems and pairs of a text, and how many different ones are unknown."""
        known = self.columns[0]
        columns = [known.get(gram, NOWHERE) for gram in text.whole]
        if NOWHERE not in columns:
            return columns, 0
        return [at for at in columns if at != NOWHERE], len({gram for gram in text.whole if gram not in known})

    def _pieces(self, text: Grams) -> tuple[list[int], int]:
        """Return the same for the pieces of words, which are looked up once for a word that comes again and again."""
        columns: list[int] = []
        unknown: set[str] = set()
        for word in text.words:
            kept = self._kept.get(word)
            if kept is None:
                kept = self._looked_up(word)
            columns += kept[0]
            if kept[1]:
                unknown.update(kept[1])
        return columns, len(unknown)

    def _looked_up(self, word: str) -> tuple[list[int], list[str]]:
        known = self.columns[1]
        pieces = pieces_of(word)
        found = [known[piece] for piece in pieces if piece in known], [piece for piece in pieces if piece not in known]
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[word] = found
        return found

    def known_share(self, text: Grams, alone: bool = False) -> float:
        """Return the share of a text's stems that are known, each weighing as much as it is rare; 0 without any.

        `alone` is for a text that is itself among the examples: what no other has is then not known.
        """
        size, most = len(text.words), self.rarest
        columns = [self.columns[0].get(gram) for gram in text.whole[size : 2 * size]]
        rarity = [most if column is None else float(self.rarity[column]) for column in columns]
        known = [
            weight
            for column, weight in zip(columns, rarity, strict=True)
            if column is not None and not (alone and weight > most - 1e-3)
        ]
        return sum(known) / sum(rarity) if rarity else 0.0

    def rows(self, texts: Sequence[Grams]) -> SparseRows:
        """Return the rows of texts."""
        return SparseRows.of([self.row(text) for text in texts], self.width)


def places_of(vocabulary: Vocabulary, text: Grams) -> dict[int, list[int]]:
    """Return column → the places of its grams in a text; see `Grams`."""
    found: dict[int, list[int]] = {}
    blocks = ((text.whole, text.whole_at), (text.pieces, text.pieces_at))
    for known, (grams, places) in zip(vocabulary.columns, blocks, strict=True):
        for gram, place in zip(grams, places, strict=True):
            column = known.get(gram)
            if column is not None:
                found.setdefault(column, []).append(place)
    return found
