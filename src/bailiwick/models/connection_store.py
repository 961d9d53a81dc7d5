"""Connections to model providers, kept with their sealed keys."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from asyncpg import InsufficientPrivilegeError

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Queries, Row, as_uuid
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.errors import Forbidden, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.connections import ConnectionKind, ModelConnection, ModelPurpose, read_facts
from bailiwick.tools.credentials import INSTALLATION, Sealed

CHOSEN = {
    ModelPurpose.DEFAULT: Act.DEFAULT_MODEL_CHOSEN,
    ModelPurpose.ROUTING: Act.ROUTING_MODEL_CHOSEN,
    ModelPurpose.EMBEDDER: Act.EMBEDDER_CHOSEN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredConnection:
    """A connection with its sealed key."""

    connection: ModelConnection
    owner_id: str
    """Who made it."""
    sealed: Sealed | None


class ConnectionStore:
    """The installation's connections, which administrators write, and each person's own.

    A write of what is not the user's to write raises `Forbidden`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.models.connection_store")

    async def all(self, user_id: str) -> Sequence[StoredConnection]:
        """Return the installation's, the oldest first, and then the user's own."""
        async with self._database.as_user(user_id) as connection:
            return [_stored(row) for row in await self._queries.all(connection, "all", limit=MOST_ROWS)]

    async def one(self, user_id: str, connection_id: str) -> StoredConnection:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "one", id=as_uuid(connection_id, "model connection"))
            if row is None:
                raise not_found("model connection")
            return _stored(row)

    async def hold(self, user_id: str) -> None:
        """Let no other connection be made or named until the caller's transaction has ended."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.one(connection, "hold")

    async def add(self, user_id: str, made: ModelConnection, sealed: Sealed | None) -> StoredConnection:
        """Store under its id; that its name is free is for the caller to see to. Raises `Forbidden`."""
        try:
            async with self._database.as_user(user_id) as connection:
                self._database.note_change(None)
                row = await self._queries.row(
                    connection,
                    "add",
                    name=clean_text(made.name),
                    kind=made.kind,
                    for_everybody=made.for_everybody,
                    **_columns(made, sealed),
                )
                audited(
                    self._database,
                    Act.CONNECTION_ADDED,
                    "model connection",
                    made.id,
                    provider=made.kind,
                    everybody=made.for_everybody,
                )
                return _stored(row)
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY)) from None

    async def change(self, user_id: str, changed: ModelConnection, sealed: Sealed | None) -> StoredConnection:
        """Replace the one with its id. Raises `NotFound`, `Forbidden`."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(None)
            row = await self._queries.one(connection, "change", **_columns(changed, sealed))
            if row is None:
                await self.one(user_id, changed.id)
                raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
            audited(self._database, Act.CONNECTION_CHANGED, "model connection", changed.id)
            return _stored(row)

    async def delete(self, user_id: str, connection_id: str) -> None:
        """Delete it for good. Raises `NotFound`, `Forbidden`."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(None)
            if not await self._queries.run(connection, "delete", id=as_uuid(connection_id, "model connection")):
                await self.one(user_id, connection_id)
                raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
            audited(self._database, Act.CONNECTION_REMOVED, "model connection", connection_id)

    async def chosen(self, user_id: str, purpose: ModelPurpose) -> str | None:
        """Return the model that an administrator chose for a purpose; None where nobody has a choice made."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "chosen", purpose=purpose)
            return row["value"] if row is not None and isinstance(row["value"], str) else None

    async def choose(self, user_id: str, purpose: ModelPurpose, model: str | None) -> None:
        """Choose the model for a purpose; None takes the choice back. Raises `Forbidden`."""
        try:
            async with self._database.as_user(user_id) as connection:
                self._database.note_change(None)
                await self._queries.run(connection, "choose", purpose=purpose, value=as_json(model))
                audited(self._database, CHOSEN[purpose], "installation", INSTALLATION, model=model)
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY)) from None

    async def agents_with(self, user_id: str, prefix: str) -> Sequence[str]:
        """Return the names of the user's own agents whose model begins so."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "agents", prefix=prefix, limit=MOST_ROWS)
            return [str(row["name"] or row["id"]) for row in rows]

    async def prefers(self, user_id: str, prefix: str) -> bool:
        """Whether the user prefers a model that begins so."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "prefers", prefix=prefix)
            return row is not None and bool(row["prefers"])


def _columns(connection: ModelConnection, sealed: Sealed | None) -> dict[str, Any]:
    return {
        "id": as_uuid(connection.id, "model connection"),
        "address": clean_text(connection.address),
        "key_id": sealed.key_id if sealed else None,
        "sealed": sealed.content if sealed else None,
        "key_end": clean_text(connection.key_end),
        "models": as_json(list(connection.models)),
        "default_model": clean_text(connection.default_model),
        "facts": as_json({model: asdict(facts) for model, facts in connection.facts.items()}),
    }


def _stored(row: Row) -> StoredConnection:
    sealed = None if row["sealed"] is None else Sealed(row["key_id"], bytes(row["sealed"]))
    connection = ModelConnection(
        id=str(row["id"]),
        name=row["name"],
        kind=ConnectionKind(row["kind"]),
        address=row["address"],
        for_everybody=row["for_everybody"],
        has_key=sealed is not None,
        key_end=row["key_end"],
        models=tuple(row["models"]),
        default_model=row["default_model"],
        facts=read_facts(row["facts"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
    return StoredConnection(connection=connection, owner_id=str(row["user_id"]), sealed=sealed)
