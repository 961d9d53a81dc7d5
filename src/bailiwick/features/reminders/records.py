"""Reminders: what a person wants to be told, and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from bailiwick.kernel.times_said import Words
from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record

LONGEST_TEXT = 500
LONGEST_WHEN = 100
LATE = timedelta(minutes=2)
"""A reminder that is given later than this was missed while nothing ran."""


class ReminderStatus(StrEnum):
    """What is next for a reminder."""

    WAITING = "waiting"
    """Its time is to come."""
    DELIVERED = "delivered"
    """It was given and waits for the person; a repeated one may have its next time all the same."""
    DONE = "done"
    """The person has dealt with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderTimes(Record):
    """When a person is reminded."""

    due_at: datetime
    """The next time."""
    cron: str | None = None
    """How it repeats: minute, hour, day of the month, month, day of the week."""
    every_seconds: int | None = None
    """How it repeats where no calendar has its times."""
    counts_from: datetime | None = None
    """From when its equal times count; None for its next time."""
    timezone: str | None = None
    """IANA name of the zone whose clock its times mean; None for that which they had."""

    @property
    def values(self) -> Mapping[str, Any]:
        """What of a reminder they set, by name."""
        zone = {} if self.timezone is None else {"timezone": self.timezone}
        times = {"due_at": self.due_at, "cron": self.cron, "every_seconds": self.every_seconds}
        return {**times, "counts_from": self.counts_from, **zone}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Record):
    """Something a person is told at a time."""

    id: str
    """UUID."""
    text: str
    """What the person is reminded of."""
    status: ReminderStatus
    due_at: datetime | None
    """The next time; None when there is none."""
    cron: str | None
    """How it repeats: minute, hour, day of the month, month, day of the week."""
    every_seconds: int | None
    """How it repeats where no calendar has its times."""
    words: Words | None
    """How it repeats, in structured words; None for one that does not."""
    timezone: str
    """IANA name of the zone whose clock its times mean."""
    language: Language
    """In which language it is given."""
    conversation_id: str | None
    """Where it is given as a message; None for one that was not asked for in a conversation."""
    agent_id: str | None
    """The agent that set it; None for one that was not asked for in a conversation."""
    meant_for: datetime | None
    """The time for which it was given last."""
    delivered_at: datetime | None
    """When it was given last; None until then and once it is done."""
    done_at: datetime | None
    change: str
    """The number of its latest change, by which that is undone."""
    created_at: datetime
    updated_at: datetime
    counts_from: datetime | None = None
    """From when its equal times count; None for its next time."""
    tainted: bool = False
    """Whether it was set after reading what strangers wrote."""

    @property
    def late(self) -> bool:
        """Whether it was given late."""
        return bool(self.delivered_at and self.meant_for and self.delivered_at - self.meant_for > LATE)
