"""Which of a user's notes is meant by a title that is spelled or worded a little differently."""

from collections.abc import Sequence

import snowballstemmer
from rapidfuzz import fuzz

from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.tools.builtin.phrases import joined, plain

SIMILAR = 84
"""Least likeness (0 to 100, `rapidfuzz.fuzz.ratio`) of two titles that may be slips for one another."""
CLOSE_CALL = 5
"""Titles whose likeness differs by no more than this are equally good."""
SHOWN = 8
"""How many titles an error names."""

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


class Titles:
    """The titles of one user's notes."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._titles = titles
        self._stemmers = [snowballstemmer.stemmer(language) for language in ("english", "spanish")]

    def find(self, wanted: str, *, part: bool = False) -> str | None:
        """Return the title meant by `wanted`; nothing if none is.

        With `part`, some words of a title are enough. Raises `CallFailed` (validation) naming the
        candidates when several fit equally.
        """
        name = plain(wanted)
        for matches in (
            [title for title in self._titles if plain(title) == name],
            [title for title in self._titles if self._same_words(title, wanted)],
            self._similar(name),
            [title for title in self._titles if part and self._words(wanted) <= self._words(title)],
        ):
            if len(matches) == 1:
                return matches[0]
            if matches:
                names = joined([f'"{title}"' for title in matches[:SHOWN]], "or")
                raise CallFailed(ErrorClass.VALIDATION, f'"{wanted}" could be {names}. Say which one is meant.')
        return None

    def get(self, wanted: str, *, part: bool = False) -> str:
        """Return the title meant by `wanted`. Raises `CallFailed` (validation) if there is none."""
        if title := self.find(wanted, part=part):
            return title
        if not self._titles:
            raise CallFailed(ErrorClass.VALIDATION, f'There is no note called "{wanted}": there are no notes yet.')
        names = joined([f'"{title}"' for title in self._titles[:SHOWN]], "and")
        more = f" and {len(self._titles) - SHOWN} more" if len(self._titles) > SHOWN else ""
        raise CallFailed(ErrorClass.VALIDATION, f'There is no note called "{wanted}". The notes are {names}{more}.')

    def _similar(self, name: str) -> list[str]:
        scores = [(fuzz.ratio(plain(title), name), title) for title in self._titles]
        best = max((score for score, _ in scores), default=0)
        if best < SIMILAR:
            return []
        return [title for score, title in scores if score >= max(best - CLOSE_CALL, SIMILAR)]

    def _same_words(self, title: str, wanted: str) -> bool:
        """Whether both have the same words, endings and words such as "list" aside.

        A bare "my list" stands for any title that has the word.
        """
        words = self._words(wanted)
        if words:
            return words == self._words(title)
        kinds = {word[:4] for word in plain(wanted).split() if word in KINDS}
        return bool(kinds) and any(word[:4] in kinds for word in plain(title).split() if word in KINDS)

    def _words(self, title: str) -> frozenset[str]:
        words = [word for word in plain(title).replace("-", " ").split() if word not in FILLERS | KINDS]
        return frozenset(self._stem(word) for word in words)

    def _stem(self, word: str) -> str:
        return min((stemmer.stemWord(word) for stemmer in self._stemmers), key=len)
