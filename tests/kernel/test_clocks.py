"""Times on the wall become the moments that a minute-by-minute walk finds, whatever the clocks do."""

from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from croniter import croniter
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bailiwick.kernel.clocks import first_moments, moment_of, next_interval, next_moment, note_on, wall_of
from bailiwick.kernel.cron import Cron
from bailiwick.kernel.reasons import ReasonCode

ZONES = (
    "Europe/Madrid",
    "America/New_York",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "Africa/Casablanca",
    "America/St_Johns",
    "Pacific/Chatham",
    "Asia/Tehran",
    "Africa/Cairo",
    "UTC",
)
PATTERNS = (
    "30 2 * * *",
    "0 2 * * *",
    "15,45 1-3 * * *",
    "0 0 * * *",
    "5 0 * * 0",
    "59 23 L * *",
    "0 12 * * 1#1",
    "*/20 * * * *",
    "0 * * * *",
    "7 */3 * * *",
    "*/30 2 * * *",
    "*/15 1-2 * * 0",
    "30 * * * *",
)
SPAN = timedelta(days=2)
MINUTE = timedelta(minutes=1)


@cache
def changes(zone):
    """Return the hours (UTC) between which the clocks of a zone are changed, from 2000 to 2037."""
    where, found = ZoneInfo(zone), []
    here = datetime(2000, 1, 1, tzinfo=UTC)
    while here < datetime(2037, 1, 1, tzinfo=UTC):
        if here.astimezone(where).utcoffset() != (here + timedelta(hours=12)).astimezone(where).utcoffset():
            found.append(here)
        here += timedelta(hours=12)
    return found or [datetime(2026, 3, 29, tzinfo=UTC)]


def walked(cron, zone, start, end):
    """Return the moments in (start, end] by looking at each minute."""
    found, before = [], wall_of(start, zone)
    minutes, hours = croniter.expand(" ".join(cron.fields))[0][:2]
    day_fits = cache(lambda day: croniter.match(" ".join(("*", "*", *cron.fields[2:])), day))

    def fits(wall):
        here = (minutes == ["*"] or wall.minute in minutes) and (hours == ["*"] or wall.hour in hours)
        return here and day_fits(wall.replace(hour=0, minute=0))

    moment = start + MINUTE
    while moment <= end:
        wall = wall_of(moment, zone)
        if cron.repeats:
            fires = fits(wall)
        else:
            swallowed = [before + MINUTE * n for n in range(1, int((wall - before) / MINUTE))]
            first = moment.astimezone(zone).fold == 0
            fires = (first and fits(wall)) or any(map(fits, swallowed))
        if fires:
            found.append(moment)
        moment, before = moment + MINUTE, wall
    return found


@st.composite
def nights(draw):
    """Draw a zone and a moment shortly before its clocks are changed, or somewhere."""
    zone = draw(st.sampled_from(ZONES))
    near = draw(st.sampled_from(changes(zone))) - timedelta(hours=30) + MINUTE * draw(st.integers(0, 1440))
    anywhere = datetime(2000, 1, 1, tzinfo=UTC) + MINUTE * draw(st.integers(0, 37 * 525_600))
    return zone, draw(st.sampled_from((near, near, anywhere)))


@settings(max_examples=60)
@given(night=nights(), pattern=st.sampled_from(PATTERNS))
@example(night=("Europe/Madrid", datetime(2026, 3, 28, 12, tzinfo=UTC)), pattern="30 2 * * *")
@example(night=("Europe/Madrid", datetime(2026, 10, 24, 12, tzinfo=UTC)), pattern="30 2 * * *")
@example(night=("Australia/Lord_Howe", datetime(2026, 10, 3, 6, tzinfo=UTC)), pattern="15,45 1-3 * * *")
@example(night=("Pacific/Apia", datetime(2011, 12, 29, 0, tzinfo=UTC)), pattern="0 12 * * *")
@example(night=("Europe/Madrid", datetime(2026, 10, 24, 12, tzinfo=UTC)), pattern="*/20 * * * *")
def test_every_moment_is_found_that_a_walk_finds_and_no_other(night, pattern):
    zone, start, cron = ZoneInfo(night[0]), night[1], Cron.read(pattern)
    end = start + SPAN
    found, moment = [], next_moment(cron, zone, start)
    while moment is not None and moment <= end:
        found.append(moment)
        moment = next_moment(cron, zone, moment)
    assert found == walked(cron, zone, start, end)


