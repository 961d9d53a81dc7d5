"""The date and the time, here and anywhere."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import re2
from pydantic import Field

from bailiwick.plugin import Language, Recognition, Request, Tool, ToolContext, core_of, fold, read, skill_tool
from bailiwick_skills.time.zones import Zones

Clock = Callable[[], datetime]
"""Returns the present moment, with a time zone."""

NAME = "getCurrentDateTime"
MAX_REQUEST = 200
"""Longest request read as one for the time, in characters."""

NOW_EN = r"(?: (?:right )?now| currently| at the moment| today)?"
NOW_ES = r"(?: ahora(?: mismo)?| hoy| actualmente| en este momento)?"
HERE_EN = rf"{NOW_EN}(?:,? (?:over )?(?:in|at|for) (?:the )?(?:city of )?(?P<place>.+?))?{NOW_EN}"
HERE_ES = rf"{NOW_ES}(?:,? (?:en|de) (?:la ciudad de )?(?P<place>.+?))?{NOW_ES}"

ASKED = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:and )?what(?:'s| is)? (?:the )?(?:current |local |exact )?time(?: is it| it is)?{HERE_EN}",
        rf"(?:the )?(?:current|local|exact) (?:date and )?time{HERE_EN}",
        rf"(?:give me|show me|check) (?:the )?(?:current |local )?(?:date and |date & )?time{HERE_EN}",
        rf"what time it is{HERE_EN}",
        rf"(?:in|at) (?P<place>.+?),? what(?:'s| is)? (?:the )?(?:current )?(?:time|hour)(?: is it| it is)?{NOW_EN}",
        rf"what hour (?:is it|it is){HERE_EN}",
        rf"(?:what )?(?:today's date|the date) is{HERE_EN}",
        r"(?:do )?you have the (?:time|date)|got the time|time now|the time(?: now)?|how late is it",
        rf"(?:what(?:'s| is) |give me |show me )?(?:today's|the current|the|current) (?:date|day)"
        rf"(?: and time)?{HERE_EN}",
        rf"what (?:day|date)(?: of the (?:week|month))?(?: is (?:it|today)| it is)?{HERE_EN}",
        rf"(?:what|which) (?:day of the week|weekday|month|year|date) (?:is (?:it|this)|are we in){HERE_EN}",
        rf"(?:y )?(?:a )?que horas? (?:es|son|tenemos){HERE_ES}",
        rf"en (?P<place>.+?),? ¿?que hora es{NOW_ES}",
        rf"(?:me (?:dices|das)|dame|cual es) la (?:hora|fecha)(?: actual| local| de hoy)?{HERE_ES}",
        rf"(?:la )?(?:hora|fecha)(?: y (?:hora|fecha))? (?:actual|local|exacta|de hoy){HERE_ES}",
        r"(?:la )?hora ahora(?: mismo)?",
        rf"(?:a )?que (?:dia|fecha|mes|ano)(?: de la semana)? (?:es|estamos|tenemos)(?: hoy)?{HERE_ES}",
        rf"(?:a (?:cuantos|cuanto|que)|en que (?:dia|fecha|mes|ano)) estamos{HERE_ES}",
    )
)
ASKED_OF_A_PLACE = tuple(
    re2.compile(pattern)
    for pattern in (
        rf"(?:the )?time{NOW_EN} (?:in|at) (?P<place>.+?){NOW_EN}",
        r"(?P<place>.+?) (?:current |local )?time(?: now)?",
        rf"(?:la )?hora (?:en|de) (?P<place>.+?){NOW_ES}",
    )
)
NO_PLACE = re2.compile(
    r"\b(?:tomorrow|yesterday|days?|weeks?|months?|years?|hours?|minutes?|next|last|manana|ayer|dias?|semanas?|mes(?:es)?"
    r"|anos?|horas?|minutos?|proxim[oa]|monday|tuesday|wednesday|thursday|friday|saturday|sunday|lunes|martes|miercoles"
    r"|jueves|viernes|sabado|domingo)\b"
)
"""Words of a question for another day, which this tool does not answer."""
FOLLOWED_UP = tuple(
    re2.compile(pattern)
    for pattern in (
        r"(?:and |but |what about |how about |also )+(?:the time )?(?:(?:in|at|for) )?(?P<place>.+)",
        r"(?:y |e |pero |que tal |que hay de |tambien )+(?:la hora )?(?:en |para |de )?(?P<place>.+)",
        r"(?:in|en) (?P<place>.+)",
    )
)

WEEKDAYS: Mapping[Language, str] = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
MONTHS: Mapping[Language, str] = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}


def time_tools(clock: Clock) -> list[Tool]:
    """Return `getCurrentDateTime`."""
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

        Call this whenever the answer depends on the present date, weekday or time, here or elsewhere; never
        guess them. Give a place or an IANA time zone; with neither you get the person's own time zone.
        Returns iso (with offset), date, time, weekday, zone, offset from UTC, and the place asked for.
        """
        wanted = (timezone or "").strip() or (place or "").strip()
        zone = zones.find(wanted or context.timezone)
        now = clock().astimezone(ZoneInfo(zone))
        offset = now.strftime("%z")
        return {
            "iso": now.isoformat(timespec="seconds"),
            "date": f"{now:%Y-%m-%d}",
            "time": f"{now:%H:%M}",
            "weekday": WEEKDAYS["en"].split()[now.weekday()],
            "zone": zone,
            "offset": f"UTC{offset[:3]}:{offset[3:5]}",
            "place": (place or "").strip() or None,
        }

    return [getCurrentDateTime]


