"""Days begin at midnight where the person is, whatever their clocks do."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.days import midnights

ZONES = [
    "UTC",
    "Europe/Madrid",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Pacific/Kiritimati",
    "America/Asuncion",
    "Africa/Cairo",
    "Australia/Lord_Howe",
]


@given(st.datetimes(datetime(2005, 1, 1), datetime(2040, 1, 1)), st.integers(1, 90), st.sampled_from(ZONES))
def test_the_days_follow_one_another_and_end_with_today(moment, count, name):
    now, zone = moment.replace(tzinfo=UTC), ZoneInfo(name)
    days = midnights(now, count, zone)
    instants = [day.astimezone(UTC) for day in days]
    lengths = [after - before for before, after in pairwise(instants)]
    assert len(lengths) == count
    assert all(timedelta(hours=22.5) <= length <= timedelta(hours=25.5) for length in lengths)
    assert instants[-2] <= now < instants[-1]
    dates = [day.date() for day in days]
    assert dates == [dates[0] + timedelta(days=number) for number in range(count + 1)]


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 3, 30), 24), (date(2026, 10, 25), 25)])
def test_a_day_on_which_clocks_change_is_shorter_or_longer(day, hours):
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    begin, end = midnights(noon, 1, ZoneInfo("Europe/Madrid"))
    assert end.astimezone(UTC) - begin.astimezone(UTC) == timedelta(hours=hours)


def test_a_day_whose_midnight_is_skipped_begins_when_clocks_skip_it():
    # On 24 April 2026 clocks in Cairo went from 00:00 to 01:00.
    begin, _ = midnights(datetime(2026, 4, 24, 12, tzinfo=UTC), 1, ZoneInfo("Africa/Cairo"))
    assert begin.astimezone(UTC) == datetime(2026, 4, 23, 22, tzinfo=UTC)
    assert begin.date() == date(2026, 4, 24)
