"""Times that come again and again, in structured words and in a sentence of each language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Record):
    """The times in words, for interfaces that word them in another language."""

    kind: str
    """`minutes`, `hourly`, `daily`, `weekly`, `monthly` or `other`."""
    every: int | None = None
    """With `minutes`: every so many minutes. With `hourly`: every so many hours. With `daily`: every so many days."""
    minute: int | None = None
    """With `hourly`: at so many minutes past."""
    time: str | None = None
    """`HH:MM`, with `daily`, `weekly` and `monthly`."""
    days: Sequence[int] | None = None
    """With `weekly`: days of the week, 1 (Monday) to 7 (Sunday)."""
    day: int | None = None
    """With `monthly`: the day of the month; -1 for the last."""


DAY_NAMES: Mapping[Language, Sequence[str]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
}
SAID: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "minute": "Every minute",
        "minutes": "Every {every} minutes",
        "hour": "Every hour",
        "hours": "Every {every} hours",
        "hour past": "Every hour at {minute:02} minutes past",
        "hours past": "Every {every} hours at {minute:02} minutes past",
        "day": "Every day",
        "days": "Every {every} days",
        "day at": "At {time} every day",
        "days at": "At {time} every {every} days",
        "week": "At {time} on {days}",
        "month": "At {time} on day {day} of every month",
        "month's end": "At {time} on the last day of every month",
        "cron": "At the times of `{cron}`",
        "seconds": "Every {seconds} seconds",
        "weekdays": "weekdays",
        "and": "and",
    },
    "es": {
        "minute": "Cada minuto",
        "minutes": "Cada {every} minutos",
        "hour": "Cada hora",
        "hours": "Cada {every} horas",
        "hour past": "Cada hora, en el minuto {minute:02}",
        "hours past": "Cada {every} horas, en el minuto {minute:02}",
        "day": "Todos los días",
        "days": "Cada {every} días",
        "day at": "Todos los días a las {time}",
        "days at": "Cada {every} días a las {time}",
        "week": "A las {time}, {days}",
        "month": "El día {day} de cada mes a las {time}",
        "month's end": "El último día de cada mes a las {time}",
        "cron": "A las horas de `{cron}`",
        "seconds": "Cada {seconds} segundos",
        "weekdays": "de lunes a viernes",
        "and": "y",
    },
}


def sentence(words: Words, cron: str | None, every_seconds: int | None, language: Language = "en") -> str:
    """Return the times in a sentence without a stop."""
    every = words.every or 1
    match words.kind:
        case "minutes":
            key = "minute" if every == 1 else "minutes"
        case "hourly":
            key = ("hour" if every == 1 else "hours") + (" past" if words.minute else "")
        case "daily":
            key = ("day" if every == 1 else "days") + (" at" if words.time else "")
        case "weekly":
            key = "week"
        case "monthly":
            key = "month's end" if words.day == -1 else "month"
        case _:
            key = "cron" if cron else "seconds"
    values = {"every": every, "minute": words.minute, "time": words.time, "day": words.day, "cron": cron}
    days = _joined(words.days or (), language)
    return SAID[language][key].format(**values, days=days, seconds=every_seconds)


def _joined(days: Sequence[int], language: Language) -> str:
    if list(days) == [1, 2, 3, 4, 5]:
        return SAID[language]["weekdays"]
    named = [DAY_NAMES[language][day - 1] for day in days]
    return f"{', '.join(named[:-1])} {SAID[language]['and']} {named[-1]}" if len(named) > 1 else "".join(named)
