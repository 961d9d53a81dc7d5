"""Writes events to a client as they happen (Server-Sent Events)."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import aclosing, contextmanager
from typing import Annotated, Any

import anyio
import structlog
from fastapi import Header, Query
from fastapi.sse import format_sse_event
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from bailiwick.kernel.errors import InvalidInput, NotAuthenticated, Unavailable
from bailiwick.kernel.events.items import StreamItem
from bailiwick.kernel.events.streams import Position
from bailiwick.kernel.http.draining import Draining
from bailiwick.kernel.http.errors import language_of
from bailiwick.kernel.http.problems import problem
from bailiwick.kernel.reasons import Reason, ReasonCode

HEARTBEAT_SECONDS = 15.0
RECHECK_SECONDS = 0.8
"""How often this process asks whether the sessions and keys of its open streams still stand."""
SLOW_SECONDS = 60.0
"""A reader that takes no beat for so long is dropped; it can resume."""
RETRY_MILLISECONDS = 1000
MAX_EVENT_ID = 40
RETRY_AFTER = "5"
"""Seconds after which a user who follows too many streams may try again."""

log = structlog.get_logger("bailiwick.http")


StillAllowed = Callable[[], Awaitable[bool]]


class _Credential:
    """A session or key by which streams are followed here."""

    def __init__(self, still_allowed: StillAllowed) -> None:
        self.still_allowed = still_allowed
        self.revoked = asyncio.Event()
        self.streams = 0


class OpenStreams:
    """The streams that are followed in this process: how many by each person, and whether they still may."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._now: Counter[str] = Counter()
        self._credentials: dict[str, _Credential] = {}
        self._checking: asyncio.Task[None] | None = None
        """None while no stream is open."""

    @contextmanager
    def one_more(self, user_id: str) -> Generator[bool]:
        """Count one stream within the block; yields whether the person may have it."""
        allowed = self._now[user_id] < self.most
        self._now[user_id] += allowed
        try:
            yield allowed
        finally:
            self._now[user_id] -= allowed
            if not self._now[user_id]:
                del self._now[user_id]

    async def until_revoked(self, credential: str, still_allowed: StillAllowed) -> None:
        """Return when a session or key (by id) no longer stands; it is asked about once for all its streams."""
        held = self._credentials.setdefault(credential, _Credential(still_allowed))
        held.streams += 1
        if self._checking is None:
            self._checking = asyncio.create_task(self._check())  # noqa: TID251  (ends with the last stream)
        try:
            await held.revoked.wait()
        finally:
            self._leave(credential, held)

    def _leave(self, credential: str, held: _Credential) -> None:
        held.streams -= 1
        if not held.streams and self._credentials.get(credential) is held:
            del self._credentials[credential]
        if not self._credentials and self._checking is not None:
            self._checking.cancel()
            self._checking = None

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            for credential, held in list(self._credentials.items()):
                try:
                    allowed = await held.still_allowed()
                except Exception:
                    log.exception("whether a stream may go on could not be found out; it is asked again")
                    continue
                if not allowed:
                    self._credentials.pop(credential, None)
                    held.revoked.set()


class EventStream(Response):
    """A response that follows `batches` of items to their end, each in one write.

    It also ends when the client leaves, the process drains or the caller's credential is revoked. None of
    that touches the execution; a client resumes with the id of the last event it has.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        batches: AsyncGenerator[Sequence[StreamItem]],
        draining: Draining,
        still_allowed: StillAllowed,
        open_streams: OpenStreams,
        user_id: str,
        credential: str,
    ) -> None:
        """`credential` is the id of the session or key, `still_allowed` asks whether it stands."""
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._batches = batches
        self._draining = draining
        self._still_allowed = still_allowed
        self._open_streams = open_streams
        self._user_id = user_id
        self._credential = credential

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream; or refuse it (429) to a person who follows too many."""
        with self._open_streams.one_more(self._user_id) as allowed:
            if allowed:
                await self._send(scope, receive, send)
                return
        await self._batches.aclose()
        refusal = problem(
            429,
            "too-many-streams",
            Reason.of(ReasonCode.TOO_MANY_STREAMS, most=self._open_streams.most).text(language_of(scope)),
            instance=scope["path"].encode("ascii", "backslashreplace").decode(),
            headers={"Retry-After": RETRY_AFTER},
        )
        await refusal(scope, receive, send)

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        try:
            await send(_body(format_sse_event(retry=RETRY_MILLISECONDS)))
            async with anyio.create_task_group() as group:
                revoked = self._open_streams.until_revoked(self._credential, self._still_allowed)
                for ending in (until_gone(receive), self._draining.wait(), revoked):
                    group.start_soon(_then_cancel, ending, group.cancel_scope)
                group.start_soon(_beat, send)
                await self._pump(send)
                group.cancel_scope.cancel()
            async with asyncio.timeout(SLOW_SECONDS):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except* (TimeoutError, OSError):
            log.info("a slow or lost reader was dropped", path=scope["path"])

    async def _pump(self, send: Send) -> None:
        try:
            async for batch in self._batches:
                await send(_body(b"".join(map(event, batch))))
        except Unavailable:
            # Ending is the answer: the client comes back with its last id, after `retry` milliseconds.
            log.warning("a stream ended early because the database cannot be reached")
        finally:
            with anyio.CancelScope(shield=True):
                await self._batches.aclose()


