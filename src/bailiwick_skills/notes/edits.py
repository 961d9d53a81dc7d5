"""What changes of a note's lines leave of it, and which lines an entry means; pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import OSA

from bailiwick.plugin import plain
from bailiwick_skills.notes.items import bare, items_of
from bailiwick_skills.notes.records import Note
from bailiwick_skills.notes.titles import NUMBER, word_stems

SLIPS = ((8, 2), (4, 1))
"""From how many letters on how many may be wrong for an entry to be a slip for a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeantLines:
    """Which lines of a note some entries mean."""

    places: tuple[int, ...] = ()
    """From 0, in order."""
    missing: tuple[str, ...] = ()
    """The entries that no line fits, or several."""
    near: tuple[str, ...] = ()
    """Lines that one of those may mean."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as entries are compared with it."""

    plain: str
    words: frozenset[str]


def meant(lines: Sequence[str], entries: Sequence[str]) -> MeantLines:
    """Return which lines the entries mean; "milk and eggs" is one entry where there is such a line, else two."""
    known = [_Line(plain(line), word_stems(line)) for line in lines]
    places, missing, near = set[int](), list[str](), list[str]()
    for entry in entries:
        whole = _places(known, entry)
        parts = [entry] if len(whole) > 0 else items_of(entry) or [entry]
        for part in parts:
            found = _places(known, part)
            if len({known[place].plain for place in found}) == 1:
                places.update(found)
            else:
                missing.append(bare(part) or part)
                near += [lines[place] for place in found]
    return MeantLines(
        places=tuple(sorted(places)), missing=tuple(dict.fromkeys(missing)), near=tuple(dict.fromkeys(near))
    )


def _places(lines: Sequence[_Line], entry: str) -> list[int]:
    """Return the lines that are the entry, else have the same words, else have all of them, else differ by a slip."""
    names = {plain(entry), plain(bare(entry))} - {""}
    words = word_stems(bare(entry))
    steps: Sequence[Callable[[_Line], bool]] = (
        lambda line: line.plain in names,
        lambda line: bool(words) and line.words == words,
        lambda line: bool(words) and words <= line.words,
        lambda line: any(_slip(line.plain, name) for name in names),
    )
    for fits in steps:
        if found := [place for place, line in enumerate(lines) if fits(line)]:
            return found
    return []


def _slip(line: str, name: str) -> bool:
    most = next((wrong for letters, wrong in SLIPS if len(name) >= letters), 0)
    return NUMBER.findall(line) == NUMBER.findall(name) and 0 < OSA.distance(line, name) <= most


def without(note: Note, places: Sequence[int]) -> Note:
    """Return the note without some of its lines."""
    kept = [place for place in range(len(note.lines)) if place not in places]
    done = tuple(new for new, old in enumerate(kept) if old in note.done)
    return replace(note, lines=tuple(note.lines[place] for place in kept), done=done)


def ticked(note: Note, places: Sequence[int], *, done: bool) -> Note:
    """Return the note with some of its lines done, or not done."""
    now = {*note.done} | {*places} if done else {*note.done} - {*places}
    return replace(note, done=tuple(sorted(now)))


def reworded(note: Note, place: int, line: str) -> Note:
    """Return the note with another text in one place."""
    return replace(note, lines=(*note.lines[:place], line, *note.lines[place + 1 :]))


def with_lines(note: Note, lines: Sequence[str]) -> Note:
    """Return the note with more lines at its end."""
    return replace(note, lines=(*note.lines, *lines))


def merged(into: Note, source: Note) -> Note:
    """Return `into` with the lines of `source` that it does not have; one that is there stays as it is."""
    known = {plain(line) for line in into.lines}
    new = [place for place, line in enumerate(source.lines) if plain(line) not in known]
    start = len(into.lines)
    done = tuple(start + at for at, place in enumerate(new) if place in source.done)
    return replace(
        into,
        lines=(*into.lines, *(source.lines[place] for place in new)),
        done=(*into.done, *done),
        tainted=into.tainted or source.tainted,
    )
