"""Typing mistakes: words that one or two letters turn into one that tools and agents know."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, product

from bailiwick_router.phrases import ABOUT_TEAM, SMALL_TALK
from bailiwick_router.requests import POLITE, REQUESTS, WANTS
from bailiwick_router.text import normalise

LONGEST = 300
"""Characters; a longer message is read as it is typed."""
SHORTEST_WORD = 3
"""Letters; shorter ones may be anything."""
LONG_WORD = 8
"""Letters from which a word may have two mistakes, as it is typed or as it is meant."""
MOST_WORDS = 4
"""Words of a message that may be wrong; one with more is in another language, or about something else."""
MOST_OPTIONS = 8
"""A word that may be meant to be more others is not put right."""
TRIED_OPTIONS = 4
MOST_TEXTS = 8
"""Ways in which one message is tried."""
KEPT = 5_000
"""Words whose likely meanings are kept."""
ABBREVIATIONS: Mapping[str, str] = {
    "q": "que",
    "xq": "por que",
    "pq": "por que",
    "tb": "tambien",
    "tmb": "tambien",
    "xfa": "por favor",
    "pls": "please",
    "plz": "please",
    "wat": "what",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
}
"""What people write in short, and what it stands for."""

_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|`[^`]*`|(?<!\w)['‘][^'’]*['’](?!\w)")
_CODE = re.compile(r"```|://|[{}<>]|;(?!\s+\w)|==|--")
_BESIDE = "@/\\_-#$%&*+=^()[]0123456789"
"""Beside one of these a word is a part of an address, a name or a number."""
PHRASES = frozenset(
    {
        *REQUESTS,
        *chain.from_iterable(chain(*SMALL_TALK.values(), *ABOUT_TEAM.values(), *POLITE.values(), *WANTS.values())),
    }
)


class Spelling:
    """The words that tools know, and those that people use."""

    def __init__(self, words: Iterable[str], ordinary: Collection[str]) -> None:
        """Both normalised; a word that is `ordinary` is never a mistake. What the router reads itself is known too."""
        self._words = PHRASES.union(words)
        self._ordinary = ordinary
        self._near = lru_cache(maxsize=KEPT)(partial(_near, words=self._words))

    def readings(self, text: str, further: frozenset[str] = frozenset()) -> Sequence[str]:
        """Return the text with its mistakes put right in every likely way, the likeliest first; none where it has none.

        `further` are words that are known besides. Names, numbers, addresses, code and what is quoted stay.
        """
        if len(text) > LONGEST or _CODE.search(text):
            return ()
        wrong: list[tuple[int, int, Sequence[str]]] = []
        for start, end in _plain_words(text):
            word = normalise(text[start:end])
            if word in self._words or word in further:
                continue
            if word in ABBREVIATIONS:
                wrong.append((start, end, [ABBREVIATIONS[word]]))
                continue
            if len(word) < SHORTEST_WORD or self._is_ordinary(word):
                continue
            if options := self._options(word, further):
                wrong.append((start, end, options))
        if not 0 < len(wrong) <= MOST_WORDS:
            return ()
        chosen = sorted(product(*[range(len(options)) for _, _, options in wrong]), key=sum)[:MOST_TEXTS]
        return [_replaced(text, wrong, each) for each in chosen]

    def _is_ordinary(self, word: str) -> bool:
        """Whether people use the word, or that of which it is the plural."""
        if word in self._ordinary:
            return True
        return word[-1] == "s" and (word[:-1] in self._ordinary or (word[-2] == "e" and word[:-2] in self._ordinary))

    def _options(self, word: str, further: Collection[str]) -> Sequence[str]:
        """Return the words that this may be meant to be, those with swapped letters first; none if they are many."""
        found = {**self._near(word), **_near(word, further)}
        least = min((rank[0] for rank in found.values()), default=0)
        nearest = [known for known, rank in found.items() if rank[0] == least]
        return sorted(nearest, key=lambda known: found[known])[:TRIED_OPTIONS] if len(nearest) <= MOST_OPTIONS else ()


def _near(word: str, words: Collection[str]) -> Mapping[str, tuple[int, bool, str]]:
    """Return those of the words with one or two letters in another way, by how likely they are meant.

    They begin alike, or with the first two letters swapped.
    """
    # Loading it takes a twentieth of a second, and only messages with mistakes need it.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    most = 2 if len(word) + 2 >= LONG_WORD else 1
    return {
        known: (distance, sorted(word) != sorted(known), known)
        for known, distance, _ in process.extract(word, words, scorer=OSA.distance, score_cutoff=most, limit=None)
        if len(known) >= SHORTEST_WORD
        and (distance == 1 or max(len(word), len(known)) >= LONG_WORD)
        and (known[0] == word[0] or (known[0], known[1]) == (word[1], word[0]))
    }


def _plain_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the words stand that may be mistakes."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    shouted = text.isupper()
    for match in _WORD.finditer(text):
        start, end = match.span()
        if any(first <= start < last for first, last in quoted):
            continue
        if text[start].isupper() and not shouted and text[:start].strip(" ¿¡"):
            continue
        before, after = text[max(0, start - 1) : start], text[end : end + 2]
        if before in tuple(_BESIDE) or after[:1] in tuple(_BESIDE):
            continue
        if before in (".", "'", "’") or (after[:1] in (".", ":") and after[1:].strip()):
            continue
        yield start, end


def _replaced(text: str, wrong: Sequence[tuple[int, int, Sequence[str]]], chosen: Sequence[int]) -> str:
    parts: list[str] = []
    at = 0
    for (start, end, options), number in zip(wrong, chosen, strict=True):
        word = options[number]
        parts += [text[at:start], word.capitalize() if text[start].isupper() else word]
        at = end
    return "".join([*parts, text[at:]])
