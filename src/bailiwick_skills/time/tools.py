"""The date and the time, here and anywhere."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import re2
from pydantic import Field

from bailiwick.plugin import Language, Recognition, Request, Tool, ToolContext, fold, skill_tool
from bailiwick_skills.time.calendar import day_tools
from bailiwick_skills.time.compare import compare_tools
from bailiwick_skills.time.days import SENTENCES
from bailiwick_skills.time.hours import hour_tools
from bailiwick_skills.time.words import WEEKDAYS, date_in_words, in_spanish, place_name
from bailiwick_skills.time.zones import Zones

Clock = Callable[[], datetime]
"""Returns the present moment, with a time zone."""

NAME = "getCurrentDateTime"
MAX_REQUEST = 200
"""Longest request read as one for the time, in characters."""

NO_PLACE = re2.compile(
    r"\b(?:tomorrow|yesterday|days?|weeks?|months?|years?|hours?|minutes?|next|last|manana|ayer|dias?|semanas?|mes(?:es)?"
    r"|anos?|horas?|minutos?|proxim[oa]|monday|tuesday|wednesday|thursday|friday|saturday|sunday|lunes|martes|miercoles"
    r"|jueves|viernes|sabado|domingo)\b"
)
"""Words of a question for another day, which this tool does not answer."""


def time_tools(clock: Clock) -> list[Tool]:
    """Return `getCurrentDateTime`, `compareTimes`, `findDate`, `countDays`, `countTime` and `findTime`."""
    zones = Zones()

    @skill_tool(read_only=True, recogniser=TimeRecogniser(zones))
    async def getCurrentDateTime(
        context: ToolContext,
        timezone: Annotated[
            str | None,
            Field(max_length=100, description="IANA time zone, e.g. Europe/Madrid; wins over place."),
        ] = None,
        place: Annotated[
            str | None,
            Field(
                max_length=200,
                description="City, region or country in English or Spanish, e.g. Tokyo, Londres.",
            ),
        ] = None,
    ) -> dict[str, Any]:
        """Tell the current date and time.

        Call this whenever the answer depends on them, here or elsewhere; never guess. Give a place or a time zone; with
        neither you get the person's own.
        """
        wanted = (timezone or "").strip() or (place or "").strip()
        zone = zones.find(wanted or context.timezone)
        now = clock().astimezone(ZoneInfo(zone))
        offset = now.strftime("%z")
        return {
            "iso": now.isoformat(timespec="seconds"),
            "date": f"{now:%Y-%m-%d}",
            "time": f"{now:%H:%M}",
            "weekday": WEEKDAYS["en"][now.weekday()],
            "zone": zone,
            "offset": f"UTC{offset[:3]}:{offset[3:5]}",
            "place": (place or "").strip() or None,
        }

    return [getCurrentDateTime, *compare_tools(clock, zones), *day_tools(clock, zones), *hour_tools(clock)]


class TimeRecogniser:
    """Reads questions for the time or date, also "and in Paris?" after one."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones

    def read(self, request: Request) -> Recognition | None:
        """Return the place asked about; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        text = request.core.replace("¿", "")
        if asked := SENTENCES.read("now", text):
            return self._recognition(asked.slots.get("place"), 0.95)
        of_place = SENTENCES.read("now_of_a_place", text)
        if of_place and self._zones.knows(of_place.slots["place"]):
            return self._recognition(of_place.slots["place"], 0.85)
        if request.latest(NAME) is not None:
            elsewhere = SENTENCES.read("now_elsewhere", text)
            place = elsewhere.slots["place"] if elsewhere else text
            if self._zones.knows(place):
                return self._recognition(place, 0.9)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "In Tokyo it is 14:05 on Tuesday, 3 November 2026 (Asia/Tokyo, UTC+09:00)." or the like."""
        now = datetime.fromisoformat(result["iso"])
        day = date_in_words(now.date(), language)
        place, zone = place_name(result["place"] or ""), f"({result['zone']}, {result['offset']})"
        if language == "es":
            said = f"{in_spanish(now)} del {day} {zone}."
            return f"En {place} {said}" if place else said[0].upper() + said[1:]
        start = f"In {place} it is" if place else "It is"
        return f"{start} {now:%H:%M} on {day} {zone}."

    def _recognition(self, place: str | None, confidence: float) -> Recognition | None:
        if place and NO_PLACE.search(fold(place)):
            return None
        if not place:
            return Recognition(arguments={}, confidence=confidence)
        return Recognition(arguments={"place": place}, confidence=confidence)
