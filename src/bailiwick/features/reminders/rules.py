"""Rules of reminders: which one is meant, when one is due, what becomes of its times when it is moved."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from bailiwick.features.reminders.reasons import ReminderReason
from bailiwick.features.reminders.records import Reminder, ReminderTimes
from bailiwick.kernel.clocks import next_interval, next_moment
from bailiwick.kernel.cron import Cron, interval_words
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.times_said import Words
from bailiwick.kernel.zones import zone_of
from bailiwick.tools.phrases import plain
from bailiwick.tools.references import called, digits
from bailiwick.tools.times.reading import MORNING, ReadTime, read_time
from bailiwick_router.core.language import Language

FURTHEST = timedelta(days=366 * 100)
MOST_SHOWN = 8
"""Reminders that the question for one of them names."""
SHOWN_BETWEEN = "; "
SMALL = frozenset(
    "the a an my to about of for that one ones reminder"
    " el la los las un una mi de del que para sobre recordatorio".split()
)


def times_of(when: str, now: datetime, language: Language) -> ReminderTimes:
    """Return the times that words or an ISO 8601 time say; `now` is in the person's zone.

    Raises `CallFailed` when they say none, or one that has passed.
    """
    read = read_time(when, language)
    if read is not None and read.repeats:
        return _repeated(read, now, when)
    moment = _written(when, now) if read is None else read.moment(now)
    if moment is None or moment - now > FURTHEST:
        raise _failed(ReminderReason.TIME_UNREADABLE, when=when)
    if moment <= now:
        raise _failed(ReminderReason.TIME_PASSED, when=when)
    return ReminderTimes(due_at=moment)


def moved(reminder: Reminder, when: str, now: datetime, language: Language) -> ReminderTimes:
    """Return the times of a reminder that is moved: "ten" keeps its day, "friday" its time of the day.

    An hour moves all its times, anything else the next one alone; `now` is in the person's zone.

    Raises `CallFailed` as `times_of`.
    """
    read = read_time(when, language) or _span(when, language)
    if read is None:
        return _put_off(reminder, times_of(when, now, language).due_at, now)
    base = reminder.due_at or reminder.meant_for
    if read.repeats:
        hour = MORNING if base is None else base.astimezone(now.tzinfo).time()
        return replace(_repeated(read, now, when, hour), timezone=str(now.tzinfo))
    if read.after is not None or base is None:
        moment = read.moment(now)
    else:
        before = base.astimezone(now.tzinfo)
        if read.names_day:
            moment = read.moment(now, before.time())
        else:
            if reminder.cron is not None and (clock := read.clock) is not None and not Cron.read(reminder.cron).repeats:
                return _at(reminder, f"{clock.minute} {clock.hour}", now)
            moment = read.moment(max(now, before.replace(hour=0, minute=0, second=0, microsecond=0)))
    if moment is None or moment - now > FURTHEST:
        raise _failed(ReminderReason.TIME_UNREADABLE, when=when)
    if moment <= now:
        raise _failed(ReminderReason.TIME_PASSED, when=when)
    daily = reminder.every_seconds is not None and reminder.every_seconds % 86_400 == 0
    if daily and read.clock is not None and not read.names_day:
        return _counted(moment, reminder.every_seconds or 0, str(now.tzinfo))
    return _put_off(reminder, moment, now)


def next_time(reminder: Reminder, after: datetime) -> datetime | None:
    """Return its first time after a moment; None for one that does not repeat."""
    if reminder.cron is not None:
        return next_moment(Cron.read(reminder.cron), zone_of(reminder.timezone), after)
    if reminder.every_seconds is not None and reminder.due_at is not None:
        anchor = reminder.counts_from or reminder.due_at
        return next_interval(anchor, timedelta(seconds=reminder.every_seconds), after, zone_of(reminder.timezone))
    return None


def words_of(cron: str | None, every_seconds: int | None) -> Words | None:
    """Return in structured words how it repeats; None where it does not."""
    if cron is not None:
        return Cron.read(cron).words()
    return None if every_seconds is None else interval_words(every_seconds)


def meant(reminders: Sequence[Reminder], which: str | None) -> Reminder:
    """Return the reminder that words mean: its place in the list, or words of its text; the only one without any.

    Raises `CallFailed` when there is none, or when several may be meant.
    """
    if not reminders:
        raise _failed(ReminderReason.NO_REMINDERS)
    which = which or ""
    place = digits(which) or 0
    exact = [each for each in reminders if each.id == which] or list(reminders[place - 1 : place] if place else ())
    named = any(word not in SMALL for word in plain(which).strip(" .,;:!?").split())
    found = exact or (called(which, reminders, lambda each: each.text, SMALL) if named else reminders)
    if len(found) == 1:
        return found[0]
    shown = (found or reminders)[:MOST_SHOWN]
    said = SHOWN_BETWEEN.join(each.text for each in shown)
    outside = any(each.tainted for each in shown)
    if not found:
        raise _failed(ReminderReason.NO_SUCH_REMINDER, which=which, reminders=said, outside=outside)
    raise _failed(ReminderReason.WHICH_REMINDER, reminders=said, outside=outside)


def _repeated(read: ReadTime, now: datetime, when: str, hour: time = MORNING) -> ReminderTimes:
    """Return the times of what repeats; on a day without a time of it at `hour`."""
    cron = read.cron(now.date(), hour)
    if cron is not None:
        following = next_moment(Cron.read(cron), now.tzinfo or UTC, now)
        if following is None:
            raise _failed(ReminderReason.TIME_UNREADABLE, when=when)
        return ReminderTimes(due_at=following, cron=cron)
    seconds = read.every_seconds()
    if not seconds or seconds < 60:
        raise _failed(ReminderReason.TIME_UNREADABLE, when=when)
    return _counted(read.first(now, hour), seconds)


def _counted(first: datetime, seconds: int, timezone: str | None = None) -> ReminderTimes:
    return ReminderTimes(due_at=first, every_seconds=seconds, counts_from=first, timezone=timezone)


def _put_off(reminder: Reminder, due_at: datetime, now: datetime) -> ReminderTimes:
    """Return the times of a reminder whose next time is another; those after it stay as they are."""
    if reminder.cron is not None:
        return ReminderTimes(due_at=due_at, cron=reminder.cron)
    if reminder.every_seconds is not None:
        anchor = reminder.counts_from or reminder.due_at or reminder.meant_for
        return ReminderTimes(due_at=due_at, every_seconds=reminder.every_seconds, counts_from=anchor)
    return ReminderTimes(due_at=due_at, timezone=str(now.tzinfo))


def _at(reminder: Reminder, clock: str, now: datetime) -> ReminderTimes:
    """Return the times of a repeated reminder at another time of the day."""
    cron = " ".join([clock, *(reminder.cron or "").split()[2:]])
    following = next_moment(Cron.read(cron), now.tzinfo or UTC, now)
    return ReminderTimes(due_at=following or now, cron=cron, timezone=str(now.tzinfo))


def _span(when: str, language: Language) -> ReadTime | None:
    """Read "10 minutes" as in 10 minutes."""
    return read_time(f"{'en' if language == 'es' else 'in'} {when}", language)


def _written(when: str, now: datetime) -> datetime | None:
    try:
        moment = datetime.fromisoformat(when.strip())
    except ValueError:
        return None
    if not 1900 < moment.year < 3000:
        return None
    if len(when.strip()) <= len("2027-01-15"):
        moment = datetime.combine(moment.date(), MORNING)
    return (moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)).astimezone(UTC)


def _failed(code: ReminderReason, *, outside: bool = False, **values: str) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values), outside=outside)
