"""Stems: the Snowball stem of a normalised word in one of the languages that have a stemmer here."""

from collections.abc import Iterable
from threading import local

from Stemmer import Stemmer

STEMMERS = {"en": "english", "es": "spanish"}
"""ISO 639-1 code to the name of the Snowball algorithm."""


LONGEST_WORD = 64
"""Characters; a longer word is no word of a language, and its stem is not kept."""
MOST_KEPT = 100_000
"""Words of a language whose stems are kept; with more it begins anew."""


class _Stemmers(local):
    """A stemmer for each language; each thread has its own, because a stemmer keeps its state while it works."""

    def __init__(self) -> None:
        self.of = {language: Stemmer(name, 0) for language, name in STEMMERS.items()}


_stemmers = _Stemmers()


class _Kept(dict[str, str]):
    """Word → stem, for the words of one language that came before."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, word: str) -> str:
        if len(word) > LONGEST_WORD:
            return word
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[word] = _stemmers.of[self._language].stemWord(word)
        return found


_kept = {language: _Kept(language) for language in STEMMERS}


def stem(word: str, language: str) -> str:
    """Return the stem of a normalised word; the word itself where the language has no stemmer."""
    return _kept[language][word] if language in STEMMERS else word


def stems(words: Iterable[str], language: str) -> list[str]:
    """Return the stems of normalised words, in order."""
    if language not in STEMMERS:
        return list(words)
    return list(map(_kept[language].__getitem__, words))
