"""Tools for schedules: a message that is sent to the team again and again."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import Field

from bailiwick.features.schedules.actions import PlannedSchedules
from bailiwick.features.schedules.reasons import ScheduleReason
from bailiwick.features.schedules.records import Action, ActionType, Schedule, ScheduleDraft, ScheduleStatus, Times
from bailiwick.features.schedules.requests import CreateScheduleReader, OneReader, ScheduleListReader
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.references import called, digits
from bailiwick.tools.shipped import skill_tool
from bailiwick.tools.times.reading import read_time

LISTED = 50
LONGEST_NAME = 60
LONGEST_MESSAGE = 2_000

Clock = Callable[[], datetime]
"""Returns the present moment, with a time zone."""
Which = Annotated[
    str, Field(min_length=1, max_length=200, description="Its id, its place in the list, or words of its name.")
]


def schedule_tools(schedules: PlannedSchedules, now: Clock) -> list[Tool]:
    """Return the tools that make, list, pause, resume and delete schedules."""

    async def one(context: ToolContext, which: str) -> Schedule:
        return _meant(await schedules.list(context.user_id, limit=LISTED), which)

    def told(context: ToolContext, schedule: Schedule) -> dict[str, Any]:
        return _told(schedule, now().astimezone(ZoneInfo(context.timezone)))

    @skill_tool(approval=True, instructs=True, recogniser=CreateScheduleReader())
    async def createSchedule(
        context: ToolContext,
        message: Annotated[
            str | None,
            Field(max_length=LONGEST_MESSAGE, description="What is asked of the team each time: the weather in Oslo."),
        ] = None,
        when: Annotated[
            str | None,
            Field(max_length=100, description="How often, in the person's words: every weekday at 8, every 2 hours."),
        ] = None,
    ) -> dict[str, Any]:
        """Have a message answered by the team again and again, at certain times, in a chat of its own.

        A person agrees to it first. For what the person only wants to be told, use setReminder. Tell them the times and
        the first one.
        """
        clean = " ".join((message or "").split())
        if not clean:
            raise _failed(ScheduleReason.SCHEDULE_WHAT)
        here = now().astimezone(ZoneInfo(context.timezone))
        read = None if when is None else read_time(when, context.language)
        cron = None if read is None else read.cron(here.date())
        seconds = None if read is None or cron is not None else read.every_seconds()
        if cron is None and seconds is None:
            raise _failed(ScheduleReason.SCHEDULE_WHEN)
        first = None if read is None or seconds is None else read.first(here)
        draft = ScheduleDraft(
            name=f"{clean[:1].upper()}{clean[1:]}"[:LONGEST_NAME],
            times=Times(cron=cron, every_seconds=seconds, timezone=context.timezone, starts_at=first),
            action=Action(type=ActionType.MESSAGE, message=clean),
        )
        return told(context, await schedules.add(context.user_id, draft))

    @skill_tool(read_only=True, recogniser=ScheduleListReader())
    async def listSchedules(context: ToolContext) -> dict[str, Any]:
        """List what is done at certain times by itself: name, times, status, next time."""
        found = await schedules.list(context.user_id, limit=LISTED)
        return {"schedules": [told(context, each) for each in found]}

    @skill_tool(idempotent=True, recogniser=OneReader("pauseSchedule", "pause", "is paused"))
    async def pauseSchedule(context: ToolContext, which: Which) -> dict[str, Any]:
        """Let a schedule rest: it runs at none of its times until resumeSchedule lets it go on."""
        schedule = await one(context, which)
        if schedule.status is not ScheduleStatus.PAUSED:
            schedule = await schedules.pause(context.user_id, schedule.id)
        return told(context, schedule)

    @skill_tool(idempotent=True, recogniser=OneReader("resumeSchedule", "resume", "is resumed"))
    async def resumeSchedule(context: ToolContext, which: Which) -> dict[str, Any]:
        """Let a paused schedule go on, from its next time on; what it missed is not made up for."""
        schedule = await one(context, which)
        if schedule.status is not ScheduleStatus.ACTIVE:
            schedule = await schedules.resume(context.user_id, schedule.id)
        return told(context, schedule)

    @skill_tool(destructive=True, recogniser=OneReader("deleteSchedule", "delete", "is deleted"))
    async def deleteSchedule(context: ToolContext, which: Which) -> dict[str, Any]:
        """Delete a schedule with its history; what it made stays. Only the one that the person means."""
        schedule = await one(context, which)
        await schedules.delete(context.user_id, schedule.id)
        return told(context, schedule)

    return [createSchedule, listSchedules, pauseSchedule, resumeSchedule, deleteSchedule]


def _meant(schedules: Sequence[Schedule], which: str) -> Schedule:
    """Return the schedule that words mean. Raises `CallFailed` when none or several may be meant."""
    if not schedules:
        raise _failed(ScheduleReason.NO_SCHEDULES)
    place = digits(which) or 0
    exact = [each for each in schedules if each.id == which] or list(schedules[place - 1 : place] if place else ())
    found = exact or called(which, schedules, lambda each: each.name)
    if len(found) != 1:
        raise _failed(
            ScheduleReason.WHICH_SCHEDULE, schedules="; ".join(each.name for each in (found or schedules)[:8])
        )
    return found[0]


def _told(schedule: Schedule, here: datetime) -> dict[str, Any]:
    """Return a schedule as a model and the words for its answer need it; times are on the person's clock."""
    return {
        "id": schedule.id,
        "name": schedule.name,
        "message": schedule.action.message or schedule.action.title,
        "status": schedule.status,
        "nextAt": None if schedule.next_at is None else schedule.next_at.astimezone(here.tzinfo).isoformat(),
        "cron": schedule.cron,
        "everySeconds": schedule.every_seconds,
        "words": asdict(schedule.words),
        "today": here.date().isoformat(),
    }


def _failed(code: ScheduleReason, **values: str) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values))
