"""Finds out who is calling; the one place that reads credentials."""

from collections.abc import Sequence
from typing import Annotated, Any, cast

from fastapi import Depends
from fastapi.security import APIKeyCookie, APIKeyHeader, HTTPBearer
from starlette.requests import Request

from bailiwick.kernel.audit.acting import acts_from_here
from bailiwick.kernel.errors import Forbidden, NotAuthenticated
from bailiwick.kernel.http.parts import platform_of
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.acting import actor_of
from bailiwick.people.actions import People
from bailiwick.people.records import Principal, Scope, TokenKind

SESSION_COOKIE = "bailiwick_session"

_bearer = HTTPBearer(auto_error=False, scheme_name="bearer", description="An API key, `bwkey_…`.")
_header = APIKeyHeader(name="X-API-Key", auto_error=False, scheme_name="apiKey", description="An API key, `bwkey_…`.")
_cookie = APIKeyCookie(
    name=SESSION_COOKIE,
    auto_error=False,
    scheme_name="session",
    description="Set by signing in.",
)


class Requires:
    """A dependency that lets a caller through who may do what all `scopes` stand for, and returns who it is.

    Raises `NotAuthenticated` and `Forbidden`.
    """

    def __init__(self, *scopes: Scope) -> None:
        self.scopes = scopes

    async def __call__(
        self,
        request: Request,
        # These three put the credentials into the OpenAPI description; `identify` reads them.
        bearer: Annotated[Any, Depends(_bearer)] = None,
        header: Annotated[Any, Depends(_header)] = None,
        cookie: Annotated[Any, Depends(_cookie)] = None,
    ) -> Principal:
        return await self.admit(request)

    async def admit(self, request: Request) -> Principal:
        """Return who is calling; asks once per request."""
        caller = getattr(request.state, "caller", None) or await identify(request)
        request.state.caller, request.state.identify = caller, identify
        acts_from_here(actor_of(request, caller))
        for scope in self.scopes:
            demand(caller, scope)
        return cast(Principal, caller)


def demand(caller: Principal, scope: Scope) -> None:
    """Raises `Forbidden` unless the caller may do what `scope` stands for."""
    if not caller.may(scope):
        raise Forbidden(Reason.of(ReasonCode.SCOPE_NEEDED, scope=scope))


def credentials(request: Request) -> tuple[Sequence[str], Sequence[TokenKind]]:
    """Return the distinct secrets that came with the request, and what kinds they may be.

    A secret in a header counts before the session cookie.
    """
    headers = request.headers
    sent = {text.strip() for text in headers.getlist("x-api-key")}
    for text in headers.getlist("authorization"):
        scheme, _, secret = text.partition(" ")
        sent.add(secret.strip() if scheme.lower() == "bearer" else "")
    if sent:
        return sorted(sent), (TokenKind.API_KEY,)
    cookie = request.cookies.get(SESSION_COOKIE)
    return [cookie] if cookie else [], (TokenKind.SESSION,)


async def identify(request: Request) -> Principal:
    """Return who is calling. Raises `NotAuthenticated`, alike for unknown, expired and garbled secrets."""
    secrets, kinds = credentials(request)
    if len(secrets) != 1:
        raise NotAuthenticated(Reason.of(ReasonCode.SIGN_IN))
    principal = await platform_of(request)[People].identify(secrets[0], kinds)
    if principal is None:
        raise NotAuthenticated(Reason.of(ReasonCode.SIGN_IN))
    return principal


Reader = Annotated[Principal, Depends(Requires(Scope.READ))]
"""A caller who may read."""
Runner = Annotated[Principal, Depends(Requires(Scope.RUN))]
"""A caller who may let agents work."""
Approver = Annotated[Principal, Depends(Requires(Scope.APPROVE))]
"""A caller who may say yes or no to what agents ask."""
Keeper = Annotated[Principal, Depends(Requires(Scope.MANAGE))]
"""A caller who may change the roster, keys and stored data."""
TrustingKeeper = Annotated[Principal, Depends(Requires(Scope.MANAGE, Scope.APPROVE))]
"""A caller who may give agents tools of others, which is a yes to what these tools say of themselves."""