def _body(data: bytes) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": True}


async def _beat(send: Send) -> None:
    """Write a comment now and then; raises `TimeoutError` when a reader takes nothing, be it comments or events."""
    beat = _body(format_sse_event(comment="still here"))
    while True:
        await anyio.sleep(HEARTBEAT_SECONDS)
        async with asyncio.timeout(SLOW_SECONDS):
            await send(beat)


async def until_gone(receive: Receive) -> None:
    """Return when the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _then_cancel(ending: Awaitable[None], scope: anyio.CancelScope) -> None:
    await ending
    scope.cancel()


def event(item: StreamItem) -> bytes:
    """Return an item in the stream's wire form, in which it is written once for all its readers."""
    if item.written is None:
        item.written = format_sse_event(data_str=json.dumps(item.data), event=item.kind, id=item.id)
    return item.written


async def singly(items: AsyncGenerator[StreamItem]) -> AsyncGenerator[Sequence[StreamItem]]:
    """Yield each item as a batch of its own; `items` is closed with this."""
    async with aclosing(items):
        async for item in items:
            yield (item,)


def stream(request: Request, batches: AsyncGenerator[Sequence[StreamItem]]) -> EventStream:
    """Return the response that sends batches of items to this caller."""

    async def still_allowed() -> bool:
        try:
            await request.state.identify(request)
        except NotAuthenticated:
            return False
        except Unavailable:
            return True
        return True

    state, caller = request.app.state, request.state.caller
    return EventStream(batches, state.draining, still_allowed, state.open_streams, caller.user.id, caller.token.id)


async def last_event_id(
    header: Annotated[
        str | None,
        Header(alias="Last-Event-ID", description="Id of the last event you have."),
    ] = None,
    query: Annotated[
        str | None,
        Query(alias="lastEventId", description="The same, for clients that cannot set headers."),
    ] = None,
) -> str | None:
    """Return where the client wants to go on. Raises `InvalidInput` for what is not an id of a stream."""
    text = header or query
    if text and len(text) > MAX_EVENT_ID:
        raise InvalidInput(Reason.of(ReasonCode.LAST_EVENT_ID), field="Last-Event-ID")
    Position.parse(text)
    return text or None


async def live_cursor(
    header: Annotated[
        str | None,
        Header(alias="Last-Event-ID", description="Id of the last event you have; counts before `after`."),
    ] = None,
    query: Annotated[
        str | None,
        Query(alias="lastEventId", description="The same, for clients that cannot set headers."),
    ] = None,
    after: Annotated[
        str | None,
        Query(description="The cursor of a snapshot, e.g. of `/api/overview`; nothing for: from now on."),
    ] = None,
) -> str | None:
    """Return the cursor after which the client wants to go on. Raises `InvalidInput` for one that is too long."""
    text = header or query or after
    if text and len(text) > MAX_EVENT_ID:
        raise InvalidInput(Reason.of(ReasonCode.CURSOR_UNKNOWN), field="after")
    return text or None


EVENT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "One event; `data` is JSON.",
    "required": ["event", "data"],
    "properties": {
        "event": {"type": "string", "description": "What happened."},
        "data": {"type": "string", "contentMediaType": "application/json"},
        "id": {
            "type": "string",
            "description": "Send it as Last-Event-ID to go on after this event; pieces of text may have none.",
        },
    },
}


def documented_stream(description: str, example: str) -> dict[int | str, dict[str, Any]]:
    """Return OpenAPI's `responses` entry of a stream."""
    content = {"text/event-stream": {"schema": EVENT_SCHEMA, "example": example}}
    return {200: {"description": description, "content": content}}
