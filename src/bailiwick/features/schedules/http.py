"""Schedules: made, read, changed, paused, resumed, run by hand, deleted; and what became of their times."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.fields import ScheduleFields, TimeFields
from bailiwick.features.schedules.records import Preview, Schedule, ScheduleRun, ScheduleStatus
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Before, Limit, PathUuid, Reply
from bailiwick.people.callers import Keeper, Reader, Runner
from bailiwick.people.limited import Beginner

schedules = router("schedules")

EXAMPLES = [
    {
        "name": "Morning figures",
        "cron": "0 9 * * 1-5",
        "timezone": "Europe/Madrid",
        "action": {"type": "message", "message": "What is 12 % of 340?", "agentId": "peter-logical"},
    },
    {
        "name": "Weekly review",
        "everySeconds": 604_800,
        "action": {"type": "task", "title": "Go through the open tasks", "run": False},
        "missed": "skip",
    },
]


class ScheduleList(Reply):
    """A page of schedules, latest first."""

    schedules: list[Schedule]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


class RunList(Reply):
    """A page of a schedule's history, latest first."""

    runs: list[ScheduleRun]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


@schedules.get("/api/schedules", operation_id="listSchedules", summary="List schedules", responses=documented(401))
async def list_schedules(
    caller: Reader,
    platform: CurrentPlatform,
    status: Annotated[ScheduleStatus | None, Query(description="Only those that stand so.")] = None,
    limit: Limit = 50,
    before: Before = None,
) -> ScheduleList:
    """Return the caller's schedules with their next times."""
    found = await platform[Schedules].list(caller.user.id, status=status, limit=limit + 1, before=before)
    more = found[limit - 1].created_at.isoformat() if len(found) > limit else None
    return ScheduleList(schedules=list(found[:limit]), next_before=more)


@schedules.post(
    "/api/schedules",
    operation_id="createSchedule",
    summary="Make a schedule",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def create_schedule(
    request: Request,
    response: Response,
    body: Annotated[ScheduleFields, Content(examples=EXAMPLES)],
    caller: Runner,
    platform: CurrentPlatform,
) -> Schedule:
    """Have a message sent or a task made at certain times, by this installation's workers."""
    draft = body.draft(await platform[PersonalPreferences].timezone(caller.user.id))
    made = await platform[Schedules].create(caller.user.id, draft)
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/schedules/{made.id}"
    return made


@schedules.post(
    "/api/schedules/preview",
    operation_id="previewSchedule",
    summary="See what times come to",
    responses=documented(400, 401, 413, 415),
)
async def preview_schedule(
    body: Annotated[TimeFields, Content(examples=[{"cron": "30 2 * * *", "timezone": "Europe/Madrid"}])],
    caller: Reader,
    platform: CurrentPlatform,
) -> Preview:
    """Return the next ten times, or what is wrong with a pattern; nothing is stored."""
    times = body.times(await platform[PersonalPreferences].timezone(caller.user.id))
    return await platform[Schedules].preview(caller.user.id, times)


@schedules.get(
    "/api/schedules/{id}", operation_id="getSchedule", summary="Read a schedule", responses=documented(401, 404)
)
async def get_schedule(schedule_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Schedule:
    """Return a schedule with its next times."""
    return await platform[Schedules].get(caller.user.id, schedule_id)


@schedules.put(
    "/api/schedules/{id}",
    operation_id="updateSchedule",
    summary="Change a schedule",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def update_schedule(
    schedule_id: PathUuid,
    body: Annotated[ScheduleFields, Content(examples=EXAMPLES)],
    caller: Runner,
    platform: CurrentPlatform,
) -> Schedule:
    """Set everything about a schedule; a paused one stays paused."""
    draft = body.draft(await platform[PersonalPreferences].timezone(caller.user.id))
    return await platform[Schedules].change(caller.user.id, schedule_id, draft)


@schedules.delete(
    "/api/schedules/{id}",
    operation_id="deleteSchedule",
    summary="Delete a schedule",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_schedule(schedule_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a schedule with its history; what it made stays, what it has started goes on."""
    await platform[Schedules].delete(caller.user.id, schedule_id)


@schedules.post(
    "/api/schedules/{id}/pause",
    operation_id="pauseSchedule",
    summary="Pause a schedule",
    responses=documented(401, 404, 409),
)
async def pause_schedule(schedule_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Schedule:
    """Let it not fire until it is resumed; what it has started goes on."""
    return await platform[Schedules].pause(caller.user.id, schedule_id)


@schedules.post(
    "/api/schedules/{id}/resume",
    operation_id="resumeSchedule",
    summary="Resume a schedule",
    responses=documented(401, 404, 409),
)
async def resume_schedule(schedule_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Schedule:
    """Let it fire again from its next time on; what passed while it was paused is left out."""
    return await platform[Schedules].resume(caller.user.id, schedule_id)


@schedules.post(
    "/api/schedules/{id}/run",
    operation_id="runSchedule",
    summary="Run a schedule now",
    responses=documented(400, 401, 404, 409, busy=["rate-limit", "too-much-work"]),
    dependencies=[Once],
)
async def run_schedule(schedule_id: PathUuid, caller: Beginner, platform: CurrentPlatform) -> Schedule:
    """Do now what it is for, besides its times."""
    return await platform[Schedules].run(caller.user.id, schedule_id)


@schedules.get(
    "/api/schedules/{id}/runs",
    operation_id="listScheduleRuns",
    summary="Read a schedule's history",
    responses=documented(401, 404),
)
async def list_runs(
    schedule_id: PathUuid, caller: Reader, platform: CurrentPlatform, limit: Limit = 50, before: Before = None
) -> RunList:
    """Return what became of its times, latest first."""
    found = await platform[Schedules].runs(caller.user.id, schedule_id, limit=limit + 1, before=before)
    more = found[limit - 1].due_at.isoformat() if len(found) > limit else None
    return RunList(runs=list(found[:limit]), next_before=more)
