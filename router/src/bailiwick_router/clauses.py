"""Clauses: the pieces of a message that are complete requests, and whether one leans on what came before.

A message is cut only where a sentence ends, at a comma, or at a word such as "and", "then" or "también", and only
if what follows begins like a request: with an order, a question or a wish. Quotes, code, brackets, addresses and what
is dictated ("remind me to …") are never cut, and a message that brings material (a list, a block of code, something
after a colon) is one request: it is not known which part the material belongs to.
"""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick_router.phrases import Phrases, phrase_at
from bailiwick_router.requests import (
    ABBREVIATIONS,
    ADDRESSED_TO_OTHERS,
    AFTER_DEMONSTRATIVE,
    ALSO_TOLD,
    BEFORE_DEMONSTRATIVE,
    CLITICS,
    DEMONSTRATIVES,
    DICTATIONS,
    IN_TURN,
    JOINERS,
    LETTERS,
    PAIRS,
    POINTERS,
    POLITE,
    REQUESTS,
    TIMES,
    WANTS,
    WEATHER,
)
from bailiwick_router.spelling import ABBREVIATIONS as SHORT_FOR
from bailiwick_router.text import normalise

_SHELTERED = re.compile(
    r"`[^`]*(?:`|\Z)|\"[^\"]*(?:\"|\Z)|“[^”]*(?:”|\Z)|«[^»]*(?:»|\Z)|‘[^’]*’|(?<!\w)'[^'\n]+'(?!\w)"
    r"|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|\w+://\S+",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"[.!?;…][\"”»')\]]*\s|\n|[?!…;]\s*[¿¡]")
_COMMA = re.compile(r",\s")
_MATERIAL = re.compile(r":\s|```")
_LISTED = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s", re.MULTILINE)
_PARTED = re.compile(r"[.!?;…,\n]\s*[¿¡]?\w")
_BEGINNERS = REQUESTS | WANTS.keys()
_OPENING = "¿¡("
_PARTING = " \t\r\n,;:.…¿¡("
_MOST_SKIPPED = 3
"""Phrases of politeness before a request, one after the other."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a message; `message[start:end]` is its text."""

    start: int
    end: int
    leans: bool
    """It points at what came before ("it", "eso"), or is to be done after it ("then")."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A place between two requests."""

    before: int
    """The last word before it, joining words left out."""
    begins: int
    """The first word after it."""
    in_turn: bool
    """A joining word says that what follows comes after."""


def may_hold_several(normalised: str, words: Sequence[str]) -> bool:
    """Say, at a glance at the normalised message and its words, whether it might be more than one request."""
    if JOINERS.isdisjoint(words) and not _PARTED.search(normalised):
        return False
    # Counted by `map`: every routed message passes here.
    return sum(map(_BEGINNERS.__contains__, words)) > 1 or any(bare(word) != word for word in words)


def clauses(message: str, meant: str = "", *, begun: bool = False) -> list[Clause]:
    """Return the requests in a message, in order; one, the whole message, where it is not clearly several.

    What belongs to no request (a greeting, a remark) stays with the one beside it. `meant` is the message with its
    typing mistakes put right, word for word, and what is written in short in full. With `begun` the first of them may
    begin in any way; else a message that does not begin with a request is one.
    """
    whole = [Clause(0, len(message), leans=False)]
    if len(_LISTED.findall(message)) > 1 or _MATERIAL.search(message):
        return whole
    words = _Words(message, meant)
    if not words.texts or not (begun or words.opens(words.skipped(0))):
        return whole
    return words.clauses(words.cuts())


