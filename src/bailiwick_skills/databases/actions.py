"""Databases that administrators connect: added once they are known to be read only, checked, lent, removed."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from bailiwick.plugin import (
    Act,
    CallFailed,
    Conflict,
    Credential,
    CredentialBox,
    Database,
    Equipment,
    ErrorClass,
    InvalidInput,
    NotFound,
    Reason,
    ReasonCode,
    Stores,
    Unavailable,
    audited,
    not_found,
    why_of,
)
from bailiwick_skills.databases.addresses import read_target
from bailiwick_skills.databases.lent import lenders, note_lender
from bailiwick_skills.databases.opened import OpenedDatabase
from bailiwick_skills.databases.postgres import Postgres
from bailiwick_skills.databases.records import (
    MOST_DATABASES,
    ConnectedDatabase,
    DatabaseLabel,
    DatabaseState,
    Reach,
    credential_name,
    database_name,
    databases_among,
)
from bailiwick_skills.databases.settings import DatabaseSettings
from bailiwick_skills.databases.sqlite import SQLiteFile, is_file


def _now() -> datetime:
    return datetime.now(UTC)


class Databases:
    """The databases that a person's agents may ask: one's own, and those lent to everybody."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        credentials: CredentialBox,
        folders: Sequence[Path] = (),
        now: Callable[[], datetime] = _now,
    ) -> None:
        """`folders` are those in which SQLite files may be connected."""
        self._database = database
        self._stores = stores
        self._credentials = credentials
        self._folders = folders
        self._now = now

    @classmethod
    def of(cls, equipment: Equipment) -> Self:
        """Return them, made of what a plug-in is built on."""
        return cls(
            equipment.database, equipment.stores, equipment.credentials, equipment.settings.of(DatabaseSettings).folders
        )

    async def list(self, user_id: str) -> Sequence[ConnectedDatabase]:
        """Return the databases as they were last seen, by name; none is asked."""
        return [database for database, _, _ in await self._all(user_id)]

    async def open(self, user_id: str, name: str) -> OpenedDatabase:
        """Return how a database of that name is reached. Raises `CallFailed` and `NotFound`."""
        for found, credential, owner in await self._all(user_id):
            if found.name == name:
                label = DatabaseLabel.read(credential.noted)
                if not found.state.usable:
                    why = label.why or Reason.of(ReasonCode.SQL_MAY_WRITE, user=label.user or "", what=name)
                    raise CallFailed(ErrorClass.VALIDATION, why)
                secret = await self._credentials.secrets_for(owner).open(credential.name)
                return self._opened(secret, label.reach)[0]
        raise not_found("database")

    async def add(
        self, user_id: str, name: str, connection: str, *, reach: Reach = Reach.INTERNET, for_everybody: bool = False
    ) -> ConnectedDatabase:
        """Keep what opens a database, once it has answered and its role was found to change nothing.

        Raises `InvalidInput` (it does not let this role in, which may write, or it is not where it is said to be),
        `Conflict` (the name is taken, too many), `Unavailable` (it could not be asked).
        """
        name = database_name(name)
        label = replace(await self._asked(connection, reach), for_everybody=for_everybody)
        known = await self._all(user_id)
        if any(each.name == name for each, _, _ in known):
            raise Conflict(Reason.of(ReasonCode.SQL_KNOWN, name=name))
        if sum(owner == user_id for _, _, owner in known) >= MOST_DATABASES:
            raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST_DATABASES))
        async with self._database.as_user(user_id):
            await self._credentials.store(user_id, credential_name(name), connection.strip(), noted=label.write())
            audited(self._database, Act.CONNECTION_ADDED, "database", name, reach=label.reach, everybody=for_everybody)
        await self._note_lender(user_id)
        return await self.get(user_id, name)

    async def get(self, user_id: str, name: str) -> ConnectedDatabase:
        """Return one's own database. Raises `NotFound`."""
        return (await self._own(user_id, name))[0]

    async def check(self, user_id: str, name: str) -> ConnectedDatabase:
        """Ask a database now, and keep how it stands. Raises `NotFound`."""
        found, credential = await self._own(user_id, name)
        label = DatabaseLabel.read(credential.noted)
        try:
            secret = await self._credentials.secrets_for(user_id).open(credential.name)
            standing = await self._opened(secret, label.reach)[0].standing()
            label = replace(label, version=standing.version, state=standing.state, why=standing.why)
        except CallFailed as failure:
            refused = failure.error_class is ErrorClass.AUTHENTICATION
            state = DatabaseState.REFUSED if refused else DatabaseState.UNREACHABLE
            label = replace(label, state=state, why=why_of(failure.said))
        label = replace(label, checked_at=self._now())
        await self._credentials.replace(user_id, credential.id, noted=label.write())
        return await self.get(user_id, found.name)

    async def change(
        self,
        user_id: str,
        name: str,
        *,
        connection: str | None = None,
        reach: Reach | None = None,
        for_everybody: bool | None = None,
    ) -> ConnectedDatabase:
        """Replace what opens a database, with where it is, once it has answered; lend it to everybody or no longer.

        Raises as `add`, and `NotFound`.
        """
        found, credential = await self._own(user_id, name)
        label = DatabaseLabel.read(credential.noted)
        if connection is not None:
            # A file is on this machine, which says nothing of a server that takes its place.
            before = Reach.INTERNET if label.user is None else label.reach
            asked = await self._asked(connection, reach or before)
            label = replace(asked, for_everybody=label.for_everybody)
        if for_everybody is not None:
            label = replace(label, for_everybody=for_everybody)
        value = None if connection is None else connection.strip()
        async with self._database.as_user(user_id):
            await self._credentials.replace(user_id, credential.id, value=value, noted=label.write())
            about = {"reach": label.reach, "everybody": label.for_everybody}
            audited(self._database, Act.CONNECTION_CHANGED, "database", found.name, **about)
        await self._note_lender(user_id)
        return await self.get(user_id, found.name)

    async def remove(self, user_id: str, name: str) -> ConnectedDatabase:
        """Delete what opens a database; in the database nothing changes. Raises `NotFound`."""
        found, credential = await self._own(user_id, name)
        async with self._database.as_user(user_id):
            await self._credentials.delete(user_id, credential.id)
            audited(self._database, Act.CONNECTION_REMOVED, "database", found.name)
        await self._note_lender(user_id)
        return found

    async def _own(self, user_id: str, name: str) -> tuple[ConnectedDatabase, Credential]:
        wanted = name.strip().lower()
        for found, credential in databases_among(await self._credentials.list(user_id)):
            if found.name == wanted:
                return found, credential
        raise not_found("database")

    async def _all(self, user_id: str) -> Sequence[tuple[ConnectedDatabase, Credential, str]]:
        """Return each database with what opens it and whose that is; of one name one's own, else one of them."""
        own = databases_among(await self._credentials.list(user_id))
        found = {each.name: (each, credential, user_id) for each, credential in own}
        for lender in await lenders(self._stores, user_id):
            with suppress(NotFound):  # who is no longer here
                for each, credential in databases_among(await self._credentials.list(lender), own=False):
                    if each.for_everybody:
                        found.setdefault(each.name, (each, credential, lender))
        return [found[name] for name in sorted(found)]

    async def _asked(self, connection: str, reach: Reach) -> DatabaseLabel:
        opened, place, user = self._opened(connection, reach)
        try:
            standing = await opened.standing()
        except CallFailed as failure:
            if failure.error_class.transient:
                raise Unavailable(failure.said) from None
            raise InvalidInput(failure.said, field="connection") from None
        if standing.why is not None and not standing.state.usable:
            raise InvalidInput(standing.why, field="connection")
        return DatabaseLabel(
            reach=Reach.MACHINE if isinstance(opened, SQLiteFile) else reach,
            place=place,
            user=user,
            version=standing.version,
            state=standing.state,
            checked_at=self._now(),
            why=standing.why,
        )

    def _opened(self, connection: str, reach: Reach) -> tuple[OpenedDatabase, str, str | None]:
        """Return how a database is reached, where it is, and as which user it is asked. Raises `InvalidInput`."""
        if is_file(connection):
            file = SQLiteFile(connection, self._folders)
            return file, file.path, None
        target = read_target(connection)
        return Postgres(target, reach), target.place, target.user

    async def _note_lender(self, user_id: str) -> None:
        own = databases_among(await self._credentials.list(user_id))
        await note_lender(self._database, self._stores, user_id, lends=any(each.for_everybody for each, _ in own))
