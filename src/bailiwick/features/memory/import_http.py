"""Taking a file into the knowledge graph, and telling how far that has come."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from os import SEEK_END
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bailiwick.features.memory.fields import QueryScope
from bailiwick.features.memory.lines import KnowledgeImport, Told, import_lines, lines_of, nobody
from bailiwick.features.memory.records import USER_SCOPE
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.http.errors import RequestRefused, known, language_of, unexpected
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.sse import until_gone
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Keeper

knowledge_import = router("knowledge")

JSON_LINES = "application/x-ndjson"
IN_MEMORY = 1 << 20
"""Bytes of a file that are kept in memory; a longer one is on disk while it is taken in."""
PIECE = 1 << 16
"""Bytes that are read at once."""
EXAMPLE = '{"type":"entity","name":"Ana","entityType":"person","observations":["prefers trains"]}'
TOLD = (
    '{"state":"importing","share":0.5,"imported":{"entities":5000,"observations":15000,"relations":0,"skipped":0}}\n'
    '{"state":"imported","share":1.0,"imported":{"entities":9000,"observations":27000,"relations":8,"skipped":0}}\n'
)


@knowledge_import.post(
    "/api/knowledge/import",
    operation_id="importKnowledge",
    summary="Import JSON lines",
    response_model=KnowledgeImport,
    responses={
        **documented(400, 401, 404, 408, 413, 415),
        200: {
            "description": "What came in; as JSON lines how far it has come, then what came in or why nothing did.",
            "content": {JSON_LINES: {"schema": {"type": "string"}, "example": TOLD}},
        },
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {JSON_LINES: {"schema": {"type": "string"}, "example": EXAMPLE}},
        }
    },
)
async def import_graph(
    request: Request, caller: Keeper, platform: CurrentPlatform, scope: QueryScope = USER_SCOPE
) -> KnowledgeImport | Response:
    """Take in a file of the MCP reference server for memory, all of it or, if a line cannot be read, nothing.

    What is there already stays; entities that are there get the observations they have not got. With
    `Accept: application/x-ndjson` the reply tells, line by line, how far it has come (`importing`, with the `share` of
    the file that was read and what was `imported`) and ends with `imported` or, with a `problem`, `failed`; a client
    that hangs up before has imported nothing.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON_LINES:
        raise RequestRefused(415, "unsupported-media-type", Reason.of(ReasonCode.SEND_TYPE, type=JSON_LINES))
    file = await _received(request)

    async def work(told: Told) -> KnowledgeImport:
        with file:
            return await import_lines(
                platform.database,
                platform.stores[KnowledgeStore],
                caller.user.id,
                lines_of(_pieces(file)),
                scope=scope,
                told=told,
            )

    if JSON_LINES in request.headers.get("accept", "").lower():
        return ImportStream(request, file, work)
    return await work(nobody)


class ImportStream(Response):
    """Tells how far an import has come while it is carried out; if the client leaves, nothing is imported."""

    media_type = JSON_LINES

    def __init__(self, request: Request, file: IO[bytes], work: Callable[[Told], Awaitable[KnowledgeImport]]) -> None:
        """`work` reads the file to its end and tells what it has imported so far."""
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._request = request
        self._file = file
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry it out and send what is told."""
        size = self._file.seek(0, SEEK_END)
        self._file.seek(0)

        async def write(line: dict[str, Any], *, more: bool) -> None:
            body = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            await send({"type": "http.response.body", "body": body, "more_body": more})

        async def told(counts: KnowledgeImport) -> None:
            share = self._file.tell() / max(size, 1)
            await write({"state": "importing", "share": share, "imported": asdict(counts)}, more=True)

        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async with asyncio.TaskGroup() as group:
            work = group.create_task(self._carried_out(told))
            gone = group.create_task(until_gone(receive))
            # Cancelled once, so that what is undone is waited for; a scope of anyio would cancel that, too.
            gone.add_done_callback(lambda _: work.cancel())
            with suppress(asyncio.CancelledError):
                await write(await work, more=False)
            gone.cancel()

    async def _carried_out(self, told: Told) -> dict[str, Any]:
        """Return the last line."""
        try:
            return {"state": "imported", "share": 1.0, "imported": asdict(await self._work(told))}
        except BailiwickError as error:
            problem = await known(self._request, error)
        except Exception as error:
            problem = unexpected(error, self._request.url.path, language_of(self._request.scope))
        return {"state": "failed", "problem": json.loads(bytes(problem.body))}


async def _received(request: Request) -> IO[bytes]:
    """Return the whole body as a file: a slow sender must not keep others from writing to the memory."""
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  (closed by whoever takes it in)
    try:
        async for piece in request.stream():
            file.write(piece)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    while piece := file.read(PIECE):
        yield piece
