"""Callers who may do something only so often."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from bailiwick.kernel.http.connections import one_client
from bailiwick.kernel.http.parts import platform_of
from bailiwick.kernel.rate_limits import RateLimit, RateLimits
from bailiwick.people.callers import Requires
from bailiwick.people.records import Principal, Scope, TokenKind


class RequiresRoom(Requires):
    """A dependency that lets a caller through like `Requires`, and only so often in a minute.

    Raises `RateLimitHit` also.
    """

    def __init__(self, limit: RateLimit, *scopes: Scope) -> None:
        super().__init__(*scopes)
        self.limit = limit

    async def admit(self, request: Request) -> Principal:
        """Return who is calling; a request counts once."""
        caller = await super().admit(request)
        if getattr(request.state, "counted", False):
            return caller
        request.state.counted = True
        await platform_of(request)[RateLimits].take(
            self.limit,
            person=caller.user.id,
            key=caller.token.id if caller.token.kind is TokenKind.API_KEY else None,
            address=address_of(request),
        )
        return caller


def address_of(request: Request) -> str:
    """Return what stands for the client's address."""
    return one_client(request.client.host if request.client else None)


Beginner = Annotated[Principal, Depends(RequiresRoom(RateLimit.RUNS, Scope.RUN))]
"""A caller who lets agents work, within the limit `runs`."""
Uploader = Annotated[Principal, Depends(RequiresRoom(RateLimit.UPLOADS, Scope.RUN))]
"""A caller who sends files, within the limit `uploads`."""
Searcher = Annotated[Principal, Depends(RequiresRoom(RateLimit.SEARCHES, Scope.READ))]
"""A caller who searches, within the limit `searches`."""
KeyMaker = Annotated[Principal, Depends(RequiresRoom(RateLimit.KEYS, Scope.MANAGE))]
"""A caller who makes API keys, within the limit `keys`."""
