"""Reads a time that is said in words, in English or Spanish: "tomorrow at 9", "en 20 minutos", "every weekday at 8".

What is read knows no clock: the moment that it means is asked for with the present one. What parts of a time are
called lies in `sentences`; here they are put together.
"""

from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import files
from typing import Any

from bailiwick.kernel.clocks import moment_of, next_interval
from bailiwick.tools.phrases import fold, plain
from bailiwick.tools.sentences import FoundSentence, SentenceReading, Sentences
from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record

SENTENCES = Sentences(files("bailiwick.tools.times") / "sentences")
MORNING = time(9)
"""The time of a day that is named without one."""
SHORTEST_MONTH = 28
PARTS = {"small hours": time(5), "morning": MORNING, "afternoon": time(16), "evening": time(19), "night": time(21)}
KINDS = ("after", "day", "clock", "part", "repeat")
SECONDS = {"second": 1, "minute": 60, "hour": 3600}
DAYS = {"day": 1, "week": 7}
NAMED_DAYS = ("mon tues wednes thurs fri satur sun", "lunes martes miercoles jueves viernes sabado domingo")
JOINTS = frozenset(("", ",", "at", "on", "a", "de", "el", "la", "las", "y", "and", "-", "of", "in", "for", "by"))
"""What may stand between two parts of one time."""
AGAIN = frozenset("every each other third fourth fifth cada otro tercer cuarto".split())
"""After one of these words a time that is not read with it is another than it says: "every third friday"."""
MOST_MONTHS = 12 * 1000
"""Further ahead nothing is read as a time: the calendar ends."""
OWNED = frozenset("the my our your his her their a an of last past mi la las los del de su tu nuestra ultimo".split())
"""A time after one of these words belongs to a thing: "the friday movie", "la reunión del lunes"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTime(Record):
    """A time as it was said: a day, a time of the day, a time from now on, or how often; what was not said is None."""

    ahead: int | None = None
    """Days from today."""
    months: int = 0
    """Months from today, besides `ahead`."""
    weekday: int | None = None
    """0 for Monday."""
    following: bool = False
    """The weekday is that of the week after this one."""
    on: tuple[int | None, int | None, int] | None = None
    """Year, month, day; what was not said is None."""
    end: str | None = None
    """Whose last day it is: `week`, `month` or `year`."""
    hour: int | None = None
    """0 to 24, as it was said."""
    minute: int = 0
    half: str | None = None
    """`am` or `pm`, where that was said."""
    part: str | None = None
    """Which part of the day, one of `PARTS`, where that was said."""
    exact: bool = False
    """The hour is one of 24."""
    after: timedelta | None = None
    """How long from now."""
    days: str | None = None
    """On which days it repeats, as a calendar writes them (`1-5`, `1,4`, `*`)."""
    each: tuple[int, str] | None = None
    """Every how many of which unit it repeats: `minute`, `hour`, `day`, `week`, `month`, `year`."""

    @property
    def repeats(self) -> bool:
        """Whether it comes again and again."""
        return self.days is not None or self.each is not None

    @property
    def names_day(self) -> bool:
        """Whether it says which day."""
        return any(each is not None for each in (self.ahead, self.weekday, self.on, self.end)) or self.months > 0

    @property
    def clock(self) -> time | None:
        """The time of the day; None if none was said. Midnight ends the day, see `next_day`."""
        if self.hour is None:
            return PARTS[self.part] if self.part else None
        return time(self._hour % 24, self.minute)

    @property
    def next_day(self) -> bool:
        """Whether its time of the day is the midnight that ends the day."""
        return self.hour is not None and self._hour == 24

    @property
    def _hour(self) -> int:
        hour = self.hour or 0
        if self.half:
            return hour % 12 + (12 if self.half == "pm" else 0) if hour <= 12 else hour
        if self.part in ("afternoon", "evening") and hour < 12:
            return hour + 12
        if self.part == "night" and 5 <= hour < 12:
            return hour + 12
        if self.part == "night" and hour == 12:
            return 24
        if self.part == "small hours":
            return hour % 12
        if self.part is None and not self.exact and 1 <= hour <= 6:
            return hour + 12
        return hour

    @property
    def _open(self) -> bool:
        """Whether its hour could be one of the morning or of the evening."""
        return self.hour is not None and not self.half and not self.part and not self.exact and self._hour <= 12

    def day(self, today: date) -> date | None:
        """Return the day that is meant, today or later; None if none was said or the calendar has no such day."""
        if self.months or self.ahead is not None:
            return _later(today, self.months) + timedelta(days=self.ahead or 0)
        if self.weekday is not None:
            coming = today + timedelta(days=(self.weekday - today.weekday()) % 7)
            return today + timedelta(days=7 - today.weekday() + self.weekday) if self.following else coming
        if self.end is not None:
            return _last_day(today, self.end)
        return None if self.on is None else _next_date(*self.on, today)

    def moment(self, now: datetime, default: time = MORNING) -> datetime | None:
        """Return the moment (UTC) that is meant, None if no time was said, or one that repeats.

        `now` is an aware time in the zone of who said it. An hour that has passed today means tomorrow, unless the day
        was named: then the moment that is returned has passed. `default` is the time of a day without one.
        """
        zone = now.tzinfo or UTC
        if self.after is not None:
            return (now.astimezone(UTC) + self.after).replace(microsecond=0)
        if self.repeats:
            return None
        clock = self.clock
        day = self.day(now.date())
        if day is None and (clock is None or self.names_day):
            return None

        def at(when: date, clock: time) -> datetime:
            return moment_of(datetime.combine(when + timedelta(days=self.next_day), clock), zone)

        found = at(day or now.date(), clock or default)
        if found > now:
            return found
        if day is None:
            return at(now.date() + timedelta(days=1), clock or default)
        if self.weekday is not None:
            return at(day + timedelta(days=7), clock or default)
        if clock is not None and self._open and clock.hour < 12 and (later := at(day, _evening(clock))) > now:
            return later
        if self.on is not None and self.on[0] is None:
            again = _next_date(*self.on, now.date() + timedelta(days=1))
            return found if again is None else at(again, clock or default)
        return found

    def cron(self, today: date, default: time = MORNING) -> str | None:
        """Return its times as a cron expression of five fields; None where it does not repeat or is no such times."""
        if not self.repeats:
            return None
        clock = self.clock or default
        at = f"{clock.minute} {clock.hour}"
        if self.days is not None:
            return f"{at} * * {_days_after(self.days) if self.next_day else self.days}"
        count, unit = self.each or (1, "day")
        day = self.day(today)
        if day is not None and self.next_day:
            day += timedelta(days=1)
        match unit:
            case "minute" if count < 60 and 60 % count == 0:
                return f"*/{count} * * * *" if count > 1 else "* * * * *"
            case "hour" if count < 24 and 24 % count == 0:
                return f"{self.minute if self.hour is not None else 0} */{count} * * *" if count > 1 else "0 * * * *"
            case "day" if count == 1 and self.weekday is None:
                return f"{at} * * *"
            case "day" | "week" if count == 1:
                return f"{at} * * {((day or today).weekday() + 1) % 7}"
            case "month" if count == 1 or 12 % count == 0:
                if self.end == "month":
                    return f"{at} L * *" if not self.next_day else f"{at} 1 * *" if count == 1 else None
                of = self.on[2] + self.next_day if self.on else (day or today).day
                if self.next_day and of > SHORTEST_MONTH:
                    return None
                return f"{at} {of} {'*' if count == 1 else f'*/{count}'} *"
            case "year" if count == 1:
                return f"{at} {(day or today).day} {(day or today).month} *"
            case _:
                return None

    def first(self, now: datetime, default: time = MORNING) -> datetime:
        """Return the first moment (UTC) after `now` of something that comes after equal times (`every_seconds`)."""
        every = timedelta(seconds=self.every_seconds() or 0)
        if self.clock is None and not self.names_day:
            return (now.astimezone(UTC) + every).replace(microsecond=0)
        found = replace(self, days=None, each=None).moment(now, default) or now.astimezone(UTC)
        return found if found > now else next_interval(found, every, now, now.tzinfo or UTC)

    def every_seconds(self) -> int | None:
        """Return after how many seconds it comes again; None where it does not, or not after equal times."""
        if self.each is None:
            return None
        count, unit = self.each
        one = SECONDS.get(unit) or DAYS.get(unit, 0) * 86_400
        return count * one or None


def read_time(words: str, language: Language = "en") -> ReadTime | None:
    """Return the time that the whole of `words` says; None if it is none.

    The language decides whether 3/12 is a day in March or in December.
    """
    text = words.strip().strip(".,;:!?¡¿ ")
    found = _chains(text, language, whole=True)
    for chain in found:
        if not _joint(text[: chain[0].start]) or not _joint(text[chain[-1].end :]) or len(text) > 200:
            continue
        if (read := _together(chain, language)) is not None:
            return read
    return None


def take_time(text: str, language: Language = "en") -> tuple[str, str | None]:
    """Return a text without its words for a time, and these words as they were written; None if there are none.

    Of several times the longest counts; one that stands apart from it is added to it where both together are a time.
    """
    best = next((chain for chain in _chains(text, language) if _together(chain, language) is not None), None)
    if best is None:
        return text, None
    words, rest = _cut(text, best)
    more = next((chain for chain in _chains(rest, language) if _at_an_end(rest, chain)), None)
    if more is not None:
        again, remaining = _cut(rest, more)
        both = f"{words} {again}" if more[0].start >= best[0].start else f"{again} {words}"
        if remaining and read_time(both, language) is not None:
            return remaining, both
    return rest, words


class _Part:
    """A piece of the text that is a part of a time."""

    __slots__ = ("end", "kind", "reading", "start")

    def __init__(self, kind: str, found: FoundSentence) -> None:
        self.kind = kind
        self.reading: SentenceReading = found.reading
        self.start = found.start
        self.end = found.end


_Chain = Sequence[_Part]
Said = dict[str, Any] | None
"""What a part says, by the names of `ReadTime`; None where it is no part of a time after all."""


def _chains(text: str, language: Language, *, whole: bool = False) -> list[_Chain]:
    """Return the rows of parts that follow one another, the longest first; of equally long ones the later first."""
    kinds = (*KINDS, "bare")
    parts = [_Part(kind, each) for kind in kinds for each in SENTENCES.find(kind, text)]
    parts.sort(key=lambda each: (each.start, each.reading.language != language, each.end))
    chains = [chain for chain in _rows(parts, text) if whole or not _stray(chain, text)]
    chains.sort(key=lambda chain: (_length(chain), -len(chain), chain[0].start), reverse=True)
    return chains


def _stray(chain: _Chain, text: str) -> bool:
    """Whether it is a time only where nothing else is said: "the friday movie", "9 eggs", "tomorrow 2 eggs"."""
    before, after = plain(text[: chain[0].start]).split(" "), text[chain[-1].end :].strip(" .,;:!?")
    number = chain[-1].kind == "bare" and "part" not in chain[-1].reading.slots and after != ""
    return chain[0].kind == "bare" or number or before[-1] in OWNED | AGAIN


def _rows(parts: Sequence[_Part], text: str) -> list[_Chain]:
    rows: list[_Chain] = []
    for part in parts:
        rows.extend([*row, part] for row in list(rows) if len(rows) < 2000 and _follows(row, part, text))
        rows.append([part])
    return rows


def _follows(row: _Chain, part: _Part, text: str) -> bool:
    last = row[-1]
    if part.start < last.end or not _joint(text[last.end : part.start]) or len(row) >= 4:
        return False
    return part.kind == "bare" or all(each.kind != part.kind for each in row)


def _joint(between: str) -> bool:
    return all(word in JOINTS for word in plain(between).replace(",", " ").split(" "))


def _length(chain: _Chain) -> int:
    return chain[-1].end - chain[0].start


def _cut(text: str, chain: _Chain) -> tuple[str, str]:
    start, end = chain[0].start, chain[-1].end
    before, after = text[:start].rstrip(" ,.;:-"), text[end:].lstrip(" ,.;:-")
    return text[start:end].strip(), f"{before} {after}".strip()


def _at_an_end(text: str, chain: _Chain) -> bool:
    return not text[: chain[0].start].strip(" ,") or not text[chain[-1].end :].strip(" ,.!?")


def _together(chain: _Chain, language: Language) -> ReadTime | None:
    """Return what the parts say together; None if they contradict one another or are no time."""
    said: dict[str, Any] = {}
    for part in chain:
        values = _SAID[part.kind](part.reading.slots, language)
        if values is None:
            return None
        for name, value in values.items():
            if said.get(name, value) != value:
                return None
            said[name] = value
    if "after" in said and len(said) > 1:
        return None
    read = ReadTime(**said)
    if read.on is not None and not _possible(*read.on):
        return None
    return read if read.names_day or read.clock or read.after or read.repeats else None


def _said_after(slots: Mapping[str, str], language: Language) -> Said:
    del language
    count, unit = _count(slots), slots.get("unit", "hour")
    if count == 0:
        return None
    if unit in SECONDS:
        seconds = SECONDS[unit] * (count + (0.5 if "and_half" in slots else 0)) + 60 * int(slots.get("more", 0))
        return {"after": timedelta(seconds=seconds)}
    if count % 1 or "and_half" in slots or "more" in slots:
        return None
    if unit in DAYS:
        return {"ahead": int(count) * DAYS[unit]}
    months = int(count) * (12 if unit == "year" else 1)
    return {"months": months} if months <= MOST_MONTHS else None


def _said_day(slots: Mapping[str, str], language: Language) -> Said:
    match slots:
        case {"day": "tonight"}:
            return {"ahead": 0, "part": "night"}
        case {"day": day}:
            return {"ahead": int(day)}
        case {"iso": iso}:
            year, month, day = map(int, iso.split("-"))
            return {"on": (year, month, day)}
        case {"numeric": text}:
            first, second, *year = map(int, text.split("/"))
            month, day = (first, second) if (language == "en" and first <= 12) or second > 12 else (second, first)
            return {"on": (year[0] if year else None, month, day)}
        case {"date": day, **more}:
            year, month = more.get("year"), more.get("month")
            return {"on": (year and int(year), month and int(month), int(day))}
        case {"weekday": day, **more} | {"short": day, **more}:
            return {"weekday": int(day), "following": "next" in more or "period" in more}
        case {"feast": text}:
            month, day = map(int, text.split("-"))
            return {"on": (None, month, day)}
        case {"end": end}:
            return {"end": end}
        case _:
            return {"week": {"ahead": 7}, "month": {"months": 1}}.get(slots["period"], {"months": 12})


def _said_clock(slots: Mapping[str, str], language: Language) -> Said:
    del language
    if noon := slots.get("noon"):
        return {"hour": int(noon), "minute": 0, "exact": True}
    written = slots.get("hour") or slots["hours"]
    hour = int(written)
    minute = int(slots.get("minute") or slots.get("and_minutes") or slots.get("quarter") or slots.get("minutes") or 0)
    if "past" in slots:
        minute = minute or int(float(slots.get("n", "30").replace(",", ".")))
    if slots.get("past") == "-1" or "minus" in slots:
        hour, minute = (hour - 1 or 12), 60 - minute
    said: dict[str, Any] = {"hour": hour, "minute": minute}
    if not 0 <= minute < 60:
        return None
    if (len(written) == 2 and (written[0] == "0" or hour > 12)) or hour == 0:
        said["exact"] = True
    if half := slots.get("half"):
        said["half"] = f"{fold(half)[0]}m"
    if part := slots.get("part"):
        said["part"] = part
    return said


def _said_bare(slots: Mapping[str, str], language: Language) -> Said:
    if part := slots.get("part"):
        return {"part": part}
    return _said_day(slots, language) if "short" in slots else _said_clock(slots, language)


def _said_repeat(slots: Mapping[str, str], language: Language) -> Said:
    del language
    if days := slots.get("workdays"):
        return {"days": days}
    if days := slots.get("weekdays") or slots.get("several_weekdays"):
        return {"days": ",".join(str((number + 1) % 7) for number in _weekdays(days))}
    if part := slots.get("part") or slots.get("spell"):
        return {"each": (1, "day"), "part": part}
    if "date" in slots:
        return {"each": (1, "month"), "on": (None, None, int(slots["date"]))}
    count = float(slots.get("other") or _count(slots))
    if "weekday" in slots:
        return None if count == 0 or count % 1 else {"each": (int(count), "week"), "weekday": int(slots["weekday"])}
    each = _whole(count, slots.get("unit") or slots["often"])
    return None if each is None else {"each": each}


def _whole(count: float, unit: str) -> tuple[int, str] | None:
    """Return a count of a unit as a whole one, also of a smaller unit; None for none and for parts of a day."""
    if count == 0:
        return None
    if count % 1 == 0:
        return int(count), unit
    smaller = {"hour": "minute", "minute": "second"}.get(unit)
    return None if smaller is None else _whole(round(count * 60, 6), smaller)


_SAID: Mapping[str, Callable[[Mapping[str, str], Language], Said]] = {
    "after": _said_after,
    "day": _said_day,
    "clock": _said_clock,
    "part": lambda slots, language: {"part": slots["part"]},
    "bare": _said_bare,
    "repeat": _said_repeat,
}


def _count(slots: Mapping[str, str]) -> float:
    if "half_an" in slots:
        return 0.5
    return float(slots.get("n", slots.get("number", "1")).replace(",", "."))


def _weekdays(text: str) -> Sequence[int]:
    """Return the weekdays in a list of them, in order; 0 for Monday."""
    words = plain(text).replace(",", " ").split()
    names = [each.split() for each in NAMED_DAYS]
    return sorted({index for word in words for days in names for index, day in enumerate(days) if word.startswith(day)})


def _possible(year: int | None, month: int | None, day: int) -> bool:
    try:
        date(2000 if year is None else year, 1 if month is None else month, day)
    except ValueError:
        return False
    return True


def _next_date(year: int | None, month: int | None, day: int, today: date) -> date | None:
    """Return the day, today or later where its year or month was left out; None if there is none in the next years."""
    if year is not None and month is not None:
        return date(year, month, day)
    start = date(today.year, month or today.month, 1)
    for step in range(12 if month is None else 9):
        first = _later(start, step if month is None else 12 * step)
        if day <= monthrange(first.year, first.month)[1] and (found := first.replace(day=day)) >= today:
            return found
    return None


def _later(day: date, months: int) -> date:
    """Return the same day so many months later, or the last one of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _days_after(days: str) -> str:
    """Return the days of a calendar that follow these: `2-6` for `1-5`, `0,1` for `6,0`."""
    return days.translate(str.maketrans("0123456", "1234560"))


def _last_day(today: date, end: str) -> date:
    match end:
        case "week":
            return today + timedelta(days=6 - today.weekday())
        case "month":
            return today.replace(day=monthrange(today.year, today.month)[1])
        case _:
            return date(today.year, 12, 31)


def _evening(clock: time) -> time:
    return clock.replace(hour=clock.hour + 12)
