"""Words of documents and of searches in them, made alike on both sides."""

import re  # noqa: TID251  (own fixed patterns)
import unicodedata
from dataclasses import dataclass

CONFIGURATIONS = {"en": "pg_catalog.english", "es": "pg_catalog.spanish"}
"""Which of PostgreSQL's text search configurations stems a language."""


def folded(text: str) -> str:
    """Return `text` in lower case without diacritics, for search by words."""
    if text.isascii():
        return text.lower()
    # Marks go first, too: ordering a long run of them costs quadratic time.
    bare = "".join(c for c in text if not unicodedata.combining(c))
    return "".join(c for c in unicodedata.normalize("NFD", bare) if not unicodedata.combining(c)).lower()


MOST_WORDS = 16
"""Words of a search that count."""
SHORTEST_BEGINNING = 3
"""Letters of a last word from which on it may be the beginning of another one."""
ABOVE_ALL = "\U0010ffff"
LONGEST_WORD = 100

_GAP = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r'(?P<not>(?<!\S)-)?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+))')


@dataclass(frozen=True, slots=True)
class Sought:
    """A search, taken apart."""

    words: tuple[str, ...]
    """Each once, folded."""
    phrases: tuple[str, ...]
    """What a passage must contain, folded."""
    without: tuple[str, ...]
    """Words and phrases that a passage must not contain, folded."""
    beginning: str | None
    """The last word, where it may not be complete yet."""


def indexable(text: str) -> str:
    """Return `text` in lower case, without diacritics and with nothing but words and spaces."""
    return _GAP.sub(" ", folded(text)).strip()


def sought(query: str) -> Sought:
    """Take a search apart: words, "phrases", -words and -"phrases" that must not occur."""
    words: list[str] = []
    phrases: list[str] = []
    without: list[str] = []
    for found in _PART.finditer(query[:2000]):
        text = indexable(found["phrase"] if found["phrase"] is not None else found["word"])
        if not text:
            continue
        if found["not"]:
            without.append(text)
            continue
        if found["phrase"] is not None and " " in text:
            phrases.append(text)
        words += [word[:LONGEST_WORD] for word in _WORD.findall(text)]
    each = tuple(dict.fromkeys(words))[:MOST_WORDS]
    open_end = bool(each) and query[-1:].isalnum() and len(each[-1]) >= SHORTEST_BEGINNING
    return Sought(each, tuple(phrases), tuple(without), each[-1] if open_end else None)


def fits(text: str, search: Sought) -> bool:
    """Whether a passage contains the phrases of a search and nothing that it must not contain."""
    if not search.phrases and not search.without:
        return True
    padded = f" {indexable(text)} "
    return all(f" {phrase} " in padded for phrase in search.phrases) and not any(
        f" {word} " in padded for word in search.without
    )
