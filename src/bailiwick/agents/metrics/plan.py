"""Which part of a time is read from sums and which is counted from facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BEGINNING = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
"""An hour and day of UTC begins here, as everywhere a whole number of them away."""
END = datetime.fromisoformat("2200-01-01T00:00:00+00:00")
"""Until when figures of a time go that has no end."""


@dataclass(frozen=True, slots=True)
class Part:
    """Sums of whole hours or days, or of all days that were over once, that count to a slot."""

    span: Literal["hour", "day", "ever"]
    since: datetime
    until: datetime
    slot: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A time of which facts are counted to a slot: from `since` on, before `until`."""

    since: datetime
    until: datetime
    slot: int


@dataclass(frozen=True, slots=True)
class SlotPlan:
    """How the figures of a number of slots are got."""

    parts: Sequence[Part]
    pieces: Sequence[Piece]


def plan(
    edges: Sequence[datetime], rolled_until: datetime | None, raw_since: datetime | None, ever: datetime | None = None
) -> SlotPlan:
    """Divide the slots between `edges` (ascending, n + 1 for n slots): each instant of them comes exactly once.

    Hours that end by `rolled_until` are read from sums, whole days of UTC from sums of days; later ones, and hours
    that an edge cuts, are counted from facts. Where facts of a cut hour may have been deleted (before `raw_since`)
    the hour counts as a whole to the slot in which it begins. A slot from `BEGINNING` on reads one sum of all days
    before `ever`, where there is one.
    """
    parts: list[Part] = []
    pieces: list[Piece] = []
    rolled = rolled_until or edges[0]
    for slot, (begin, end) in enumerate(pairwise(edges), 1):
        if ever is not None and begin <= BEGINNING and ever <= end:
            parts.append(Part("ever", ever, ever + HOUR, slot))
            begin = ever
        until = min(end, rolled)
        if begin < until:
            first, last = _up(begin), down(until, HOUR)
            if begin < first and _kept(begin, raw_since):
                pieces.append(Piece(begin, min(first, until), slot))
            if first <= last < until:
                if _kept(last, raw_since):
                    pieces.append(Piece(last, until, slot))
                else:
                    last += HOUR
            parts += _parts(first, last, slot)
        if max(begin, rolled) < end:
            pieces.append(Piece(max(begin, rolled), end, slot))
    return SlotPlan(parts, pieces)


def _kept(at: datetime, raw_since: datetime | None) -> bool:
    """Whether all facts of the hour in which `at` lies are still there."""
    return raw_since is None or down(at, HOUR) >= raw_since


def _parts(first: datetime, last: datetime, slot: int) -> list[Part]:
    """Divide whole hours into days of UTC and the hours before and after them."""
    first_day, last_day = first + (BEGINNING - first) % DAY, down(last, DAY)
    if first_day >= last_day:
        return [Part("hour", first, last, slot)] if first < last else []
    around = [Part("hour", first, first_day, slot), Part("hour", last_day, last, slot)]
    return [Part("day", first_day, last_day, slot), *(part for part in around if part.since < part.until)]


def down(at: datetime, span: timedelta) -> datetime:
    """Return when the hour or day of UTC began in which `at` lies."""
    return at - (at - BEGINNING) % span


def _up(at: datetime) -> datetime:
    """Return the beginning of the first hour that begins at `at` or later."""
    return at + (BEGINNING - at) % HOUR
