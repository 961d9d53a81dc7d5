"""Shows why a passage was found: its best part as plain text, with the words of the search marked."""

import re  # noqa: TID251  (own fixed patterns)
import unicodedata
from collections.abc import Sequence

LENGTH = 280
"""Characters of a snippet, about."""
SHARED = 4
"""Letters that a word must share with a word of the search, from its beginning, to be taken for a form of it."""

_WORD = re.compile(r"[^\W_]+")
_MARKUP = re.compile(r"(?m)^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|```.*$|\|?[ \t:|-]{3,}$)|\*\*|__|`")
_LINK = re.compile(r"!?\[([^\]\n]{0,300})\]\([^)\n]{0,1000}\)")


def snippet_of(text: str, words: Sequence[str], length: int = LENGTH) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of `text` that has most of `words` (folded), and where forms of them stand in it.

    Markup is taken out and white space is one space. A cut end is marked with `…`.
    """
    plain = " ".join(_MARKUP.sub("", _LINK.sub(r"\1", text)).split())
    spans = [found.span() for found in _WORD.finditer(plain) if _form_of_any(_folded(found[0]), words)]
    start = _best_start(spans, len(plain), length)
    if start > 0:
        start = plain.find(" ", start) + 1 or start
    end = min(start + length, len(plain))
    if end < len(plain):
        end = max(plain.rfind(" ", start, end), start) or end
        end = end if end > start else start + length
    before, after = ("…" if start > 0 else ""), ("…" if end < len(plain) else "")
    shift = len(before) - start
    marks = tuple((left + shift, right + shift) for left, right in spans if start <= left and right <= end)
    return f"{before}{plain[start:end]}{after}", marks


def _best_start(spans: Sequence[tuple[int, int]], size: int, length: int) -> int:
    """Return where to begin so that most marks are seen; early rather than late."""
    if size <= length or not spans:
        return 0
    lefts = [left for left, _ in spans]
    best, most = 0, 0
    last = 0
    for first, left in enumerate(lefts):
        while last < len(lefts) and lefts[last] < left + length - 60:
            last += 1
        if last - first > most:
            best, most = left, last - first
    return min(max(best - 40, 0), size - length)


def _form_of_any(word: str, words: Sequence[str]) -> bool:
    for sought in words:
        shared = max(SHARED, min(len(word), len(sought)) - 2)
        if word == sought or (len(word) >= SHARED and len(sought) >= SHARED and word[:shared] == sought[:shared]):
            return True
    return False


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))
