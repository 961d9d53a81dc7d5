"""Credentials, sealed."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bailiwick.core.credentials import Credential, Sealed
from bailiwick.core.tools import Secrets


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


class CredentialBox(Protocol):
    """A user's credentials, as those see them who work in the user's name: never a value, but within `secrets_for`."""

    def secrets_for(self, user_id: str) -> Secrets:
        """Return what opens this user's credentials for the length of a call."""
        ...

    async def list(self, user_id: str) -> Sequence[Credential]:
        """Return the user's credentials by name."""
        ...

    async def store(
        self, user_id: str, name: str, value: str, description: str = "", *, noted: Mapping[str, Any] | None = None
    ) -> Credential:
        """Seal and store a value, with what is known of what it opens.

        Raises `InvalidInput`, `WrongKey`, `Conflict` (name taken, too many).
        """
        ...

    async def replace(
        self,
        user_id: str,
        credential_id: str,
        *,
        value: str | None = None,
        description: str | None = None,
        noted: Mapping[str, Any] | None = None,
    ) -> Credential:
        """Replace what is given of value, description and what is known of what it opens.

        Raises `NotFound`, `InvalidInput`, `WrongKey`.
        """
        ...

    async def delete(self, user_id: str, credential_id: str) -> Credential:
        """Delete for good and return what it was. Raises `NotFound`."""
        ...
