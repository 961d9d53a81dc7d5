"""People, their keys, and requests that were answered before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from bailiwick.core.access import AccessToken, Scope, Secret, TokenKind, User, UserRole


class AccessStore(Protocol):
    """People and what proves who is calling."""

    async def ensure_user(self, user_id: str, name: str, role: UserRole) -> User:
        """Return the user, created if there is none."""
        ...

    async def user(self, user_id: str) -> User:
        """Raises `NotFound`."""
        ...

    async def add_token(
        self, secret: Secret, name: str, scopes: Sequence[Scope], expires_at: datetime | None
    ) -> AccessToken:
        """Store a secret's hash for its user."""
        ...

    async def verify(self, secret: Secret, *, consume: bool = False) -> "tuple[User, AccessToken] | None":
        """Return who the secret stands for if it is known and not expired; with `consume` delete it (single use)."""
        ...

    async def note_uses(self, user_id: str, uses: Mapping[str, datetime]) -> None:
        """Note when tokens of a user, by id, were used; those that are gone are left out."""
        ...

    async def tokens(self, user_id: str, kind: TokenKind) -> Sequence[AccessToken]:
        """Latest first."""
        ...

    async def revoke(self, user_id: str, token_id: str) -> None:
        """Raises `NotFound`."""
        ...


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """The first response to a request with an Idempotency-Key."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class IdempotencyStore(Protocol):
    """First results of creating requests, kept 24 hours."""

    async def begin(self, user_id: str, key: str, request_hash: bytes) -> StoredResponse | None:
        """Within the caller's transaction: reserve the key, or return the stored response of its first use.

        A concurrent first use is waited for. Raises `IdempotencyMismatch` if the hash differs.
        """
        ...

    async def finish(self, user_id: str, key: str, response: StoredResponse) -> None:
        """Store the response, in the transaction of `begin` or a later one."""
        ...

    async def release(self, user_id: str, key: str) -> None:
        """Give a key back whose request came to nothing."""
        ...
