"""Says a moment in words, with its day, date and time."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time

from bailiwick.tools.asked_days import NAMES
from bailiwick_router.core.language import Language

MONTHS: Mapping[Language, Sequence[str]] = {
    "en": "January February March April May June July August September October November December".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
}
NEAR: Mapping[Language, Mapping[int, str]] = {
    "en": {-1: "yesterday, ", 0: "today, ", 1: "tomorrow, "},
    "es": {-1: "ayer, ", 0: "hoy, ", 1: "mañana, "},
}


def told_in_words(moment: str, today: str, language: Language) -> str:
    """Return the words for a moment as a tool returns it, with the date of the person's day; both ISO 8601."""
    at = datetime.fromisoformat(moment)
    return moment_in_words(at, datetime.combine(date.fromisoformat(today), time(), at.tzinfo), language)


def moment_in_words(moment: datetime, now: datetime, language: Language) -> str:
    """Return "tomorrow, Friday 27 November, at 09:00"; with the year where it is another one.

    Both are aware times; `now` is in the zone of who reads it.
    """
    here = moment.astimezone(now.tzinfo)
    near = NEAR[language].get((here.date() - now.date()).days, "")
    day, month = NAMES[language][here.weekday()], MONTHS[language][here.month - 1]
    year = "" if here.year == now.year else here.year
    if language == "es":
        at = "a la" if here.hour == 1 else "a las"
        return f"{near}{day} {here.day} de {month}{year and f' de {year}'}, {at} {here:%H:%M}"
    return f"{near}{day} {here.day} {month}{year and f' {year}'}, at {here:%H:%M}"