class _Words:
    """The words of a message that are not sheltered, with their places."""

    def __init__(self, message: str, meant: str) -> None:
        self.message = struck_out(message)
        """With a line drawn through what is sheltered."""
        free = list(_WORD.finditer(self.message))
        typed = [normalise(found[0]) for found in free]
        right = [normalise(word) for word in _WORD.findall(struck_out(meant))]
        words = _put_right(typed, right) or [[word] for word in typed]
        # What is written in short is several words at one place.
        places = [found for found, full in zip(free, words, strict=True) for _ in full]
        self.texts = [word for full in words for word in full]
        self._starts = [found.start() for found in places]
        self._ends = [found.end() for found in places]

    def cuts(self) -> list[_Cut]:
        """Return where one request ends and the next begins."""
        found: list[_Cut] = []
        dictated = self._dictates(0)
        at = self.skipped(0) + 1
        while at < len(self.texts):
            ends = self._ends_sentence(at)
            cut = self._cut(at, ends=ends)
            if ends:
                dictated = False
            if cut is None or dictated:
                at += 1
                continue
            found.append(cut)
            dictated = self._dictates(cut.begins)
            at = self.skipped(cut.begins) + 1
        return found

    def _ends_sentence(self, at: int) -> bool:
        gap = self.message[self._ends[at - 1] : self._starts[at]]
        return ends_sentence(gap, self.texts[at - 1])

    def _cut(self, at: int, *, ends: bool) -> _Cut | None:
        """Return the cut before a word, if a request begins there: at it, or after the words that join it."""
        begins = at
        while begins < len(self.texts) and self.texts[begins] in JOINERS:
            begins += 1
        parted = ends or begins > at or _COMMA.search(self.message[self._ends[at - 1] : self._starts[at]])
        if not parted or (begins > at and (self.texts[at - 1], *self.texts[begins : begins + 1]) in PAIRS):
            return None
        if not self.opens(self.skipped(begins)):
            return None
        return _Cut(at - 1, begins, in_turn=not IN_TURN.isdisjoint(self.texts[at:begins]))

    def clauses(self, cuts: Sequence[_Cut]) -> list[Clause]:
        """Return the clauses between cuts."""
        begins = [0, *(cut.begins for cut in cuts)]
        ends = [*(cut.begins for cut in cuts), len(self.texts)]
        found: list[Clause] = []
        for number, (first, last) in enumerate(zip(begins, ends, strict=True)):
            start = self._opening(self._starts[first]) if number else 0
            end = self._closing(cuts[number]) if number < len(cuts) else len(self.message)
            leans = number > 0 and (cuts[number - 1].in_turn or points(self.texts[first:last]))
            found.append(Clause(start, end, leans))
        return found

    def _opening(self, start: int) -> int:
        """Return where a clause begins whose first word is at `start`: with the marks that open it."""
        while self.message[start - 1] in _OPENING:
            start -= 1
        return start

    def _closing(self, cut: _Cut) -> int:
        """Return where the clause before a cut ends: with the signs after its last word, not with what parts it."""
        end = self._starts[cut.before + 1]
        while self.message[end - 1] in _PARTING:
            end -= 1
        return end

    def skipped(self, at: int) -> int:
        """Return the first word after politeness."""
        for _ in range(_MOST_SKIPPED):
            length = self._phrase(at, POLITE)
            if not length:
                break
            at += length
        return at

    def opens(self, at: int) -> bool:
        """Whether a request begins at a word: an order, a question or a wish, of two words or more."""
        if at + 1 >= len(self.texts):
            return at < len(self.texts) and bare(self.texts[at]) != self.texts[at]
        first, second = self.texts[at], self.texts[at + 1]
        if first in LETTERS and second in ADDRESSED_TO_OTHERS:
            return False
        return first in REQUESTS or bare(first) != first or self._phrase(at, WANTS) > 0

    def _dictates(self, at: int) -> bool:
        """Whether the request at a word dictates; what is in quotes after it shows its own end."""
        at = self.skipped(at)
        length = self._phrase(at, DICTATIONS)
        return length > 0 and not self.message[self._ends[at + length - 1] :].lstrip().startswith("_")

    def _phrase(self, at: int, phrases: Phrases) -> int:
        return phrase_at(self.texts, at, phrases) if at < len(self.texts) else 0


def _put_right(typed: Sequence[str], right: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return the words that each typed word stands for; none where `right` is not the same message."""
    found: list[Sequence[str]] = []
    at = 0
    for word in typed:
        full = SHORT_FOR.get(word, word).split()
        # A word that somebody knows stays although it could be short for others.
        length = len(full) if list(right[at : at + len(full)]) == full else 1
        found.append(right[at : at + length])
        at += length
    return found if at == len(right) else []


def is_request(text: str) -> bool:
    """Whether a text asks for something and tells nothing: it begins with an order or a question, politeness aside.

    What may also be told, or is for the person to do ("call Ana at five", "hay leche"), does not ask.
    """
    words = _Words(text, "")
    first = next(iter(words.texts[words.skipped(0) :]), "")
    return (first in REQUESTS or bare(first) != first) and first not in ALSO_TOLD


def ends_sentence(gap: str, before: str) -> bool:
    """Whether a sentence ends in what stands between two words, of which `before` is the first, normalised."""
    return bool(_SENTENCE_END.search(gap)) and not ("." in gap and before in ABBREVIATIONS)


def struck_out(text: str) -> str:
    """Return a text with a line drawn through quotes, code, brackets and addresses, as long as before."""
    return _SHELTERED.sub(lambda found: "_" * len(found[0]), text)


def bare(word: str) -> str:
    """Return a Spanish order without the pronouns at its end; the word itself where it is none."""
    if not word.endswith(CLITICS):
        return word
    for clitic in CLITICS:
        verb = word.removesuffix(clitic)
        if verb != word and len(verb) > 2 and verb in REQUESTS:
            return verb
    return word


def points(words: Sequence[str]) -> bool:
    """Whether the words of a clause point at what came before it."""
    for at, word in enumerate(words):
        if word in ("it", "its"):
            # "is it raining" and "what time is it" point at nothing.
            beside = [*words[max(0, at - 2) : at], *words[at + 1 : at + 4]]
            if WEATHER.isdisjoint(beside) and not (at > 1 and words[at - 2] in TIMES):
                return True
        elif word in DEMONSTRATIVES:
            following = words[at + 1] if at + 1 < len(words) else ""
            stands_alone = not following or (at and following in AFTER_DEMONSTRATIVE)
            if stands_alone or (at and words[at - 1] in BEFORE_DEMONSTRATIVE):
                return True
        elif word in POINTERS or (at < 2 and bare(word) != word):
            return True
    return False
