"""Grams: the words, pairs of words and pieces of words by which a text is compared with examples."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bailiwick_router.core.language import CONSIDERED, Language, detect_language, language_of_words
from bailiwick_router.stems import stems
from bailiwick_router.text import MESSAGE_LIMIT, normalise, words_of

MOST_WORDS = 200
"""Words of a text that are considered; examples and questions are shorter, and the rest of a long text says little."""
LONGEST_WORD = 40
"""Characters of a word that are considered."""
SHORTEST_PIECE, LONGEST_PIECE = 2, 4
"""Lengths of the pieces of words, in characters, with the ends of the word counted as one each."""
EDGE = "\u0001"
"""Stands before the first and after the last word, and at both ends of a word."""
STEM = "\u0002"
"""Begins the gram of a stem, so that it is another than the word that looks the same."""


@dataclass(frozen=True, slots=True)
class Grams:
    """The grams of a text, repeated as often as they occur."""

    words: list[str]
    """The normalised words that count."""
    whole: list[str]
    """Words, stems and pairs of stems."""

    def placed_wholes(self) -> tuple[list[str], list[int]]:
        """Return words, stems and pairs, and the word that each belongs to.

        That of a pair is the second, `len(words)` after the last.
        """
        places = range(len(self.words))
        return self.whole, [*places, *places, *places, len(self.words)]

    def placed_pieces(self) -> tuple[list[str], list[int]]:
        """Return the pieces of words, and the word that each belongs to."""
        of_word = [pieces_of(word) for word in self.words]
        return (
            [piece for pieces in of_word for piece in pieces],
            [place for place, pieces in enumerate(of_word) for _ in pieces],
        )


def _considered(words: Sequence[str]) -> list[str]:
    """Return the words of a text that count, cut."""
    return [word[:LONGEST_WORD] for word in words[:MOST_WORDS]]


@lru_cache(maxsize=20_000)
def pieces_of(word: str) -> tuple[str, ...]:
    """Return the pieces of a word; those of the latest words are kept, for the same words come again and again."""
    edged = f"{EDGE}{word}{EDGE}"
    lengths = range(SHORTEST_PIECE, min(LONGEST_PIECE, len(edged)) + 1)
    return tuple(edged[at : at + length] for length in lengths for at in range(len(edged) - length + 1))


@lru_cache(maxsize=16)
def grams_of(text: str) -> Grams:
    """Return the grams of a text, which must not be changed; those of the latest texts are kept."""
    normalised = normalise(text[:MESSAGE_LIMIT])
    every = words_of(normalised)
    if len(text) <= CONSIDERED and text.isascii():
        language = language_of_words(every, normalised) or "en"
    else:
        language = detect_language(text)
    return grams_of_words(every, language)


def grams_of_words(every: Sequence[str], language: Language) -> Grams:
    """Return the grams of a text in a language, given its normalised words in order."""
    words = _considered(every)
    stemmed = stems(words, language)
    whole = [*words, *[STEM + each for each in stemmed]]
    whole += [f"{one} {next_one}" for one, next_one in zip([EDGE, *stemmed], [*stemmed, EDGE], strict=True)]
    return Grams(words, whole)
