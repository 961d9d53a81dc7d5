"""What people do with reminders: set, moved, done, deleted, undone; and how they are given when their time has come.

A reminder is given by a job for its time, which is enqueued in the transaction that sets the time. It holds the
reminder, writes the message, the notice and the next time, and enqueues the next job, in one transaction: a worker that
dies leaves all of it or nothing, and the job is done again.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bailiwick.features.reminders.events import ReminderChanged, ReminderDelivered
from bailiwick.features.reminders.reasons import ReminderReason
from bailiwick.features.reminders.records import Reminder, ReminderTimes
from bailiwick.features.reminders.rules import moved, next_time
from bailiwick.features.reminders.store import ReminderStore, set_back
from bailiwick.features.reminders.words import delivered
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, NotFound, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.jobs.later import LaterJobs
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.zones import zone_of
from bailiwick.runs.journal import CrashPoints
from bailiwick.runs.threads import actions as threads
from bailiwick.runs.threads.records import MessageAuthor
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.language import Language

JOB = "deliver_reminder"
FIRST_CHANGE = "1"
"""The number of a reminder that was only set."""
KEPT_DAYS = 30
"""So long a deleted reminder can come back, and one that is done is shown."""


class Reminders:
    """Reminders as people handle them."""

    def __init__(self, database: Database, stores: Stores) -> None:
        self._database = database
        self._stores = stores
        self._store = stores[ReminderStore]
        self._jobs = LaterJobs()

    async def list(self, user_id: str, *, done: bool = False) -> Sequence[Reminder]:
        """Those that wait for the person first, then those to come, the next first; with `done` the others too."""
        return await self._store.list(user_id, done=done)

    async def get(self, user_id: str, reminder_id: str) -> Reminder:
        """Raises `NotFound`."""
        return await self._store.get(user_id, reminder_id)

    async def made_by(self, user_id: str, call_id: str) -> Reminder | None:
        """Return what a call set or changed; None where it has not."""
        return await self._store.made_by(user_id, call_id)

    async def create(
        self, user_id: str, text: str, times: ReminderTimes, *, call_id: str | None = None, **more: Any
    ) -> Reminder:
        """Set a reminder; `more` is what `ReminderStore.insert` takes. Idempotent per `call_id`."""
        async with self._database.as_user(user_id):
            if call_id is not None and (made := await self._store.made_by(user_id, call_id)) is not None:
                return made
            reminder = await self._store.insert(user_id, text, times, call_id=call_id, **more)
            return await self._told(user_id, reminder)

    async def change(
        self, user_id: str, reminder_id: str, changes: Mapping[str, Any], *, call_id: str | None = None
    ) -> Reminder:
        """Set its text or its times; one that was given waits for its new time. Raises `NotFound`."""
        again = {"delivered_at": None, "meant_for": None, "done_at": None} if "due_at" in changes else {}
        return await self._change(user_id, reminder_id, {**again, **changes}, call_id)

    async def move(
        self,
        user_id: str,
        reminder_id: str,
        when: str,
        now: datetime,
        language: Language,
        *,
        text: str | None = None,
        call_id: str | None = None,
    ) -> Reminder:
        """Set it to the time that words say, `now` being on the person's clock, and its text where one is given.

        Raises `NotFound`, and `CallFailed` when the words say no time to come.
        """
        async with self._database.as_user(user_id):
            reminder = await self._store.get(user_id, reminder_id)
            changes = {**moved(reminder, when, now, language).values, **({"text": text} if text else {})}
            return await self.change(user_id, reminder_id, changes, call_id=call_id)

    async def done(self, user_id: str, reminder_id: str, *, call_id: str | None = None) -> Reminder:
        """Say that it is dealt with; one that repeats comes again. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            reminder, _, _ = await self._store.hold(user_id, reminder_id)
            now = await self._database.now(user_id)
            ends = reminder.cron is None and reminder.every_seconds is None
            changes: dict[str, Any] = {"delivered_at": None, "done_at": now, **({"due_at": None} if ends else {})}
            return await self._change(user_id, reminder_id, changes, call_id)

    async def delete(self, user_id: str, reminder_id: str, *, call_id: str | None = None) -> Reminder:
        """Delete it; for 30 days that can be undone. Raises `NotFound`."""
        now = await self._database.now(user_id)
        return await self._change(user_id, reminder_id, {"deleted_at": now}, call_id)

    async def undo(self, user_id: str, reminder_id: str, change: str, *, call_id: str | None = None) -> Reminder:
        """Take its latest change back, by its number; one that was only set is deleted.

        Raises `NotFound`, and `Conflict` when it was given or changed since.
        """
        async with self._database.as_user(user_id):
            if call_id is not None and (made := await self._store.made_by(user_id, call_id)) is not None:
                return made
            reminder, before, _ = await self._store.hold(user_id, reminder_id)
            if reminder.change != change or (before is None and change != FIRST_CHANGE):
                raise Conflict(Reason.of(ReminderReason.REMINDER_CHANGED_SINCE))
            changes = {"deleted_at": await self._database.now(user_id)} if before is None else set_back(before)
            return await self._told(user_id, await self._store.change(user_id, reminder_id, changes, call_id=call_id))

    async def _change(
        self, user_id: str, reminder_id: str, changes: Mapping[str, Any], call_id: str | None
    ) -> Reminder:
        async with self._database.as_user(user_id):
            if call_id is not None and (made := await self._store.made_by(user_id, call_id)) is not None:
                return made
            _, _, deleted = await self._store.hold(user_id, reminder_id)
            if deleted:
                raise not_found("reminder")
            return await self._told(user_id, await self._store.change(user_id, reminder_id, changes, call_id=call_id))

    async def _told(self, user_id: str, reminder: Reminder) -> Reminder:
        await self._expect(user_id, reminder)
        fact = ReminderChanged(reminder_id=reminder.id, text=reminder.text)
        await self._stores[EventStore].append(user_id, [fact])
        return reminder

    async def _expect(self, user_id: str, reminder: Reminder) -> None:
        """Within the caller's transaction: have it given at its time."""
        if reminder.due_at is None:
            return
        async with self._database.as_user(user_id) as connection:
            await self._jobs.defer(
                connection,
                JOB,
                user_id,
                {"reminder": reminder.id},
                at=reminder.due_at,
                queueing_lock=f"reminder:{reminder.id}:{reminder.due_at.timestamp()}",
            )

    # giving them

    async def deliver(self, user_id: str, reminder_id: str, crash_points: CrashPoints) -> None:
        """Give a reminder whose time has come: as a message where it was asked for, and as a notice; else nothing."""
        crash_points.reach("before reminder")
        async with self._database.as_user(user_id):
            found = await self._store.hold_due(user_id, reminder_id)
            if found is None:
                return
            due, now = found
            reminder = await self._store.deliver(user_id, due.id, next_time(due, now))
            conversation_id = await self._say(user_id, reminder, now)
            fact = ReminderDelivered(
                reminder_id=reminder.id,
                text=reminder.text,
                due_at=due.due_at or now,
                late=reminder.late,
                conversation_id=conversation_id,
            )
            await self._stores[EventStore].append(user_id, [fact])
            await self._expect(user_id, reminder)
            crash_points.reach("in reminder")
        crash_points.reach("after reminder")

    async def _say(self, user_id: str, reminder: Reminder, now: datetime) -> str | None:
        """Write the message where the reminder was asked for; return where that is, None where it is gone."""
        if reminder.conversation_id is None:
            return None
        text = delivered(reminder, now.astimezone(zone_of(reminder.timezone)))
        agent = reminder.agent_id or SUPERVISOR_ID
        try:
            await self._stores[ConversationStore].add_message(
                user_id, reminder.conversation_id, MessageAuthor.AGENT, text, agent_id=agent
            )
        except NotFound:
            return None
        await threads.tell(self._stores, user_id, reminder.conversation_id, "updated")
        return reminder.conversation_id

    async def tidy(self, user_id: str) -> None:
        """Expect again what is overdue and has no job any more, and forget what was done or deleted long ago."""
        for reminder_id in await self._store.overdue(user_id):
            async with self._database.as_user(user_id):
                found = await self._store.hold_due(user_id, reminder_id)
                if found is not None:
                    await self._expect(user_id, found[0])
        await self._store.forget(user_id, KEPT_DAYS)
