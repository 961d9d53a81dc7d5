"""Reminders: set, listed, changed, done, deleted, undone."""

from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Body as Content
from fastapi import Path, Query, Response
from pydantic import AfterValidator
from starlette.requests import Request

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.features.reminders.actions import Reminders
from bailiwick.features.reminders.fields import NewReminder, ReminderChanges
from bailiwick.features.reminders.records import Reminder
from bailiwick.features.reminders.rules import times_of
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import PathUuid, Reply
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.resilience import CallFailed
from bailiwick.people.callers import Keeper, Reader, Runner
from bailiwick_router.core.language import Language

reminders = router("reminders")

MOST_DIGITS = 9
"""Digits of the largest number that a change may have."""


def known_form_of_change(text: str) -> str:
    """Return `text`. Raises `NotFound` for what no change has as its number."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise not_found("change")
    return text


PathChange = Annotated[
    str,
    Path(alias="change", description="The number of the change, `change`."),
    AfterValidator(known_form_of_change),
]


class ReminderList(Reply):
    """Reminders."""

    reminders: list[Reminder]


@reminders.get("/api/reminders", operation_id="listReminders", summary="List reminders", responses=documented(401))
async def list_reminders(
    caller: Reader,
    platform: CurrentPlatform,
    done: Annotated[bool, Query(description="Also those that are done.")] = False,
) -> ReminderList:
    """Return the reminders that wait for the caller, then those to come, the next first."""
    return ReminderList(reminders=list(await platform[Reminders].list(caller.user.id, done=done)))


@reminders.post(
    "/api/reminders",
    operation_id="createReminder",
    summary="Set a reminder",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[Once],
)
async def create_reminder(
    request: Request,
    response: Response,
    body: Annotated[NewReminder, Content(examples=[{"text": "Call Ana", "when": "tomorrow at 9"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Reminder:
    """Have the caller reminded at a time; an hour that has passed today means tomorrow."""
    user_id = caller.user.id
    now, language = await _here(platform, user_id)
    try:
        times = times_of(body.when, now, language)
    except CallFailed as error:
        raise InvalidInput(error.said, field="when") from error
    made = await platform[Reminders].create(user_id, body.text, times, timezone=str(now.tzinfo), language=language)
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/reminders/{made.id}"
    return made


@reminders.get(
    "/api/reminders/{id}", operation_id="getReminder", summary="Read a reminder", responses=documented(401, 404)
)
async def get_reminder(reminder_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Reminder:
    """Return a reminder that is not deleted."""
    return await platform[Reminders].get(caller.user.id, reminder_id)


@reminders.patch(
    "/api/reminders/{id}",
    operation_id="changeReminder",
    summary="Change a reminder",
    responses=documented(400, 401, 404, 413, 415),
)
async def change_reminder(
    reminder_id: PathUuid,
    body: Annotated[ReminderChanges, Content(examples=[{"when": "ten"}, {"text": "Call Ana about the flat"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Reminder:
    """Set what it is about, when it is given, or both."""
    user_id = caller.user.id
    if not body.when:
        if not body.text:
            return await platform[Reminders].get(user_id, reminder_id)
        return await platform[Reminders].change(user_id, reminder_id, {"text": body.text})
    now, language = await _here(platform, user_id)
    try:
        return await platform[Reminders].move(user_id, reminder_id, body.when, now, language, text=body.text)
    except CallFailed as error:
        raise InvalidInput(error.said, field="when") from error


@reminders.delete(
    "/api/reminders/{id}",
    operation_id="deleteReminder",
    summary="Delete a reminder",
    responses=documented(401, 404),
)
async def delete_reminder(reminder_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> Reminder:
    """Delete a reminder and return it; for 30 days that can be undone by its `change`."""
    return await platform[Reminders].delete(caller.user.id, reminder_id)


@reminders.post(
    "/api/reminders/{id}/done",
    operation_id="completeReminder",
    summary="Say that a reminder is dealt with",
    responses=documented(401, 404),
)
async def complete_reminder(reminder_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Reminder:
    """Say that it is dealt with; one that repeats is given again at its next time."""
    return await platform[Reminders].done(caller.user.id, reminder_id)


@reminders.post(
    "/api/reminders/{id}/changes/{change}/undo",
    operation_id="undoReminderChange",
    summary="Take the latest change of a reminder back",
    responses=documented(401, 404, 409),
)
async def undo_change(reminder_id: PathUuid, change: PathChange, caller: Runner, platform: CurrentPlatform) -> Reminder:
    """Take back that it was set, moved, done or deleted, as long as it was not given or changed since."""
    return await platform[Reminders].undo(caller.user.id, reminder_id, change)


async def _here(platform: Platform, user_id: str) -> tuple[datetime, Language]:
    """Return the time on the person's clock, and their language."""
    preferences = await platform[PersonalPreferences].get(user_id)
    zone = ZoneInfo(await platform[PersonalPreferences].timezone(user_id))
    return (await platform.database.now(user_id)).astimezone(zone), "es" if preferences.language == "es" else "en"
