"""Cron patterns: what is read, what is refused, and how the times are said."""

from datetime import UTC, datetime, timedelta

import pytest
from croniter import croniter
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.schedules.records import Times
from bailiwick.features.schedules.timing import Timing
from bailiwick.kernel.cron import Cron, interval_words
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.times_said import sentence

NOW = datetime(2026, 11, 22, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pattern", "kind", "said"),
    [
        ("* * * * *", "minutes", "Every minute"),
        ("*/5 * * * *", "minutes", "Every 5 minutes"),
        ("0 * * * *", "hourly", "Every hour"),
        ("15 */2 * * *", "hourly", "Every 2 hours at 15 minutes past"),
        ("0 9 * * *", "daily", "At 09:00 every day"),
        ("@daily", "daily", "At 00:00 every day"),
        ("30 8 * * 1-5", "weekly", "At 08:30 on weekdays"),
        ("0 9 * * MON,thu", "weekly", "At 09:00 on Monday and Thursday"),
        ("0 9 * * 0", "weekly", "At 09:00 on Sunday"),
        ("0 9 1 * *", "monthly", "At 09:00 on day 1 of every month"),
        ("0 9 L * *", "monthly", "At 09:00 on the last day of every month"),
        ("*/7 * * * *", "other", "At the times of `*/7 * * * *`"),
        ("0 9 * 2 *", "other", "At the times of `0 9 * 2 *`"),
        ("0 9 1 * 1", "other", "At the times of `0 9 1 * 1`"),
        ("0 9 * * 5#2", "other", "At the times of `0 9 * * 5#2`"),
    ],
)
def test_times_are_said_in_words(pattern, kind, said):
    words = Cron.read(pattern).words()
    assert words.kind == kind
    assert sentence(words, pattern, None) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (60, "Every minute"),
        (90, "Every 90 seconds"),
        (7_200, "Every 2 hours"),
        (86_400, "Every day"),
        (1_209_600, "Every 14 days"),
        (5_400, "Every 90 minutes"),
    ],
)
def test_intervals_are_said_in_words(seconds, said):
    assert sentence(interval_words(seconds), None, seconds) == said


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("* * * * * *", "without seconds"),
        ("0 0 0 1 1 * 2027", "without seconds"),
        ("0 9 * *", "five fields"),
        ("", "five fields"),
        ("61 * * * *", "no cron pattern"),
        ("h * * * *", "name that cron"),
        ("0 9 * * foo", "name that cron"),
        ("0 9 30 2 *", "never comes"),
        ("*/0 * * * *", "no cron pattern"),
        ("0 9 * * $(id)", "characters"),
        ("@reboot", "five fields"),
        ("r(0-5) * * * *", "characters"),
        ("0 9 * * 1" + " " * 300 + "x" * 300, "at most 200"),
        ("0\u0660 9 * * *", "characters"),
    ],
)
def test_what_is_no_pattern_is_refused_with_the_reason(pattern, why):
    with pytest.raises(InvalidInput, match=why):
        Cron.read(pattern)


@given(text=st.text(max_size=40))
def test_whatever_is_written_is_read_or_refused(text):
    try:
        made = Cron.read(text)
    except InvalidInput:
        return
    assert made.after(datetime(2026, 1, 1)) > datetime(2026, 1, 1)


FIELD = st.sampled_from(["*", "*/5", "0", "1,3", "2-4", "1-10/3"])


@given(
    minute=FIELD,
    hour=FIELD,
    day=st.sampled_from(["*", "1", "L", "5-9"]),
    weekday=st.sampled_from(["*", "1", "3-5"]),
    start=st.datetimes(datetime(2000, 1, 1), datetime(2037, 1, 1)),
)
def test_the_next_time_fits_and_none_before_it_does(minute, hour, day, weekday, start):
    cron = Cron.read(f"{minute} {hour} {day} * {weekday}")
    found = cron.after(start)
    assert found > start
    assert croniter.match(" ".join(cron.fields), found)
    between = start.replace(second=0, microsecond=0) + timedelta(minutes=1)
    for _ in range(60):
        if between >= found:
            break
        assert not croniter.match(" ".join(cron.fields), between)
        between += timedelta(minutes=1)


def test_nothing_fires_before_its_start_or_after_its_end():
    times = Times(cron="0 9 * * *", starts_at=NOW + timedelta(days=10), ends_at=NOW + timedelta(days=12))
    found = Timing(times, NOW).first(NOW, 9)
    assert [moment.day for moment in found] == [3, 4]
    every = Times(every_seconds=86_400, starts_at=NOW + timedelta(days=1), ends_at=NOW + timedelta(days=3))
    assert Timing(every, NOW).first(NOW, 9) == [NOW + timedelta(days=days) for days in (1, 2, 3)]


def test_an_interval_without_a_start_begins_one_step_after_it_was_made():
    assert Timing(Times(every_seconds=600), NOW).next(NOW) == NOW + timedelta(minutes=10)


@given(silence=st.integers(2, 500_000), count=st.integers(1, 100))
def test_the_latest_times_of_a_long_silence_are_the_last_ones_in_order(silence, count):
    timing, until = Timing(Times(every_seconds=60), NOW), NOW + timedelta(seconds=silence * 60 + 30)
    first = NOW + timedelta(minutes=1)
    found = timing.latest(first, until, count)
    assert found == [NOW + timedelta(minutes=n) for n in range(max(1, silence - count + 1), silence + 1)]


@pytest.mark.parametrize(
    ("times", "why"),
    [
        (Times(), "either"),
        (Times(cron="* * * * *", every_seconds=60), "either"),
        (Times(every_seconds=59), "minute"),
        (Times(cron="* * * * *", timezone="Mars/Base"), "IANA"),
        (Times(cron="* * * * *", starts_at=NOW, ends_at=NOW - timedelta(1)), "ends before"),
    ],
)
def test_times_that_make_no_sense_are_refused(times, why):
    with pytest.raises(InvalidInput, match=why):
        Timing(times, NOW)
