"""The ends of runs: what becomes of the task or the schedule for which an execution was carried out."""

from collections.abc import Sequence

from bailiwick.core.agents import SUPERVISOR_ID
from bailiwick.core.events import Event, ScheduleChanged, ScheduleFailed, TaskChanged, TaskSubmitted
from bailiwick.core.executions import Execution, ExecutionStatus, Outcome, RunPurpose, Step
from bailiwick.core.ports import HandedIn, Stores
from bailiwick.core.reasons import Reason, ReasonCode, Said, text_of, why_of
from bailiwick.core.schedules import MOST_FAILURES, ScheduleStatus
from bailiwick.core.tasks import CommentKind, Errand, Task, TaskStatus
from bailiwick.runtime.taint import UNTRUSTED

CAME_TO_NOTHING = Reason.of(ReasonCode.CAME_TO_NOTHING)

NO_ERRAND = Errand(task_id=None, schedule_id=None, tainted=False)


async def hold_errand(stores: Stores, user_id: str, execution: Execution) -> Errand:
    """Within the transaction that ends an execution, first of all: return what it is for, and hold its schedule.

    Who fires a schedule holds it before the thread; whoever held the thread first would wait for him, and he for them.
    """
    if execution.purpose is RunPurpose.TURN:
        return NO_ERRAND
    errand = await stores.tasks.of_execution(user_id, execution.id)
    if errand.schedule_id is not None:
        await stores.schedules.hold(user_id, errand.schedule_id)
    return errand


async def settle(
    stores: Stores, user_id: str, execution: Execution, errand: Errand, status: ExecutionStatus, *,
    worker: str | None = None, handed_in: HandedIn | None = None, failure: Said | None = None,
    outcome: Outcome | None = None, steps: Sequence[Step] = (),
) -> None:  # fmt: skip
    """Within the transaction that ends an execution: move its task on and count it for its schedule, if it has them.

    `handed_in` is what `worker` made of it, `outcome` what that came to, `steps` the journal, `failure` why it failed.
    A run that answered nothing hands nothing in, and its schedule counts it as failed.
    """
    if errand.task_id is not None:
        tainted = errand.tainted or any((step.output or {}).get(UNTRUSTED) for step in steps)
        agent = worker or execution.agent_id or SUPERVISOR_ID
        unanswered = outcome is Outcome.UNANSWERED
        result, summary = (handed_in.result, handed_in.summary) if handed_in else ("", None)
        task = await stores.tasks.end_run(
            user_id,
            errand.task_id,
            execution.id,
            status,
            outcome=outcome,
            result="" if unanswered else result,
            summary=summary,
            tainted=tainted,
        )
        if task is not None:
            said = f"{CAME_TO_NOTHING.text()} {result}" if unanswered else _said(status, summary, result, failure)
            await stores.tasks.comment(user_id, task.id, agent, CommentKind.RESULT, said)
            await stores.events.append(user_id, [_told(task)])
    if errand.schedule_id is not None:
        await _settle_schedule(stores, user_id, errand.schedule_id, execution, status, outcome, failure)


def _said(status: ExecutionStatus, summary: str | None, result: str, failure: Said | None) -> str:
    if status is ExecutionStatus.COMPLETED:
        return summary or result
    if status is ExecutionStatus.CANCELLED:
        return "The run was stopped."
    return f"The run failed: {text_of(failure or 'nobody knows why.')}"


def _told(task: Task) -> Event:
    if task.status is TaskStatus.REVIEW:
        return TaskSubmitted(task_id=task.id, number=task.number, title=task.title, status=task.status)
    return TaskChanged(
        task_id=task.id, number=task.number, title=task.title, status=task.status, changes=("status", "running")
    )


async def _settle_schedule(
    stores: Stores,
    user_id: str,
    schedule_id: str,
    execution: Execution,
    status: ExecutionStatus,
    outcome: Outcome | None,
    failure: Said | None,
) -> None:
    failed = status is ExecutionStatus.FAILED or outcome is Outcome.UNANSWERED
    schedule = await stores.schedules.settle(user_id, schedule_id, failed=failed)
    if not failed:
        return
    reason = failure or (CAME_TO_NOTHING if outcome is Outcome.UNANSWERED else Reason.of(ReasonCode.STARTED_FAILED))
    events: list[Event] = [
        ScheduleFailed(
            schedule_id=schedule.id, name=schedule.name, status=schedule.status,
            due_at=schedule.last_at or execution.created_at, reason=text_of(reason), why=why_of(reason),
        )
    ]  # fmt: skip
    if schedule.status is ScheduleStatus.ACTIVE and schedule.failures_in_a_row >= MOST_FAILURES:
        last = reason if isinstance(reason, Reason) else Reason.of(ReasonCode.SERVICE_SAID, text=reason)
        why = Reason.of(ReasonCode.FAILED_IN_A_ROW, last, count=schedule.failures_in_a_row)
        await stores.schedules.stand(user_id, schedule.id, ScheduleStatus.PAUSED, None, reason=why)
        events.append(
            ScheduleChanged(
                schedule_id=schedule.id, name=schedule.name, status=ScheduleStatus.PAUSED, reason=why.text(), why=why
            )
        )
    await stores.events.append(user_id, events)
