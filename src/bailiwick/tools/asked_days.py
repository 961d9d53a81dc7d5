"""Which days a request for a forecast is about."""

import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta

import re2

from bailiwick.tools.phrases import core_of, fold, likely
from bailiwick_router.core.language import Language

WEEKDAYS: Sequence[str] = "monday tuesday wednesday thursday friday saturday sunday".split()
SPANISH_WEEKDAYS: Sequence[str] = "lunes martes miercoles jueves viernes sabado domingo".split()
_DAYS = "|".join([*WEEKDAYS, *SPANISH_WEEKDAYS])
_NUMBERS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "ten": 10,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "diez": 10,
}
_COUNT = rf"(?P<count>\d{{1,2}}|{'|'.join(_NUMBERS)})"
MOST_DAYS = 16

PHRASES = {
    re2.compile(rf"(?:^|[\s,¿¡])(?P<all>{pattern})(?:$|[\s,.?!])"): meaning
    for meaning, pattern in (
        ("date", r"(?:on |for |el |para el )?(?P<date>\d{4}-\d{2}-\d{2})"),
        ("day_after_tomorrow", r"(?:the )?day after tomorrow|pasado manana"),
        ("tomorrow", r"(?:for )?tomorrow(?:'s)?(?: (?:morning|afternoon|evening|night))?"),
        ("tomorrow", r"(?:para |de )?manana(?: por la (?:manana|tarde|noche))?"),
        ("weekend", r"(?:over |at |on |for |during )?(?:this |the |next )?(?:coming )?weekend"),
        ("weekend", r"(?:durante |para )?(?:este |el )?(?:proximo )?(?:fin de semana|finde)"),
        ("next", rf"(?:over |in |for |during )?(?:the )?(?:next|coming) {_COUNT} days"),
        ("next", rf"(?:durante |en |para |de )?(?:los )?(?:proximos|siguientes) {_COUNT} dias"),
        ("next", rf"{_COUNT}(?:[- ]days?| dias)"),
        ("week", r"(?:for |over |during )?(?:this|the|next|the next|the coming) week|(?:for )?the next few days"),
        ("week", r"(?:durante |para |de )?(?:esta|la|la proxima) semana|(?:para )?los proximos dias"),
        ("today", r"today(?:'s)?|tonight(?:'s)?|this (?:morning|afternoon|evening)|later(?: today)?"),
        ("today", r"(?:para |de )?hoy|esta (?:noche|tarde|manana)|luego|mas tarde"),
        (
            "weekday",
            rf"(?:on |for |this |next |el |para el |este |el proximo |del? )*(?P<day>{_DAYS})"
            r"(?: (?:morning|afternoon|evening|night)| por la (?:manana|tarde|noche)| que viene)?",
        ),
        (
            "now",
            r"(?:right )?now|currently|at the moment|at present|outside|out there|ahora(?: mismo)?|actualmente"
            r"|en este momento|(?:ahi |alli )?fuera|afuera",
        ),
    )
}
"""Expression → what it means; the first that is found counts."""


def take_when(text: str) -> tuple[str, str | None]:
    """Return a request without its words for a day and the courtesies beside them, and which day they mean as the
    tools take it.

    Spelling is kept. None for the day when none is named.
    """
    text = unicodedata.normalize("NFC", text)
    folded = fold(text)
    for pattern in likely(PHRASES, folded):
        found = pattern.search(folded)
        if not found:
            continue
        meaning = PHRASES[pattern]
        groups = {name: str(found.group(number) or "") for name, number in pattern.groupindex.items()}
        start, end = found.span(pattern.groupindex["all"])
        rest = f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
        rest = core_of(rest) or rest
        if meaning == "date":
            return rest, groups["date"]
        if meaning == "weekday":
            name = groups["day"]
            number = [*WEEKDAYS, *SPANISH_WEEKDAYS].index(name) % 7
            return rest, WEEKDAYS[number]
        if meaning == "next":
            count = groups["count"]
            return rest, f"{min(_NUMBERS.get(count) or int(count) or 1, MOST_DAYS)} days"
        return rest, meaning
    return text, None


def dates_of(when: str, today: date) -> Sequence[date] | None:
    """Return the days that `when` means, as `take_when` returns it or as models write it; None if it is none.

    Now is no day: it returns an empty sequence.
    """
    word = " ".join(fold(unicodedata.normalize("NFC", when)).replace("_", " ").split())
    if word in ("now", "current", "currently"):
        return ()
    if word in ("today", "tonight"):
        return (today,)
    if word in ("tomorrow", "day after tomorrow"):
        return (today + timedelta(days=1 if word == "tomorrow" else 2),)
    if word in ("week", "this week", "next week"):
        return tuple(today + timedelta(days=number) for number in range(7))
    if word in ("weekend", "this weekend"):
        # On a Sunday it is what is left of this one.
        saturday = today + timedelta(days=(5 - today.weekday()) % 7)
        return (today,) if today.weekday() == 6 else (saturday, saturday + timedelta(days=1))
    if word in WEEKDAYS:
        return (today + timedelta(days=(WEEKDAYS.index(word) - today.weekday()) % 7),)
    count = word.removesuffix(" days").removesuffix(" day")
    if count != word and count.isascii() and count.isdigit() and len(count) < 4:
        return tuple(today + timedelta(days=number) for number in range(min(max(int(count), 1), MOST_DAYS)))
    try:
        return (date.fromisoformat(word),)
    except ValueError:
        return None


NAMES: dict[Language, Sequence[str]] = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "es": "lunes martes miércoles jueves viernes sábado domingo".split(),
}


def day_name(day: date, today: date, language: Language) -> str:
    """Return "today", "tomorrow" or "Friday 27"."""
    near = {0: ("today", "hoy"), 1: ("tomorrow", "mañana")}.get((day - today).days)
    if near:
        return near[1 if language == "es" else 0]
    return f"{NAMES[language][day.weekday()]} {day.day}"
