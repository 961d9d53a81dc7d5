"""A time is divided at the midnights and Mondays of a person's own zone."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bailiwick.agents.metrics.records import MetricSpan
from bailiwick.features.metrics.range import range_of
from bailiwick.kernel.errors import InvalidInput

MADRID = ZoneInfo("Europe/Madrid")
NOW = datetime(2026, 4, 15, 10, 30, tzinfo=UTC)


def test_days_are_those_of_the_zone_also_when_clocks_change():
    since = datetime(2026, 3, 27, 12, tzinfo=MADRID)
    found = range_of(NOW, MADRID, since, datetime(2026, 3, 31, tzinfo=MADRID), None)
    lengths = [until - begin for begin, until in pairwise(found.edges)]
    assert lengths == [timedelta(hours=hours) for hours in (12, 24, 23, 24)]
    assert found.span is MetricSpan.DAY


def test_weeks_begin_on_monday():
    found = range_of(NOW, MADRID, NOW - timedelta(days=30), NOW, MetricSpan.WEEK)
    assert {edge.astimezone(MADRID).weekday() for edge in found.edges[1:-1]} == {0}


def test_hours_are_those_of_utc():
    found = range_of(NOW, ZoneInfo("Asia/Kolkata"), NOW - timedelta(hours=5), NOW, None)
    assert found.span is MetricSpan.HOUR
    assert {edge.minute for edge in found.edges[1:-1]} == {0}
    assert len(found.edges) == 7


def test_without_a_time_it_is_thirty_days_today_included():
    found = range_of(NOW, MADRID, None, None, None)
    assert (len(found.edges) - 1, found.until) == (30, NOW)
    assert found.since == datetime(2026, 3, 17, tzinfo=MADRID)
    assert found.before == found.since - (found.until - found.since)


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (NOW, NOW),
        (NOW, NOW - timedelta(days=1)),
        (NOW - timedelta(days=900), NOW),
        (datetime(1, 1, 1, tzinfo=UTC), datetime(1, 1, 2, tzinfo=UTC)),
        (datetime(9999, 12, 30, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=UTC)),
        (None, datetime(1, 1, 1, tzinfo=UTC)),
        (None, datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))),
        (datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=12))), None),
    ],
)
def test_a_time_that_cannot_be_is_refused(since, until):
    with pytest.raises(InvalidInput):
        range_of(NOW, MADRID, since, until, None)
