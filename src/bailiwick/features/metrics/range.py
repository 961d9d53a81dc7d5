"""The time that figures are asked for, divided into the points of a series."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bailiwick.agents.metrics.plan import HOUR, down
from bailiwick.agents.metrics.records import MetricSpan
from bailiwick.features.metrics.reasons import MetricsReason
from bailiwick.kernel.days import midnights
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason

DAYS = 30
"""Days, today included, that are shown unless said otherwise."""
LONGEST = timedelta(days=800)
MOST_POINTS = 800
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MetricRange:
    """A time, and the edges of the points in it."""

    edges: Sequence[datetime]
    """Ascending, n + 1 for n points, in UTC."""
    span: MetricSpan
    timezone: str

    @property
    def since(self) -> datetime:
        """When it begins."""
        return self.edges[0]

    @property
    def until(self) -> datetime:
        """When it is over."""
        return self.edges[-1]

    @property
    def before(self) -> datetime:
        """When the time of the same length begins that ends where this one begins."""
        return self.since - (self.until - self.since)


def range_of(
    now: datetime, zone: ZoneInfo, since: datetime | None, until: datetime | None, span: MetricSpan | None
) -> MetricRange:
    """Return the time from `since` (default: 30 days, today included) to `until` (default: `now`).

    Points are hours of UTC up to 3 days, days up to 120 and weeks beyond, unless `span` says otherwise. Raises
    `InvalidInput` for a time that is empty, out of the calendar, longer than 800 days, or of more than 800 points.
    """
    # Before anything is calculated with them: at the ends of the calendar that is no longer possible.
    if any(moment is not None and not EARLIEST <= moment <= LATEST for moment in (since, until)):
        raise InvalidInput(Reason.of(MetricsReason.TIME_BOUNDS), field="from")
    end = (until or now).astimezone(UTC)
    begin = (since or midnights(end, DAYS, zone)[0]).astimezone(UTC)
    if not begin < end:
        raise InvalidInput(Reason.of(MetricsReason.TIME_EMPTY), field="from")
    if end - begin > LONGEST:
        raise InvalidInput(Reason.of(MetricsReason.TIME_TOO_LONG, days=LONGEST.days), field="from")
    chosen = span or _usual(end - begin)
    edges = [begin, *(at for at in _boundaries(begin, end, chosen, zone) if begin < at < end), end]
    if len(edges) - 1 > MOST_POINTS:
        raise InvalidInput(Reason.of(MetricsReason.TOO_MANY_POINTS, most=MOST_POINTS), field="span")
    return MetricRange(edges, chosen, zone.key)


def _usual(length: timedelta) -> MetricSpan:
    if length <= timedelta(days=3):
        return MetricSpan.HOUR
    return MetricSpan.DAY if length <= timedelta(days=120) else MetricSpan.WEEK


def _boundaries(begin: datetime, end: datetime, span: MetricSpan, zone: ZoneInfo) -> Iterator[datetime]:
    if span is MetricSpan.HOUR:
        at = down(begin, HOUR)
        for number in range(min((end - at) // HOUR, MOST_POINTS + 1) + 1):
            yield at + number * HOUR
        return
    day = begin.astimezone(zone).date()
    step = 1
    if span is MetricSpan.WEEK:
        day, step = day - timedelta(days=day.weekday()), 7
    while (at := datetime.combine(day, time(), zone).astimezone(UTC)) < end:
        yield at
        day += timedelta(days=step)
