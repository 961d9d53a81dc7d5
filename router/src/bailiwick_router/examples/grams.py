"""Grams: the words, pairs of words and pieces of words by which a text is compared with examples."""

from dataclasses import dataclass
from functools import lru_cache

from bailiwick_router.core.language import detect_language
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
    """The grams of a text, repeated as often as they occur, each with the place of its (last) word."""

    words: list[str]
    """The normalised words that count."""
    whole: list[str]
    """Words, stems and pairs of stems."""
    whole_at: list[int]
    """Per gram the word it belongs to; for a pair the second, from `len(words)` on after the last."""
    pieces: list[str]
    """Pieces of words."""
    pieces_at: list[int]


def words_considered(text: str) -> list[str]:
    """Return the normalised words of a text that count."""
    return [word[:LONGEST_WORD] for word in words_of(normalise(text[:MESSAGE_LIMIT]))[:MOST_WORDS]]


@lru_cache(maxsize=20_000)
def pieces_of(word: str) -> tuple[str, ...]:
    """Return the pieces of a word; those of the latest words are kept, for the same words come again and again."""
    edged = f"{EDGE}{word}{EDGE}"
    lengths = range(SHORTEST_PIECE, min(LONGEST_PIECE, len(edged)) + 1)
    return tuple(edged[at : at + length] for length in lengths for at in range(len(edged) - length + 1))


@lru_cache(maxsize=16)
def grams_of(text: str) -> Grams:
    """Return the grams of a text, which must not be changed; those of the latest texts are kept.

    A message that is decided on two rosters, to compare them, is thus read once.
    """
    words = words_considered(text)
    stemmed = stems(words, detect_language(text))
    places = range(len(words))
    whole = [*words, *[STEM + each for each in stemmed]]
    whole += [f"{one} {next_one}" for one, next_one in zip([EDGE, *stemmed], [*stemmed, EDGE], strict=True)]
    pieces: list[str] = []
    pieces_at: list[int] = []
    for place, word in zip(places, words, strict=True):
        own = pieces_of(word)
        pieces += own
        pieces_at += [place] * len(own)
    return Grams(words, whole, [*places, *places, *places, len(words)], pieces, pieces_at)
