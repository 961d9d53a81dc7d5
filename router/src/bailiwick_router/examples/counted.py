"""Counting: which grams many texts have and how often, all texts at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.examples.grams import Grams, pieces_of

Numbers = NDArray[np.int64]


class _Numbered(dict[str, int]):
    """Name → number, given in the order in which names are first asked for."""

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self)
        return number


@dataclass(frozen=True, slots=True)
class Counted:
    """The grams of some texts, each pair of a text and a gram once, text after text."""

    names: tuple[list[str], list[str]]
    """The grams, by number: words, stems and pairs, then pieces of words, whose numbers go on where those end."""
    texts: Numbers
    """By pair: the text."""
    grams: Numbers
    """By pair: the gram."""
    counts: Numbers
    """By pair: how often it occurs."""
    stem_texts: Numbers
    """By stem, repeated as it occurs: the text."""
    stems: Numbers
    """By stem: its gram."""
    size: int
    """How many texts there are."""

    @classmethod
    def of(cls, texts: Sequence[Grams]) -> Self:
        """Return what is counted in texts."""
        whole, words = _Numbered(), _Numbered()
        wholes = [list(map(whole.__getitem__, text.whole)) for text in texts]
        spoken = [list(map(words.__getitem__, text.words)) for text in texts]
        pieces = _Numbered()
        of_word = [list(map(pieces.__getitem__, pieces_of(word))) for word in words]
        owners, flat = _flat(wholes)
        speakers, said = _flat(spoken)
        # Words come again and again: their pieces are looked up once for each word, and then copied.
        sizes = np.array([len(each) for each in of_word], np.int64)
        known = _flat(of_word)[1] + len(whole)
        piece_texts = np.repeat(speakers, sizes[said])
        first = np.cumsum(sizes) - sizes
        places = np.arange(len(piece_texts)) + np.repeat(
            first[said] - (np.cumsum(sizes[said]) - sizes[said]), sizes[said]
        )
        width = max(1, len(whole) + len(pieces))
        keys = np.concatenate([owners * width + flat, piece_texts * width + known[places]])
        pairs, counts = np.unique(keys, return_counts=True)
        stem_texts, stems = _flat(
            [row[len(text.words) : 2 * len(text.words)] for row, text in zip(wholes, texts, strict=True)]
        )
        return cls(
            (list(whole), list(pieces)),
            pairs // width,
            pairs % width,
            counts.astype(np.int64),
            stem_texts,
            stems,
            len(texts),
        )

    def frequencies(self) -> Numbers:
        """Return by gram how many texts have it."""
        return np.bincount(self.grams, minlength=len(self.names[0]) + len(self.names[1]))


def _flat(rows: Sequence[Sequence[int]]) -> tuple[Numbers, Numbers]:
    """Return the numbers of all rows one after the other, and before them the row of each."""
    sizes = np.array([len(row) for row in rows], np.int64)
    flat = np.fromiter((number for row in rows for number in row), np.int64, int(sizes.sum()))
    return np.repeat(np.arange(len(rows)), sizes), flat
