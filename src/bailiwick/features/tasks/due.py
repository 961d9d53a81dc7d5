"""When a task is due, as people and models say it."""

from datetime import date, datetime, time, timedelta

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.asked_days import dates_of, take_when

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LAST_MINUTE = time(23, 59)
"""When a day that is named without a time is over."""


def due_in(text: str) -> str | None:
    """Return the time that the whole of `text` names, as the tools take it; None if it names none."""
    rest, when = take_when(text.strip(" .,;:!?\"'“”«»"))
    return when if when and not rest and when not in ("now", "week") else None


def due_at(text: str, here: datetime) -> datetime:
    """Return the moment that `text` means; `here` is the present one in the person's zone. Raises `CallFailed`."""
    word = text.strip().lower()
    if (days := dates_of(word, here.date())) and not word[:1].isdigit():
        return datetime.combine(days[-1], LAST_MINUTE, here.tzinfo)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.DUE_FORM)) from None
    if not 1900 <= moment.year < 3000:  # what the API takes as well; no zone's clock shows the ends of the calendar
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.DUE_BOUNDS))
    if len(text.strip()) <= len("2027-01-15"):
        moment = datetime.combine(moment.date(), LAST_MINUTE)
    return moment if moment.tzinfo else moment.replace(tzinfo=here.tzinfo)


def span_of(due: str | None, here: datetime) -> tuple[datetime | None, datetime | None]:
    """Return from when and before when something is due that is due then."""
    if due is None or due == "overdue":
        return None, None
    first = here.date() if due == "week" else _day(due, here)
    last = first + timedelta(days=7 if due == "week" else 1)
    return datetime.combine(first, time(), here.tzinfo), datetime.combine(last, time(), here.tzinfo)


def _day(word: str, here: datetime) -> date:
    """Return the date of today, tomorrow or the next such day of the week, today included."""
    ahead = {"today": 0, "tomorrow": 1}.get(word)
    if ahead is None:
        ahead = (WEEKDAYS.index(word) - here.weekday()) % 7
    return here.date() + timedelta(days=ahead)
