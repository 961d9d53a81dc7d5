"""The rules of tasks: which status may follow which, what may wait for what, and where a task lies on the board."""

from collections.abc import Collection, Mapping, Sequence

from bailiwick.core.errors import Conflict, InvalidInput
from bailiwick.core.executions import ExecutionStatus, Outcome
from bailiwick.core.tasks import Task, TaskStatus

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
        raise Conflict(f"Task #{task.number} is running; stop it first.")
    if after not in BY_PERSON[task.status]:
        ways = ", ".join(sorted(BY_PERSON[task.status]))
        raise Conflict(f"Task #{task.number} is {task.status}; it can become {ways}, not {after}.")
    if task.blocked and after in NEEDS_FREEDOM:
        raise Conflict(f"Task #{task.number} waits for tasks that are still open; finish or cancel them first.")


def check_run(task: Task) -> None:
    """Say whether a run of `task` may begin. Raises `Conflict` with what to do first."""
    if task.running:
        raise Conflict(f"Task #{task.number} is running already.")
    if task.status not in RUNNABLE:
        raise Conflict(f"Task #{task.number} is {task.status}; set it to todo first.")
    if task.blocked:
        raise Conflict(f"Task #{task.number} waits for tasks that are still open; finish or cancel them first.")


def check_judged(task: Task) -> None:
    """Say whether a person may accept or return `task`. Raises `Conflict`."""
    if task.status is not TaskStatus.REVIEW or task.running:
        raise Conflict(f"Task #{task.number} is {task.status}; only a task in review can be accepted or returned.")


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

    `edges` says of other tasks what they depend on. Nothing if there would be none.
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
        raise InvalidInput("A task cannot depend on itself.", field="dependsOn")
    names = " → ".join(f"#{numbers[each]}" if each in numbers else each for each in ring)
    raise InvalidInput(f"That would make a ring of tasks that wait for one another: {names}.", field="dependsOn")


def between(before: float | None, after: float | None) -> float | None:
    """Return a position between two neighbours, either of which may be missing; nothing when there is no room."""
    if before is None:
        return 1.0 if after is None else after - 1.0
    if after is None:
        return before + 1.0
    if after - before < SMALLEST_GAP:
        return None
    return (before + after) / 2
