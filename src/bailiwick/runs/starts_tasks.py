"""What schedules start tasks with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from bailiwick.kernel.work import Priority
from bailiwick.runs.records import Execution
from bailiwick_router.core.record import Record


class TaskStatus(StrEnum):
    """`todo → doing → review → done`, and aside `paused` and `cancelled`."""

    TODO = "todo"
    DOING = "doing"
    REVIEW = "review"
    """Handed in; a person accepts or returns it."""
    DONE = "done"
    PAUSED = "paused"
    CANCELLED = "cancelled"

    @property
    def open(self) -> bool:
        """Whether what depends on it still has to wait."""
        return self not in (TaskStatus.DONE, TaskStatus.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDraft(Record):
    """A task to be created."""

    title: str
    description: str = ""
    agent_id: str | None = None
    supervised: bool = False
    priority: Priority = Priority.MEDIUM
    status: TaskStatus = TaskStatus.TODO
    due_at: datetime | None = None
    estimate_minutes: int | None = None
    tags: Sequence[str] = ()
    depends_on: Sequence[str] = ()
    schedule_id: str | None = None


class StartsTasks(Protocol):
    """Writes tasks down and has them carried out."""

    async def start(
        self, user_id: str, draft: TaskDraft, *, run: bool, lock: str | None
    ) -> tuple[str, Execution | None]:
        """Write a task down, and run it where `run` says so; return its id and the execution.

        Runs with the same `lock` are carried out one after the other. Raises `BailiwickError` that says why it cannot
        be done.
        """
        ...
