"""What follows for a task from the end of its run."""

from bailiwick.agents.contract import HandedIn
from bailiwick.features.tasks.events import TaskChanged, TaskSubmitted
from bailiwick.features.tasks.reasons import TaskReason
from bailiwick.features.tasks.records import CommentKind, Task
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, Said, reason_of
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.purpose import End
from bailiwick.runs.records import Execution
from bailiwick.runs.starts_tasks import TaskStatus
from bailiwick.runs.taint import UNTRUSTED
from bailiwick_router.core.agents import SUPERVISOR_ID


class TaskRuns:
    """Moves a task on when its run has ended."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    async def hold(self, user_id: str, execution: Execution) -> None:
        """The task is held when it is moved on."""

    async def ended(self, user_id: str, execution: Execution, end: End) -> None:
        """Move the task on that the run belongs to, if it belongs to one."""
        if execution.task_id is not None:
            await self._end_task(user_id, execution.task_id, execution, end)

    async def _end_task(self, user_id: str, task_id: str, execution: Execution, end: End) -> None:
        """Move its task on; a run that answered nothing hands nothing in."""
        stores, answer = self._stores, end.answer
        outcome = None if answer is None else answer.outcome
        handed_in = HandedIn(result="")
        if answer is not None:
            handed_in = answer.reply.handed_in or HandedIn(result=answer.content)
        unanswered = outcome is Outcome.UNANSWERED
        task = await stores[TaskStore].end_run(
            user_id,
            task_id,
            execution.id,
            end.status,
            outcome=outcome,
            result="" if unanswered else handed_in.result,
            summary=handed_in.summary,
            tainted=execution.tainted or any((step.output or {}).get(UNTRUSTED) for step in end.steps),
        )
        if task is not None:
            nothing = Reason.of(TaskReason.RUN_CAME_TO_NOTHING, text=handed_in.result)
            said = nothing if unanswered else _said(end, handed_in)
            await stores[TaskStore].comment(user_id, task.id, end.agent_id or SUPERVISOR_ID, CommentKind.RESULT, said)
            await stores[EventStore].append(user_id, [_told(task)])


def _said(end: End, handed_in: HandedIn) -> Said:
    if end.status is ExecutionStatus.COMPLETED:
        return handed_in.summary or handed_in.result
    if end.status is ExecutionStatus.CANCELLED:
        return Reason.of(TaskReason.RUN_STOPPED)
    failed = "" if end.failure is None else end.failure.said
    reason = reason_of(failed)
    return Reason.of(TaskReason.RUN_FAILED, reason)


def _told(task: Task) -> Event:
    if task.status is TaskStatus.REVIEW:
        return TaskSubmitted(task_id=task.id, number=task.number, title=task.title, status=task.status)
    return TaskChanged(
        task_id=task.id, number=task.number, title=task.title, status=task.status, changes=("status", "running")
    )
