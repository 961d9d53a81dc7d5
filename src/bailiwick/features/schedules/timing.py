"""Timing: the moments that the times of a schedule come to."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.records import (
    LONGEST_SECONDS,
    SHORTEST_SECONDS,
    UPCOMING,
    Preview,
    Schedule,
    ScheduleStatus,
    Times,
    UpcomingTime,
)
from bailiwick.kernel.clocks import next_interval, next_moment, note_on
from bailiwick.kernel.cron import Cron, interval_words
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.times_said import Words, sentence
from bailiwick.kernel.zones import zone_of

PREVIEWED = 10
MOMENT = timedelta(microseconds=1)
LAST = datetime(9000, 1, 1, tzinfo=UTC)
"""Nothing is planned beyond it."""


class Timing:
    """Finds the moments of one schedule."""

    def __init__(self, times: Times, anchor: datetime) -> None:
        """Intervals count from the start, or from `anchor` where none is given. Raises `InvalidInput` for what cannot
        be read."""
        if (times.cron is None) == (times.every_seconds is None):
            raise InvalidInput(Reason.of(ScheduleReason.CRON_OR_SECONDS), field="cron")
        if times.ends_at is not None and times.starts_at is not None and times.ends_at < times.starts_at:
            raise InvalidInput(Reason.of(ScheduleReason.ENDS_BEFORE_START), field="endsAt")
        if times.every_seconds is not None and not SHORTEST_SECONDS <= times.every_seconds <= LONGEST_SECONDS:
            raise InvalidInput(Reason.of(ScheduleReason.INTERVAL_BOUNDS), field="everySeconds")
        self._times = times
        self._anchor = times.starts_at or anchor
        self._zone: ZoneInfo = zone_of(times.timezone)
        self._cron = None if times.cron is None else Cron.read(times.cron)

    @classmethod
    def of(cls, schedule: Schedule) -> "Timing":
        """Return the timing of a stored schedule."""
        return cls(schedule.times, schedule.created_at)

    @property
    def words(self) -> Words:
        """The times in structured words."""
        if self._cron is not None:
            return self._cron.words()
        return interval_words(self._times.every_seconds or SHORTEST_SECONDS)

    @property
    def sentence(self) -> str:
        """The times in an English sentence."""
        return sentence(self.words, self._times.cron, self._times.every_seconds)

    def next(self, after: datetime) -> datetime | None:
        """Return the first moment after `after`, within start and end; None if there is none."""
        if self._times.starts_at is not None:
            after = max(after, self._times.starts_at - MOMENT)
        if after >= LAST:
            return None
        if self._cron is not None:
            found = next_moment(self._cron, self._zone, after)
        else:
            found = next_interval(self._anchor, timedelta(seconds=self._times.every_seconds or 0), after, self._zone)
        if found is None or (self._times.ends_at is not None and found > self._times.ends_at):
            return None
        return found

    def first(self, after: datetime, count: int) -> Sequence[datetime]:
        """Return the first `count` moments after `after`."""
        found: list[datetime] = []
        while len(found) < count and (moment := self.next(found[-1] if found else after)) is not None:
            found.append(moment)
        return found

    def latest(self, since: datetime, until: datetime, count: int) -> Sequence[datetime]:
        """Return the latest `count` moments from `since`, which counts as one, to `until`, oldest first.

        Looks at ever longer spans before `until`, so that a long silence costs no more than a short one.
        """
        span = timedelta(minutes=count)
        while True:
            start = max(since - MOMENT, until - span)
            found: list[datetime] = []
            moment = self.next(start)
            while moment is not None and moment <= until:
                found.append(moment)
                moment = self.next(moment)
            if start < since and since not in found[:1]:  # the rules of its zone have changed since it was set
                found.insert(0, since)
            if len(found) >= count or start < since:
                return found[-count:]
            span *= 4

    def _upcoming(self, moment: datetime) -> UpcomingTime:
        why = note_on(moment, self._zone)
        local = moment.astimezone(self._zone).isoformat()
        return UpcomingTime(at=moment, local=local, note=why and why.text(), why=why)

    def preview(self, after: datetime) -> Preview:
        """Return what the times come to."""
        upcoming = [self._upcoming(moment) for moment in self.first(after, PREVIEWED)]
        return Preview(valid=True, error=None, words=self.words, sentence=self.sentence, upcoming=upcoming)


def worded(schedule: Schedule, now: datetime) -> Schedule:
    """Return a stored schedule with its next times and with words for them."""
    timing = Timing.of(schedule)
    upcoming: Sequence[datetime] = ()
    if schedule.status is ScheduleStatus.ACTIVE and schedule.next_at is not None:
        upcoming = [schedule.next_at, *timing.first(max(schedule.next_at, now - MOMENT), UPCOMING - 1)]
    return schedule.evolve(upcoming=tuple(upcoming), sentence=timing.sentence, words=timing.words)
