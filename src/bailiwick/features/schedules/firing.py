"""Firing: does at their times what schedules say, each time once, however many workers there are.

A time is taken, what it starts is written and the next time is set in one transaction that holds the schedule: a worker
that dies leaves all of it or nothing, and another one takes it. Times are compared with the database's clock alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

import structlog

from bailiwick.features.schedules.events import ScheduleChanged, ScheduleFailed, ScheduleFired, ScheduleSkipped
from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.records import (
    GRACE,
    MOST_FAILURES,
    MOST_MISSED,
    ActionType,
    Missed,
    Overlap,
    RunStatus,
    Schedule,
    ScheduleStatus,
)
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.schedules.timing import Timing
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError, InvalidInput, NotFound, TooMuchWork, Unavailable
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, ReasonCode, RoutingReason, Said, text_of, why_of
from bailiwick.runs.actions import Executions
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.records import RunPurpose
from bailiwick.runs.starts_tasks import StartsTasks, TaskDraft
from bailiwick.runs.threads import actions as threads
from bailiwick.runs.threads.records import thread_key
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode

LOOK = "schedules"
"""The command by which workers are told to look at the clocks anew."""
LONGEST_SLEEP = 30.0
HELD_SECONDS = 0.2
"""After so long what others hold is looked at again."""
AGAIN_SECONDS = 1.0
"""After so long what failed is tried again."""
UNEXPECTED = Reason.of(ReasonCode.UNEXPECTED)
AT_ONCE = 4
"""So many people's schedules are fired at the same time by one worker."""

Due = Callable[[], Awaitable[tuple[datetime, Sequence[tuple[str, datetime]]]]]
"""Returns the time by the database's clock, and users with when their next schedule is due, earliest first."""

log = structlog.get_logger(__name__)


class _Failed(Exception):
    """What a schedule is for could not be started; nothing of it was written."""

    def __init__(self, schedule: Schedule, due_at: datetime, said: Said) -> None:
        super().__init__(text_of(said))
        self.said = said
        self.schedule = schedule
        self.due_at = due_at


