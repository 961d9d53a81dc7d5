"""Tools for reminders."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import Field

from bailiwick.features.reminders.actions import Reminders
from bailiwick.features.reminders.reasons import ReminderReason
from bailiwick.features.reminders.records import LONGEST_TEXT, LONGEST_WHEN, Reminder, ReminderStatus
from bailiwick.features.reminders.requests import (
    DeleteReminderReader,
    DoneReader,
    MoveReader,
    ReminderListReader,
    SetReader,
    UndoReminderReader,
)
from bailiwick.features.reminders.rules import meant, times_of
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick.tools.times.reading import read_time

UNDO = "/api/reminders/{id}/changes/{change}/undo"
WHEN = "In the person's words, or ISO 8601: tomorrow at 9, in 20 minutes, every weekday at 8."

Clock = Callable[[], datetime]
"""Returns the present moment, with a time zone."""
Which = Annotated[
    str | None,
    Field(
        max_length=LONGEST_TEXT,
        description="Its id, its place in the list, or words of its text; else the only or latest.",
    ),
]
When = Annotated[str | None, Field(max_length=LONGEST_WHEN, description=WHEN)]


def reminder_tools(reminders: Reminders, now: Clock) -> list[Tool]:
    """Return the tools that set, list, move, complete, delete and undo reminders."""

    def here(context: ToolContext) -> datetime:
        return now().astimezone(ZoneInfo(context.timezone))

    async def before(context: ToolContext) -> Reminder | None:
        """Return what this very call set or changed, where it is made again after a worker died."""
        return await reminders.made_by(context.user_id, context.call_id)

    async def one(context: ToolContext, which: str | None) -> Reminder:
        found = await reminders.list(context.user_id)
        given = [each for each in found if each.status is ReminderStatus.DELIVERED]
        if which is None and given:
            return max(given, key=lambda each: each.delivered_at or each.created_at)
        return meant(found, which)

    @skill_tool(idempotent=True, undo=UNDO, recogniser=SetReader())
    async def setReminder(
        context: ToolContext,
        text: Annotated[
            str | None,
            Field(max_length=LONGEST_TEXT, description="What the person is to be reminded of: call Ana."),
        ] = None,
        when: When = None,
    ) -> dict[str, Any]:
        """Remind the person of something at a time, once or again and again.

        Times are in their time zone; an hour that has passed today means tomorrow. Without `when` the call fails, and
        the person is to be asked. Tell them day, date and time of the result.
        """
        clean = " ".join((text or "").split())
        if not clean:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReminderReason.REMINDER_WHAT))
        if not when:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReminderReason.REMINDER_WHEN))
        moment = here(context)
        if (made := await before(context)) is not None:
            return _told(context, made, moment)
        made = await reminders.create(
            context.user_id,
            clean,
            times_of(when, moment, context.language),
            call_id=context.call_id,
            timezone=context.timezone,
            language=context.language,
            conversation_id=context.conversation_id,
            agent_id=context.agent_id,
            tainted=context.tainted,
        )
        return _told(context, made, moment)

    @skill_tool(read_only=True, recogniser=ReminderListReader())
    async def listReminders(
        context: ToolContext,
        day: Annotated[
            str | None, Field(max_length=LONGEST_WHEN, description="Only those of a day: tomorrow, friday, 2027-01-15.")
        ] = None,
    ) -> dict[str, Any]:
        """List the person's reminders: those that were given and wait for them, then those to come, the next first."""
        moment = here(context)
        found: Sequence[Reminder] = await reminders.list(context.user_id)
        if day is not None:
            read = read_time(day, context.language)
            wanted = None if read is None else read.day(moment.date())
            if wanted is None:
                raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReminderReason.TIME_UNREADABLE, when=day))
            found = [each for each in found if each.due_at and each.due_at.astimezone(moment.tzinfo).date() == wanted]
        return {"reminders": [_told(context, each, moment) for each in found], "day": day}

    @skill_tool(idempotent=True, undo=UNDO, recogniser=MoveReader())
    async def moveReminder(context: ToolContext, which: Which = None, when: When = None) -> dict[str, Any]:
        """Set a reminder to another time: an hour alone keeps its day, a day alone its hour. Also to snooze one."""
        if not when:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReminderReason.REMINDER_WHEN))
        moment = here(context)
        if (made := await before(context)) is not None:
            return _told(context, made, moment)
        reminder = await one(context, which)
        changed = await reminders.move(
            context.user_id, reminder.id, when, moment, context.language, call_id=context.call_id
        )
        return _told(context, changed, moment)

    @skill_tool(idempotent=True, undo=UNDO, recogniser=DoneReader())
    async def completeReminder(context: ToolContext, which: Which = None) -> dict[str, Any]:
        """Say that the person has dealt with a reminder; one that repeats comes again at its next time."""
        changed = await before(context)
        if changed is None:
            reminder = await one(context, which)
            changed = await reminders.done(context.user_id, reminder.id, call_id=context.call_id)
        return _told(context, changed, here(context))

    @skill_tool(idempotent=True, undo=UNDO, recogniser=DeleteReminderReader())
    async def deleteReminder(context: ToolContext, which: Which = None) -> dict[str, Any]:
        """Delete a reminder, with all its times. Only the one that the person means; undoReminder brings it back."""
        changed = await before(context)
        if changed is None:
            reminder = meant(await reminders.list(context.user_id), which)
            changed = await reminders.delete(context.user_id, reminder.id, call_id=context.call_id)
        return _told(context, changed, here(context))

    @skill_tool(idempotent=True, recogniser=UndoReminderReader())
    async def undoReminder(
        context: ToolContext,
        id: Annotated[
            str, Field(max_length=40, description="The id of the reminder, as the call to undo returned it.")
        ],
        change: Annotated[str, Field(max_length=10, description="Its `change`, as the call to undo returned it.")],
    ) -> dict[str, Any]:
        """Take back the latest change of a reminder: set, moved, completed or deleted."""
        reminder = await reminders.undo(context.user_id, id, change, call_id=context.call_id)
        there = {each.id for each in await reminders.list(context.user_id, done=True)}
        return {**_told(context, reminder, here(context)), "deleted": reminder.id not in there}

    return [setReminder, listReminders, moveReminder, completeReminder, deleteReminder, undoReminder]


def _told(context: ToolContext, reminder: Reminder, now: datetime) -> dict[str, Any]:
    """Return a reminder as a model and the words for its answer need it; times are on the person's clock.

    Notes for the call that strangers had a hand in it, where they had.
    """
    if reminder.tainted:
        context.reading.note_outside()

    def local(moment: datetime | None) -> str | None:
        return None if moment is None else moment.astimezone(now.tzinfo).isoformat()

    repeats = None
    if reminder.words is not None:
        said = asdict(reminder.words)
        repeats = {"cron": reminder.cron, "everySeconds": reminder.every_seconds, "words": said}
    return {
        "id": reminder.id,
        "text": reminder.text,
        "dueAt": local(reminder.due_at),
        "meantFor": local(reminder.meant_for),
        "deliveredAt": local(reminder.delivered_at),
        "repeats": repeats,
        "change": reminder.change,
        "today": now.date().isoformat(),
        "timezone": reminder.timezone,
    }
