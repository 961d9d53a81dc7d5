"""Which of a user's notes is meant by a title, and which ones are near to it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import re2
from rapidfuzz import fuzz
from Stemmer import Stemmer

from bailiwick.plugin import plain

SIMILAR = 84
"""Least likeness (0 to 100, `rapidfuzz.fuzz.ratio`) of two titles that may be slips for one another."""
CLOSE_CALL = 5
"""Titles whose likeness differs by no more than this are equally good."""
NUMBER = re2.compile(r"\pN+|\b\w\b")
"""What is never a slip: a number, or a letter that stands alone (list A, list B)."""

FILLERS = frozenset(
    [
        "my",
        "the",
        "our",
        "a",
        "an",
        "of",
        "for",
        "mi",
        "mis",
        "el",
        "la",
        "los",
        "las",
        "un",
        "una",
        "de",
        "del",
    ]
)
KINDS = frozenset(["list", "lists", "lista", "listas", "note", "notes", "nota", "notas"])


STEMMERS = ("english", "spanish")


def word_stems(text: str) -> frozenset[str]:
    """Return a stem of each word of a text but for articles and words such as "list": the shorter of two languages."""
    return frozenset(min(stems, key=len) for stems in _stems(text))


def words_shared(text: str, other: str) -> int:
    """Return how many words of `text` are in `other` too, in either language with any ending."""
    theirs = frozenset[str]().union(*_stems(other))
    return sum(not theirs.isdisjoint(stems) for stems in _stems(text))


def _stems(text: str) -> list[tuple[str, ...]]:
    """Return the stems of each word in each language."""
    stemmers = [Stemmer(language) for language in STEMMERS]  # one keeps its state while it works
    said = [word.strip(".,;:!?¿¡()\"'“”«»") for word in plain(text).replace("-", " ").split()]
    words = [word for word in said if word and word not in FILLERS | KINDS]
    return [tuple(stemmer.stemWord(word) for stemmer in stemmers) for word in words]


class Titles:
    """The titles of one user's notes."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._titles = titles
        self._plain = {title: plain(title) for title in titles}

    @cached_property
    def _words(self) -> Mapping[str, frozenset[str]]:
        return {title: word_stems(title) for title in self._titles}

    def exact(self, wanted: str) -> str | None:
        """Return the title that is `wanted`, but for case, diacritics and space; what is changed is found so."""
        name = plain(wanted)
        return next((title for title in self._titles if self._plain[title] == name), None)

    def readable(self, wanted: str) -> str | None:
        """Return the only title that `wanted` may be a slip for or a part of; what is merely read is found so.

        Titles whose numbers differ are never slips for one another.
        """
        for matches in self._guesses(wanted):
            if matches:
                return matches[0] if len(matches) == 1 else None
        return None

    def alike(self, wanted: str) -> list[str]:
        """Return the titles other than `wanted` that it may be a slip for."""
        name = plain(wanted)
        others = Titles([title for title in self._titles if self._plain[title] != name])
        _, same, similar, _ = others._guesses(wanted)
        return list(dict.fromkeys([*same, *similar]))

    def near(self, wanted: str) -> list[str]:
        """Return the titles other than `wanted` that it may stand for, the likeliest first; the numbers may differ."""
        name, words = plain(wanted), word_stems(wanted)
        like = sorted(self._titles, key=lambda title: -fuzz.ratio(self._plain[title], name))
        guesses = [title for matches in self._guesses(wanted) for title in matches]
        slips = [title for title in like if fuzz.ratio(self._plain[title], name) >= SIMILAR]
        shared = [title for title in like if words & self._words[title]]
        return [title for title in dict.fromkeys([*guesses, *slips, *shared]) if self._plain[title] != name]

    def _guesses(self, wanted: str) -> list[list[str]]:
        exact, words = self.exact(wanted), word_stems(wanted)
        return [
            [] if exact is None else [exact],
            [title for title in self._titles if self._same_words(title, wanted)],
            self._similar(plain(wanted)),
            [title for title in self._titles if words and words <= self._words[title]],
        ]

    def _similar(self, name: str) -> list[str]:
        numbers = NUMBER.findall(name)
        alike = [title for title in self._titles if NUMBER.findall(self._plain[title]) == numbers]
        scores = [(fuzz.ratio(self._plain[title], name), title) for title in alike]
        best = max((score for score, _ in scores), default=0)
        if best < SIMILAR:
            return []
        return [title for score, title in scores if score >= max(best - CLOSE_CALL, SIMILAR)]

    def _same_words(self, title: str, wanted: str) -> bool:
        """Whether both have the same words, endings and words such as "list" aside.

        A bare "my list" stands for any title that has the word.
        """
        words = word_stems(wanted)
        if words:
            return words == self._words[title]
        kinds = {word[:4] for word in plain(wanted).split() if word in KINDS}
        return bool(kinds) and any(word[:4] in kinds for word in self._plain[title].split() if word in KINDS)
