"""The two rates at which a swarm is followed: facts of all of it, and the thoughts of one resident as they come."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from bailiwick.features.swarm.fields import PathResident, PathSwarm
from bailiwick.features.swarm.residents_http import resident_of
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.streams import of_resident, of_swarm, residents
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.sse import EventStream, documented_stream, live_cursor, singly, stream
from bailiwick.people.callers import Reader
from bailiwick.runs.live_http import greeting
from bailiwick.runs.store import ExecutionStore

swarm_live = router("swarms")

FACTS_EXAMPLE = (
    "retry: 1000\n\n"
    'event: hello\ndata: {"cursor": "1874.0", "version": "0.2.0"}\nid: 1874.0\n\n'
    "event: mail.sent\n"
    'data: {"id": 95, "executionId": null, "sequence": 0, "kind": "mail.sent", "agent": null, '
    '"swarmId": null, "residentId": null, "data": '
    '{"swarm": "solar", "room": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", "mail": '
    '"0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a70", "position": 7, "sender": "ana@solar", "recipients": ["ben@solar"], '
    '"cause": null, "preview": "What time is it in Tokyo?"}, "at": "2026-01-31T12:00:00+00:00"}\nid: 1875.95\n\n'
)
THOUGHTS_EXAMPLE = (
    "retry: 1000\n\n"
    'event: hello\ndata: {"cursor": "1874.0", "version": "0.2.0"}\nid: 1874.0\n\n'
    "event: agent.stream\n"
    'data: {"executionId": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", "agent": "ben@solar", "call": "model:1@1", '
    '"place": {"path": [], "phase": "answer", "round": 1, "index": null}, "offset": 0, "text": "In Tokyo it is "}\n\n'
)


@swarm_live.get(
    "/api/swarms/{id}/stream",
    operation_id="followSwarm",
    summary="Follow a swarm",
    status_code=200,
    response_class=EventStream,
    responses={
        **documented(401, 404, busy=["too-many-streams"]),
        **documented_stream("Facts, until the swarm is deleted.", FACTS_EXAMPLE),
    },
)
async def follow_swarm(
    request: Request,
    swarm_id: PathSwarm,
    caller: Reader,
    platform: CurrentPlatform,
    after: Annotated[str | None, Depends(live_cursor)],
) -> EventStream:
    """Stream the facts of a swarm and of its residents' turns, each once, without the text of running turns.

    The first event is `hello`. A `cursor` now and then, while much happens elsewhere, says from where to resume.
    After a `reset` load the swarm anew; the stream then goes on from now.
    """
    user_id = caller.user.id
    await platform.stores[SwarmStore].get(user_id, swarm_id)
    items = of_swarm(platform[Streams].follow_user(user_id, after, greeting()), swarm_id)
    return stream(request, singly(items))


@swarm_live.get(
    "/api/swarms/{id}/residents/{residentId}/stream",
    operation_id="followResident",
    summary="Follow a resident's thoughts",
    status_code=200,
    response_class=EventStream,
    responses={
        **documented(401, 404, busy=["too-many-streams"]),
        **documented_stream("Facts and text as it comes, until the swarm is deleted.", THOUGHTS_EXAMPLE),
    },
)
async def follow_resident(
    request: Request,
    swarm_id: PathSwarm,
    resident_id: PathResident,
    caller: Reader,
    platform: CurrentPlatform,
    after: Annotated[str | None, Depends(live_cursor)],
) -> EventStream:
    """Stream what happens to a resident, over all its turns, and what it says while it thinks.

    Text pieces have no id and are sent again from offset 0 after a reconnection: a reader's text of a `call` is what
    it had, cut at `offset`, plus `text`.
    """
    user_id = caller.user.id
    await resident_of(platform, user_id, swarm_id, resident_id)
    items = of_resident(
        platform[Streams].follow_user(user_id, after, greeting()),
        residents(platform.stores[ExecutionStore], user_id),
        swarm_id,
        resident_id,
    )
    return stream(request, singly(items))
