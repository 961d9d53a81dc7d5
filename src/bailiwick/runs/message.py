"""The purpose of a run that answers a message: a person's, a schedule's, or a task's brief."""

from collections.abc import Sequence
from datetime import datetime

from bailiwick.agents.contract import HandedIn
from bailiwick.agents.store import AgentStore
from bailiwick.features.schedules.records import MOST_FAILURES, ScheduleStatus
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.tasks.records import CommentKind, Task, TaskStatus
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import (
    AgentCompleted,
    DirectExecuted,
    Event,
    ScheduleChanged,
    ScheduleFailed,
    TaskChanged,
    TaskSubmitted,
)
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, reason_of, text_of, why_of
from bailiwick.kernel.resilience import CallFailed
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.conversation_store import ConversationStore
from bailiwick.runs.conversations import MessageAuthor
from bailiwick.runs.pausing import Paused
from bailiwick.runs.purpose import Answer, End
from bailiwick.runs.records import Execution, ExecutionStatus, Outcome, Usage
from bailiwick.runs.taint import UNTRUSTED
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode

TASK = "execution"
"""Name of the jobs that answer messages."""
CAME_TO_NOTHING = Reason.of(ReasonCode.CAME_TO_NOTHING)


class MessagePurpose:
    """Puts the answer into the thread, moves the run's task on and counts it for its schedule, if it has them."""

    def __init__(self, stores: Stores, jobs: Jobs, user_id: str, execution: Execution) -> None:
        self._stores = stores
        self._jobs = jobs
        self._user_id = user_id
        self._execution = execution

    async def hold(self) -> None:
        """Nothing stands above it while it works."""

    async def hold_to_end(self) -> None:
        """Hold its schedule: who fires one holds it before the thread, and who held the thread first would wait."""
        if self._execution.schedule_id is not None:
            await self._stores[ScheduleStore].hold(self._user_id, self._execution.schedule_id)

    async def may_begin(self) -> None:
        """It always may."""

    async def reserve(self, question: ModelRequest) -> ModelRequest:
        """Nothing has to be reserved."""
        return question

    async def book(self, usage: Usage) -> None:
        """The run itself says what it used."""
        del usage

    async def enqueue(self, lock: str | None = None) -> None:
        """Have a worker answer, after whatever has the same lock: by default the thread's."""
        execution = self._execution
        lock = lock or f"conversation:{execution.conversation_id}"
        await self._jobs.defer(TASK, self._user_id, {"execution": execution.id}, lock=lock)

    async def ended(self, end: End) -> Sequence[Event]:
        """Put what was said into the thread; tell a task and a schedule of it."""
        facts = [] if end.answer is None else await self._answered(end, end.answer)
        if end.answer is None and end.said.strip():
            await self._stores[ConversationStore].add_message(
                self._user_id,
                self._execution.conversation_id,
                MessageAuthor.AGENT,
                end.said,
                agent_id=end.agent_id or SUPERVISOR_ID,
                execution_id=self._execution.id,
            )
        if self._execution.task_id is not None:
            await self._end_task(self._execution.task_id, end)
        if self._execution.schedule_id is not None:
            await self._count(self._execution.schedule_id, end)
        return facts

    def again_at(self, failed: CallFailed) -> datetime | None:
        """A person is told at once, and may send the message again."""
        del failed

    async def retry(self, failed: CallFailed, at: datetime, usage: Usage) -> Sequence[Event]:
        """It never comes to that."""
        raise NotImplementedError

    async def pause(self, paused: Paused, usage: Usage) -> Sequence[Event]:
        """Another worker takes it up as it stands."""
        del paused, usage
        return ()

    async def waits(self, reason: Said, usage: Usage) -> Sequence[Event]:
        """Nothing else has to be told."""
        del reason, usage
        return ()

    async def _answered(self, end: End, answer: Answer) -> list[Event]:
        stores, user_id, execution = self._stores, self._user_id, self._execution
        await stores[ConversationStore].add_message(
            user_id,
            execution.conversation_id,
            MessageAuthor.AGENT,
            answer.content,
            agent_id=answer.agent_id,
            execution_id=execution.id,
            last_agent=answer.last_agent,
        )
        for agent_id, expires_at in answer.used.items():
            await stores[AgentStore].touch(user_id, agent_id, expires_at)
        facts: list[Event] = [
            AgentCompleted(agent=answer.agent_id, iterations=answer.reply.iterations, usage=end.usage)
        ]
        if execution.mode is Mode.DIRECT and answer.worker:
            facts.append(DirectExecuted(agent=answer.worker))
        return facts

    async def _end_task(self, task_id: str, end: End) -> None:
        """Move its task on; a run that answered nothing hands nothing in."""
        stores, user_id, answer = self._stores, self._user_id, end.answer
        outcome = None if answer is None else answer.outcome
        handed_in = HandedIn(result="")
        if answer is not None:
            handed_in = answer.reply.handed_in or HandedIn(result=answer.content)
        unanswered = outcome is Outcome.UNANSWERED
        task = await stores[TaskStore].end_run(
            user_id,
            task_id,
            self._execution.id,
            end.status,
            outcome=outcome,
            result="" if unanswered else handed_in.result,
            summary=handed_in.summary,
            tainted=self._execution.tainted or any((step.output or {}).get(UNTRUSTED) for step in end.steps),
        )
        if task is not None:
            nothing = Reason.of(ReasonCode.RUN_CAME_TO_NOTHING, text=handed_in.result)
            said = nothing if unanswered else _said(end, handed_in)
            await stores[TaskStore].comment(user_id, task.id, end.agent_id or SUPERVISOR_ID, CommentKind.RESULT, said)
            await stores[EventStore].append(user_id, [_told(task)])

    async def _count(self, schedule_id: str, end: End) -> None:
        """Count the run for its schedule, which stops after too many failures; one that answered nothing failed."""
        stores, user_id = self._stores, self._user_id
        unanswered = end.answer is not None and end.answer.outcome is Outcome.UNANSWERED
        failed = end.status is ExecutionStatus.FAILED or unanswered
        schedule = await stores[ScheduleStore].settle(user_id, schedule_id, failed=failed)
        if not failed:
            return
        reason = CAME_TO_NOTHING if unanswered else Reason.of(ReasonCode.STARTED_FAILED)
        said: Said = reason if end.failure is None else end.failure.said
        events: list[Event] = [
            ScheduleFailed(
                schedule_id=schedule.id,
                name=schedule.name,
                status=schedule.status,
                due_at=schedule.last_at or self._execution.created_at,
                reason=text_of(said),
                why=why_of(said),
            )
        ]
        if schedule.status is ScheduleStatus.ACTIVE and schedule.failures_in_a_row >= MOST_FAILURES:
            last = reason_of(said)
            why = Reason.of(ReasonCode.FAILED_IN_A_ROW, last, count=schedule.failures_in_a_row)
            await stores[ScheduleStore].stand(user_id, schedule.id, ScheduleStatus.PAUSED, None, reason=why)
            events.append(
                ScheduleChanged(
                    schedule_id=schedule.id,
                    name=schedule.name,
                    status=ScheduleStatus.PAUSED,
                    reason=why.text(),
                    why=why,
                )
            )
        await stores[EventStore].append(user_id, events)


def _said(end: End, handed_in: HandedIn) -> Said:
    if end.status is ExecutionStatus.COMPLETED:
        return handed_in.summary or handed_in.result
    if end.status is ExecutionStatus.CANCELLED:
        return Reason.of(ReasonCode.RUN_STOPPED)
    failed = "" if end.failure is None else end.failure.said
    reason = reason_of(failed)
    return Reason.of(ReasonCode.RUN_FAILED, reason)


def _told(task: Task) -> Event:
    if task.status is TaskStatus.REVIEW:
        return TaskSubmitted(task_id=task.id, number=task.number, title=task.title, status=task.status)
    return TaskChanged(
        task_id=task.id, number=task.number, title=task.title, status=task.status, changes=("status", "running")
    )
