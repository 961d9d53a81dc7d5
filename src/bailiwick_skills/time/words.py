"""Days and times in words."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time

from bailiwick.plugin import Language

WEEKDAYS: Mapping[Language, Sequence[str]] = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "es": "lunes martes miércoles jueves viernes sábado domingo".split(),
}
MONTHS: Mapping[Language, Sequence[str]] = {
    "en": "January February March April May June July August September October November December".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
}
UNITS: Mapping[Language, Mapping[str, tuple[str, str]]] = {
    "en": {unit: (unit, f"{unit}s") for unit in ("day", "week", "month", "year", "hour", "minute")},
    "es": {
        "day": ("día", "días"),
        "week": ("semana", "semanas"),
        "month": ("mes", "meses"),
        "year": ("año", "años"),
        "hour": ("hora", "horas"),
        "minute": ("minuto", "minutos"),
    },
}

ONE_HOUR: Mapping[str, str] = {"son": "es", "eran": "era", "serán": "será"}
"""What Spanish says of one hour, by what it says of several."""


def date_in_words(day: date, language: Language) -> str:
    """Return "Tuesday, 3 November 2026" or "martes 3 de noviembre de 2026"."""
    weekday, month = WEEKDAYS[language][day.weekday()], MONTHS[language][day.month - 1]
    if language == "es":
        return f"{weekday} {day.day} de {month} de {day.year}"
    return f"{weekday}, {day.day} {month} {day.year}"


def counted(count: int, unit: str, language: Language) -> str:
    """Return "1 day", "3 semanas" or the like."""
    one, many = UNITS[language][unit]
    written = f"{count:,}".replace(",", "." if language == "es" else ",")
    return f"{written} {one if count == 1 else many}"


def duration(minutes: int, language: Language) -> str:
    """Return "7 hours and 35 minutes", "1 hora" or the like; of none "0 minutes"."""
    hours, rest = divmod(minutes, 60)
    parts = [counted(hours, "hour", language)] if hours else []
    parts += [counted(rest, "minute", language)] if rest or not hours else []
    return (" y " if language == "es" else " and ").join(parts)


def in_spanish(moment: time | datetime, lead: str = "son") -> str:
    """Return "son las 14:30" and "es la 01:30", or so with another `lead`."""
    return f"{ONE_HOUR.get(lead, lead)} la {moment:%H:%M}" if moment.hour == 1 else f"{lead} las {moment:%H:%M}"


def place_name(place: str) -> str:
    """Return the name of a place as it was written, with capitals where it was written without any."""
    return place.title() if place.islower() and len(place) > 3 else place
