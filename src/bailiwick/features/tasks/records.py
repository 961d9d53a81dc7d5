"""Tasks: work that is written down, given to an agent, handed in and judged."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.kernel.work import Priority
from bailiwick.runs.starts_tasks import TaskStatus
from bailiwick_router.core.record import Record

PERSON = "person"
"""The author of what the person writes; agents write under their ids."""
MOST_DEPENDENCIES = 50
LONGEST_TITLE = 200
LONGEST_COMMENT = 20_000
REMOVED_DAYS = 30
"""How long a task that was taken off the board can come back."""


class CommentKind(StrEnum):
    """What a line of a task's history is."""

    COMMENT = "comment"
    RETURNED = "returned"
    """Why a person sent the result back."""
    ACCEPTED = "accepted"
    RESULT = "result"
    """What came of a run: handed in, failed or stopped."""
    CHANGE = "change"


class TaskSort(StrEnum):
    """In which order tasks are listed."""

    POSITION = "position"
    """As they lie on the board."""
    DUE = "due"
    """Due first; those without a date last."""
    PRIORITY = "priority"
    """Most urgent first."""
    UPDATED = "updated"
    """Latest change first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Record):
    """A piece of work."""

    id: str
    """UUID."""
    number: int
    """From 1 within the user; never given twice."""
    title: str
    description: str
    """Markdown; may be empty."""
    agent_id: str | None
    """Who is to do it; None lets routing choose."""
    supervised: bool
    """Whether a run goes through the supervisor although an agent is named."""
    priority: Priority
    status: TaskStatus
    due_at: datetime | None
    estimate_minutes: int | None
    tags: Sequence[str]
    depends_on: Sequence[str]
    """Ids of tasks that have to be done first."""
    blocks: Sequence[str]
    """Ids of tasks that wait for this one."""
    blocked: bool
    """Whether something that it depends on is still open."""
    position: float
    """Order within its column of the board, smallest first."""
    execution_id: str | None
    """Its latest run."""
    execution_status: ExecutionStatus | None
    """Where its latest run stands."""
    waiting_for: str | None
    """What its run waits for, in one sentence; None when it does not wait."""
    running: bool
    """Whether a run of it is under way."""
    conversation_id: str | None
    """The thread of its runs."""
    result: str | None
    """What the latest finished run handed in, as Markdown."""
    summary: str | None
    """The result in a sentence or two, where the agent gave one."""
    comments: int
    """How many lines its history has."""
    runs: int
    """How often it was run."""
    schedule_id: str | None
    """The schedule that made it."""
    overdue: bool
    """Whether its date has passed and it is not done."""
    created_at: datetime
    updated_at: datetime
    started_at: datetime | None
    """When work on it began first."""
    completed_at: datetime | None
    tainted: bool = False
    """Whether its result may hold what strangers wrote."""

    def evolve(self, **changes: Any) -> "Task":
        """Return a copy with `changes` applied."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedTask(Record):
    """A task that was taken off the board and can come back."""

    id: str
    number: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskComment(Record):
    """A line of a task's history."""

    id: str
    task_id: str
    author: str
    """`person`, or an agent's id."""
    kind: CommentKind
    content: str
    created_at: datetime
    why: Reason | None = None
    """What the system says in the content, as a code with values; None where a person or an agent wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRun(Record):
    """One execution of a task."""

    execution_id: str
    task_id: str
    status: ExecutionStatus
    agent_id: str | None
    """Who worked on it, once routed."""
    instructions: str
    """What the person added for this run."""
    answer: str | None
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A place in a column of the board."""

    after: str | None
    """The task behind which it is; None for the first place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFilter:
    """Which tasks are asked for; nothing stands for all."""

    statuses: Collection[TaskStatus] = ()
    agent_id: str | None = None
    priority: Priority | None = None
    tag: str | None = None
    search: str | None = None
    due_from: datetime | None = None
    due_before: datetime | None = None
    undated: bool = False
    """Only those without a date."""
    overdue: bool = False
    """Only those whose date has passed and that are still open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """A page of tasks."""

    tasks: Sequence[Task]
    next_before: str | None
    """Where the next page begins."""
    total: int
    """How many fit in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentLoad(Record):
    """What lies with an agent."""

    agent_id: str | None
    """None for tasks without an agent."""
    open: int
    done: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayDone(Record):
    """How many tasks were done on a day."""

    date: date
    done: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStats(Record):
    """Figures about all tasks of a user."""

    total: int
    by_status: Mapping[str, int]
    by_priority: Mapping[str, int]
    """Of those that are open."""
    by_agent: Sequence[AgentLoad]
    overdue: int
    due_today: int
    completed_last7_days: int
    completed_per_day: Sequence[DayDone]
    """The latest 30 days, oldest first."""
    mean_hours_to_done: float | None
    """From creation to completion, over the tasks that are done."""
    returned_share: float | None
    """Share of the tasks that were handed in at least once and that were sent back at least once."""
    estimate_accuracy: float | None
    """Mean over the done tasks with an estimate of min(estimate, time) / max(estimate, time), 0 to 1; the time counts
    from the first start to completion."""
