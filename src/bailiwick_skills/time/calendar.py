"""Which date a day is, and how long it is from one day to another."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, cast
from zoneinfo import ZoneInfo

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Language,
    PastCall,
    Reason,
    Recognition,
    Request,
    Tool,
    ToolContext,
    in_digits,
    skill_tool,
)
from bailiwick_skills.time.days import LONGEST, SENTENCES, day_in_words, is_day, later
from bailiwick_skills.time.reasons import TimeReason
from bailiwick_skills.time.words import WEEKDAYS, counted, date_in_words, place_name
from bailiwick_skills.time.zones import Zones

FIND, COUNT = "findDate", "countDays"
NOW = "getCurrentDateTime"
MAX_REQUEST = 200
MOST = 100_000

DayWords = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST,
        description="An ISO date or words: tomorrow, 3 march 1999, christmas, in 45 days, last friday.",
    ),
]
Unit = Literal["day", "week", "month", "year"]


def day_tools(clock: Callable[[], datetime], zones: Zones) -> list[Tool]:
    """Return `findDate` and `countDays`."""

    def today_at(context: ToolContext, place: str | None = None) -> date:
        return clock().astimezone(ZoneInfo(zones.find((place or "").strip() or context.timezone))).date()

    @skill_tool(read_only=True, recogniser=DateRecogniser())
    async def findDate(
        context: ToolContext,
        day: DayWords,
        count: Annotated[int, Field(ge=-MOST, le=MOST, description="So many units later; negative, earlier.")] = 0,
        unit: Annotated[Unit, Field(description="What is counted.")] = "day",
        place: Annotated[
            str | None, Field(max_length=200, description="City or IANA time zone whose today counts; else here.")
        ] = None,
    ) -> dict[str, Any]:
        """Tell the date and weekday of a day in words, or of one so many days, weeks, months or years from it."""
        today = today_at(context, place)
        found = _day(day, today, context.language)
        try:
            found = later(found, count, unit)
        except (ValueError, OverflowError):
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(TimeReason.NO_DAY_IN_WORDS, words=day)) from None
        return {
            "date": found.isoformat(),
            "weekday": WEEKDAYS["en"][found.weekday()],
            "daysFromToday": (found - today).days,
            "today": today.isoformat(),
            "place": (place or "").strip() or None,
        }

    @skill_tool(read_only=True, recogniser=CountRecogniser())
    async def countDays(
        context: ToolContext,
        start: Annotated[DayWords | None, Field(description="From which day; without it, today.")] = None,
        end: Annotated[DayWords | None, Field(description="To which day; without it, today.")] = None,
        unit: Annotated[Unit, Field(description="What to count in.")] = "day",
    ) -> dict[str, Any]:
        """Count the days, weeks, months or years from one day to another; without one of them, from or until today.

        Also for ages. Returns days between them, and count whole units with the days that remain.
        """
        today = today_at(context)
        if start is None and end is None:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(TimeReason.WHICH_DAY))
        first = today if start is None else _day(start, today, context.language, been=end is None)
        last = today if end is None else _day(end, today, context.language)
        first, last = min(first, last), max(first, last)
        count, rest = whole(first, last, unit)
        return {
            "start": first.isoformat(),
            "end": last.isoformat(),
            "days": (last - first).days,
            "unit": unit,
            "count": count,
            "daysLeftOver": rest,
            "today": today.isoformat(),
        }

    return [findDate, countDays]


def whole(first: date, last: date, unit: str) -> tuple[int, int]:
    """Return how many whole units lie between two days, the first not later, and the days that remain."""
    days = (last - first).days
    if unit in ("day", "week"):
        return divmod(days, 7 if unit == "week" else 1)
    months = (last.year - first.year) * 12 + last.month - first.month
    if later(first, months, "month") > last:
        months -= 1
    count = months // 12 if unit == "year" else months
    return count, (last - later(first, count, unit)).days


def _day(words: str, today: date, language: Language, *, been: bool = False) -> date:
    """Return the day that words mean. Raises `CallFailed` (validation) for words that mean none."""
    found = day_in_words(words, today, language, been=been)
    if found is None:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(TimeReason.NO_DAY_IN_WORDS, words=words))
    return found


class DateRecogniser:
    """Reads questions for the date of a day, also "and tomorrow?" after one for the time or for a date."""

    def read(self, request: Request) -> Recognition | None:
        """Return the day in words; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        text, language = in_digits(request.core, request.language), request.language
        for intent in ("date_of", "date_away"):
            found = SENTENCES.read(intent, text)
            if found is None:
                continue
            words = found.slots.get("day") or found.slots["before"]
            if not is_day(words, language):
                continue
            arguments: dict[str, Any] = {"day": words}
            if "count" in found.slots:
                sign = -1 if "before" in found.slots else 1
                arguments |= {"count": sign * int(found.slots["count"]), "unit": found.slots["unit"]}
            return Recognition(arguments=arguments, confidence=0.94)
        if SENTENCES.read("day_of_that", text) and (that := _last_day(request.just_called)):
            return Recognition(arguments={"day": that}, confidence=0.96)
        before = request.latest(NOW) or request.latest(FIND)
        words = _another_day(text)
        if before is None or not is_day(words, language):
            return None
        place = before.arguments.get("place")
        return Recognition(arguments={"day": words} | ({"place": place} if place else {}), confidence=0.92)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "In 45 days: Sunday, 10 January 2027." or the like."""
        day, today = date.fromisoformat(result["date"]), date.fromisoformat(result["today"])
        asked = str(arguments["day"])
        if count := int(arguments.get("count") or 0):
            amount = counted(abs(count), arguments.get("unit") or "day", language)
            words = (
                ("antes de" if count < 0 else "después de") if language == "es" else "before" if count < 0 else "after"
            )
            asked = f"{amount} {words} {asked}"
        shown = f"{asked[:1].upper()}{asked[1:]}"
        if place := place_name(result["place"] or ""):
            shown += f" en {place}" if language == "es" else f" in {place}"
        days = (day - today).days
        away = "" if abs(days) == 1 or str(abs(days)) in asked else _distance(days, language)
        return f"{shown}: {date_in_words(day, language)}{away}."


class CountRecogniser:
    """Reads "how many days until christmas?" and the like, also "and new year?" after one."""

    def read(self, request: Request) -> Recognition | None:
        """Return the days to count between; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        text, language = in_digits(request.core, request.language), request.language
        for intent in ("between", "until", "since", "age"):
            found = SENTENCES.read(intent, text)
            if found is None:
                continue
            days = {slot: found.slots[slot] for slot in ("start", "end") if slot in found.slots}
            if all(is_day(words, language) for words in days.values()):
                unit = "year" if intent == "age" else found.slots.get("unit", "day")
                return Recognition(arguments={**days, "unit": unit}, confidence=0.95)
        before = request.latest(COUNT)
        just = request.just_called
        in_unit = SENTENCES.read("in_unit", text) if just is not None and just.name == COUNT else None
        if just is not None and in_unit is not None:
            return Recognition(arguments={**just.arguments, "unit": in_unit.slots["unit"]}, confidence=0.95)
        words = _another_day(text)
        if before is None or not is_day(words, language):
            return None
        return Recognition(arguments={**before.arguments, _asked(before.arguments): words}, confidence=0.92)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "29 days from today, Thursday, 26 November 2026, to Friday, 25 December 2026." or the like."""
        first, last = (date.fromisoformat(result[end]) for end in ("start", "end"))
        today = date.fromisoformat(result["today"])
        said = counted(result["count"], result["unit"], language)
        if result["daysLeftOver"]:
            joint = "y" if language == "es" else "and"
            said += f" {joint} {counted(result['daysLeftOver'], 'day', language)}"
        if result["unit"] in ("month", "year"):
            said += f" ({counted(result['days'], 'day', language)})"
        one, other = (_end(day, today, language) for day in (first, last))
        if language == "es":
            return f"{said}: {'de' if first == today else 'del'} {one} {'a' if last == today else 'al'} {other}."
        return f"{said}: from {one} to {other}."


def _asked(arguments: Mapping[str, Any]) -> str:
    return "start" if "end" not in arguments else "end"


def _last_day(call: PastCall | None) -> str:
    """Return the day (ISO) that the last answer named, the later one of two; empty if it named none."""
    if call is None or call.name not in (FIND, COUNT) or not isinstance(call.result, Mapping):
        return ""
    result = cast("Mapping[str, Any]", call.result)
    first, last, today = (str(result.get(each, "")) for each in ("start", "end", "today"))
    return str(result.get("date", "")) or (first if last == today else last)


def _another_day(text: str) -> str:
    found = SENTENCES.read("another_day", text)
    return found.slots["day"] if found else ""


def _end(day: date, today: date, language: Language) -> str:
    words = date_in_words(day, language)
    if day != today:
        return words
    return f"hoy ({words})" if language == "es" else f"today ({words})"


def _distance(days: int, language: Language) -> str:
    if not days:
        return ", hoy" if language == "es" else ", today"
    amount = counted(abs(days), "day", language)
    if language == "es":
        return f", {'dentro de' if days > 0 else 'hace'} {amount}"
    return f", in {amount}" if days > 0 else f", {amount} ago"
