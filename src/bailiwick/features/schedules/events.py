"""What happens to schedules."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.reasons import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleCreated(Event):
    """A schedule was made."""

    wire = "schedule.created"
    schedule_id: str
    """The schedule."""
    name: str
    """What people call it."""
    status: str
    """Its status now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleChanged(Event):
    """A schedule was edited, paused or resumed, or came to its end."""

    wire = "schedule.changed"
    schedule_id: str
    """The schedule."""
    name: str
    """What people call it."""
    status: str
    """Its status now."""
    reason: str
    """Why, where no user did it by hand; else empty."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleFired(Event):
    """A schedule did what it is for."""

    wire = "schedule.fired"
    schedule_id: str
    """The schedule."""
    name: str
    """What people call it."""
    status: str
    """Its status now."""
    due_at: datetime
    """For when it was meant."""
    execution_id: str | None
    """What it started; None for a task that waits to be run."""
    task_id: str | None
    """The task that it made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSkipped(Event):
    """A schedule left a time out: the run before was not over, or nothing ran when it was due."""

    wire = "schedule.skipped"
    schedule_id: str
    """The schedule."""
    name: str
    """What people call it."""
    status: str
    """Its status now."""
    due_at: datetime
    """For when it was meant."""
    reason: str
    """Why, in one sentence."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleFailed(Event):
    """A schedule could not do what it is for, or what it started failed."""

    wire = "schedule.failed"
    schedule_id: str
    """The schedule."""
    name: str
    """What people call it."""
    status: str
    """Its status now."""
    due_at: datetime
    """For when it was meant."""
    reason: str
    """Why, in one sentence."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleDeleted(Event):
    """A schedule was deleted with its history."""

    wire = "schedule.deleted"
    schedule_id: str
    """The schedule."""
    name: str
    """What people called it."""
    status: str
    """The status it had."""
