"""The live source: everything of the caller's as it happens, one stream for a whole browser tab."""

from importlib.metadata import version
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from bailiwick.kernel.distribution import DISTRIBUTION
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.sse import EventStream, documented_stream, live_cursor, stream
from bailiwick.people.callers import Reader

live = router("events")

EXAMPLE = (
    "retry: 1000\n\n"
    "event: hello\n"
    'data: {"cursor": "1874.0", "version": "0.2.0"}\n'
    "id: 1874.0\n\n"
    "event: agent-delegation\n"
    'data: {"id": 95, "executionId": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", "sequence": 2, '
    '"kind": "agent-delegation", "agent": "peter-logical", "data": {"to": "peter-logical", "stage": "tags"}, '
    '"at": "2026-01-31T12:00:00+00:00"}\n'
    "id: 1875.95\n\n"
    "event: agent.stream\n"
    'data: {"executionId": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69", "agent": "peter-logical", "call": "model:1@1", '
    '"place": {"path": [], "phase": "answer", "round": 1, "index": null}, "offset": 0, "text": "It is "}\n\n'
)


@live.get(
    "/api/events",
    operation_id="followEverything",
    summary="Follow everything",
    status_code=200,
    response_class=EventStream,
    responses={**documented(401, busy=["too-many-streams"]), **documented_stream("Events, without end.", EXAMPLE)},
)
async def follow_everything(
    request: Request, caller: Reader, platform: CurrentPlatform, after: Annotated[str | None, Depends(live_cursor)]
) -> EventStream:
    """Stream every stored event of the caller's, each once, and the text of running answers as it comes.

    The first event is `hello`. Text pieces have no id and are sent again from offset 0 after a reconnection: a
    reader's text is what it had, cut at `offset`, plus `text`. After a `reset` event (the cursor is unknown, too old,
    or more than 2,000 events behind) load everything anew; the stream then goes on from now.
    """
    return stream(request, platform[Streams].batches_of_user(caller.user.id, after, greeting()))


def greeting() -> dict[str, str]:
    """Return what `hello` says besides the cursor: which version answers, so that an old page knows that it is one."""
    return {"version": version(DISTRIBUTION)}
