"""Schedules on the wire: what clients write."""

from typing import Annotated

from pydantic import Field, model_validator

from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.records import (
    LONGEST_SECONDS,
    SHORTEST_SECONDS,
    Action,
    ActionType,
    Missed,
    Overlap,
    ScheduleDraft,
    Times,
)
from bailiwick.kernel.http.wire import (
    AgentId,
    Body,
    Description,
    Flag,
    MessageText,
    Moment,
    Name,
    Tags,
    Timezone,
    Title,
    Whole,
)
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.work import Priority
from bailiwick_router.core.reasons.faults import WrongValue


class ActionFields(Body):
    """What is done at each of the times."""

    type: ActionType
    message: MessageText | None = None
    """What is sent; needed by a message."""
    title: Title | None = None
    """What is to be done, in one line; needed by a task."""
    description: Description = ""
    """More about the task."""
    agent_id: AgentId | None = None
    """Who is to do it; None lets routing choose."""
    supervised: Flag = False
    """Let the supervisor look on although an agent is named."""
    priority: Priority = Priority.MEDIUM
    """Of the task."""
    tags: Tags = ()
    """Of the task."""
    run: Flag = True
    """Run the task at once; otherwise it waits on the board."""

    @model_validator(mode="after")
    def _complete(self) -> "ActionFields":
        if self.type is ActionType.MESSAGE and self.message is None:
            raise WrongValue(Reason.of(ScheduleReason.ACTION_NEEDS_MESSAGE))
        if self.type is ActionType.TASK and self.title is None:
            raise WrongValue(Reason.of(ScheduleReason.ACTION_NEEDS_TITLE))
        return self

    def action(self) -> Action:
        """Return what the runtime takes."""
        return Action(
            type=self.type,
            message=self.message or "",
            title=self.title or "",
            description=self.description,
            agent_id=self.agent_id,
            supervised=self.supervised,
            priority=self.priority,
            tags=tuple(dict.fromkeys(self.tags)),
            run=self.run,
        )


class TimeFields(Body):
    """When it is done: either at the times of a cron pattern, or every so many seconds."""

    cron: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Five fields: minute, hour, day of the month, month, day of the week; names, ranges, lists, steps, `L` and `#` as
    usual."""
    every_seconds: Annotated[Whole, Field(ge=SHORTEST_SECONDS, le=LONGEST_SECONDS)] | None = None
    timezone: Timezone | None = None
    """IANA name of the zone whose clock the cron fields mean; by default the caller's."""
    starts_at: Moment | None = None
    """None before it; intervals count from it."""
    ends_at: Moment | None = None
    """Nothing after it."""

    @model_validator(mode="after")
    def _one_kind(self) -> "TimeFields":
        if (self.cron is None) == (self.every_seconds is None):
            raise WrongValue(Reason.of(ScheduleReason.CRON_OR_EVERY))
        return self

    def times(self, timezone: str) -> Times:
        """Return what the runtime takes; `timezone` stands for one that is not given."""
        return Times(
            cron=None if self.cron is None else " ".join(self.cron.split()),
            every_seconds=self.every_seconds,
            timezone=self.timezone or timezone,
            starts_at=self.starts_at,
            ends_at=self.ends_at,
        )


class ScheduleFields(TimeFields):
    """A schedule as a person writes it down."""

    name: Name
    """What people call it."""
    action: ActionFields
    missed: Missed = Missed.ONCE
    """What becomes of times at which nothing ran, e.g. because the machine was off."""
    overlap: Overlap = Overlap.SKIP
    """What becomes of a time at which the run before is not over."""

    def draft(self, timezone: str) -> ScheduleDraft:
        """Return what the runtime takes; `timezone` stands for one that is not given."""
        return ScheduleDraft(
            name=self.name,
            times=self.times(timezone),
            action=self.action.action(),
            missed=self.missed,
            overlap=self.overlap,
        )
