"""Which day words mean, also one that has been: "christmas", "in 45 days", "3 march 1999", "hace 2 semanas"."""

from calendar import monthrange
from datetime import date, timedelta
from importlib.resources import files

from bailiwick.plugin import Language, Sentences, in_digits, read_time

SENTENCES = Sentences(files("bailiwick_skills.time") / "sentences")
ANY_DAY = date(2024, 1, 1)
"""A day to ask whether words mean one at all."""
LONGEST = 60


def day_in_words(words: str, today: date, language: Language, *, been: bool = False) -> date | None:
    """Return the day that is meant, of those that come each year the next one, today included; None if it is none.

    With `been` it is the last one that was.
    """
    words = words.strip(" ?.!,¿¡")
    if len(words) > LONGEST:
        return None
    try:
        return date.fromisoformat(words)
    except ValueError:
        pass
    words = in_digits(words, language)
    try:
        return _past(words, today) or _of_a_year(words, today, language, been) or _coming(words, today, language, been)
    except (ValueError, OverflowError):
        return None


def is_day(words: str, language: Language) -> bool:
    """Whether words mean a day."""
    return day_in_words(words, ANY_DAY, language) is not None


def later(day: date, count: int, unit: str) -> date:
    """Return the day so many days, weeks, months or years later; of a shorter month the last one.

    Raises `ValueError` or `OverflowError` for one that no calendar has.
    """
    if unit in ("day", "week"):
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    year, month = divmod(day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1), 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _coming(words: str, today: date, language: Language, been: bool) -> date | None:
    read = read_time(words, language)
    day = read.day(today) if read is not None and read.clock is None and not read.repeats else None
    if day is None or read is None or not been or day <= today or read.on is None or read.on[0] is not None:
        return day
    return later(day, -1, "year")


def _past(words: str, today: date) -> date | None:
    found = SENTENCES.read("past_day", words)
    if found is None:
        return None
    if "past" in found.slots:
        return today + timedelta(days=int(found.slots["past"]))
    if "weekday" in found.slots:
        return today - timedelta(days=(today.weekday() - int(found.slots["weekday"])) % 7 or 7)
    return later(today, -int(found.slots["count"]), found.slots["unit"])


def _of_a_year(words: str, today: date, language: Language, been: bool) -> date | None:
    if found := SENTENCES.read("feast_of_a_year", words):
        read = read_time(found.slots["feast"], "en")
        return read.day(date(int(found.slots["year"]), 1, 1)) if read else None
    found = SENTENCES.read("easter", words)
    if found is None:
        return None
    if "year" in found.slots:
        return easter(int(found.slots["year"]))
    day = easter(today.year)
    if been:
        return day if day <= today else easter(today.year - 1)
    return day if day >= today else easter(today.year + 1)


def easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar, by the anonymous algorithm in Meeus, Astronomical Algorithms."""
    golden = year % 19
    century, rest = divmod(year, 100)
    leap, lost = divmod(century, 4)
    moon = (19 * golden + century - leap - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    quarter, odd = divmod(rest, 4)
    weekday = (32 + 2 * lost + 2 * quarter - moon - odd) % 7
    month, day = divmod(moon + weekday - 7 * ((golden + 11 * moon + 22 * weekday) // 451) + 114, 31)
    return date(year, month, day + 1)
