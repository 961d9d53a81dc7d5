"""Residents: who lives in a swarm, what each is told, what each did."""

from typing import TYPE_CHECKING, Annotated

from fastapi import Body as Content
from fastapi import Query, Response
from starlette.requests import Request

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.fields import NewResidentFields, PathResident, PathSwarm, ResidentChanges
from bailiwick.features.swarm.records import NewResident, Resident
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_entries import TurnView
from bailiwick.features.swarm.turn_views import views
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Before, Reply
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Reader, Runner

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

residents = router("swarms")


class ResidentList(Reply):
    """All residents of a swarm, oldest first; `parentId` and `depth` make a tree of them."""

    residents: list[Resident]


class TurnList(Reply):
    """A page of a resident's turns, latest first."""

    turns: list[TurnView]
    next_before: str | None
    """Give this as `before` for the next page; null on the last one."""


async def resident_of(platform: "Platform", user_id: str, swarm_id: str, resident_id: str) -> Resident:
    """Return a resident of a swarm. Raises `NotFound`, also for one of another swarm."""
    resident = await platform.stores[SwarmStore].resident(user_id, resident_id)
    if resident.swarm_id != swarm_id:
        raise not_found("resident")
    return resident


@residents.get(
    "/api/swarms/{id}/residents", operation_id="listResidents", summary="List residents", responses=documented(401, 404)
)
async def list_residents(swarm_id: PathSwarm, caller: Reader, platform: CurrentPlatform) -> ResidentList:
    """Return all residents of a swarm with what each is doing now."""
    return ResidentList(residents=list(await platform.stores[SwarmStore].residents(caller.user.id, swarm_id)))


@residents.post(
    "/api/swarms/{id}/residents",
    operation_id="addResident",
    summary="Add a resident",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def add_resident(
    request: Request,
    response: Response,
    swarm_id: PathSwarm,
    body: Annotated[
        NewResidentFields,
        Content(examples=[{"name": "Ben", "role": "clock keeper", "tools": ["getCurrentDateTime"]}]),
    ],
    caller: Runner,
    platform: CurrentPlatform,
) -> Resident:
    """Add a resident; it sleeps until mail wakes it. Under a parent it has no more tools than that one."""
    new = NewResident(**{name: getattr(body, name) for name in NewResidentFields.model_fields})
    made = await platform[Swarms].add_resident(caller.user.id, swarm_id, new)
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/swarms/{swarm_id}/residents/{made.id}"
    return made


@residents.get(
    "/api/swarms/{id}/residents/{residentId}",
    operation_id="getResident",
    summary="Read a resident",
    responses=documented(401, 404),
)
async def get_resident(
    swarm_id: PathSwarm, resident_id: PathResident, caller: Reader, platform: CurrentPlatform
) -> Resident:
    """Return a resident with what it is doing now, and what it has used."""
    return await resident_of(platform, caller.user.id, swarm_id, resident_id)


@residents.patch(
    "/api/swarms/{id}/residents/{residentId}",
    operation_id="updateResident",
    summary="Change a resident",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def update_resident(
    swarm_id: PathSwarm,
    resident_id: PathResident,
    body: Annotated[ResidentChanges, Content(examples=[{"guidance": "Answer in one sentence."}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Resident:
    """Change what it is told, its tools, model, memory or looks; it applies from its next turn on."""
    changes = body.given()
    if "model" in changes and changes["model"] is None:
        changes["model"] = ""
    changes = {name: value for name, value in changes.items() if value is not None}
    if not changes:
        raise InvalidInput(Reason.of(ReasonCode.NOTHING_TO_CHANGE))
    await resident_of(platform, caller.user.id, swarm_id, resident_id)
    return await platform[Swarms].edit_resident(caller.user.id, resident_id, **changes)


@residents.post(
    "/api/swarms/{id}/residents/{residentId}/wake",
    operation_id="wakeResident",
    summary="Wake a resident",
    responses=documented(401, 404, 409),
)
async def wake_resident(
    swarm_id: PathSwarm, resident_id: PathResident, caller: Runner, platform: CurrentPlatform
) -> Resident:
    """Let it have a turn although nobody wrote to it, or try a failed turn again at once."""
    await resident_of(platform, caller.user.id, swarm_id, resident_id)
    return await platform[Swarms].wake(caller.user.id, resident_id)


@residents.post(
    "/api/swarms/{id}/residents/{residentId}/pause",
    operation_id="pauseResident",
    summary="Pause a resident",
    responses=documented(401, 404, 409),
)
async def pause_resident(
    swarm_id: PathSwarm, resident_id: PathResident, caller: Runner, platform: CurrentPlatform
) -> Resident:
    """Let it not go on, within a second; its mail waits, and what it has begun goes on when it is resumed."""
    await resident_of(platform, caller.user.id, swarm_id, resident_id)
    return await platform[Swarms].pause_resident(caller.user.id, resident_id)


@residents.post(
    "/api/swarms/{id}/residents/{residentId}/resume",
    operation_id="resumeResident",
    summary="Let a resident go on",
    responses=documented(401, 404, 409),
)
async def resume_resident(
    swarm_id: PathSwarm, resident_id: PathResident, caller: Runner, platform: CurrentPlatform
) -> Resident:
    """Let it go on with what it had begun and with the mail that it has not read."""
    await resident_of(platform, caller.user.id, swarm_id, resident_id)
    return await platform[Swarms].resume_resident(caller.user.id, resident_id)


@residents.post(
    "/api/swarms/{id}/residents/{residentId}/stop",
    operation_id="stopResident",
    summary="Stop a resident",
    responses=documented(401, 404, 409),
)
async def stop_resident(
    swarm_id: PathSwarm, resident_id: PathResident, caller: Runner, platform: CurrentPlatform
) -> Resident:
    """Give up its turn, tool calls included, within a second; the mail of that turn counts as read."""
    await resident_of(platform, caller.user.id, swarm_id, resident_id)
    return await platform[Swarms].stop_resident(caller.user.id, resident_id)


@residents.get(
    "/api/swarms/{id}/residents/{residentId}/history",
    operation_id="listTurns",
    summary="Read what a resident did",
    responses=documented(401, 404),
)
async def list_turns(
    swarm_id: PathSwarm,
    resident_id: PathResident,
    caller: Reader,
    platform: CurrentPlatform,
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=50, description="How many at most.")] = 20,
) -> TurnList:
    """Return its turns, latest first: in each, what it read, thought, did and said, in order.

    Also those that it no longer remembers in full, and one that is under way as far as it has come.
    """
    await resident_of(platform, caller.user.id, swarm_id, resident_id)
    found = await views(platform, caller.user.id, swarm_id, resident_id, before=before, limit=limit + 1)
    more = found[limit - 1].created_at.isoformat() if len(found) > limit else None
    return TurnList(turns=list(found[:limit]), next_before=more)
