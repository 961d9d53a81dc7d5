"""Cuts a text in Markdown into passages: along headings, paragraphs and sentences, with exact places."""

import re  # noqa: TID251  (own fixed patterns)
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bailiwick.tools.documents.records import Heading, PassageDraft

TARGET = 1000
"""Characters that a passage should have, about."""
MOST = 1600
"""Characters that no passage exceeds."""
LONGEST_OVERLAP = 240
"""A last sentence up to this length is repeated at the beginning of the next passage."""
MOST_HEADINGS = 1000
LONGEST_HEADING = 200
PAGE = "\f"
"""Stands in the text where a page ends."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S[^\n]*)")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’»)\]]*\s+|\n")
_TABLE_ROW = re.compile(r"[ \t]*\|")


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph, heading, table or fenced piece of code, with the white space behind it."""

    start: int
    end: int
    heading: int = 0
    """Its level, if it is a heading."""
    whole: bool = False
    """Whether it is kept in one piece where it fits."""


def outline_of(text: str) -> list[Heading]:
    """Return the headings of a text, the first 1,000."""
    return [
        Heading(heading=_title(text, block), level=block.heading, start=block.start)
        for block in _blocks(text)
        if block.heading
    ][:MOST_HEADINGS]


def passages_of(text: str, *, target: int = TARGET, most: int = MOST) -> list[PassageDraft]:
    """Return the passages of a text in order.

    Together they cover everything but white space; none is longer than `most` characters or empty. A passage that
    goes on where the last one was cut inside a section begins with the last sentence of that one.
    """
    pages = [at for at, character in enumerate(text) if character == PAGE]
    drafts: list[PassageDraft] = []
    for path, pieces in _sections(text, most):
        heading = " › ".join(path)
        for start, end in _packed(text, pieces, target, most):
            page = bisect_right(pages, start) + 1 if pages else None
            drafts.append(PassageDraft(heading=heading, page=page, start=start, end=end))
    return drafts


def _sections(text: str, most: int) -> Iterator[tuple[Sequence[str], list[tuple[int, int, bool]]]]:
    """Yield the headings above each section with the pieces it consists of: start, end, and whether it is a whole one
    (a table, code) rather than prose."""
    path: list[tuple[int, str]] = []
    pieces: list[tuple[int, int, bool]] = []
    only_headings = True
    for block in _blocks(text):
        if block.heading:
            # A heading stays with what follows it: several in a row begin one section.
            if pieces and not only_headings:
                yield [title for _, title in path], pieces
                pieces = []
            only_headings = True
            path = [each for each in path if each[0] < block.heading]
            path.append((block.heading, _title(text, block)))
        else:
            only_headings = False
        pieces += _fitting(text, block, most)
    if pieces:
        yield [title for _, title in path], pieces


def _packed(text: str, pieces: Sequence[tuple[int, int, bool]], target: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield begin and end of passages that are put together from neighbouring pieces."""
    start: int | None = None
    end = 0
    last_prose = False
    for left, right, whole in pieces:
        if start is None:
            start, end = left, right
        elif right - start <= target or (end - start < target // 3 and right - start <= most):
            end = right
        else:
            yield start, end
            again = _last_sentence(text, start, end) if last_prose and not whole else end
            start = again if again < end and right - again <= most else left
            end = right
        last_prose = not whole
    if start is not None:
        yield start, end


def _last_sentence(text: str, start: int, end: int) -> int:
    """Return where the last sentence of a passage begins; its end when there is but one."""
    at = end
    for found in _SENTENCE_END.finditer(text, max(start, end - LONGEST_OVERLAP - 2), end):
        if found.end() < end:
            at = found.end()
    at, _ = _stripped(text, at, end)
    return at if at > start else end


def _fitting(text: str, block: _Block, most: int) -> Iterator[tuple[int, int, bool]]:
    """Yield a block without the white space around it, in pieces no longer than a passage: cut between sentences of
    prose or lines, then between words, else anywhere."""
    start, end = _stripped(text, block.start, block.end)
    if start >= end:
        return
    if block.whole and end - start <= most:
        yield start, end, True
        return
    yield from ((left, right, block.whole) for left, right in _cut(text, start, end, most, lines=block.whole))


def _cut(text: str, start: int, end: int, most: int, *, lines: bool) -> Iterator[tuple[int, int]]:
    room = min(most - LONGEST_OVERLAP, TARGET) if most > 2 * LONGEST_OVERLAP else most
    while start < end:
        stop = end if end - start <= room else _break_before(text, start, start + room, lines=lines)
        left, right = _stripped(text, start, stop)
        if left < right:
            yield left, right
        start = stop


def _break_before(text: str, start: int, limit: int, *, lines: bool) -> int:
    """Return the best place to cut in the second half before `limit`."""
    half = start + (limit - start) // 2
    line = text.rfind("\n", half, limit)
    if lines and line > 0:
        return line + 1
    best = 0
    for found in _SENTENCE_END.finditer(text, half, limit):
        best = found.end()
    if best:
        return min(best, limit)
    space = max(text.rfind(" ", half, limit), line)
    return space + 1 if space > 0 else limit


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of a text in order; together they are all of it."""
    fence = ""
    start: int | None = None
    kind = ""
    at = 0
    while at < len(text):
        stop = _line_end(text, at)
        line = text[at : min(stop, at + 400)]
        if fence:
            if line.lstrip(" ").startswith(fence) and not line.strip().strip(fence[0]):
                yield _Block(start or 0, stop, whole=True)
                fence, start, kind = "", None, ""
            at = stop
            continue
        opened = _FENCE.match(line)
        heading = _HEADING.match(line)
        sort = "table" if _TABLE_ROW.match(line) else "prose"
        blank = not line.strip()
        ends = start is not None and (opened or heading or blank or sort != kind or line.startswith(PAGE))
        if ends and start is not None:
            yield _Block(start, at, whole=kind == "table")
            start, kind = None, ""
        if opened:
            fence, start = opened[1], at
        elif heading:
            yield _Block(at, stop, heading=len(heading[1]))
        elif not blank and start is None:
            start, kind = at, sort
        at = stop
    if start is not None:
        yield _Block(start, len(text), whole=kind == "table" or bool(fence))


def _line_end(text: str, at: int) -> int:
    """Return where the next line begins; a page's end ends a line."""
    stop = text.find("\n", at)
    page = text.find(PAGE, at, stop if stop >= 0 else len(text))
    if page >= 0:
        return page + 1
    return stop + 1 if stop >= 0 else len(text)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _title(text: str, block: _Block) -> str:
    line = text[block.start : min(block.end, block.start + 2 * LONGEST_HEADING)].strip()
    return " ".join(line.lstrip("#").rstrip("# \t").split())[:LONGEST_HEADING]
