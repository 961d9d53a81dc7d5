"""Days that requests speak of: today, last week, July, or from one date to another."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Reason,
    ReasonCode,
)

Period = Literal[
    "today",
    "yesterday",
    "this_week",
    "last_week",
    "last_7_days",
    "this_month",
    "last_month",
    "last_30_days",
    "this_quarter",
    "last_quarter",
    "this_year",
    "last_year",
    "last_12_months",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
"""A month is the latest of that name that has begun; weeks begin on Monday."""
MONTHS: tuple[str, ...] = get_args(Period)[-12:]
LONGEST = 731
"""Days."""
SHORT_HISTORY = 60
"""Days whose orders Shopify shows to apps without `read_all_orders`."""


@dataclass(frozen=True, slots=True)
class Days:
    """Whole days in a time zone, the first and the last included."""

    first: date
    last: date
    zone: ZoneInfo

    @property
    def start(self) -> datetime:
        """When the first day begins."""
        return datetime.combine(self.first, time(), self.zone)

    @property
    def end(self) -> datetime:
        """When the day after the last one begins."""
        return datetime.combine(self.last + timedelta(days=1), time(), self.zone)

    @property
    def count(self) -> int:
        """How many they are."""
        return (self.last - self.first).days + 1

    def holds(self, at: datetime) -> bool:
        """Whether a moment is within them."""
        return self.start <= at < self.end


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone. Raises `CallFailed` (tool) when this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.STORE_ZONE_UNKNOWN)) from None


def read_day(written: str | None, name: str) -> date | None:
    """Return a date as it was given, like 2026-07-01. Raises `CallFailed` (validation) for a day that is none."""
    try:
        return None if written is None else date.fromisoformat(written)
    except ValueError:
        raise _refused(ReasonCode.NO_SUCH_DAY, name=name, day=written or "") from None


def days_of(
    period: Period | None, since: date | None, until: date | None, *, now: datetime, zone: ZoneInfo
) -> Days | None:
    """Return the days that are meant; nothing when none are named.

    Dates come before a period; `until` alone means all of its year so far. Raises `CallFailed` (validation).
    """
    today = now.astimezone(zone).date()
    if since is None and until is None:
        return None if period is None else named_days(period, now=now, zone=zone)
    last = until or today
    first = since or date(last.year, 1, 1)
    if last < first:
        raise _refused(ReasonCode.DAYS_REVERSED, first=str(first), last=str(last))
    if first > today:
        raise _refused(ReasonCode.DAY_TO_COME, first=str(first), today=str(today))
    if (last - first).days >= LONGEST:
        raise _refused(ReasonCode.DAYS_TOO_MANY)
    if not 2000 <= first.year <= last.year <= 9000:
        raise _refused(ReasonCode.DAYS_WITHOUT_ORDERS)
    return Days(first, last, zone)


def named_days(period: Period, *, now: datetime, zone: ZoneInfo) -> Days:
    """Return the days of a period."""
    return Days(*_named(period, now.astimezone(zone).date()), zone)


def _named(period: Period, today: date) -> tuple[date, date]:
    day = timedelta(days=1)
    if period in MONTHS:
        month = MONTHS.index(period) + 1
        first = date(today.year if month <= today.month else today.year - 1, month, 1)
        return first, min(month_after(first) - day, today)
    monday = today - today.weekday() * day
    month = today.replace(day=1)
    quarter = date(today.year, (today.month - 1) // 3 * 3 + 1, 1)
    year = date(today.year, 1, 1)
    before_quarter = _month_before(_month_before(_month_before(quarter)))
    named: dict[str, tuple[date, date]] = {
        "today": (today, today),
        "yesterday": (today - day, today - day),
        "this_week": (monday, today),
        "last_week": (monday - 7 * day, monday - day),
        "last_7_days": (today - 6 * day, today),
        "this_month": (month, today),
        "last_month": (_month_before(month), month - day),
        "last_30_days": (today - 29 * day, today),
        "this_quarter": (quarter, today),
        "last_quarter": (before_quarter, quarter - day),
        "this_year": (year, today),
        "last_year": (date(today.year - 1, 1, 1), year - day),
        "last_12_months": (month_after(today.replace(year=today.year - 1, day=1)), today),
    }
    return named[period]


def _month_before(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)


def month_after(first: date) -> date:
    """Return the first day of the month after the one that begins with `first`."""
    return (first + timedelta(days=32)).replace(day=1)


def _refused(code: ReasonCode, **values: str) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values))
