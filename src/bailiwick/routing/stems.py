"""Stems: the Snowball stem of a normalised word in one of the languages that have a stemmer here."""

import importlib
import importlib.util
import sys
from functools import lru_cache
from types import ModuleType
from typing import Any

STEMMERS = {"en": ("english_stemmer", "EnglishStemmer"), "es": ("spanish_stemmer", "SpanishStemmer")}
"""ISO 639-1 code to the Snowball module and class."""


LONGEST_WORD = 64
"""Characters; a longer word is no word of a language, and its stem is not kept."""


def stem(word: str, language: str) -> str:
    """Return the stem of a normalised word; the word itself where the language has no stemmer.

    Stemmer objects keep their state while they work, so each call that is not cached uses a fresh one;
    that makes this safe to call from several threads.
    """
    if language not in STEMMERS or len(word) > LONGEST_WORD:
        return word
    return _stem(word, language)


@lru_cache(maxsize=200_000)
def _stem(word: str, language: str) -> str:
    return _stemmer(language)().stemWord(word)


@lru_cache(maxsize=len(STEMMERS))
def _stemmer(language: str) -> Any:
    module, name = STEMMERS[language]
    return getattr(importlib.import_module(f"{_package()}.{module}"), name)


def _package() -> str:
    """Return a package through which single Snowball modules can be imported.

    `snowballstemmer/__init__.py` imports the stemmers of all its thirty languages, a tenth of a second that
    a command line should not pay for two of them.
    """
    if "snowballstemmer" in sys.modules:
        return "snowballstemmer"
    name = f"{__name__}_snowball"
    if name not in sys.modules:
        found = importlib.util.find_spec("snowballstemmer")
        if found is None or found.submodule_search_locations is None:
            raise ImportError("The snowballstemmer package is missing; install it.")
        package = ModuleType(name)
        package.__path__ = list(found.submodule_search_locations)
        sys.modules[name] = package
    return name
