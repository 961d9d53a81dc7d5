"""Tasks on the wire: what clients write, and what they ask for."""

from datetime import datetime, time, timedelta
from typing import Annotated, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import LONGEST_COMMENT, MOST_DEPENDENCIES, BoardPlace, TaskFilter
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.wire import (
    AgentId,
    Body,
    Description,
    Flag,
    Moment,
    Tags,
    Title,
    Whole,
    describe,
    known_form_of_uuid,
    not_blank,
)
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.work import Priority
from bailiwick.runs.starts_tasks import TaskDraft, TaskStatus
from bailiwick_router.core.reasons.faults import WrongValue

LONGEST_ESTIMATE = 60 * 24 * 366
"""Minutes."""
CURSOR_LENGTH = 200

PathComment = Annotated[
    str,
    Path(alias="commentId", description="The comment's id, a UUID.", json_schema_extra={"format": "uuid"}),
    AfterValidator(known_form_of_uuid),
]
Cursor = Annotated[
    str | None, Query(max_length=CURSOR_LENGTH, description="The `nextBefore` of a page in the same order.")
]
QueryTimezone = Annotated[
    str | None, Query(min_length=1, max_length=64, description="IANA name of a time zone; by default the caller's.")
]
Estimate = Annotated[Whole, Field(ge=1, le=LONGEST_ESTIMATE)]
Dependencies = Annotated[tuple[UUID, ...], Field(max_length=MOST_DEPENDENCIES)]
CommentText = Annotated[str, Field(min_length=1, max_length=LONGEST_COMMENT), AfterValidator(not_blank)]
DUE = "overdue, today, week, none, or FROM..TO in dates or times (ISO 8601)"


class NewTask(Body):
    """A task to be written down."""

    title: Title
    """What is to be done, in one line."""
    description: Description = ""
    """More about it, in Markdown."""
    agent_id: AgentId | None = None
    """Who is to do it; None lets routing choose."""
    supervised: Flag = False
    """Let runs go through the supervisor although an agent is named."""
    priority: Priority = Priority.MEDIUM
    due_at: Moment | None = None
    estimate_minutes: Estimate | None = None
    tags: Tags = ()
    depends_on: Dependencies = ()
    """Tasks that have to be done first."""
    status: TaskStatus = TaskStatus.TODO

    def draft(self) -> TaskDraft:
        """Return what the runtime takes."""
        return TaskDraft(
            title=self.title,
            description=self.description,
            agent_id=self.agent_id,
            supervised=self.supervised,
            priority=self.priority,
            status=self.status,
            due_at=self.due_at,
            estimate_minutes=self.estimate_minutes,
            tags=tuple(dict.fromkeys(self.tags)),
            depends_on=tuple(dict.fromkeys(str(each) for each in self.depends_on)),
        )


class After(BaseModel):
    """A place on the board."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=describe)

    after: UUID | None
    """The task of its column behind which it goes; null for the first place."""


class TaskChanges(Body):
    """What can be changed about a task; what is left out stays."""

    title: Title | None = None
    """What is to be done, in one line."""
    description: Description | None = None
    """More about it, in Markdown."""
    agent_id: AgentId | None = None
    """Who is to do it; null lets routing choose."""
    supervised: Flag | None = None
    """Let runs go through the supervisor although an agent is named."""
    priority: Priority | None = None
    due_at: Moment | None = None
    """Null takes the date away."""
    estimate_minutes: Estimate | None = None
    """Null takes the estimate away."""
    tags: Tags | None = None
    depends_on: Dependencies | None = None
    """Tasks that have to be done first."""
    status: TaskStatus | None = None
    """Where it stands; what is not allowed is refused with 409."""
    position: After | Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)] | None = None
    """Where it lies in its column: `{"after": id}`, or a number between those of its neighbours."""
    version: Moment | None = None
    """The `updatedAt` that you have seen; if the task has changed since, this is refused with 409."""

    @model_validator(mode="after")
    def _something(self) -> "TaskChanges":
        if not self.model_fields_set - {"version"}:
            raise WrongValue(Reason.of(TaskReason.GIVE_A_CHANGE))
        return self

    def fields(self) -> dict[str, Any]:
        """Return the fields to change, by the names of `TaskDraft` and `position`."""
        given = self.given()
        given.pop("version", None)
        if isinstance(self.position, After) or self.position is None:
            given.pop("position", None)
        for name in ("title", "description", "supervised", "priority", "tags", "depends_on", "status"):
            if name in given and given[name] is None:
                del given[name]
        if "tags" in given:
            given["tags"] = tuple(dict.fromkeys(given["tags"]))
        if "depends_on" in given:
            given["depends_on"] = tuple(dict.fromkeys(str(each) for each in given["depends_on"]))
        return given

    @property
    def place(self) -> BoardPlace | None:
        """Where in its column it goes; None for where it is."""
        if not isinstance(self.position, After):
            return None
        return BoardPlace(None if self.position.after is None else str(self.position.after))


class TaskRunRequest(Body):
    """What to add for this run."""

    instructions: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""
    """What the agent reads beside the task."""


class AcceptRequest(Body):
    """A yes."""

    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""
    """What to say about it."""


class ReturnRequest(Body):
    """A no."""

    comment: CommentText
    """What is missing."""
    run: Flag = False
    """Let the agent begin anew at once; it reads the comment."""


class NewComment(Body):
    """Something to say."""

    content: CommentText


def filter_of(
    status: str | None,
    agent_id: str | None,
    priority: Priority | None,
    tag: str | None,
    search: str | None,
    due: str | None,
    now: datetime,
    zone: ZoneInfo,
) -> TaskFilter:
    """Return which tasks are asked for. Raises `InvalidInput`."""
    start, end = _due(due, now, zone)
    return TaskFilter(
        statuses=_statuses(status),
        agent_id=agent_id,
        priority=priority,
        tag=tag,
        search=search or None,
        due_from=start,
        due_before=end,
        undated=due == "none",
        overdue=due == "overdue",
    )


def _statuses(text: str | None) -> tuple[TaskStatus, ...]:
    try:
        return tuple(dict.fromkeys(TaskStatus(each.strip()) for each in (text or "").split(",") if each.strip()))
    except ValueError:
        known = ", ".join(TaskStatus)
        raise InvalidInput(Reason.of(TaskReason.GIVE_STATUSES, known=known), field="status") from None


def _due(text: str | None, now: datetime, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    """Return from when and before when; days are those of the zone."""
    today = datetime.combine(now.astimezone(zone).date(), time(), zone)
    match text:
        case None | "overdue" | "none":
            return None, None
        case "today":
            return today, datetime.combine(today.date() + timedelta(days=1), time(), zone)
        case "week":
            return today, datetime.combine(today.date() + timedelta(days=7), time(), zone)
        case _:
            first, found, last = text.partition("..")
            if not found:
                raise InvalidInput(Reason.of(TaskReason.GIVE_DUE), field="due")
            return _moment(first, zone, day_after=False), _moment(last, zone, day_after=True)


def _moment(text: str, zone: ZoneInfo, *, day_after: bool) -> datetime | None:
    """Read a date or a time; a last date counts as a whole. None for nothing."""
    if not text.strip():
        return None
    try:
        moment = datetime.fromisoformat(text.strip().replace(" ", "+"))
        if day_after and "T" not in text:
            moment += timedelta(days=1)
    except (ValueError, OverflowError):
        raise InvalidInput(Reason.of(TaskReason.GIVE_DUE), field="due") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
