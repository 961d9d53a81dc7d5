"""Several requests in one message: its pieces that are each read by themselves."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Callable, Sequence

from bailiwick_router.clauses import Clause, clauses, points, struck_out
from bailiwick_router.requests import ABBREVIATIONS
from bailiwick_router.text import normalise, words_of

LONGEST = 600
"""Characters; a longer message is a text."""
MOST = 6
"""Places where a piece may begin; a message with more is a text."""
ENDS = re.compile(
    r"\s*;\s+|(?<=[.!?])\s+|,?\s+(?=(?:and also|and besides|and too|plus|y tambien|y también|y ademas|y además)\b)",
    re.IGNORECASE,
)
"""Where a request is over for sure, also one that is dictated."""
JOINS = re.compile(
    r"(?:(?:and|also|then|plus|besides|y|e|tambien|también|ademas|además|luego)\b[\s,]*)+", re.IGNORECASE
)
AMOUNTS = re.compile(
    r",?\s+(?:and|y|plus)\s+(?=[-+(]?[$€£]?\d)|,\s+(?=[-+(]?[$€£]?\d+(?:[.,]\d+)?\s*[-+*/x×·^%])", re.IGNORECASE
)
"""Where an amount may begin that is asked for beside another: "2+2 and 3+3", "12% of 50, 20% of 80"."""
LONGEST_WORD = 40
"""Characters before a point in which its word is looked for."""
MATERIAL = re.compile(r":\s|\n|```")


def pieces(text: str, reads: Callable[[str], bool], meant: str = "") -> Sequence[Clause]:
    """Return the pieces of a message that `reads` reads one by one; none where they are not two or more.

    They begin where a request or another amount may begin, or where one is over for sure; what is not read by itself
    stays with the piece beside it, and there are as many as can be. `meant` is the message with its typing mistakes put
    right, word for word.
    """
    if len(text) > LONGEST or MATERIAL.search(text):
        return ()
    between = _candidates(text, meant)
    if not 1 < len(between) <= MOST:
        return ()
    best: list[list[Clause] | None] = [[]]
    """Of what stands before each place: its pieces, if it is pieces that are read."""
    for end in range(1, len(between) + 1):
        ways = [
            [*before, Clause(between[start].start, between[end - 1].end, between[start].leans)]
            for start, before in enumerate(best)
            if before is not None and reads(text[between[start].start : between[end - 1].end])
        ]
        best.append(max(ways, key=len, default=None))
    found = best[-1]
    return found if found is not None and len(found) > 1 else ()


def _candidates(text: str, meant: str) -> Sequence[Clause]:
    found: list[Clause] = []
    free = struck_out(text)
    for clause in clauses(text, meant, begun=True):
        start = clause.start
        for end in ENDS.finditer(free, clause.start, clause.end):
            if not _is_abbreviated(free, end.start()):
                found.append(_piece(text, start, end.start(), clause))
                start = end.end()
        found.append(_piece(text, start, clause.end, clause))
    finer = [part for each in found for part in _by_amounts(free, each)]
    return [each for each in (finer if len(finer) <= MOST else found) if each.start < each.end]


def _by_amounts(free: str, piece: Clause) -> Sequence[Clause]:
    """Return a piece cut before each amount that follows another."""
    found, start = list[Clause](), piece.start
    for gap in AMOUNTS.finditer(free, piece.start, piece.end):
        if any(letter.isdigit() for letter in free[start : gap.start()]):
            found.append(Clause(start, gap.start(), piece.leans and start == piece.start))
            start = gap.end()
    return [*found, Clause(start, piece.end, piece.leans and start == piece.start)]


def _is_abbreviated(text: str, end: int) -> bool:
    """Whether the point before a place is that of an abbreviation: "at 5 p.m. in the kitchen"."""
    words = words_of(normalise(text[max(0, end - LONGEST_WORD) : end])) if text[end - 1 : end] == "." else []
    return bool(words) and words[-1] in ABBREVIATIONS


def _piece(text: str, start: int, end: int, clause: Clause) -> Clause:
    joins = JOINS.match(text, start, end)
    begins = joins.end() if joins else start
    leans = clause.leans if start == clause.start else points(words_of(normalise(text[begins:end])))
    return Clause(begins, end, leans)
