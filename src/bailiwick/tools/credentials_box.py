"""Credentials, sealed."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bailiwick.tools.credentials import Credential
from bailiwick.tools.records import Secrets


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
