"""Text as routing sees it: normalised, cut into words and tokens.

Agents and messages go through the same functions, so both sides agree about accents, case and scripts.
"""

import hashlib
import re  # noqa: TID251  (own fixed patterns)
import unicodedata
from collections.abc import Sequence

MESSAGE_LIMIT = 10_000
"""Characters of a message that routing considers; the rest is cut."""
TOKEN_LENGTH = 3
"""Shortest token that scores, except for bigrams of scripts without spaces."""

# Han, Kana and Bopomofo; Thai and Lao; Myanmar; Khmer: written without spaces between words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD = re.compile(r"[^\W_]+")
_MIXED = re.compile(rf"([{_UNSPACED}]+)|([^\W_{_UNSPACED}]+)")


def normalise(text: str) -> str:
    """Return `text` decomposed (NFD), without combining marks, in lower case.

    Character by character: only marks would be brought into another order by what stands beside them.
    """
    return text.lower() if text.isascii() else "".join(map(_bare.__getitem__, text)).lower()


class _Bare(dict[str, str]):
    """Character → what is left of it, decomposed and without marks, for those that came before."""

    def __missing__(self, character: str) -> str:
        kept = "" if _is_mark(character) else unicodedata.normalize("NFD", character)
        found = self[character] = "".join([each for each in kept if not _is_mark(each)])
        return found


def _is_mark(character: str) -> bool:
    return character > "\u02ff" and unicodedata.category(character)[0] == "M"


_bare = _Bare()


def words_of(normalised: str) -> list[str]:
    """Return the words of normalised text in order, of any length.

    Words end at anything that is not a letter or digit; runs of a script without spaces become their
    overlapping bigrams (a run of one character stays as it is).
    """
    if normalised.isascii():
        return _WORD.findall(normalised)
    words: list[str] = []
    for run, word in _MIXED.findall(normalised):
        if word:
            words.append(word)
        elif len(run) == 1:
            words.append(run)
        else:
            words += [run[at : at + 2] for at in range(len(run) - 1)]
    return words


def tokens_of(words: Sequence[str]) -> list[str]:
    """Return the words that are long enough to score, in order: three characters, or a bigram."""
    return [word for word in words if len(word) >= TOKEN_LENGTH or (word > "\u0dff" and _unspaced(word))]


def _unspaced(word: str) -> bool:
    found = _MIXED.match(word)
    return found is not None and bool(found[1])


def message_hash(message: str) -> str:
    """Return the hex SHA-256 of the message in UTF-8; lone surrogates are encoded as they stand."""
    return hashlib.sha256(message.encode("utf-8", "surrogatepass")).hexdigest()
