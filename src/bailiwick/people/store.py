"""People, and the hashes of what proves who is calling."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.people import recording
from bailiwick.people.records import AccessToken, Scope, Secret, TokenKind, User, UserRole


class AccessStore:
    """People and what proves who is calling."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.people.store")

    async def ensure_user(self, user_id: str, name: str, role: UserRole) -> User:
        """Return the user, created if there is none."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "insert_user", user_id=user_id, name=name, role=role)
            return await self._user(connection)

    async def user(self, user_id: str) -> User:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._user(connection)

    async def _user(self, connection: Connection) -> User:
        row = await self._queries.one(connection, "user")
        if row is None:
            raise not_found("user")
        return User(
            id=str(row["user_id"]),
            name=row["name"],
            role=UserRole(row["role"]),
            created_at=row["created_at"],
        )

    async def add_token(
        self, secret: Secret, name: str, scopes: Sequence[Scope], expires_at: datetime | None
    ) -> AccessToken:
        """Store a secret's hash for its user. Raises `NotFound` when there is no such user."""
        token_id = uuid7()
        async with self._database.as_user(secret.user_id) as connection:
            await self._queries.run(connection, "forget_expired")
            row = await self._queries.row(
                connection,
                "add_token",
                id=as_uuid(token_id, "token"),
                kind=secret.kind,
                name=name,
                digest=secret.digest,
                scopes=[str(scope) for scope in scopes],
                expires_at=expires_at,
            )
            recording.began(self._database, secret, token_id, scopes, expires_at)
            return AccessToken(
                id=token_id,
                kind=secret.kind,
                name=name,
                scopes=tuple(scopes),
                created_at=row["created_at"],
                expires_at=expires_at,
                last_used_at=None,
            )

    async def verify(self, secret: Secret, *, consume: bool = False) -> tuple[User, AccessToken] | None:
        """Return who the secret stands for if it is known and not expired; with `consume` delete it.

        Of several calls that consume one secret, one gets an answer.
        """
        async with self._database.as_user(secret.user_id) as connection:
            row = await self._queries.one(connection, "find", digest=secret.digest, kind=secret.kind)
            if row is None:
                return None
            if consume and await self._queries.one(connection, "consume", id=row["id"]) is None:
                return None
            user = User(
                id=str(row["user_id"]),
                name=row["user_name"],
                role=UserRole(row["role"]),
                created_at=row["user_created_at"],
            )
            return user, _token(row)

    async def note_uses(self, user_id: str, uses: Mapping[str, datetime]) -> None:
        """Note when tokens of a user, by id, were used; those that are gone are left out."""
        ids = [as_uuid(token_id, "token") for token_id in uses]
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "note_uses", ids=ids, times=list(uses.values()))

    async def tokens(self, user_id: str, kind: TokenKind) -> Sequence[AccessToken]:
        """Those that have not expired, latest first."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "tokens", kind=kind, limit=MOST_ROWS)
            return [_token(row) for row in rows]

    async def revoke(self, user_id: str, token_id: str) -> None:
        """Delete a token. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            gone = await self._queries.one(connection, "revoke", id=as_uuid(token_id, "token"))
            if gone is None:
                raise not_found("token")
            recording.ended(self._database, TokenKind(gone["kind"]), token_id)
            self._database.note_change(user_id)


def _token(row: dict[str, Any]) -> AccessToken:
    return AccessToken(
        id=str(row["id"]),
        kind=TokenKind(row["kind"]),
        name=row["name"],
        scopes=tuple(Scope(scope) for scope in row["scopes"]),
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        last_used_at=row["last_used_at"],
    )
