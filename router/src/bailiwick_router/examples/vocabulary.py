"""The vocabulary: which grams of texts are known from the examples, and how much each says.

value of a gram = (1 + ln count) × (ln((1 + texts) ÷ (1 + texts with it)) + 1), scaled within its block (words, pieces)
so that the block of a text has a given length (sublinear TF-IDF, Salton and Buckley 1988).
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.examples.counted import Counted
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
    def of(cls, counted: Counted, lengths: tuple[float, float], most: int) -> Self:
        """Return the vocabulary of texts, per block in alphabetical order; of more than `most`, the frequent ones."""
        columns: list[dict[str, int]] = []
        rarity: list[float] = []
        frequencies = counted.frequencies().tolist()
        for names in counted.names:
            counts, frequencies = dict(zip(names, frequencies, strict=False)), frequencies[len(names) :]
            kept = sorted(sorted(counts, key=lambda gram: (-counts[gram], gram))[: most // BLOCKS])
            columns.append({gram: len(rarity) + at for at, gram in enumerate(kept)})
            rarity += [math.log((1 + counted.size) / (1 + counts[gram])) + 1 for gram in kept]
        return cls(columns, np.array(rarity, np.float32), counted.size, lengths)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rarity)

    @property
    def rarest(self) -> float:
        """The second factor for a gram that one text has; also that of unknown grams."""
        return math.log((1 + self.texts) / 2) + 1

    def row(self, text: Grams) -> tuple[Ints, Floats, float]:
        """Return the known grams of a text as columns and values, and the share of its stems that are known.

        Unknown grams count for the length of their block: the more there are, the less the known ones say. In the
        share each stem weighs as much as it is rare; it is 0 without any.
        """
        known = self.columns[0]
        every = [known.get(gram, NOWHERE) for gram in text.whole]
        wholes, strange = every, 0
        if NOWHERE in every:
            wholes = [at for at in every if at != NOWHERE]
            strange = len({gram for gram, at in zip(text.whole, every, strict=True) if at == NOWHERE})
        pieces, unknown = self._pieces(text)
        first = len(set(wholes))
        counts = Counter(wholes + pieces)
        columns = np.fromiter(counts, np.int32, len(counts))
        values = self.rarity.take(columns)
        if len(counts) < len(wholes) + len(pieces):
            values *= 1 + np.log(np.fromiter(counts.values(), np.float32, len(counts)))
        blocks = (values[:first], values[first:])
        for block, others, length in zip(blocks, (strange, unknown), self.lengths, strict=True):
            if len(block):
                block *= np.float32(length / math.sqrt(float(block @ block) + self.rarest**2 * others))
        size = len(text.words)
        return columns, values, self._known_share(every[size : 2 * size])

    def _pieces(self, text: Grams) -> tuple[list[int], int]:
        """Return the columns of the known pieces of words, and how many different ones are unknown.

        They are looked up once for a word that comes again and again.
        """
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

    def _known_share(self, stems: Sequence[int]) -> float:
        """Return the share of stems that are known, given their columns."""
        if not stems:
            return 0.0
        most, rarity_of = self.rarest, self.rarity.item
        rarity = [most if column == NOWHERE else rarity_of(column) for column in stems]
        known = [weight for column, weight in zip(stems, rarity, strict=True) if column != NOWHERE]
        return sum(known) / sum(rarity)

    def rows(self, counted: Counted) -> SparseRows:
        """Return the rows of the texts that were counted; see `row`."""
        columns = self._columns_of(counted)[counted.grams]
        known = columns != NOWHERE
        texts, columns = counted.texts[known], columns[known]
        values = (1 + np.log(counted.counts[known].astype(np.float32))) * self.rarity[columns]
        whole = counted.grams < len(counted.names[0])
        for block, length in zip((whole, ~whole), self.lengths, strict=True):
            mine = block[known]
            squares = np.bincount(texts[mine], values[mine].astype(np.float64) ** 2, counted.size)
            strange = np.bincount(counted.texts[block & ~known], minlength=counted.size)
            squares = squares + self.rarest**2 * strange
            values[mine] *= (length / np.sqrt(squares[texts[mine]])).astype(np.float32)
        starts = np.zeros(counted.size + 1, np.int64)
        np.cumsum(np.bincount(texts, minlength=counted.size), out=starts[1:])
        return SparseRows(starts, columns.astype(np.int32), values, self.width)

    def known_to_others(self, counted: Counted) -> NDArray[np.float64]:
        """Return the share of each text's stems that another of the texts has too; see `row`."""
        columns = self._columns_of(counted)[counted.stems]
        rarity = np.where(columns == NOWHERE, self.rarest, self.rarity[columns].astype(np.float64))
        # What only one text has is as rare as can be.
        known = (columns != NOWHERE) & (rarity <= self.rarest - 1e-3)
        sums = np.bincount(counted.stem_texts, rarity, counted.size)
        return np.bincount(counted.stem_texts[known], rarity[known], counted.size) / np.maximum(sums, 1e-300)

    def _columns_of(self, counted: Counted) -> NDArray[np.int64]:
        """Return by gram its column, `NOWHERE` for one that is not known."""
        found = [
            known.get(gram, NOWHERE) for known, names in zip(self.columns, counted.names, strict=True) for gram in names
        ]
        return np.array(found, np.int64)


def places_of(vocabulary: Vocabulary, text: Grams) -> dict[int, list[int]]:
    """Return column → the places of its grams in a text; see `Grams`."""
    found: dict[int, list[int]] = {}
    blocks = (text.placed_wholes(), text.placed_pieces())
    for known, (grams, places) in zip(vocabulary.columns, blocks, strict=True):
        for gram, place in zip(grams, places, strict=True):
            column = known.get(gram)
            if column is not None:
                found.setdefault(column, []).append(place)
    return found
