"""Answers a repeated request with its first response (header `Idempotency-Key`)."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Header
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from bailiwick.kernel.database.stores import HasStores
from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.kept_responses import IdempotencyStore, StoredResponse
from bailiwick.kernel.reasons import Reason, ReasonCode

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
MAX_LENGTH = 255
KEPT_HEADERS = ("location",)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OnceOutcome:
    """A response, and whether it is the stored one of an earlier request."""

    response: StoredResponse
    replayed: bool


def read_key(request: Request) -> str | None:
    """Return the request's key, if it has one. Raises `RequestRefused` (400) unless it is 1 to 255 visible ASCII."""
    keys = request.headers.getlist(HEADER)
    if not keys:
        return None
    key = keys[0]
    if len(keys) > 1 or not 1 <= len(key) <= MAX_LENGTH or not all("!" <= character <= "~" for character in key):
        detail = Reason.of(ReasonCode.ONE_KEY, most=MAX_LENGTH)
        raise RequestRefused(400, "malformed-request", detail, field=HEADER, place="header")
    return key


async def secret_hash(request: Request, user_id: str, key: str) -> bytes:
    """Return what tells two requests apart whose bodies hold a secret; salted and slow, as it is stored."""
    url = request.url
    salt = hashlib.sha256(f"{user_id}\n{key}\n{request.method} {url.path}".encode()).digest()
    return await asyncio.to_thread(hashlib.scrypt, await request.body(), salt=salt, n=2**14, r=8, p=1, dklen=32)


async def request_hash(request: Request) -> bytes:
    """Return what tells two requests apart: SHA-256 of method, address and body."""
    digest = hashlib.sha256()
    url = request.url
    digest.update(f"{request.method} {url.path}?{url.query}\n".encode())
    digest.update(await request.body())
    return digest.digest()


async def once(
    platform: HasStores,
    user_id: str,
    request: Request,
    key: str,
    produce: Callable[[], Awaitable[StoredResponse]],
    *,
    digest: bytes | None = None,
) -> OnceOutcome:
    """Return what the first request with this key was answered; else produce, store and return the answer.

    What `produce` writes and the stored answer commit together. An exception of `produce` rolls both back
    and leaves the key unused. `digest` stands for the request instead of its plain hash. Raises
    `IdempotencyMismatch`.
    """
    if digest is None:
        digest = await request_hash(request)
    async with platform.database.as_user(user_id):
        stored = await platform.stores[IdempotencyStore].begin(user_id, key, digest)
        if stored is not None:
            return OnceOutcome(stored, replayed=True)
        response = await produce()
        await platform.stores[IdempotencyStore].finish(user_id, key, response)
        return OnceOutcome(response, replayed=False)


async def once_apart(
    platform: HasStores,
    user_id: str,
    request: Request,
    key: str,
    produce: Callable[[], Awaitable[StoredResponse]],
    *,
    digest: bytes | None = None,
) -> OnceOutcome:
    """Do as `once` does for work that takes long or has effects elsewhere: no transaction is open while it is done.

    A repetition that comes while it is done, or after it was cut off so that it is not known what came of it, raises
    `Conflict`. An exception of `produce` leaves the key unused. `digest` stands for the request instead of its hash.
    """
    if digest is None:
        digest = await request_hash(request)
    store = platform.stores[IdempotencyStore]
    async with platform.database.as_user(user_id):
        stored = await store.begin(user_id, key, digest)
    if stored is not None:
        return OnceOutcome(stored, replayed=True)
    try:
        response = await produce()
    except Exception:
        await store.release(user_id, key)
        raise
    async with platform.database.as_user(user_id):
        await store.finish(user_id, key, response)
    return OnceOutcome(response, replayed=False)


async def made_once(
    platform: HasStores,
    user_id: str,
    request: Request,
    response: Response,
    kind: type[T],
    make: Callable[[], Awaitable[T]],
) -> T:
    """Return what `make` made, of this `kind`, or has made for an earlier request of the same key, as `response` says.

    For requests whose body holds a secret and that ask somebody else, as `once_apart`, and made again without a key.
    """
    key = read_key(request)
    if key is None:
        return await make()
    written = TypeAdapter(kind)

    async def produce() -> StoredResponse:
        return StoredResponse(201, written.dump_python(await make(), mode="json"))

    digest = await secret_hash(request, user_id, key)
    outcome = await once_apart(platform, user_id, request, key, produce, digest=digest)
    if outcome.replayed:
        response.headers[REPLAYED] = "true"
    return written.validate_python(outcome.response.body)


async def respond_once(
    platform: HasStores, user_id: str, request: Request, key: str, produce: Callable[[], Awaitable[Response]]
) -> Response:
    """Do as `once` does, for whole responses; bodies are kept as text, so that replays are identical."""
    first: list[Response] = []

    async def produce_stored() -> StoredResponse:
        response = await produce()
        first.append(response)
        kept = {name: value for name, value in response.headers.items() if name in KEPT_HEADERS}
        return StoredResponse(response.status_code, bytes(response.body).decode(), kept)

    outcome = await once(platform, user_id, request, key, produce_stored)
    if not outcome.replayed:
        return first[0]
    stored = outcome.response
    headers = {**stored.headers, REPLAYED: "true"}
    return Response(stored.body, stored.status, headers, media_type="application/json")


async def describe_header(
    key: Annotated[
        str | None,
        Header(
            alias=HEADER,
            min_length=1,
            max_length=MAX_LENGTH,
            pattern="^[!-~]+$",
            description="Requests with the same key are carried out once: the first response is "
            "kept for 24 hours and sent again, with `Idempotency-Replayed: true`.",
        ),
    ] = None,
) -> None:
    """Put the header into the OpenAPI description."""


async def replay(described: Annotated[None, Depends(describe_header)]) -> None:
    """Do nothing here: the route finds this dependency and stores its response before anything else runs."""


KeyHeader = Depends(describe_header)
"""Describes the header on a route that calls `once` itself."""
Once = Depends(replay)
"""Marks a route whose first response is stored and replayed."""
