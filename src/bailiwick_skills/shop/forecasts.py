"""What is to be expected of days to come: the mean of each day of the week over the last whole weeks, with a range.

There is no trend in it, no season of the year and no holiday. The range is where four of five such times lie if days
go on to scatter around the mean of their weekday as they did: of the scatter of days and that of whole weeks the wider
one counts, and that the means are known from so many weeks only (a prediction interval of the normal distribution).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import sqrt
from statistics import fmean

WEEK = 7
FEWEST_WEEKS, MOST_WEEKS = 4, 12
FEWEST_ORDERS = 20
"""In the weeks that a forecast is made of."""
MOST_AHEAD = 62
"""Days from today up to which something is forecast."""
FOUR_OF_FIVE = 1.2816
"""Standard deviations to both sides of the mean that hold 80 % of a normal distribution."""
TESTED = 4
"""Weeks against which it is tested how far off a forecast would have been."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is expected."""

    expected: float
    low: float
    """Not below nothing."""
    high: float
    by_day: Sequence[float]
    """Of each day that is asked for."""


def estimate(history: Sequence[float], last: date, days: Sequence[date]) -> Estimate:
    """Return what is expected of `days`, of a history of whole weeks that ends with the day `last`, oldest first."""
    means = _means(history, last)
    weeks = len(history) // WEEK
    first = last - timedelta(days=len(history) - 1)
    scattered = [value - means[(first + timedelta(days=at)).weekday()] for at, value in enumerate(history)]
    by_days = sum(each * each for each in scattered) / (len(history) - WEEK)
    by_week = [sum(scattered[at : at + WEEK]) for at in range(0, len(scattered), WEEK)]
    by_weeks = sum(each * each for each in by_week) / (weeks - 1) / WEEK
    counts = [sum(day.weekday() == weekday for day in days) for weekday in range(WEEK)]
    spread = sqrt(max(by_days, by_weeks) * (len(days) + sum(each * each for each in counts) / weeks))
    by_day = [means[day.weekday()] for day in days]
    expected = sum(by_day)
    margin = FOUR_OF_FIVE * spread
    return Estimate(expected, max(expected - margin, 0.0), expected + margin, by_day)


def whole_weeks(history: Sequence[float]) -> Sequence[float]:
    """Return the last days of a history as whole weeks, from the first of these weeks on in which something was."""
    weeks = len(history) // WEEK
    kept = history[len(history) - weeks * WEEK :]
    for at in range(0, len(kept), WEEK):
        if any(kept[at : at + WEEK]):
            return kept[at:]
    return ()


def mean_error(history: Sequence[float], last: date) -> tuple[int, float] | None:
    """Return of how many of the last weeks, and by how much on average, a forecast made before each was off.

    None where too few weeks lie before them, or nothing was sold in them.
    """
    weeks = len(history) // WEEK
    tested = min(TESTED, weeks - FEWEST_WEEKS)
    if tested < 1:
        return None
    errors: list[float] = []
    for back in range(tested):
        end = len(history) - back * WEEK
        before, week = history[: end - WEEK], history[end - WEEK : end]
        expected = sum(_means(before, last - timedelta(days=(back + 1) * WEEK)))
        errors.append(abs(expected - sum(week)))
    return tested, fmean(errors)


def _means(history: Sequence[float], last: date) -> Sequence[float]:
    """Return the mean of each day of the week, Monday first."""
    first = last - timedelta(days=len(history) - 1)
    of_weekday: list[list[float]] = [[] for _ in range(WEEK)]
    for at, value in enumerate(history):
        of_weekday[(first + timedelta(days=at)).weekday()].append(value)
    return [fmean(each) for each in of_weekday]
