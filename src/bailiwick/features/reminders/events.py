"""What happens to reminders."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.kernel.events.facts.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderChanged(Event):
    """A reminder was set, moved, done, deleted, or a change of it was undone."""

    wire = "reminder.changed"
    reminder_id: str
    """The reminder."""
    text: str
    """What the person is reminded of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderDelivered(Event):
    """The time of a reminder has come."""

    wire = "reminder.delivered"
    reminder_id: str
    """The reminder."""
    text: str
    """What the person is reminded of."""
    due_at: datetime
    """For when it was meant."""
    late: bool
    """Whether nothing ran when it was due."""
    conversation_id: str | None
    """Where it was written as a message; None where it was not."""
