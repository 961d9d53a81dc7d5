"""What happens to tasks."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCreated(Event):
    """A task was written down."""

    wire = "task.created"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskChanged(Event):
    """A task was edited, moved, given another status, freed of what blocked it, or its run was stopped or failed."""

    wire = "task.changed"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""
    changes: tuple[str, ...]
    """Names of the fields that changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStarted(Event):
    """A run of a task began."""

    wire = "task.started"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""
    execution_id: str
    """The execution that carries it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSubmitted(Event):
    """A run handed in its result; a person accepts or returns it."""

    wire = "task.submitted"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskAccepted(Event):
    """A person accepted the result: the task is done."""

    wire = "task.accepted"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReturned(Event):
    """A person sent the result back."""

    wire = "task.returned"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCommented(Event):
    """A user or an agent commented on a task, or took a comment back."""

    wire = "task.commented"
    task_id: str
    """The task."""
    number: int
    """What people call it."""
    title: str
    """What is to be done."""
    status: str
    """Its status now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDeleted(Event):
    """A task was deleted with its history."""

    wire = "task.deleted"
    task_id: str
    """The task."""
    number: int
    """What people called it."""
    title: str
    """What was to be done."""
    status: str
    """The status it had."""
