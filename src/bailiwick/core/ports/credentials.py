"""Credentials, sealed."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bailiwick.core.credentials import Credential, Sealed


class CredentialStore(Protocol):
    """A user's credentials; values come and go sealed, the store knows no key."""

    async def list(self, user_id: str) -> Sequence[Credential]:
        """By name."""
        ...

    async def add(
        self,
        user_id: str,
        credential_id: str,
        name: str,
        description: str,
        sealed: Sealed,
        noted: Mapping[str, Any] | None = None,
    ) -> Credential:
        """Store. Raises `Conflict` when the user has one of that name."""
        ...

    async def change(
        self,
        user_id: str,
        credential_id: str,
        *,
        sealed: Sealed | None = None,
        description: str | None = None,
        noted: Mapping[str, Any] | None = None,
    ) -> Credential:
        """Replace what is given. Raises `NotFound`."""
        ...

    async def delete(self, user_id: str, credential_id: str) -> Credential:
        """Delete it and return what it was. Raises `NotFound`."""
        ...

    async def find(self, user_id: str, name: str) -> "tuple[str, Sealed] | None":
        """Return the id and the sealed value of that name, and note that it was used (to the minute)."""
        ...

    async def sealed_otherwise(
        self, user_id: str, key_id: str, *, after: str | None = None, limit: int
    ) -> "Sequence[tuple[str, Sealed]]":
        """Return ids and sealed values that another key than this sealed, by id, locked until the transaction ends."""
        ...

    async def reseal(self, user_id: str, credential_id: str, sealed: Sealed) -> None:
        """Replace the sealed value without a trace: the value is the same."""
        ...

    async def keys(self, user_id: str) -> Sequence[str]:
        """Return the ids of the keys that seal this user's credentials."""
        ...

    async def discard(self, user_id: str, known: "Sequence[str]") -> int:
        """Delete what none of these keys sealed; returns how many."""
        ...

    async def while_sealing(self, user_id: str, *, alone: bool = False) -> None:
        """Hold, until the caller's transaction ends, the right to seal, beside others or alone.

        Whoever holds it alone knows that nobody is between choosing a key and storing what it sealed.
        """
        ...
