"""How the caller signs in, and where they are signed in."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Depends
from pydantic import Field

from bailiwick.kernel.errors import Forbidden, not_found
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, PathUuid, Reply
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.actions import People
from bailiwick.people.callers import Requires
from bailiwick.people.login import Password, SignInName
from bailiwick.people.records import AccessToken, Principal, Scope, SignIn, TokenKind

own_sign_in = router("access")


def _signed_in(caller: Annotated[Principal, Depends(Requires(Scope.MANAGE))]) -> Principal:
    """Return a caller who signed in. Raises `Forbidden` for a key: whoever holds one must not take the account over."""
    if caller.token.kind is not TokenKind.SESSION:
        raise Forbidden(Reason.of(ReasonCode.SESSION_NEEDED))
    return caller


SignedIn = Annotated[Principal, Depends(_signed_in)]
"""A caller who signed in, not a program."""


class NewPassword(Body):
    """What the caller signs in with from now on."""

    sign_in_name: SignInName
    """A name or an e-mail address; nobody else has it."""
    password: Password
    """At least 10 characters, and none that others try first."""
    current: Annotated[str, Field(max_length=200)] | None = None
    """The password so far, if there is one."""


class OwnSession(Reply):
    """Where the caller is signed in."""

    session: AccessToken
    this: bool
    """Whether this request came from there."""


class SessionList(Reply):
    """The caller's sessions."""

    sessions: list[OwnSession]


class EndedSessions(Reply):
    """What was ended."""

    ended: int


@own_sign_in.get("/api/me/sign-in", operation_id="getSignIn", summary="How do I sign in?", responses=documented(401))
async def get_sign_in(caller: SignedIn, platform: CurrentPlatform) -> SignIn:
    """Return what the caller signs in with."""
    return await platform[People].how_they_sign_in(caller.user.id)


@own_sign_in.put(
    "/api/me/password",
    operation_id="setPassword",
    summary="Set a password",
    responses=documented(400, 401, 413, 415),
)
async def put_password(
    body: Annotated[
        NewPassword,
        Content(
            examples=[{"signInName": "nora", "password": "another 7 words here", "current": "green table 42 moon"}]
        ),
    ],
    caller: SignedIn,
    platform: CurrentPlatform,
) -> SignIn:
    """Sign in with this name and password from now on; all other sessions of the caller end, keys stay."""
    return await platform[People].change_password(caller, body.sign_in_name, body.password, body.current)


@own_sign_in.get(
    "/api/me/sessions", operation_id="listSessions", summary="Where am I signed in?", responses=documented(401)
)
async def list_sessions(caller: SignedIn, platform: CurrentPlatform) -> SessionList:
    """Return the caller's sessions, latest first."""
    found = await platform[People].sessions(caller.user.id)
    return SessionList(sessions=[OwnSession(session=each, this=each.id == caller.token.id) for each in found])


@own_sign_in.delete(
    "/api/me/sessions", operation_id="endOtherSessions", summary="Sign out elsewhere", responses=documented(401)
)
async def end_other_sessions(caller: SignedIn, platform: CurrentPlatform) -> EndedSessions:
    """End all of the caller's sessions and links but this session; they no longer work anywhere."""
    return EndedSessions(ended=await platform[People].end_sessions(caller.user.id, caller.token.id))


@own_sign_in.delete(
    "/api/me/sessions/{id}",
    operation_id="endSession",
    summary="End a session",
    status_code=204,
    responses=documented(401, 404),
)
async def end_session(token_id: PathUuid, caller: SignedIn, platform: CurrentPlatform) -> None:
    """End one of the caller's sessions at once."""
    if token_id not in {each.id for each in await platform[People].sessions(caller.user.id)}:
        raise not_found("token")
    await platform[People].revoke(caller.user.id, token_id)
