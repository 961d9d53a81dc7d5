"""Cron: five fields read as a calendar of times on the wall."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from croniter import croniter  # pyright: ignore[reportMissingTypeStubs]  the library has none

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.times_said import Words

LONGEST = 200
FIELDS = ("minute", "hour", "day of the month", "month", "day of the week")
ALIASES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
PART = re.compile(r"[0-9*?,/#\-A-Za-z]+")
MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
DAYS = frozenset("sun mon tue wed thu fri sat".split())
LETTERS = re.compile(r"[a-z]+")
NAMES: Sequence[frozenset[str]] = (frozenset(), frozenset(), frozenset({"l", "w"}), MONTHS, DAYS | {"l"})


@dataclass(frozen=True, slots=True)
class Cron:
    """A calendar in cron's notation; port `core.clocks.Calendar`."""

    text: str
    """As it was written, with single spaces."""
    fields: tuple[str, ...] = field(repr=False)
    """The five fields, aliases resolved, in lower case."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read five fields or an alias such as `@daily`. Raises `InvalidInput` with what is wrong."""
        written = " ".join(text.split())
        if len(written) > LONGEST:
            raise InvalidInput(Reason.of(ReasonCode.CRON_TOO_LONG, most=LONGEST), field="cron")
        parts = tuple(ALIASES.get(written.lower(), written).lower().split())
        if len(parts) in (6, 7):
            raise InvalidInput(Reason.of(ReasonCode.CRON_SIX_FIELDS), field="cron")
        if len(parts) != len(FIELDS):
            raise InvalidInput(
                Reason.of(ReasonCode.CRON_FIVE_FIELDS),
                field="cron",
            )
        for part, name, known in zip(parts, FIELDS, NAMES, strict=True):
            _check_part(part, name, known)
        made = cls(written, parts)
        made._check()
        return made

    @property
    def repeats(self) -> bool:
        """Whether minutes or hours hold a wildcard: then it goes by elapsed time."""
        return "*" in self.fields[0] or "*" in self.fields[1]

    def after(self, wall: datetime) -> datetime | None:
        """Return the first time on the wall after this one; None if there is none in the next 50 years."""
        try:
            found: Any = croniter(" ".join(self.fields), wall).get_next(datetime)
        except (ValueError, KeyError, OverflowError):
            return None
        return found

    def words(self) -> Words:
        """Return the times in structured words."""
        minute, hour, day, month, weekday = self.fields
        everyday = day in "*?" and month == "*" and weekday in "*?"
        if everyday and hour == "*" and (every := _every(minute, 60)) is not None:
            return Words(kind="minutes", every=every)
        if not minute.isdigit():
            return Words(kind="other")
        if everyday and (every := _every(hour, 24)) is not None:
            return Words(kind="hourly", every=every, minute=int(minute))
        if not hour.isdigit() or month != "*":
            return Words(kind="other")
        time = f"{int(hour):02}:{int(minute):02}"
        if everyday:
            return Words(kind="daily", time=time, every=1)
        if day in "*?" and (days := self._weekdays()) is not None:
            return Words(kind="weekly", time=time, days=days)
        if weekday in "*?" and (day.isdigit() or day == "l"):
            return Words(kind="monthly", time=time, day=-1 if day == "l" else int(day))
        return Words(kind="other")

    def _weekdays(self) -> Sequence[int] | None:
        if any(mark in self.fields[4] for mark in ("#", "l", "*", "?")):
            return None
        expanded: Any = croniter.expand(" ".join(self.fields))[0][4]
        return sorted({int(each) or 7 for each in expanded})

    def _check(self) -> None:
        try:
            croniter(" ".join(self.fields), datetime(2024, 1, 1))
        except (ValueError, KeyError) as error:
            raise InvalidInput(Reason.of(ReasonCode.CRON_WRONG, problem=_plain(error)), field="cron") from error
        if self.after(datetime(2024, 1, 1)) is None:
            raise InvalidInput(Reason.of(ReasonCode.CRON_NEVER), field="cron")


def interval_words(seconds: int) -> Words:
    """Return an interval in structured words."""
    for kind, unit in (("daily", 86_400), ("hourly", 3_600), ("minutes", 60)):
        if seconds % unit == 0:
            return Words(kind=kind, every=seconds // unit)
    return Words(kind="other")


def _every(part: str, whole: int) -> int | None:
    """Return n of `*` (1) and `*/n` where n divides the whole, so that the steps are equal; None for others."""
    if part == "*":
        return 1
    if part.startswith("*/") and part[2:].isdigit() and int(part[2:]) and whole % int(part[2:]) == 0:
        return int(part[2:])
    return None


def _check_part(part: str, name: str, known: frozenset[str]) -> None:
    if PART.fullmatch(part) is None:
        raise InvalidInput(Reason.of(ReasonCode.CRON_CHARACTERS, name=name, part=part), field="cron")
    for word in LETTERS.findall(part):
        if word not in known:
            raise InvalidInput(Reason.of(ReasonCode.CRON_NAMES, name=name, part=part), field="cron")


def _plain(error: Exception) -> str:
    text = str(error).strip("'\"") or type(error).__name__
    return f"{text}."
