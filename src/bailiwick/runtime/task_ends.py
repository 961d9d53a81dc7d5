"""The ends of runs: what becomes of the task or the schedule for which an execution was carried out."""

from collections.abc import Sequence
from typing import Any

from bailiwick.core.agents import SUPERVISOR_ID
from bailiwick.core.events import Event, ScheduleChanged, ScheduleFailed, TaskChanged, TaskSubmitted
from bailiwick.core.executions import Execution, ExecutionStatus, Step, StepKind, StepStatus
from bailiwick.core.ports import Stores
from bailiwick.core.schedules import MOST_FAILURES, ScheduleStatus
from bailiwick.core.swarm import swarm_of
from bailiwick.core.tasks import CommentKind, Errand, Task
from bailiwick.runtime.taint import UNTRUSTED

COMPLETE = "complete_task"


NO_ERRAND = Errand(task_id=None, schedule_id=None, tainted=False)


async def hold_errand(stores: Stores, user_id: str, execution: Execution) -> Errand:
    """Within the transaction that ends an execution, first of all: return what it is for, and hold its schedule.

    Who fires a schedule holds it before the thread; whoever held the thread first would wait for him, and he for them.
    """
    if swarm_of(execution.agent_id) is not None:
        return NO_ERRAND
    errand = await stores.tasks.of_execution(user_id, execution.id)
    if errand.schedule_id is not None:
        await stores.schedules.hold(user_id, errand.schedule_id)
    return errand


async def settle(
    stores: Stores, user_id: str, execution: Execution, errand: Errand, status: ExecutionStatus, *,
    worker: str | None = None, answer: str = "", failure: str | None = None, steps: Sequence[Step] = (),
) -> None:  # fmt: skip
    """Within the transaction that ends an execution: move its task on and count it for its schedule, if it has them.

    `answer` is what `worker` said, `steps` the journal, `failure` why it failed.
    """
    if errand.task_id is not None:
        tainted = errand.tainted or any((step.output or {}).get(UNTRUSTED) for step in steps)
        agent = worker or execution.agent_id or SUPERVISOR_ID
        result, summary = handed_in(steps, answer)
        task = await stores.tasks.end_run(
            user_id, errand.task_id, execution.id, status, result=result, summary=summary, tainted=tainted
        )
        if task is not None:
            said = _said(status, summary, result, failure)
            await stores.tasks.comment(user_id, task.id, agent, CommentKind.RESULT, said)
            await stores.events.append(user_id, [_told(task, status)])
    if errand.schedule_id is not None:
        await _settle_schedule(stores, user_id, errand.schedule_id, execution, status, failure)


def handed_in(steps: Sequence[Step], answer: str) -> tuple[str, str | None]:
    """Return result and summary of a run: of the latest `complete_task` of its own agent, else the answer."""
    for step in reversed(steps):
        own = step.kind is StepKind.TOOL and step.name == COMPLETE and "/" not in step.key
        if own and step.status is StepStatus.COMPLETED:
            returned: Any = (step.output or {}).get("result")
            if isinstance(returned, dict) and isinstance(returned.get("result"), str):  # pyright: ignore[reportUnknownMemberType]  (JSON)
                summary: Any = returned.get("summary")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]  (JSON)
                return returned["result"], summary if isinstance(summary, str) else None
    return answer, None


def _said(status: ExecutionStatus, summary: str | None, result: str, failure: str | None) -> str:
    if status is ExecutionStatus.COMPLETED:
        return summary or result
    if status is ExecutionStatus.CANCELLED:
        return "The run was stopped."
    return f"The run failed: {failure or 'nobody knows why.'}"


def _told(task: Task, status: ExecutionStatus) -> Event:
    if status is ExecutionStatus.COMPLETED:
        return TaskSubmitted(task_id=task.id, number=task.number, title=task.title, status=task.status)
    return TaskChanged(
        task_id=task.id, number=task.number, title=task.title, status=task.status, changes=("status", "running")
    )


async def _settle_schedule(
    stores: Stores, user_id: str, schedule_id: str, execution: Execution, status: ExecutionStatus, failure: str | None
) -> None:
    failed = status is ExecutionStatus.FAILED
    schedule = await stores.schedules.settle(user_id, schedule_id, failed=failed)
    if not failed:
        return
    reason = failure or "What it started failed."
    events: list[Event] = [
        ScheduleFailed(
            schedule_id=schedule.id, name=schedule.name, status=schedule.status,
            due_at=schedule.last_at or execution.created_at, reason=reason,
        )
    ]  # fmt: skip
    if schedule.status is ScheduleStatus.ACTIVE and schedule.failures_in_a_row >= MOST_FAILURES:
        why = f"It failed {schedule.failures_in_a_row} times in a row, at last: {reason}"
        await stores.schedules.stand(user_id, schedule.id, ScheduleStatus.PAUSED, None, reason=why)
        events.append(
            ScheduleChanged(schedule_id=schedule.id, name=schedule.name, status=ScheduleStatus.PAUSED, reason=why)
        )
    await stores.events.append(user_id, events)
