"""Schedules: what is to be done at which times, and what became of each time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.times_said import Words
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.kernel.work import Priority
from bailiwick_router.core.record import Record

GRACE = timedelta(seconds=60)
"""A time that is later than this has been missed."""
MOST_MISSED = 100
"""So many missed times are made up for at most."""
MOST_FAILURES = 5
"""After so many failures in a row a schedule is paused."""
SHORTEST_SECONDS = 60
LONGEST_SECONDS = 366 * 24 * 3600
UPCOMING = 5


class ScheduleKind(StrEnum):
    """How its times are said."""

    CRON = "cron"
    INTERVAL = "interval"


class ScheduleStatus(StrEnum):
    """Only an active schedule fires."""

    ACTIVE = "active"
    PAUSED = "paused"
    ENDED = "ended"
    """There is no further time."""


class Missed(StrEnum):
    """What becomes of times at which nothing ran."""

    SKIP = "skip"
    ONCE = "once"
    """One run stands for all of them."""
    ALL = "all"
    """Each is made up for, the latest 100 at most."""


class Overlap(StrEnum):
    """What becomes of a time at which the run before is not over."""

    SKIP = "skip"
    QUEUE = "queue"


class RunStatus(StrEnum):
    """What became of a time."""

    FIRED = "fired"
    SKIPPED = "skipped"
    """The run before was not over."""
    MISSED = "missed"
    """Nothing ran when it was due."""
    FAILED = "failed"
    """It could not be started."""


class ActionType(StrEnum):
    """What a schedule does."""

    MESSAGE = "message"
    TASK = "task"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Record):
    """What a schedule does at each of its times."""

    type: ActionType
    message: str = ""
    """What is sent; for messages."""
    title: str = ""
    """What is to be done; for tasks."""
    description: str = ""
    """More about the task."""
    agent_id: str | None = None
    """Who is to do it; None lets routing choose."""
    supervised: bool = False
    """Whether the supervisor looks on although an agent is named."""
    priority: Priority = Priority.MEDIUM
    """Of the task."""
    tags: Sequence[str] = ()
    """Of the task."""
    run: bool = True
    """Whether the task is run at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """When a schedule fires, as it was said."""

    cron: str | None = None
    every_seconds: int | None = None
    timezone: str = "UTC"
    starts_at: datetime | None = None
    ends_at: datetime | None = None

    @property
    def kind(self) -> ScheduleKind:
        """How its times are said."""
        return ScheduleKind.CRON if self.cron is not None else ScheduleKind.INTERVAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule(Record):
    """Something to be done at certain times."""

    id: str
    """UUID."""
    name: str
    kind: ScheduleKind
    cron: str | None
    """Five fields: minute, hour, day of the month, month, day of the week."""
    every_seconds: int | None
    timezone: str
    """IANA name of the zone whose clock the cron fields mean."""
    starts_at: datetime | None
    """None before it; intervals count from it."""
    ends_at: datetime | None
    """Nothing after it."""
    action: Action
    missed: Missed
    overlap: Overlap
    status: ScheduleStatus
    reason: str
    """Why it is paused or has ended, where no user did it by hand; else empty."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
    next_at: datetime | None
    upcoming: Sequence[datetime]
    """The next five times."""
    last_at: datetime | None
    """The latest time that was due."""
    last_status: RunStatus | None
    runs: int
    """How often it fired."""
    failures: int
    """How often it could not be started, or what it started failed."""
    failures_in_a_row: int
    sentence: str
    """The times in an English sentence."""
    words: Words
    created_at: datetime
    updated_at: datetime

    @property
    def times(self) -> Times:
        """When it fires."""
        return Times(
            cron=self.cron,
            every_seconds=self.every_seconds,
            timezone=self.timezone,
            starts_at=self.starts_at,
            ends_at=self.ends_at,
        )

    def evolve(self, **changes: Any) -> "Schedule":
        """Return a copy with `changes` applied."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleDraft(Record):
    """A schedule to be created."""

    name: str
    times: Times
    action: Action
    missed: Missed = Missed.ONCE
    overlap: Overlap = Overlap.SKIP


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleRun(Record):
    """What became of one time of a schedule."""

    id: str
    """UUID."""
    schedule_id: str
    due_at: datetime
    started_at: datetime | None
    lateness_ms: float | None
    """From when it was due to when it started, by the database's clock."""
    execution_id: str | None
    task_id: str | None
    status: RunStatus
    reason: str | None
    """Why it was not fired, or what it stands for."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
    execution_status: ExecutionStatus | None
    by_hand: bool
    """Whether a person asked for it, whatever the times say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpcomingTime(Record):
    """A time to come."""

    at: datetime
    local: str
    """The same on the clock of the schedule's zone, with its offset."""
    note: str | None
    """What a change of the clocks does to it; None else."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview(Record):
    """What certain times come to."""

    valid: bool
    error: str | None
    """What is wrong with the times, in English."""
    words: Words | None
    sentence: str | None
    upcoming: Sequence[UpcomingTime]
    """The next ten times."""
    why: Reason | None = None
    """What is wrong with the times, as a code with values."""
