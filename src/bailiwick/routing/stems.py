"""Stems: the Snowball stem of a normalised word in one of the languages that have a stemmer here."""

from functools import lru_cache
from threading import local

from Stemmer import Stemmer

STEMMERS = {"en": "english", "es": "spanish"}
"""ISO 639-1 code to the name of the Snowball algorithm."""


LONGEST_WORD = 64
"""Characters; a longer word is no word of a language, and its stem is not kept."""


class _Stemmers(local):
    """A stemmer for each language; each thread has its own, because a stemmer keeps its state while it works."""

    def __init__(self) -> None:
        self.of = {language: Stemmer(name, 0) for language, name in STEMMERS.items()}


_stemmers = _Stemmers()


def stem(word: str, language: str) -> str:
    """Return the stem of a normalised word; the word itself where the language has no stemmer."""
    if language not in STEMMERS or len(word) > LONGEST_WORD:
        return word
    return _stem(word, language)


@lru_cache(maxsize=200_000)
def _stem(word: str, language: str) -> str:
    return _stemmers.of[language].stemWord(word)
