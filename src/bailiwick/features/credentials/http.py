"""Credentials: what tools use in a person's name, which the API never returns."""

import asyncio
import hashlib
from typing import Annotated

from fastapi import Body as Content
from fastapi import Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.kernel.errors import Forbidden, InvalidInput
from bailiwick.kernel.http.idempotency import REPLAYED, KeyHeader, once, read_key
from bailiwick.kernel.http.kept_responses import StoredResponse
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, PathUuid, Reply, printable_name
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Keeper
from bailiwick.people.records import UserRole
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.credentials import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_VALUE,
    NAME_PATTERN,
    SHORTEST_VALUE,
    Credential,
    Resealed,
)
from bailiwick_router.core.reasons.faults import WrongValue

credentials = router("credentials")

Value = Annotated[
    str, Field(min_length=SHORTEST_VALUE, max_length=LONGEST_VALUE, json_schema_extra={"writeOnly": True})
]
Description = Annotated[str, Field(max_length=LONGEST_DESCRIPTION)]


class NewCredential(Body):
    """A credential to be stored."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=NAME_PATTERN)]
    """Tools ask for it by this name, e.g. `brave`; small letters, digits, dots, hyphens and underscores."""
    value: Value
    """The secret itself. No answer ever holds it."""
    description: Description = ""
    """What it is for."""


class CredentialChange(Body):
    """What is to be replaced."""

    value: Value | None = None
    """Another secret under the same name."""
    description: Description | None = None
    """What it is for."""


class CredentialList(Reply):
    """The caller's credentials."""

    credentials: list[Credential]


NEW = {"name": "brave", "value": "BSAexampleexampleexample", "description": "Key of the search API"}


@credentials.get(
    "/api/credentials", operation_id="listCredentials", summary="List credentials", responses=documented(401)
)
async def list_credentials(caller: Keeper, platform: CurrentPlatform) -> CredentialList:
    """Return the caller's credentials by name; never their values."""
    return CredentialList(credentials=list(await platform[Credentials].list(caller.user.id)))


@credentials.post(
    "/api/credentials",
    operation_id="createCredential",
    summary="Store a credential",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[KeyHeader],
)
async def create_credential(
    request: Request,
    response: Response,
    body: Annotated[NewCredential, Content(examples=[NEW])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> Credential:
    """Seal a value and store it under a name; tools open it inside their calls, nobody reads it again."""
    user_id, description = caller.user.id, _one_line(body.description)
    key = read_key(request)
    if key is None:
        return await platform[Credentials].store(user_id, body.name, body.value, description)
    made: list[Credential] = []

    async def make() -> StoredResponse:
        made.append(await platform[Credentials].store(user_id, body.name, body.value, description))
        return StoredResponse(201, CredentialMade(credential=made[0]).model_dump(mode="json")["credential"])

    digest = await asyncio.to_thread(_slow_digest, user_id, key, await request.body())
    outcome = await once(platform, user_id, request, key, make, digest=digest)
    if not outcome.replayed:
        return made[0]
    response.headers[REPLAYED] = "true"
    return CredentialMade.model_validate({"credential": outcome.response.body}).credential


class CredentialMade(Reply):
    """A credential, for keeping an answer."""

    credential: Credential


@credentials.post(
    "/api/credentials/rotate",
    operation_id="rotateCredentials",
    summary="Replace the key that seals credentials",
    responses=documented(401, 409),
)
async def rotate_credentials(caller: Keeper, platform: CurrentPlatform) -> Resealed:
    """Seal everybody's credentials with a new key, then drop the old one. For owners and administrators.

    Calling it again is harmless: a rotation that was interrupted is gone on with.
    """
    if caller.user.role is UserRole.MEMBER:
        raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
    return await platform[Credentials].rotate(caller.user.id)


@credentials.put(
    "/api/credentials/{id}",
    operation_id="replaceCredential",
    summary="Replace a credential's value",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def replace_credential(
    credential_id: PathUuid,
    body: Annotated[CredentialChange, Content(examples=[{"value": "BSAanotheranotheranother"}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> Credential:
    """Replace the value, the description or both; the name stays, since tools know it by its name."""
    if body.value is None and body.description is None:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ONE_OF, names="value, description"), field="value")
    description = None if body.description is None else _one_line(body.description)
    return await platform[Credentials].replace(caller.user.id, credential_id, value=body.value, description=description)


@credentials.delete(
    "/api/credentials/{id}",
    operation_id="deleteCredential",
    summary="Delete a credential",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_credential(credential_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete a credential for good; tools that need it say so."""
    await platform[Credentials].delete(caller.user.id, credential_id)


def _one_line(description: str) -> str:
    """Return a description as it may be shown. Raises `InvalidInput`."""
    if not description.strip():
        return ""
    try:
        return printable_name(description)
    except WrongValue as wrong:
        raise InvalidInput(wrong.why, field="description") from None


def _slow_digest(user_id: str, key: str, body: bytes) -> bytes:
    """Return what tells requests apart; salted and slow, as it is stored and the body holds a secret."""
    salt = hashlib.sha256(f"{user_id}\n{key}".encode()).digest()
    return hashlib.scrypt(body, salt=salt, n=2**14, r=8, p=1, dklen=32)
