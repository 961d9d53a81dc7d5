"""Rooms of a swarm: who is in them, and how far the person has read."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.fields import (
    NewRoom,
    PathMember,
    PathRoom,
    PathSwarm,
    QueryMember,
    ReadRequest,
    RoomChanges,
)
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import Room
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Reply
from bailiwick.people.callers import Reader, Runner

rooms = router("swarms")


class RoomList(Reply):
    """Rooms, latest mail first."""

    rooms: list[Room]


class ReadReport(Reply):
    """What reading came to."""

    read: Annotated[int, Field(description="How many mails had not been read before.")]


@rooms.get("/api/swarms/{id}/rooms", operation_id="listRooms", summary="List rooms", responses=documented(401, 404))
async def list_rooms(
    swarm_id: PathSwarm, caller: Reader, platform: CurrentPlatform, member: QueryMember = None
) -> RoomList:
    """Return the rooms of a swarm, direct ones included, with what the person has not read of each."""
    user_id, stores = caller.user.id, platform.stores
    await stores[SwarmStore].get(user_id, swarm_id)
    return RoomList(rooms=list(await stores[MailStore].rooms(user_id, swarm_id, member=member)))


@rooms.post(
    "/api/swarms/{id}/rooms",
    operation_id="createRoom",
    summary="Open a room",
    status_code=201,
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def create_room(
    request: Request,
    response: Response,
    swarm_id: PathSwarm,
    body: Annotated[NewRoom, Content(examples=[{"name": "Team", "members": ["ana@solar", "ben@solar"]}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Room:
    """Open a room for several members; the person is one unless `withoutMe` says otherwise."""
    made = await platform[Swarms].create_room(caller.user.id, swarm_id, body.name, body.member_ids())
    response.headers["Location"] = f"{request.scope.get('root_path', '')}/api/swarms/{swarm_id}/rooms/{made.id}/mail"
    return made


@rooms.patch(
    "/api/swarms/{id}/rooms/{roomId}",
    operation_id="renameRoom",
    summary="Rename a room",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def rename_room(
    swarm_id: PathSwarm,
    room_id: PathRoom,
    body: Annotated[RoomChanges, Content(examples=[{"name": "Planning"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> Room:
    """Give a room another name; direct rooms have none."""
    return await platform[Swarms].rename_room(caller.user.id, swarm_id, room_id, body.name)


@rooms.post(
    "/api/swarms/{id}/rooms/{roomId}/pause",
    operation_id="pauseRoom",
    summary="Pause a room",
    responses=documented(401, 404, 409),
)
async def pause_room(swarm_id: PathSwarm, room_id: PathRoom, caller: Runner, platform: CurrentPlatform) -> Room:
    """Let mail of the room wake nobody, and turns that read it lay down, until it is resumed."""
    return await platform[Swarms].pause_room(caller.user.id, swarm_id, room_id)


@rooms.post(
    "/api/swarms/{id}/rooms/{roomId}/resume",
    operation_id="resumeRoom",
    summary="Open a paused room",
    responses=documented(401, 404, 409),
)
async def resume_room(swarm_id: PathSwarm, room_id: PathRoom, caller: Runner, platform: CurrentPlatform) -> Room:
    """Let mail of the room wake its members again, that which came meanwhile too."""
    return await platform[Swarms].resume_room(caller.user.id, swarm_id, room_id)


@rooms.post(
    "/api/swarms/{id}/rooms/{roomId}/stop",
    operation_id="stopRoom",
    summary="Stop what goes on in a room",
    responses=documented(401, 404, 409),
)
async def stop_room(swarm_id: PathSwarm, room_id: PathRoom, caller: Runner, platform: CurrentPlatform) -> Room:
    """Pause the room and give up the turns that read its mail; that mail counts as read."""
    return await platform[Swarms].stop_room(caller.user.id, swarm_id, room_id)


@rooms.put(
    "/api/swarms/{id}/rooms/{roomId}/members/{member}",
    operation_id="joinRoom",
    summary="Let somebody join a room",
    responses=documented(401, 404, 409),
)
async def join_room(
    swarm_id: PathSwarm, room_id: PathRoom, member: PathMember, caller: Runner, platform: CurrentPlatform
) -> Room:
    """Make a resident or the person a member; they get mail from now on. Who is one already stays one."""
    return await platform[Swarms].join(caller.user.id, swarm_id, room_id, member)


@rooms.delete(
    "/api/swarms/{id}/rooms/{roomId}/members/{member}",
    operation_id="leaveRoom",
    summary="Take somebody out of a room",
    responses=documented(401, 404, 409),
)
async def leave_room(
    swarm_id: PathSwarm, room_id: PathRoom, member: PathMember, caller: Runner, platform: CurrentPlatform
) -> Room:
    """Take a resident or the person out; what they have not read of the room counts as read."""
    return await platform[Swarms].leave(caller.user.id, swarm_id, room_id, member)


@rooms.post(
    "/api/swarms/{id}/rooms/{roomId}/read",
    operation_id="readRoom",
    summary="Note what you have read",
    responses=documented(400, 401, 404, 413, 415),
)
async def read_room(
    swarm_id: PathSwarm,
    room_id: PathRoom,
    body: Annotated[ReadRequest, Content(examples=[{"upTo": 42}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> ReadReport:
    """Note that the person has read the room up to a mail; unread counts go down everywhere."""
    return ReadReport(read=await platform[Swarms].mark_read(caller.user.id, swarm_id, room_id, body.up_to))
