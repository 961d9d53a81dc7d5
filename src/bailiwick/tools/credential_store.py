"""Sealed values, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Queries, as_uuid, bounded
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.credentials import INSTALLATION, Credential, Sealed


class CredentialStore:
    """A user's credentials; values come and go sealed, the store knows no key."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.tools.credential_store")

    async def list(self, user_id: str) -> Sequence[Credential]:
        """By name."""
        async with self._database.as_user(user_id) as connection:
            return [_credential(row) for row in await self._queries.all(connection, "list", limit=MOST_ROWS)]

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
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "add",
                id=as_uuid(credential_id, "credential"),
                name=clean_text(name),
                description=clean_text(description),
                key_id=sealed.key_id,
                sealed=sealed.content,
                noted=as_json(noted or {}),
            )
            if row is None:
                raise Conflict(Reason.of(ReasonCode.CREDENTIAL_THERE, name=repr(name)))
            audited(self._database, Act.CREDENTIAL_STORED, "credential", credential_id)
            return _credential(row)

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
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "change",
                id=as_uuid(credential_id, "credential"),
                key_id=sealed.key_id if sealed else None,
                sealed=sealed.content if sealed else None,
                description=None if description is None else clean_text(description),
                noted=None if noted is None else as_json(noted),
            )
            found = _found(row)
            if sealed is not None or description is not None:
                audited(self._database, Act.CREDENTIAL_REPLACED, "credential", credential_id, value=sealed is not None)
            return found

    async def delete(self, user_id: str, credential_id: str) -> Credential:
        """Delete it and return what it was. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            found = _found(await self._queries.one(connection, "delete", id=as_uuid(credential_id, "credential")))
            audited(self._database, Act.CREDENTIAL_DELETED, "credential", credential_id)
            return found

    async def find(self, user_id: str, name: str) -> tuple[str, Sealed] | None:
        """Return the id and the sealed value of that name, and note that it was used (to the minute)."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "find", name=name)
            if row is None:
                return None
            if row["worth_noting"]:
                await self._queries.run(connection, "note_use", id=row["id"])
            return str(row["id"]), Sealed(row["key_id"], bytes(row["sealed"]))

    async def sealed_otherwise(
        self, user_id: str, key_id: str, *, after: str | None = None, limit: int
    ) -> Sequence[tuple[str, Sealed]]:
        """Return ids and sealed values that another key than this sealed, by id, locked until the transaction ends."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "sealed_otherwise",
                key_id=key_id,
                after=after and as_uuid(after, "credential"),
                limit=bounded(limit),
            )
            return [(str(row["id"]), Sealed(row["key_id"], bytes(row["sealed"]))) for row in rows]

    async def reseal(self, user_id: str, credential_id: str, sealed: Sealed) -> None:
        """Replace the sealed value without a trace: the value is the same."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "reseal",
                id=as_uuid(credential_id, "credential"),
                key_id=sealed.key_id,
                sealed=sealed.content,
            )

    async def connections_sealed_otherwise(
        self, user_id: str, key_id: str, *, after: str | None = None, limit: int
    ) -> Sequence[tuple[str, str, Sealed]]:
        """Return ids, owners and sealed keys of model connections that another key sealed and the user may change.

        The owner is `INSTALLATION` for what everybody uses. By id, locked until the transaction ends.
        """
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "connections_sealed_otherwise",
                key_id=key_id,
                after=after and as_uuid(after, "model connection"),
                limit=bounded(limit),
            )
            return [
                (str(row["id"]), str(row["owner"] or INSTALLATION), Sealed(row["key_id"], bytes(row["sealed"])))
                for row in rows
            ]

    async def reseal_connection(self, user_id: str, connection_id: str, sealed: Sealed) -> None:
        """Replace the sealed key of a model connection: the key is the same."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "reseal_connection",
                id=as_uuid(connection_id, "model connection"),
                key_id=sealed.key_id,
                sealed=sealed.content,
            )

    async def keys(self, user_id: str) -> Sequence[str]:
        """Return the ids of the keys that seal what this user may read."""
        async with self._database.as_user(user_id) as connection:
            return [row["key_id"] for row in await self._queries.all(connection, "keys")]

    async def discard(self, user_id: str, known: Sequence[str]) -> int:
        """Delete what none of these keys sealed; returns how many."""
        async with self._database.as_user(user_id) as connection:
            credentials = await self._queries.run(connection, "discard", known=list(known))
            return credentials + await self._queries.run(connection, "discard_connection_keys", known=list(known))

    async def while_sealing(self, user_id: str, *, alone: bool = False) -> None:
        """Hold, until the caller's transaction ends, the right to seal, beside others or alone.

        The transaction that holds it alone knows that no other is between choosing a key and storing what it sealed.
        """
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "seal_alone" if alone else "seal_beside_others")


def _found(row: dict[str, Any] | None) -> Credential:
    if row is None:
        raise not_found("credential")
    return _credential(row)


def _credential(row: dict[str, Any]) -> Credential:
    kind, which = Credential.kind_of(row["name"])
    return Credential(
        id=str(row["id"]),
        name=row["name"],
        kind=kind,
        which=which,
        description=row["description"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        last_used_at=row["last_used_at"],
        noted=row["noted"],
    )
