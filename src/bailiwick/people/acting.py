"""Who acts by a request, as the audit log is told."""

from contextlib import suppress

from starlette.requests import Request

from bailiwick.kernel.audit.acting import Actor, Face
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_alone
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import NotFound
from bailiwick.people.records import Principal, Secret, TokenKind
from bailiwick.people.store import AccessStore


def actor_of(request: Request, caller: Principal | None = None) -> Actor:
    """Return who acts by a request: a browser without a caller that is about to sign in."""
    address = request.client.host if request.client else None
    if caller is None:
        return Actor(face=Face.WEB, address=address)
    face = Face.API if caller.token.kind is TokenKind.API_KEY else Face.WEB
    return Actor(face=face, person=caller.user.id, token=caller.token.id, address=address)


async def sign_in_failed(stores: Stores, text: str) -> None:
    """Record that somebody came with a link that does not let in; in the log of whom it names, if there is such one."""
    secret = Secret.parse(text)
    user_id = None
    if secret is not None:
        with suppress(NotFound):
            user_id = (await stores[AccessStore].user(secret.user_id)).id
    await audited_alone(stores.database, user_id, Act.SIGN_IN_FAILED, "user", user_id or "")
