"""Schedules."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.reasons import Said
from bailiwick.core.schedules import RunStatus, Schedule, ScheduleDraft, ScheduleRun, ScheduleStatus


class ScheduleStore(Protocol):
    """A user's schedules and what became of their times.

    Records come without `upcoming`, `sentence` and `words`, which follow from the times.
    """

    async def now(self, user_id: str) -> datetime:
        """Return the time by the database's clock, which all workers share."""
        ...

    async def create(self, user_id: str, draft: ScheduleDraft, next_at: datetime | None, *, now: datetime) -> Schedule:
        """Create, at the time `now`; one without a next time has ended."""
        ...

    async def get(self, user_id: str, schedule_id: str) -> Schedule:
        """Raises `NotFound`."""
        ...

    async def hold(self, user_id: str, schedule_id: str) -> Schedule:
        """Within the caller's transaction: return one and keep everyone else from changing or firing it.

        Raises `NotFound`.
        """
        ...

    async def list(
        self, user_id: str, *, status: ScheduleStatus | None = None, limit: int = 50, before: datetime | None = None
    ) -> Sequence[Schedule]:
        """Latest first; `before` pages by `created_at`."""
        ...

    async def replace(self, user_id: str, schedule_id: str, draft: ScheduleDraft) -> None:
        """Set everything that people say of one that the caller holds."""
        ...

    async def stand(
        self,
        user_id: str,
        schedule_id: str,
        status: ScheduleStatus,
        next_at: datetime | None,
        *,
        reason: Said = "",
        afresh: bool = False,
    ) -> None:
        """Set where one that the caller holds stands; `next_at` is kept only of an active one. `afresh` forgets the
        failures in a row."""
        ...

    async def delete(self, user_id: str, schedule_id: str) -> None:
        """Delete one that the caller holds, with its history; tasks that it made stay."""
        ...

    async def take_due(self, user_id: str) -> tuple[Schedule, datetime] | None:
        """Within the caller's transaction: hold the schedule that is due longest and that nobody else holds, and
        return it with the time; nothing if there is none."""
        ...

    async def add_run(
        self,
        user_id: str,
        schedule_id: str,
        due_at: datetime,
        status: RunStatus,
        *,
        reason: Said | None = None,
        execution_id: str | None = None,
        task_id: str | None = None,
        started_at: datetime | None = None,
        by_hand: bool = False,
    ) -> ScheduleRun | None:
        """Write down what became of a time; nothing when that has been done before."""
        ...

    async def count(self, user_id: str, schedule_id: str, due_at: datetime, status: RunStatus) -> Schedule:
        """Count a time of one that the caller holds: as run, as failed, or neither."""
        ...

    async def settle(self, user_id: str, schedule_id: str, *, failed: bool) -> Schedule:
        """Count how something that a schedule started has ended, and hold the schedule."""
        ...

    async def unfinished(self, user_id: str, schedule_id: str) -> bool:
        """Whether something that it started is not over."""
        ...

    async def runs(
        self, user_id: str, schedule_id: str, *, limit: int = 50, before: datetime | None = None
    ) -> Sequence[ScheduleRun]:
        """Latest first; `before` pages by `due_at`."""
        ...

    async def note_next(self, user_id: str) -> datetime | None:
        """Set, in a transaction of its own, what is read of all users at once to when the next schedule is due, and
        return it."""
        ...
