"""Words that mean the same in English and Spanish, so that what is kept in one language is found in the other."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

ENDINGS = ("s", "es")
"""What a plural has behind its word."""


def same_meaning(word: str) -> Sequence[str]:
    """Return the folded words that mean the same as a folded word in either language, without itself."""
    lines = _of_form(word)
    return [other for other in dict.fromkeys(each for line in lines for each in line) if other != word]


def mean_the_same(one: str, other: str) -> bool:
    """Whether two folded words mean the same, in either language."""
    return one == other or not {*map(id, _of_form(one))}.isdisjoint(map(id, _of_form(other)))


def meant_words() -> Iterable[str]:
    """Return the words of which it is known what means the same, folded."""
    return _lines().keys()


def _of_form(word: str) -> Sequence[Sequence[str]]:
    """Return the lines of a word, or of the word whose plural it is."""
    known = _lines()
    forms = (word, *(word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending)))
    return next((found for form in forms if (found := known.get(form))), ())


@cache
def _lines() -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the lines that each word stands in."""
    text = files("bailiwick.tools").joinpath("meanings.toml").read_text(encoding="utf-8")
    found: dict[str, list[Sequence[str]]] = {}
    for lines in tomllib.loads(text).values():
        for line in lines:
            words = line.split()
            for word in dict.fromkeys(words):
                found.setdefault(word, []).append(words)
    return found
