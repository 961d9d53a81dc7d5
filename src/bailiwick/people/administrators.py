"""Who may look after the installation: its owner and administrators."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Requires
from bailiwick.people.records import ADMINISTRATORS, Principal, Scope

__all__ = ["ADMINISTRATORS", "Administers", "Administrator", "administers"]


def administers(caller: Principal) -> bool:
    """Whether the caller looks after the installation."""
    return caller.user.role in ADMINISTRATORS


class Administers(Requires):
    """A dependency that lets owners and administrators through who may do what `scope` stands for.

    Raises `NotAuthenticated` and `Forbidden`.
    """

    async def admit(self, request: Request) -> Principal:
        """Return who is calling."""
        caller = await super().admit(request)
        if not administers(caller):
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        return caller


Administrator = Annotated[Principal, Depends(Administers(Scope.MANAGE))]
"""An owner or administrator who may change stored data."""
