"""What follows for a schedule from the end of a run that it started."""

from bailiwick.features.schedules.events import ScheduleChanged, ScheduleFailed
from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.records import MOST_FAILURES, ScheduleStatus
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, Said, reason_of, text_of, why_of
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.purpose import End
from bailiwick.runs.records import Execution

CAME_TO_NOTHING = Reason.of(ScheduleReason.CAME_TO_NOTHING)


class ScheduleRuns:
    """Counts for a schedule what became of the runs that it started."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    async def hold(self, user_id: str, execution: Execution) -> None:
        """Hold the schedule: who fires one holds it before the thread, and who held the thread first would wait."""
        if execution.schedule_id is not None:
            await self._stores[ScheduleStore].hold(user_id, execution.schedule_id)

    async def ended(self, user_id: str, execution: Execution, end: End) -> None:
        """Count the run for the schedule that started it, if one did."""
        if execution.schedule_id is not None:
            await self._count(user_id, execution.schedule_id, execution, end)

    async def _count(self, user_id: str, schedule_id: str, execution: Execution, end: End) -> None:
        """Count the run for its schedule, which stops after too many failures; one that answered nothing failed."""
        stores = self._stores
        unanswered = end.answer is not None and end.answer.outcome is Outcome.UNANSWERED
        failed = end.status is ExecutionStatus.FAILED or unanswered
        schedule = await stores[ScheduleStore].settle(user_id, schedule_id, failed=failed)
        if not failed:
            return
        reason = CAME_TO_NOTHING if unanswered else Reason.of(ScheduleReason.STARTED_FAILED)
        said: Said = reason if end.failure is None else end.failure.said
        events: list[Event] = [
            ScheduleFailed(
                schedule_id=schedule.id,
                name=schedule.name,
                status=schedule.status,
                due_at=schedule.last_at or execution.created_at,
                reason=text_of(said),
                why=why_of(said),
            )
        ]
        if schedule.status is ScheduleStatus.ACTIVE and schedule.failures_in_a_row >= MOST_FAILURES:
            last = reason_of(said)
            why = Reason.of(ScheduleReason.FAILED_IN_A_ROW, last, count=schedule.failures_in_a_row)
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