class TimeRecogniser:
    """Reads questions for the time or date, also "and in Paris?" after one."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones

    def read(self, request: Request) -> Recognition | None:
        """Return the place asked about; None if the request is about something else."""
        if len(request.text) > MAX_REQUEST:
            return None
        text = core_of(request.text)
        asked = read(ASKED, text)
        if asked is not None:
            return self._recognition(asked.get("place"), 0.95)
        of_place = read(ASKED_OF_A_PLACE, text)
        if of_place and self._zones.knows(self._first(of_place["place"])):
            return self._recognition(of_place["place"], 0.85)
        if request.latest(NAME) is not None:
            place = (read(FOLLOWED_UP, text) or {"place": text})["place"]
            if self._zones.knows(self._first(place)):
                return self._recognition(place, 0.9)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return "In Tokyo it is 14:05 on Tuesday, 3 November 2026 (Asia/Tokyo, UTC+09:00)." or the like."""
        now = datetime.fromisoformat(result["iso"])
        weekday, month = WEEKDAYS[language].split()[now.weekday()], MONTHS[language].split()[now.month - 1]
        place, zone = result["place"], f"({result['zone']}, {result['offset']})"
        if language == "es":
            verb = "es la" if now.hour == 1 else "son las"
            start = f"En {place} {verb}" if place else verb.capitalize()
            return f"{start} {now:%H:%M} del {weekday} {now.day} de {month} de {now.year} {zone}."
        start = f"In {place} it is" if place else "It is"
        return f"{start} {now:%H:%M} on {weekday}, {now.day} {month} {now.year} {zone}."

    def _recognition(self, place: str | None, confidence: float) -> Recognition | None:
        if place and NO_PLACE.search(fold(place)):
            return None
        if not place:
            return Recognition(arguments={}, confidence=confidence)
        return Recognition(arguments={"place": self._first(place)}, confidence=confidence)

    def _first(self, place: str) -> str:
        """Return the place itself, or the first of "New York and London" where the whole is no place."""
        if self._zones.exact(place):
            return place
        for conjunction in (" and ", " y ", " & ", ", "):
            before, found, _ = place.partition(conjunction)
            if found and self._zones.exact(before):
                return before
        return place
