"""The rules of tasks: which status may follow which, what may wait for what, and where a task lies on the board."""

from collections.abc import Collection, Mapping, Sequence

from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import Task
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.starts_tasks import TaskStatus

SMALLEST_GAP = 1e-6
"""Two positions that lie closer leave no room between them: the column is numbered anew."""
BY_PERSON: Mapping[TaskStatus, frozenset[TaskStatus]] = {
    TaskStatus.TODO: frozenset(
        {TaskStatus.DOING, TaskStatus.REVIEW, TaskStatus.DONE, TaskStatus.PAUSED, TaskStatus.CANCELLED}
    ),
    TaskStatus.DOING: frozenset(
        {TaskStatus.TODO, TaskStatus.REVIEW, TaskStatus.DONE, TaskStatus.PAUSED, TaskStatus.CANCELLED}
    ),
    TaskStatus.REVIEW: frozenset(
        {TaskStatus.TODO, TaskStatus.DOING, TaskStatus.DONE, TaskStatus.PAUSED, TaskStatus.CANCELLED}
    ),
    TaskStatus.DONE: frozenset({TaskStatus.TODO}),
    TaskStatus.PAUSED: frozenset({TaskStatus.TODO, TaskStatus.CANCELLED}),
    TaskStatus.CANCELLED: frozenset({TaskStatus.TODO}),
}
"""Which status a person may give a task that is not running."""
RUNNABLE = frozenset({TaskStatus.TODO, TaskStatus.DOING, TaskStatus.REVIEW})
"""From which status a run may begin."""
NEEDS_FREEDOM = frozenset({TaskStatus.DOING, TaskStatus.REVIEW, TaskStatus.DONE})
"""What a blocked task cannot become."""


def check_move(task: Task, after: TaskStatus) -> None:
    """Say whether a person may give `task` this status. Raises `Conflict` with what to do first."""
    if after is task.status:
        return
    if task.running:
        raise Conflict(Reason.of(TaskReason.TASK_RUNNING, number=task.number))
    if after not in BY_PERSON[task.status]:
        ways = ", ".join(sorted(BY_PERSON[task.status]))
        raise Conflict(
            Reason.of(TaskReason.TASK_CANNOT_BECOME, number=task.number, status=task.status, ways=ways, after=after)
        )
    if task.blocked and after in NEEDS_FREEDOM:
        raise Conflict(Reason.of(TaskReason.TASK_WAITS, number=task.number))


def check_run(task: Task) -> None:
    """Say whether a run of `task` may begin. Raises `Conflict` with what to do first."""
    if task.running:
        raise Conflict(Reason.of(TaskReason.TASK_RUNS_ALREADY, number=task.number))
    if task.status not in RUNNABLE:
        raise Conflict(Reason.of(TaskReason.TASK_NOT_TODO, number=task.number, status=task.status))
    if task.blocked:
        raise Conflict(Reason.of(TaskReason.TASK_WAITS, number=task.number))


def check_judged(task: Task) -> None:
    """Say whether a person may accept or return `task`. Raises `Conflict`."""
    if task.status is not TaskStatus.REVIEW or task.running:
        raise Conflict(Reason.of(TaskReason.TASK_NOT_IN_REVIEW, number=task.number, status=task.status))


def after_run(status: ExecutionStatus, outcome: Outcome | None = None) -> TaskStatus:
    """Return what a task becomes when its run has ended so: there is nothing to judge in a run that answered nothing.

    Raises `ValueError` for what is no end.
    """
    if not status.terminal:
        raise ValueError(f"A run does not end as {status}")
    handed_in = status is ExecutionStatus.COMPLETED and outcome is not Outcome.UNANSWERED
    return TaskStatus.REVIEW if handed_in else TaskStatus.TODO


def find_cycle(task_id: str, depends_on: Collection[str], edges: Mapping[str, Collection[str]]) -> Sequence[str] | None:
    """Return the ring that would arise if `task_id` depended on `depends_on`, beginning and ending with it.

    `edges` says of other tasks what they depend on. None if there would be none.
    """
    stack: list[tuple[str, tuple[str, ...]]] = [(each, (task_id, each)) for each in depends_on]
    seen: set[str] = set()
    while stack:
        current, way = stack.pop()
        if current == task_id:
            return way
        if current in seen:
            continue
        seen.add(current)
        stack.extend((further, (*way, further)) for further in edges.get(current, ()))
    return None


def check_dependencies(
    task_id: str, depends_on: Collection[str], edges: Mapping[str, Collection[str]], numbers: Mapping[str, int]
) -> None:
    """Refuse a ring of dependencies. Raises `InvalidInput`; `numbers` are what people call the tasks."""
    ring = find_cycle(task_id, depends_on, edges)
    if ring is None:
        return
    if len(ring) == 2:
        raise InvalidInput(Reason.of(TaskReason.TASK_ON_ITSELF), field="dependsOn")
    names = " → ".join(f"#{numbers[each]}" if each in numbers else each for each in ring)
    raise InvalidInput(Reason.of(TaskReason.TASK_RING, names=names), field="dependsOn")


def between(before: float | None, after: float | None) -> float | None:
    """Return a position between two neighbours, either of which may be missing; None when there is no room."""
    if before is None:
        return 1.0 if after is None else after - 1.0
    if after is None:
        return before + 1.0
    if after - before < SMALLEST_GAP:
        return None
    return (before + after) / 2