class Firing:
    """Fires schedules; `keep_time` is what every worker runs."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        bus: Bus,
        executions: Executions,
        tasks: Sequence[StartsTasks],
        crash_points: CrashPoints,
    ) -> None:
        self._database = database
        self._stores = stores
        self._store = stores[ScheduleStore]
        self._executions = executions
        self._tasks = tasks
        self._crash = crash_points
        self._bell = asyncio.Event()
        bus.on_control(self._on_control)

    # keeping time

    async def keep_time(self, due: Due) -> None:
        """Sleep until the earliest schedule of all users is due, fire what is, and again, until cancelled."""
        while True:
            self._bell.clear()
            try:
                pause = await self._round(due)
            except Unavailable:
                pause = AGAIN_SECONDS
            except Exception:
                log.exception("schedules could not be fired; they are tried again")
                pause = AGAIN_SECONDS
            try:
                async with asyncio.timeout(pause):
                    await self._bell.wait()
            except TimeoutError:
                continue

    async def _round(self, due: Due) -> float:
        """Fire what is due; return after how many seconds to look again."""
        now, clocks = await due()
        waiting = [user_id for user_id, at in clocks if at <= now]
        if not waiting:
            first = clocks[0][1] if clocks else now + timedelta(seconds=LONGEST_SLEEP)
            return min(max((first - now).total_seconds(), 0.0), LONGEST_SLEEP)
        gate = asyncio.Semaphore(AT_ONCE)

        async def fire(user_id: str) -> float:
            async with gate:
                return await self._fire_for(user_id)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(fire(user_id)) for user_id in waiting]
        return min(task.result() for task in tasks)

    async def _fire_for(self, user_id: str) -> float:
        """Fire everything of one of many; return after how many seconds to look again. Whoever's schedules fail does
        not keep the others from theirs."""
        try:
            return 0.0 if await self.fire_due(user_id) else HELD_SECONDS
        except (Unavailable, TooMuchWork):
            return AGAIN_SECONDS
        except Exception:
            log.exception("schedules could not be fired; they are tried again", user=user_id)
            return AGAIN_SECONDS

    async def fire_due(self, user_id: str) -> bool:
        """Fire everything of a user that is due and that no one else holds; return whether anything was."""
        any_fired = False
        while await self._fire_one(user_id):
            any_fired = True
        await self._store.note_next(user_id)
        return any_fired

    # one time

    async def _fire_one(self, user_id: str) -> bool:
        self._crash.reach("before fire")
        try:
            async with self._database.as_user(user_id):
                taken = await self._store.take_due(user_id)
                if taken is None:
                    return False
                await self._fire(user_id, *taken)
                self._crash.reach("in fire")
        except _Failed as failed:
            await self._note_failure(user_id, failed)
        self._crash.reach("after fire")
        return True

    async def _fire(self, user_id: str, schedule: Schedule, now: datetime) -> None:
        """Do what the time asks for that is due. Raises `_Failed`."""
        due_at = schedule.next_at or now  # what is active has a next time
        try:
            timing = Timing.of(schedule)
        except InvalidInput as error:  # e.g. what an older version took
            raise _Failed(schedule, due_at, error.said) from error
        late = now - due_at > GRACE
        if not late or schedule.missed is Missed.ALL:
            if late and (skipped_to := self._too_many(timing, due_at, now)) is not None:
                reason = Reason.of(ScheduleReason.MISSED_LIMIT, limit=MOST_MISSED)
                await self._leave_out(user_id, schedule, due_at, RunStatus.MISSED, reason, skipped_to)
                return
            await self._do(user_id, schedule, due_at, timing.next(due_at), None)
            return
        following = timing.next(now - GRACE)
        until = timing.latest(due_at, now - GRACE, 1)[-1]
        missed = Reason.of(
            ScheduleReason.NOTHING_RAN, since=f"{due_at:%Y-%m-%d %H:%M}", until=f"{until:%Y-%m-%d %H:%M}"
        )
        if schedule.missed is Missed.SKIP:
            await self._leave_out(user_id, schedule, due_at, RunStatus.MISSED, missed, following)
            return
        await self._do(user_id, schedule, due_at, following, Reason.of(ScheduleReason.RUN_FOR_ALL, missed))

    @staticmethod
    def _too_many(timing: Timing, due_at: datetime, now: datetime) -> datetime | None:
        """Return the first missed time that is made up for, if it is not the first one that was missed."""
        made_up = timing.latest(due_at, now - GRACE, MOST_MISSED)
        return made_up[0] if made_up[0] > due_at else None

    async def _do(
        self, user_id: str, schedule: Schedule, due_at: datetime, following: datetime | None, reason: Reason | None
    ) -> None:
        if schedule.overlap is Overlap.SKIP and await self._store.unfinished(user_id, schedule.id):
            why = Reason.of(ScheduleReason.STILL_RUNNING)
            await self._leave_out(user_id, schedule, due_at, RunStatus.SKIPPED, why, following)
            return
        try:
            execution_id, task_id = await self.act(user_id, schedule)
        except (Unavailable, TooMuchWork):
            raise  # its time stays due
        except BailiwickError as error:
            raise _Failed(schedule, due_at, error.said) from error
        except Exception as error:  # tried again at once it would keep the person's other schedules from their times
            log.exception("what a schedule is for failed unexpectedly", schedule=schedule.id)
            raise _Failed(schedule, due_at, UNEXPECTED) from error
        started = await self._database.now(user_id)
        await self._store.add_run(
            user_id,
            schedule.id,
            due_at,
            RunStatus.FIRED,
            reason=reason,
            execution_id=execution_id,
            task_id=task_id,
            started_at=started,
        )
        await self._store.count(user_id, schedule.id, due_at, RunStatus.FIRED)
        if execution_id is None:  # nothing follows that could fail
            await self._store.settle(user_id, schedule.id, failed=False)
        await self._go_on(user_id, schedule, following, fired(schedule, due_at, execution_id, task_id))

    def tasks(self) -> StartsTasks:
        """Return what starts tasks. Raises `InvalidInput` where the product has none."""
        if not self._tasks:
            raise InvalidInput(Reason.of(ScheduleReason.NO_TASKS_HERE), field="action")
        return self._tasks[0]

    async def act(self, user_id: str, schedule: Schedule) -> tuple[str | None, str | None]:
        """Within the caller's transaction: do what a schedule is for; return the execution and the task.

        Raises `UnknownAgent`, `AgentUnavailable` and other `BailiwickError` that say why it cannot be done.
        """
        action = schedule.action
        lock = f"schedule:{schedule.id}" if schedule.overlap is Overlap.QUEUE else None
        await self._executions.check_agent(user_id, action.agent_id)
        if action.type is ActionType.TASK:
            draft = TaskDraft(
                title=action.title,
                description=action.description,
                agent_id=action.agent_id,
                supervised=action.supervised,
                priority=action.priority,
                tags=action.tags,
                schedule_id=schedule.id,
            )
            task_id, execution = await self.tasks().start(user_id, draft, run=action.run, lock=lock)
            return None if execution is None else execution.id, task_id
        agent_id = action.agent_id or SUPERVISOR_ID
        direct = agent_id != SUPERVISOR_ID and not action.supervised
        mode = Mode.DIRECT if direct else Mode.SUPERVISED
        conversation = await self._stores[ConversationStore].keep_named(
            user_id, f"{thread_key(agent_id, mode)}:schedule:{schedule.id}", agent_id, mode, title=schedule.name
        )
        execution = await self._executions.begin(
            user_id, conversation, action.message, action.agent_id, purpose=RunPurpose.SCHEDULE, lock=lock
        )
        opened = conversation.created_at == conversation.updated_at
        await threads.tell(self._stores, user_id, conversation.id, "created" if opened else "updated")
        return execution.id, None

    async def _leave_out(
        self,
        user_id: str,
        schedule: Schedule,
        due_at: datetime,
        status: RunStatus,
        reason: Reason,
        following: datetime | None,
    ) -> None:
        await self._store.add_run(user_id, schedule.id, due_at, status, reason=reason)
        await self._store.count(user_id, schedule.id, due_at, status)
        fact = ScheduleSkipped(
            schedule_id=schedule.id,
            name=schedule.name,
            status=schedule.status,
            due_at=due_at,
            reason=reason.text(),
            why=reason,
        )
        await self._go_on(user_id, schedule, following, fact)

    async def _note_failure(self, user_id: str, failed: _Failed) -> None:
        """Write down that a time could not be used, unless a user has been quicker."""
        schedule_id, due_at, reason = failed.schedule.id, failed.due_at, failed.said
        async with self._database.as_user(user_id):
            try:
                schedule = await self._store.hold(user_id, schedule_id)
            except NotFound:
                return
            if schedule.status is not ScheduleStatus.ACTIVE or schedule.next_at != due_at:
                return
            await self._store.add_run(user_id, schedule_id, due_at, RunStatus.FAILED, reason=reason)
            schedule = await self._store.count(user_id, schedule_id, due_at, RunStatus.FAILED)
            fact = ScheduleFailed(
                schedule_id=schedule_id,
                name=schedule.name,
                status=schedule.status,
                due_at=due_at,
                reason=text_of(reason),
                why=why_of(reason),
            )
            why: Reason | None = None
            following = None
            if schedule.failures_in_a_row >= MOST_FAILURES:
                last = reason if isinstance(reason, Reason) else Reason.of(RoutingReason.SERVICE_SAID, text=reason)
                why = Reason.of(ScheduleReason.FAILED_IN_A_ROW, last, count=schedule.failures_in_a_row)
            else:
                now = await self._database.now(user_id)
                try:
                    following = Timing.of(schedule).next(max(due_at, now - GRACE))
                except InvalidInput as error:
                    why = Reason.of(ScheduleReason.TIMES_UNREADABLE, problem=str(error))
            if why is not None:
                await self._store.stand(user_id, schedule_id, ScheduleStatus.PAUSED, None, reason=why)
                changed = ScheduleChanged(
                    schedule_id=schedule_id,
                    name=schedule.name,
                    status=ScheduleStatus.PAUSED,
                    reason=why.text(),
                    why=why,
                )
                await self._stores[EventStore].append(user_id, [fact, changed])
                return
            await self._go_on(user_id, schedule, following, fact)

    async def _go_on(self, user_id: str, schedule: Schedule, following: datetime | None, fact: Event) -> None:
        """Set the next time, and tell; without one the schedule has ended."""
        ended = following is None
        status = ScheduleStatus.ENDED if ended else ScheduleStatus.ACTIVE
        await self._store.stand(user_id, schedule.id, status, following)
        events = [fact]
        if ended:
            events.append(ScheduleChanged(schedule_id=schedule.id, name=schedule.name, status=status, reason=""))
        await self._stores[EventStore].append(user_id, events)

    def _on_control(self, execution_id: str, command: str) -> None:
        """Look at the clocks anew; "" means that a command may have been missed."""
        if not execution_id and command in ("", LOOK):
            self._bell.set()


def fired(schedule: Schedule, due_at: datetime, execution_id: str | None, task_id: str | None) -> ScheduleFired:
    """Return the fact that a schedule did what it is for."""
    return ScheduleFired(
        schedule_id=schedule.id,
        name=schedule.name,
        status=schedule.status,
        due_at=due_at.astimezone(UTC),
        execution_id=execution_id,
        task_id=task_id,
    )
