"""When a task is due, as people and models say it."""

from datetime import date, datetime, time, timedelta

from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.times.reading import ReadTime, read_time, take_time
from bailiwick_router.core.language import Language

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LONGEST_DUE = 80
"""Characters of a time in words."""
LAST_MINUTE = time(23, 59)
"""When a day that is named without a time is over."""


def due_in(text: str, language: Language) -> str | None:
    """Return the time that the whole of `text` says, in its words, as the tools take it; None if it says none."""
    words = text.strip(" .,;:!?\"'“”«»")
    return words if len(words) <= LONGEST_DUE and _single(read_time(words, language)) is not None else None


def due_after(text: str, language: Language) -> tuple[str, str | None]:
    """Return a text without the time that it ends with, and that time in its words; None if it ends with none."""
    rest, words = take_time(text, language)
    ends = words is not None and rest and text.rstrip(" .,;:!?").endswith(words.rstrip(" .,;:!?"))
    due = due_in(words, language) if words and ends else None
    return (rest, due) if due else (text, None)


def due_at(text: str, here: datetime, language: Language) -> datetime:
    """Return the moment that `text` means; `here` is the present one in the person's zone. Raises `CallFailed`."""
    written = text.strip()
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        said = _single(read_time(written, language))
        meant = None if said is None else said.moment(here, LAST_MINUTE)
        if meant is None:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(TaskReason.DUE_FORM)) from None
        return meant.astimezone(here.tzinfo)
    if not 1900 <= moment.year < 3000:  # what the API takes as well; no zone's clock shows the ends of the calendar
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(TaskReason.DUE_BOUNDS))
    if len(written) <= len("2027-01-15"):
        moment = datetime.combine(moment.date(), LAST_MINUTE)
    return moment if moment.tzinfo else moment.replace(tzinfo=here.tzinfo)


def _single(said: ReadTime | None) -> ReadTime | None:
    """Return a time unless it comes again and again: of those no task is due."""
    return None if said is None or said.repeats else said


def span_of(due: str | None, here: datetime) -> tuple[datetime | None, datetime | None]:
    """Return from when and before when something is due that is due then."""
    if due is None or due == "overdue":
        return None, None
    if due == "next week":
        first = here.date() + timedelta(days=7 - here.weekday())
    else:
        first = here.date() if due == "week" else _day(due, here)
    last = first + timedelta(days=7 if due.endswith("week") else 1)
    return datetime.combine(first, time(), here.tzinfo), datetime.combine(last, time(), here.tzinfo)


def _day(word: str, here: datetime) -> date:
    """Return the date of today, tomorrow or the next such day of the week, today included."""
    ahead = {"today": 0, "tomorrow": 1}.get(word)
    if ahead is None:
        ahead = (WEEKDAYS.index(word) - here.weekday()) % 7
    return here.date() + timedelta(days=ahead)
