"""How long it is from one time of the day to another, and which time it is so much later or earlier."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Language,
    ReadTime,
    Reason,
    Recognition,
    Request,
    SentenceReading,
    Tool,
    ToolContext,
    in_digits,
    read_time,
    skill_tool,
)
from bailiwick_skills.time.days import SENTENCES
from bailiwick_skills.time.reasons import TimeReason
from bailiwick_skills.time.words import duration, in_spanish

COUNT, FIND = "countTime", "findTime"
MAX_REQUEST = 200
DAY = 24 * 60
"""Minutes."""
MOST = 100 * DAY
NOW = frozenset(("now", "ahora"))
BEFORE: Mapping[Language, tuple[str, ...]] = {"en": ("", "at "), "es": ("", "a las ", "a la ")}
"""What a time of the day may lack before it to be read as one."""
AHEAD: Mapping[Language, str] = {"en": "in", "es": "dentro de"}

Clock = Annotated[str, Field(min_length=1, max_length=40, description="A time of the day, e.g. 9:40, 5 pm, noon.")]


def hour_tools(clock: Callable[[], datetime]) -> list[Tool]:
    """Return `countTime` and `findTime`."""

    @skill_tool(read_only=True, recogniser=CountTimeRecogniser())
    async def countTime(
        context: ToolContext,
        start: Clock,
        end: Clock,
        pause: Annotated[int, Field(ge=0, lt=DAY, description="Minutes in between that do not count.")] = 0,
    ) -> dict[str, Any]:
        """Tell how long it is from one time of the day to another, with and without a pause, in minutes.

        An end before the start is on the next day.
        """
        first, minutes = _between(start, end, context.language)
        if pause > minutes:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(TimeReason.PAUSE_TOO_LONG))
        last = first + timedelta(minutes=minutes)
        return {
            "start": f"{first:%H:%M}",
            "end": f"{last:%H:%M}",
            "nextDay": last.date() != first.date(),
            "minutes": minutes,
            "pause": pause,
            "rest": minutes - pause,
        }

    @skill_tool(read_only=True, recogniser=FindTimeRecogniser())
    async def findTime(
        context: ToolContext,
        minutes: Annotated[int, Field(ge=-MOST, le=MOST, description="So many minutes later; negative, earlier.")],
        start: Annotated[Clock | None, Field(description="From which time of the day on; without it, now.")] = None,
    ) -> dict[str, Any]:
        """Tell which time it is so long after or before another, or from now on, and how many days later."""
        here, later = clock().astimezone(ZoneInfo(context.timezone)), timedelta(minutes=minutes)
        if start is None:
            found = (here.astimezone(UTC) + later).astimezone(here.tzinfo)
        else:
            first = datetime.combine(here.date(), _read_clock(start, context.language).clock or time())
            found = first + later
        return {
            "start": None if start is None else f"{found - later:%H:%M}",
            "time": f"{found:%H:%M}",
            "minutes": minutes,
            "days": (found.date() - here.date()).days,
        }

    return [countTime, findTime]


class CountTimeRecogniser:
    """Reads "how long is it from 9:40 to 17:15?", and "minus 45 minutes for lunch" after it."""

    def read(self, request: Request) -> Recognition | None:
        """Return both times and the pause; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        text, language = in_digits(request.core, request.language), request.language
        for found in SENTENCES.read_all("time_between", text):
            arguments = _times(found, language)
            if arguments is not None:
                return Recognition(arguments=arguments, confidence=0.96)
        before = request.just_called
        if before is None or before.name != COUNT:
            return None
        for found in (*SENTENCES.read_all("less_time", text), *SENTENCES.read_all("another_clock", text)):
            arguments = _times(found, language)
            if arguments is not None:
                arguments["pause"] = arguments.get("pause", 0) + int(before.arguments.get("pause") or 0)
                return Recognition(arguments={**before.arguments, **arguments}, confidence=0.96)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "From 09:40 to 17:15 it is 7 hours and 35 minutes." or the like."""
        del arguments
        whole, rest, pause = (duration(result[each], language) for each in ("minutes", "rest", "pause"))
        if language == "es":
            next_day = " del día siguiente" if result["nextDay"] else ""
            said = f"De {result['start']} a {result['end']}{next_day} hay {whole}"
            return f"{said}; sin {pause} de pausa quedan {rest}." if result["pause"] else f"{said}."
        said = f"From {result['start']} to {result['end']}{' the next day' if result['nextDay'] else ''} it is {whole}"
        return f"{said}; without {pause} of pause {rest} are left." if result["pause"] else f"{said}."


class FindTimeRecogniser:
    """Reads "what time is it 3 hours after 14:50?" and "if I leave at 8:15 and it takes 2 h 40, when do I arrive?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the minutes and the time they count from; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        text, language = in_digits(request.core, request.language), request.language
        for intent, sign in (("time_after", 1), ("time_before", -1)):
            for found in SENTENCES.read_all(intent, text):
                minutes = _minutes(found.slots["span"], language)
                start = found.slots.get("from")
                start = None if start is None or start.lower() in NOW else start
                if minutes and (start is None or _clock(start, language) is not None):
                    counted = {"minutes": sign * minutes}
                    return Recognition(arguments={**counted, "start": start} if start else counted, confidence=0.96)
        before = request.just_called
        if before is None or before.name != FIND:
            return None
        for found in SENTENCES.read_all("another_span", text):
            if minutes := _minutes(found.slots["span"], language):
                sign = -1 if int(before.arguments["minutes"]) < 0 else 1
                return Recognition(arguments={**before.arguments, "minutes": sign * minutes}, confidence=0.95)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "2 hours and 40 minutes after 08:15 it is 10:55." or the like."""
        del arguments
        minutes, start, found = result["minutes"], result["start"], result["time"]
        span = duration(abs(minutes), language)
        day = _day(result["days"], language)
        if language == "es":
            at = time.fromisoformat(found)
            if start is None and minutes < 0:
                return f"Hace {span} {in_spanish(at, 'eran')}{day}."
            if start is None:
                return f"Dentro de {span} {in_spanish(at, 'serán')}{day}."
            order, first = "después" if minutes > 0 else "antes", in_spanish(time.fromisoformat(start), "de")
            return f"{span} {order} {first} {in_spanish(at)}{day}."
        if start is None:
            return f"In {span} it will be {found}{day}." if minutes > 0 else f"{span} ago it was {found}{day}."
        return f"{span} {'after' if minutes > 0 else 'before'} {start} it is {found}{day}."


def _times(found: SentenceReading, language: Language) -> dict[str, Any] | None:
    """Return the times and the pause that a sentence names; None where one of them is none."""
    named = {name: found.slots[slot] for slot, name in (("from", "start"), ("till", "end")) if slot in found.slots}
    if not all(_clock(words, language) is not None for words in named.values()):
        return None
    if "pause" not in found.slots:
        return dict(named)
    pause = _minutes(found.slots["pause"], language)
    return None if not pause or pause >= DAY else {**named, "pause": pause}


def _between(start: str, end: str, language: Language) -> tuple[datetime, int]:
    """Return a day with the first time, and the minutes until the second: the next one that it can mean.

    Raises `CallFailed` (validation).
    """
    first, last = _read_clock(start, language), _read_clock(end, language)
    begins = datetime.combine(datetime.min.date(), first.clock or time())
    ends = datetime.combine(datetime.min.date(), last.clock or time())
    minutes = round((ends - begins) / timedelta(minutes=1))
    half_open = last.hour is not None and last.hour <= 12 and not (last.half or last.part or last.exact)
    if minutes <= 0 and half_open and minutes + DAY // 2 > 0:
        minutes += DAY // 2
    return begins, minutes % DAY


def _read_clock(words: str, language: Language) -> ReadTime:
    """Return a time of the day as it was said. Raises `CallFailed` (validation) for words that are none."""
    found = _clock(words, language)
    if found is None:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(TimeReason.NO_CLOCK_TIME, words=words[:40]))
    return found


def _clock(words: str, language: Language) -> ReadTime | None:
    """Return a time of the day as it was said; None for words that are none."""
    read = (read_time(f"{lead}{words}", language) for lead in BEFORE[language])
    return next(
        (each for each in read if each and each.hour is not None and not each.names_day and not each.repeats), None
    )


def _minutes(words: str, language: Language) -> int | None:
    """Return how many minutes "2 hours and 20 minutes", "2h 40" or "hora y media" are; None for words that are none."""
    for written in (words, f"{words} min"):
        read = read_time(f"{AHEAD[language]} {written}", language)
        if read is not None and read.after is not None:
            return round(read.after / timedelta(minutes=1))
    return None


def _day(days: int, language: Language) -> str:
    if not days:
        return ""
    if language == "es":
        return {1: " del día siguiente", -1: " del día anterior"}.get(days, f" ({days:+} días)")
    return {1: " the next day", -1: " the day before"}.get(days, f" ({days:+} days)")
