"""People, and the hashes of what proves who is calling."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any

from asyncpg import UniqueViolationError

from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid
from bailiwick.kernel.errors import InvalidInput, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people import recording
from bailiwick.people.records import FIRST_OWNER_ID, AccessToken, Scope, Secret, SignIn, TokenKind, User, UserRole


class AccessStore:
    """People and what proves who is calling."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.people.store")

    async def ensure_owner(self, name: str) -> User:
        """Return the first owner, created if there is none."""
        async with self._database.as_user(FIRST_OWNER_ID) as connection:
            await self._queries.run(connection, "insert_owner", user_id=FIRST_OWNER_ID, name=name)
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

    async def sign_in(self, user_id: str) -> tuple[SignIn, bytes | None]:
        """Return how a user signs in, and the hash of the password. Raises `NotFound`, also for who is suspended."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "sign_in")
            if row is None:
                raise not_found("user")
            return SignIn(sign_in_name=row["sign_in_name"], password_changed_at=row["changed_at"]), row["hash"]

    async def user_of(self, sign_in_name: str) -> str | None:
        """Return the id of the user who signs in with a name."""
        async with self._database.without_user() as connection, connection.transaction():
            await self._queries.one(connection, "look_for", sign_in_name=sign_in_name)
            row = await self._queries.one(connection, "user_of", sign_in_name=sign_in_name)
            return None if row is None else str(row["user_id"])

    async def join(self, user_id: str, sign_in_name: str | None = None) -> None:
        """Note that a user came in, and the name with which they sign in from now on.

        Raises `InvalidInput` for a name that another has.
        """
        try:
            async with self._database.as_user(user_id) as connection:
                await self._queries.run(connection, "join", sign_in_name=sign_in_name)
        except UniqueViolationError:
            raise InvalidInput(Reason.of(ReasonCode.SIGN_IN_NAME_TAKEN), field="signInName") from None

    async def put_password(self, user_id: str, password_hash: bytes) -> None:
        """Keep the hash of a user's password."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "put_password", hash=password_hash)
            audited(self._database, Act.SIGN_IN_CHANGED, "user", user_id)

    async def end_others(self, user_id: str, kept: str | None) -> int:
        """End all sessions and links of a user but that of the id `kept`, and return how many."""
        async with self._database.as_user(user_id) as connection:
            ended = await self._queries.run(
                connection, "end_others", kept=None if kept is None else as_uuid(kept, "token")
            )
            self._database.note_change(user_id)
            if ended:
                audited(self._database, Act.SESSIONS_ENDED, "user", user_id, count=ended)
            return ended

    def together(self, user_id: str) -> AbstractAsyncContextManager[Connection]:
        """Do what a block does with a user's rows as one transaction."""
        return self._database.as_user(user_id)

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
