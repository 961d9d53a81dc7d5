"""The words by which typing mistakes are known and put right: those that people write to tools, and ordinary ones."""

import re  # noqa: TID251  (own fixed patterns)
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bailiwick.kernel.extras import Extra
from bailiwick.tools.meanings import meant_words
from bailiwick.tools.records import Recogniser
from bailiwick_router.spelling import Spelling
from bailiwick_router.text import normalise

RARE: Mapping[str, int] = {"en": 500, "es": 0}
"""Up to so often in a billion and more words, one is as likely a mistake: "wether", "ths"."""
ENDING = 2
"""Letters in which two forms of a word may differ."""
SHARED = ("bailiwick.tools.times", "bailiwick.models")
"""Packages whose sentences are read with those of every tool."""

_WORD = re.compile(r"[^\W\d_]+")
_PLACES = re.compile(r"\{[^}]*\}|<[^>]*>")
"""What stands in a template for other words."""


def spelling_of(recognisers: Mapping[str, Recogniser | None]) -> Spelling | None:
    """Return the words of these tools, by name: of their names, and of what people write to them or want to be kept.

    None where the extra with ordinary words is not installed: a word that is not known might be one of them.

    Reading the lists of ordinary words takes about a second when it is first wanted.
    """
    if not Extra.SPELLING.is_installed:
        return None
    packages = {type(each).__module__.rpartition(".")[0] for each in recognisers.values() if each is not None}
    written = frozenset(word for package in sorted({*packages, *SHARED}) for word in words_written(package))
    written |= frozenset(meant_words())
    right, known = _told_apart(written)
    names = {word for name in recognisers for word in _words(name.replace("_", " "))}
    return Spelling(right | names, known)


@lru_cache(maxsize=2)
def _told_apart(written: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return those of the words in templates that are written right, and the ordinary words with the others.

    What is misspelt there, as people write it, is known, and no word to be put in.
    """
    ordinary = ordinary_words()
    right = sorted(written & ordinary)
    mistaken = {word for word in written - ordinary if _is_misspelt(word, right)}
    return written - mistaken, ordinary | mistaken


@cache
def ordinary_words() -> frozenset[str]:
    """Return the words that people use in English and Spanish, normalised; also "dont" for "don't"."""
    from spellchecker import SpellChecker

    found: set[str] = set()
    for language, rare in RARE.items():
        for word, count in SpellChecker(language=language).word_frequency.dictionary.items():
            if count > rare:
                found.update(_words(word))
                found.add(normalise(word.replace("'", "")))
    return frozenset(found)


def words_written(package: str) -> Iterator[str]:
    """Yield the words that stand in the sentence templates of a package, normalised; none where it has none."""
    folder = files(package) / "sentences" if package else None
    for file in folder.iterdir() if folder is not None and folder.is_dir() else ():
        if file.name.endswith(".toml"):
            yield from _literal(file.read_text(encoding="utf-8"))


@lru_cache(maxsize=256)
def _literal(templates_file: str) -> frozenset[str]:
    """Return the words of a file of templates, by its text."""
    return frozenset(_words_in(tomllib.loads(templates_file)))


def _words_in(content: Mapping[str, Any]) -> Iterator[str]:
    for templates in content.get("intents", {}).values():
        for template in templates:
            yield from _words(_PLACES.sub(" ", template))
    for part in content.get("rules", {}).values():
        yield from _words(_PLACES.sub(" ", part))
    for values in content.get("values", {}).values():
        for value in values:
            yield from _words(value)


def _words(text: str) -> list[str]:
    return _WORD.findall(normalise(text))


def _is_misspelt(word: str, words: Sequence[str]) -> bool:
    """Whether a word is near one of others, and not by its ending: "tomorow" is, "tasks" is not."""
    near = process.extract(word, words, scorer=OSA.distance, score_cutoff=1, limit=None)
    return any(each[0] == word[0] and each[: len(word) - ENDING] != word[:-ENDING] for each, _, _ in near)
