"""The time in one place beside that in another, and the hours between."""

from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from typing import Annotated, Any
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
    read_time,
    skill_tool,
)
from bailiwick_skills.time.days import SENTENCES
from bailiwick_skills.time.reasons import TimeReason
from bailiwick_skills.time.words import WEEKDAYS, duration, in_spanish, place_name
from bailiwick_skills.time.zones import Zones

NAME = "compareTimes"
NOW = "getCurrentDateTime"
MAX_REQUEST = 200


def compare_tools(clock: Callable[[], datetime], zones: Zones) -> list[Tool]:
    """Return `compareTimes`."""

    @skill_tool(read_only=True, recogniser=CompareRecogniser(zones))
    async def compareTimes(
        context: ToolContext,
        second: Annotated[
            str, Field(min_length=1, max_length=200, description="City, region, country or IANA time zone.")
        ],
        first: Annotated[
            str | None, Field(max_length=200, description="The place to compare it with; without it, here.")
        ] = None,
        at: Annotated[
            str | None, Field(max_length=40, description="A time of the day in the first place, e.g. 15:00; else now.")
        ] = None,
    ) -> dict[str, Any]:
        """Tell the time in two places and the hours between them, now or when it is a given time in the first.

        minutesAhead is how far the second is ahead of the first, negative when it is behind.
        """
        here, there = (ZoneInfo(zones.find((place or "").strip() or context.timezone)) for place in (first, second))
        moment = clock().astimezone(here)
        if at:
            moment = datetime.combine(moment.date(), _clock(at, context.language), here)
        other = moment.astimezone(there)
        ahead = (other.utcoffset() or timedelta()) - (moment.utcoffset() or timedelta())
        return {
            "places": [_told(moment, first or None, str(here)), _told(other, second, str(there))],
            "minutesAhead": round(ahead.total_seconds() / 60),
            "at": f"{moment:%H:%M}" if at else None,
        }

    return [compareTimes]


def _clock(words: str, language: Language) -> time:
    """Return a time of the day. Raises `CallFailed` for words that are none."""
    read = read_time(words, language)
    if read is None or read.clock is None or read.names_day:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(TimeReason.NO_CLOCK_TIME, words=words[:40]))
    return read.clock


def _told(moment: datetime, place: str | None, zone: str) -> dict[str, Any]:
    offset = moment.strftime("%z")
    return {
        "place": place,
        "iso": moment.isoformat(timespec="seconds"),
        "zone": zone,
        "offset": f"UTC{offset[:3]}:{offset[3:5]}",
    }


class CompareRecogniser:
    """Reads questions for two times, also "how many hours between them?" after two places were asked for."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones

    def read(self, request: Request) -> Recognition | None:
        """Return the two places; None if the request is about something else."""
        text = request.core.replace("¿", "")
        if len(text) > MAX_REQUEST:
            return None
        for intent in ("compare_at", "compare", "compare_here"):
            found = SENTENCES.read(intent, text)
            if found is None:
                continue
            places = [found.slots[slot] for slot in ("first", "second") if slot in found.slots]
            if all(self._zones.knows(place) for place in places):
                return Recognition(arguments=dict(found.slots), confidence=0.96)
        if SENTENCES.read("compare_them", text) and request.latest(NOW):
            places = [place for call in request.past_calls[-2:] if (place := _place(call)) is not None]
            if len(places) == 2:
                first, second = places
                arguments = {"first": first, "second": second} if first else {"second": second}
                return Recognition(arguments=arguments, confidence=0.93) if second else None
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return both times and the hours between."""
        del arguments
        first, second = result["places"]
        ahead = result["minutesAhead"]
        spanish = language == "es"
        one, other = (_name(place, language) for place in (first, second))
        times = [datetime.fromisoformat(place["iso"]) for place in (first, second)]
        days = ["", ""]
        if times[0].date() != times[1].date():
            days = [
                f" {'del' if spanish else 'on'} {WEEKDAYS[language][moment.weekday()]} {moment.day}" for moment in times
            ]
        if spanish:
            start = "Cuando en" if result["at"] else "En"
            joint = "," if result["at"] else " y"
            here, there = map(in_spanish, times)
            said = f"{start} {one} {here}{days[0]}{joint} en {other} {there}"
        else:
            start = "When it is" if result["at"] else "It is"
            joint = ", it is" if result["at"] else " and"
            said = f"{start} {times[0]:%H:%M}{days[0]} in {one}{joint} {times[1]:%H:%M}"
            return f"{said}{days[1]} in {other}: {_between(other, ahead, language)}."
        return f"{said}{days[1]}: {_between(other, ahead, language)}."


def _place(call: PastCall) -> str | None:
    """Return the place of a question for the time, empty for here; None for any other call."""
    return str(call.arguments.get("place") or call.arguments.get("timezone") or "") if call.name == NOW else None


def _name(place: Mapping[str, Any], language: Language) -> str:
    return place_name(place["place"] or "") or f"{'tu zona' if language == 'es' else 'your zone'} ({place['zone']})"


def _between(other: str, minutes: int, language: Language) -> str:
    spanish = language == "es"
    if not minutes:
        return "no hay diferencia" if spanish else "there is no difference"
    shown = duration(abs(minutes), language)
    if spanish:
        return f"{other} va {shown} {'por delante' if minutes > 0 else 'por detrás'}"
    return f"{other} is {shown} {'ahead' if minutes > 0 else 'behind'}"
