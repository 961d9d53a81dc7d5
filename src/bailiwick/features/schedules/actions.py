"""What people do with schedules: made, edited, paused, resumed, run by hand, deleted."""

from collections.abc import Sequence
from datetime import datetime

from bailiwick.features.schedules.events import ScheduleChanged, ScheduleCreated, ScheduleDeleted
from bailiwick.features.schedules.firing import LOOK, Firing, fired
from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.records import (
    Action,
    ActionType,
    Preview,
    RunStatus,
    Schedule,
    ScheduleDraft,
    ScheduleRun,
    ScheduleStatus,
    Times,
)
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.schedules.timing import Timing, worded
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError, Conflict, InvalidInput
from bailiwick.kernel.events.bus import command_worker
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick.runs.actions import Executions


class PlannedSchedules:
    """Schedules as far as nothing is started: made, listed, paused, resumed, deleted."""

    def __init__(self, database: Database, stores: Stores) -> None:
        self._database = database
        self._stores = stores
        self._store = stores[ScheduleStore]

    async def list(
        self, user_id: str, *, status: ScheduleStatus | None = None, limit: int = 50, before: datetime | None = None
    ) -> Sequence[Schedule]:
        """Latest first; `before` pages by `created_at`."""
        now = await self._database.now(user_id)
        found = await self._store.list(user_id, status=status, limit=limit, before=before)
        return [worded(schedule, now) for schedule in found]

    async def get(self, user_id: str, schedule_id: str) -> Schedule:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id):
            return worded(await self._store.get(user_id, schedule_id), await self._database.now(user_id))

    async def add(self, user_id: str, draft: ScheduleDraft) -> Schedule:
        """Make one of which the action can be done. Raises `InvalidInput` (times)."""
        async with self._database.as_user(user_id):
            now = await self._database.now(user_id)
            first = Timing(draft.times, now).next(now)
            if first is None:
                raise InvalidInput(Reason.of(ScheduleReason.TIMES_PASSED), field="endsAt")
            schedule = await self._store.create(user_id, draft, first, now=now)
            fact = ScheduleCreated(schedule_id=schedule.id, name=schedule.name, status=schedule.status)
            await self._tell(user_id, fact)
            return worded(schedule, now)

    async def pause(self, user_id: str, schedule_id: str) -> Schedule:
        """Let it not fire until it is resumed. Raises `NotFound`, `Conflict` when it is not active."""
        async with self._database.as_user(user_id):
            before = await self._store.hold(user_id, schedule_id)
            if before.status is not ScheduleStatus.ACTIVE:
                raise Conflict(Reason.of(ScheduleReason.SCHEDULE_NOT_ACTIVE, status=before.status))
            await self._store.stand(user_id, schedule_id, ScheduleStatus.PAUSED, None)
            return await self._told(user_id, schedule_id)

    async def resume(self, user_id: str, schedule_id: str) -> Schedule:
        """Let it fire again, from its next time on; what passed while it was paused is left out.

        Raises `NotFound`, `Conflict` when it is not paused.
        """
        async with self._database.as_user(user_id):
            before = await self._store.hold(user_id, schedule_id)
            if before.status is not ScheduleStatus.PAUSED:
                raise Conflict(Reason.of(ScheduleReason.SCHEDULE_NOT_PAUSED, status=before.status))
            following = Timing.of(before).next(await self._database.now(user_id))
            status = ScheduleStatus.ENDED if following is None else ScheduleStatus.ACTIVE
            await self._store.stand(user_id, schedule_id, status, following, afresh=True)
            return await self._told(user_id, schedule_id)

    async def delete(self, user_id: str, schedule_id: str) -> None:
        """Delete with its history; what it made stays. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            schedule = await self._store.hold(user_id, schedule_id)
            await self._store.delete(user_id, schedule_id)
            fact = ScheduleDeleted(schedule_id=schedule.id, name=schedule.name, status=schedule.status)
            await self._tell(user_id, fact)

    async def _told(self, user_id: str, schedule_id: str) -> Schedule:
        schedule = await self._store.get(user_id, schedule_id)
        fact = ScheduleChanged(
            schedule_id=schedule.id,
            name=schedule.name,
            status=schedule.status,
            reason=schedule.reason,
            why=schedule.why,
        )
        await self._tell(user_id, fact)
        return worded(schedule, await self._database.now(user_id))

    async def _tell(self, user_id: str, event: Event) -> None:
        """Tell who follows, and have the workers look at the clock anew."""
        await self._stores[EventStore].append(user_id, [event])
        await command_worker(self._database, user_id, "", LOOK)


class Schedules(PlannedSchedules):
    """Schedules as people handle them; `Firing` does what they say."""

    def __init__(self, database: Database, stores: Stores, executions: Executions, firing: Firing) -> None:
        super().__init__(database, stores)
        self._executions = executions
        self._firing = firing

    async def preview(self, user_id: str, times: Times) -> Preview:
        """Return what times come to, or what is wrong with them."""
        now = await self._database.now(user_id)
        try:
            return Timing(times, now).preview(now)
        except InvalidInput as error:
            return Preview(valid=False, error=str(error), why=error.why, words=None, sentence=None, upcoming=())

    async def create(self, user_id: str, draft: ScheduleDraft) -> Schedule:
        """Raises `InvalidInput` (times, action), `UnknownAgent`, `AgentUnavailable`."""
        await self._check(user_id, draft.action)
        return await self.add(user_id, draft)

    async def change(self, user_id: str, schedule_id: str, draft: ScheduleDraft) -> Schedule:
        """Set everything that people say of it; one that has ended goes on if it has a next time again.

        Raises `NotFound`, `InvalidInput`, `UnknownAgent`, `AgentUnavailable`.
        """
        await self._check(user_id, draft.action)
        async with self._database.as_user(user_id):
            before = await self._store.hold(user_id, schedule_id)
            now = await self._database.now(user_id)
            following = Timing(draft.times, before.created_at).next(now)
            if following is None:
                raise InvalidInput(Reason.of(ScheduleReason.TIMES_PASSED), field="endsAt")
            await self._store.replace(user_id, schedule_id, draft)
            paused = before.status is ScheduleStatus.PAUSED
            same = before.status is ScheduleStatus.ACTIVE and before.times == draft.times
            await self._store.stand(
                user_id,
                schedule_id,
                ScheduleStatus.PAUSED if paused else ScheduleStatus.ACTIVE,
                before.next_at if same else following,
                afresh=not paused,
                reason=(before.why or before.reason) if paused else "",
            )
            return await self._told(user_id, schedule_id)

    async def run(self, user_id: str, schedule_id: str) -> Schedule:
        """Do now what it is for, whatever its times, its status and its last run say.

        Raises `NotFound`, and `Conflict` with the reason when it cannot be started.
        """
        async with self._database.as_user(user_id):
            schedule = await self._store.hold(user_id, schedule_id)
            now = await self._database.now(user_id)
            try:
                execution_id, task_id = await self._firing.act(user_id, schedule)
            except BailiwickError as error:
                why = error.why or Reason.of(RoutingReason.SERVICE_SAID, text=str(error))
                raise Conflict(Reason.of(ScheduleReason.NOT_STARTED, why)) from error
            await self._store.add_run(
                user_id,
                schedule_id,
                now,
                RunStatus.FIRED,
                execution_id=execution_id,
                task_id=task_id,
                started_at=now,
                by_hand=True,
            )
            schedule = await self._store.count(user_id, schedule_id, now, RunStatus.FIRED)
            await self._stores[EventStore].append(user_id, [fired(schedule, now, execution_id, task_id)])
            return worded(schedule, now)

    async def fire_due(self, user_id: str) -> bool:
        """Fire what is due, as every worker does by itself; return whether anything was."""
        return await self._firing.fire_due(user_id)

    async def runs(
        self, user_id: str, schedule_id: str, *, limit: int = 50, before: datetime | None = None
    ) -> Sequence[ScheduleRun]:
        """Latest first; `before` pages by `due_at`. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            await self._store.get(user_id, schedule_id)
            return await self._store.runs(user_id, schedule_id, limit=limit, before=before)

    async def _check(self, user_id: str, action: Action) -> None:
        if action.type is ActionType.MESSAGE and not action.message.strip():
            raise InvalidInput(Reason.of(ScheduleReason.WRITE_MESSAGE), field="action.message")
        if action.type is ActionType.TASK and not action.title.strip():
            raise InvalidInput(Reason.of(ScheduleReason.WRITE_TASK), field="action.title")
        if action.type is ActionType.TASK:
            self._firing.tasks()
        await self._executions.check_agent(user_id, action.agent_id)
