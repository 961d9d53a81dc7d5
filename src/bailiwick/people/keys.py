"""API keys: what programs sign in with."""

from typing import Annotated

from fastapi import Response
from pydantic import AwareDatetime, Field
from starlette.requests import Request

from bailiwick.kernel.errors import Forbidden, not_found
from bailiwick.kernel.http.idempotency import REPLAYED, KeyHeader, once, read_key
from bailiwick.kernel.http.kept_responses import StoredResponse
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Name, PathUuid, Reply
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.actions import People
from bailiwick.people.administrators import administers
from bailiwick.people.callers import Keeper
from bailiwick.people.limited import KeyMaker
from bailiwick.people.records import AccessToken, Scope

keys = router("access")


class NewKeyRequest(Body):
    """A key to be made."""

    name: Name
    """What it is for, e.g. `nightly report`."""
    scopes: Annotated[tuple[Scope, ...], Field(min_length=1, max_length=len(Scope))] = (Scope.READ, Scope.RUN)
    """What it may do; no more than the caller may."""
    expires_at: AwareDatetime | None = None
    """When it ends to work; None for never."""


class NewKey(Reply):
    """A key that was just made."""

    key: AccessToken
    secret: str | None
    """The key itself. It is shown this once and not stored: a repetition of the request gets null here."""


class KeyList(Reply):
    """The caller's keys."""

    keys: list[AccessToken]


@keys.get("/api/keys", operation_id="listKeys", summary="List API keys", responses=documented(401))
async def list_keys(caller: Keeper, platform: CurrentPlatform) -> KeyList:
    """Return the caller's keys, latest first, without their secrets."""
    return KeyList(keys=list(await platform[People].keys(caller.user.id)))


@keys.post(
    "/api/keys",
    operation_id="createKey",
    summary="Make an API key",
    status_code=201,
    responses=documented(400, 401, 413, 415, busy=["rate-limit"]),
    dependencies=[KeyHeader],
)
async def create_key(
    request: Request, response: Response, body: NewKeyRequest, caller: KeyMaker, platform: CurrentPlatform
) -> NewKey:
    """Make a key for programs; its secret is in this answer only."""
    if any(not caller.may(scope) for scope in body.scopes):
        raise Forbidden(Reason.of(ReasonCode.KEY_DOES_TOO_MUCH))
    if Scope.METRICS in body.scopes and not administers(caller):
        raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
    made: list[NewKey] = []

    async def make() -> StoredResponse:
        token, secret = await platform[People].create_key(caller.user.id, body.name, body.scopes, body.expires_at)
        made.append(NewKey(key=token, secret=secret))
        return StoredResponse(201, NewKey(key=token, secret=None).model_dump(mode="json"))

    key = read_key(request)
    if key is None:
        await make()
        return made[0]
    outcome = await once(platform, caller.user.id, request, key, make)
    if outcome.replayed:
        response.headers[REPLAYED] = "true"
        return NewKey.model_validate(outcome.response.body)
    return made[0]


@keys.delete(
    "/api/keys/{id}",
    operation_id="deleteKey",
    summary="Revoke an API key",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_key(token_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Revoke a key; open streams that use it end within seconds."""
    # Sessions can be revoked by id as well, but not as if they were keys.
    if token_id not in {key.id for key in await platform[People].keys(caller.user.id)}:
        raise not_found("key")
    await platform[People].revoke(caller.user.id, token_id)