@pytest.mark.parametrize(
    ("zone", "year"), [("Europe/Madrid", 2026), ("America/New_York", 2027), ("Australia/Lord_Howe", 2028)]
)
def test_a_daily_time_fires_once_on_every_day_of_a_year(zone, year):
    where, start = ZoneInfo(zone), datetime(year, 1, 1, tzinfo=ZoneInfo(zone))
    for pattern in ("30 2 * * *", "0 2 * * *", "10 1 * * *", "0 0 * * *"):
        found = first_moments(Cron.read(pattern), where, start - MINUTE, 365)
        assert [moment.astimezone(where).date() for moment in found] == [
            (start + timedelta(days=day)).date() for day in range(365)
        ]


def test_every_hour_is_every_hour_of_elapsed_time():
    for zone in ("Europe/Madrid", "America/New_York"):
        for month in (3, 10, 11):
            found = first_moments(Cron.read("0 * * * *"), ZoneInfo(zone), datetime(2026, month, 1, tzinfo=UTC), 31 * 24)
            assert {after - before for before, after in pairwise(found)} == {timedelta(hours=1)}


def test_what_a_change_of_the_clocks_does_is_said():
    madrid = ZoneInfo("Europe/Madrid")
    said = {
        "2026-03-29T01:30+01:00": ReasonCode.CLOCKS_FORWARD_AFTER,
        "2026-03-29T03:00+02:00": ReasonCode.CLOCKS_FORWARD_BEFORE,
        "2026-10-25T02:30+02:00": ReasonCode.CLOCKS_BACK_AFTER,
        "2026-10-25T02:30+01:00": ReasonCode.CLOCKS_BACK_BEFORE,
        "2026-10-26T02:30+01:00": None,
    }
    found = {when: note_on(datetime.fromisoformat(when), madrid) for when in said}
    assert {when: note and note.code for when, note in found.items()} == said


@given(night=nights())
def test_the_moment_of_what_a_clock_shows_is_never_later(night):
    zone, moment = ZoneInfo(night[0]), night[1]
    assert moment_of(wall_of(moment, zone), zone) <= moment
    assert wall_of(moment_of(wall_of(moment, zone), zone), zone) == wall_of(moment, zone)


@given(every=st.integers(60, 10**7), offset=st.integers(-(10**8), 10**8), micros=st.integers(0, 999_999))
def test_an_interval_comes_next_a_whole_number_of_steps_from_its_anchor(every, offset, micros):
    anchor, step = datetime(2026, 1, 1, tzinfo=UTC), timedelta(seconds=every)
    now = anchor + timedelta(seconds=offset, microseconds=micros)
    found = next_interval(anchor, step, now)
    assert found > now
    assert found >= anchor
    assert (found - anchor) % step == timedelta(0)
    assert found - step <= now or found == anchor


@given(night=nights(), days=st.integers(1, 20), steps=st.integers(0, 40), minutes=st.integers(0, 3 * 1440))
def test_whole_days_come_next_at_the_time_of_the_day_of_their_anchor(night, days, steps, minutes):
    zone, step = ZoneInfo(night[0]), timedelta(days=days)
    anchor = night[1] - steps * step
    now = anchor + timedelta(days=days * steps, minutes=minutes)
    found = next_interval(anchor, step, now, zone)
    assert found > now
    assert (wall_of(found, zone).date() - wall_of(anchor, zone).date()) % step == timedelta(0)
    assert found == moment_of(wall_of(anchor, zone).replace(**_date_of(wall_of(found, zone))), zone)
    assert moment_of(wall_of(anchor, zone).replace(**_date_of(wall_of(found, zone) - step)), zone) <= now


def _date_of(wall):
    return {"year": wall.year, "month": wall.month, "day": wall.day}
