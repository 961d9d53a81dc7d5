"""Clocks: from times on the wall of a place to moments, across changes of its clocks.

A calendar names times on the wall ("09:00 each Monday"). Where clocks are put forward some of them do not exist, where
clocks are put back some exist twice. For a calendar of fixed times a time that does not exist stands for the first
moment after the gap, and one that exists twice for its first occurrence, so that nothing due on that day is lost or
doubled. A calendar that repeats within the hour or the day goes by elapsed time: every moment counts whose time on the
wall fits, so that the hours of a night are neither fewer nor more than there are.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import islice
from typing import Protocol

from bailiwick.kernel.reasons import Reason, ReasonCode

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


class Calendar(Protocol):
    """Names times on the wall, whole minutes without a zone."""

    @property
    def repeats(self) -> bool:
        """Whether it repeats within the hour or the day, rather than naming fixed times."""
        ...

    def after(self, wall: datetime) -> datetime | None:
        """Return the first time on the wall after this one; None if there is none."""
        ...


def next_moment(calendar: Calendar, zone: tzinfo, after: datetime) -> datetime | None:
    """Return the first moment (UTC) after `after` that the calendar means in this zone; None if there is none."""
    after = after.astimezone(UTC)
    return _next_elapsed(calendar, zone, after) if calendar.repeats else _next_fixed(calendar, zone, after)


def next_interval(anchor: datetime, every: timedelta, after: datetime, zone: tzinfo = UTC) -> datetime:
    """Return the first moment after `after` that lies a whole number of `every` from `anchor`, and not before it.

    Whole days are counted on the wall in `zone`, so that they come at one time of the day also when clocks change.
    """
    if after < anchor:
        return anchor
    if every % DAY:
        return anchor + ((after - anchor) // every + 1) * every
    wall = wall_of(anchor, zone)
    step = (wall_of(after, zone) - wall) // every + 1
    while (moment := moment_of(wall + step * every, zone)) <= after:  # once more in an hour that comes twice
        step += 1
    return moment


def moment_of(wall: datetime, zone: tzinfo) -> datetime:
    """Return the moment (UTC) of a time on the wall: the first of two, or the first after a gap that swallows it."""
    first = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if wall_of(first, zone) == wall:
        return first
    # In a gap: with fold 0 the offset before it counts, which leads behind it; with fold 1 the one after it.
    return _change_between(wall.replace(tzinfo=zone, fold=1).astimezone(UTC), first, zone)


def wall_of(moment: datetime, zone: tzinfo) -> datetime:
    """Return what the clock on the wall shows at a moment, without a zone."""
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def note_on(moment: datetime, zone: tzinfo) -> Reason | None:
    """Return what a change of the clocks within the hour before or after does to a moment; None if there is none."""
    before, here, later = (_offset(moment + timedelta(hours=each), zone) for each in (-1, 0, 1))
    if before < here:
        return Reason.of(ReasonCode.CLOCKS_FORWARD_BEFORE)
    if before > here:
        return Reason.of(ReasonCode.CLOCKS_BACK_BEFORE)
    if here > later:
        return Reason.of(ReasonCode.CLOCKS_BACK_AFTER)
    if here < later:
        return Reason.of(ReasonCode.CLOCKS_FORWARD_AFTER)
    return None


def moments(calendar: Calendar, zone: tzinfo, after: datetime) -> Iterator[datetime]:
    """Yield the moments (UTC) after `after`, in order."""
    current = next_moment(calendar, zone, after)
    while current is not None:
        yield current
        current = next_moment(calendar, zone, current)


def first_moments(calendar: Calendar, zone: tzinfo, after: datetime, count: int) -> list[datetime]:
    """Return the first `count` moments (UTC) after `after`."""
    return list(islice(moments(calendar, zone, after), count))


def _next_fixed(calendar: Calendar, zone: tzinfo, after: datetime) -> datetime | None:
    wall = calendar.after(wall_of(after, zone))
    while wall is not None:
        moment = moment_of(wall, zone)
        if moment > after:
            return moment
        wall = calendar.after(wall)
    return None


def _next_elapsed(calendar: Calendar, zone: tzinfo, after: datetime) -> datetime | None:
    """Search one stretch of equal offset after the other."""
    start, offset = after, _offset(after, zone)
    wall = calendar.after(after.replace(tzinfo=None) + offset)
    while wall is not None:
        moment = (wall - offset).replace(tzinfo=UTC)
        change = _next_change(start, moment, zone)
        if change is None:
            return moment
        start, offset = change, _offset(change, zone)
        wall = calendar.after(change.replace(tzinfo=None) + offset - MINUTE)
    return None


def _next_change(start: datetime, end: datetime, zone: tzinfo) -> datetime | None:
    """Return the first moment in (start, end] at which the offset changes; None if it stays.

    Two changes within a day that undo one another would be overlooked; no zone has had them.
    """
    offset, before = _offset(start, zone), start
    while before < end:
        here = min(before + DAY, end)
        if _offset(here, zone) != offset:
            return _change_between(before, here, zone)
        before = here
    return None


def _change_between(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Return the second at which the offset changes, which it does in (before, after]."""
    offset = _offset(before, zone)
    low, high = int(before.timestamp()), int(-(-after.timestamp() // 1))
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(datetime.fromtimestamp(middle, UTC), zone) == offset:
            low = middle
        else:
            high = middle
    return datetime.fromtimestamp(high, UTC)


def _offset(moment: datetime, zone: tzinfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta(0)
