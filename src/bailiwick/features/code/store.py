"""The folders that are lent to programs, and the packages that are granted to them."""

from collections.abc import Sequence
from typing import Any

from asyncpg import InsufficientPrivilegeError

from bailiwick.features.code.records import GrantedPackage, LentFolder
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid
from bailiwick.kernel.errors import Forbidden, not_found
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode

MOST = 100
"""Folders, and packages, that there may be."""


class ProgramGrantStore:
    """What the installation's administrators allow programs; a write by anybody else raises `Forbidden`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.code.store")

    async def folders(self, user_id: str) -> Sequence[LentFolder]:
        """Return those lent to everybody and the user's own, by name; to administrators all."""
        async with self._database.as_user(user_id) as connection:
            return [_folder(row) for row in await self._queries.all(connection, "folders", limit=MOST)]

    async def folders_for(self, user_id: str, agent_id: str | None) -> Sequence[LentFolder]:
        """Return those that programs of an agent of the user see, by name."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "folders_for", agent_id=agent_id or "", limit=MOST)
            return [_folder(row) for row in rows]

    async def hold(self, user_id: str) -> None:
        """Let no other administrator lend or grant until the caller's transaction has ended."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.one(connection, "hold")

    async def lend(
        self, user_id: str, name: str, path: str, *, writable: bool, for_everybody: bool, agent_id: str | None
    ) -> LentFolder:
        """Lend a folder; that its name is free is for the caller to see to."""
        try:
            async with self._database.as_user(user_id) as connection:
                row = await self._queries.row(
                    connection,
                    "lend",
                    id=as_uuid(uuid7(), "folder"),
                    name=name,
                    path=path,
                    writable=writable,
                    for_everybody=for_everybody,
                    agent_id=agent_id,
                )
                lent = _folder(row)
                audited(
                    self._database,
                    Act.FOLDER_LENT,
                    "folder",
                    lent.id,
                    writable=writable,
                    everybody=for_everybody,
                    agent=agent_id,
                )
                return lent
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY)) from None

    async def take_back(self, user_id: str, folder_id: str) -> None:
        """Lend a folder no longer: the next program does not see it. Raises `NotFound`, also for non-administrators."""
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "take_back", id=as_uuid(folder_id, "folder")):
                raise not_found("folder")
            audited(self._database, Act.FOLDER_TAKEN_BACK, "folder", folder_id)

    async def packages(self, user_id: str) -> Sequence[GrantedPackage]:
        """Return the packages, by name."""
        async with self._database.as_user(user_id) as connection:
            return [_package(row) for row in await self._queries.all(connection, "packages", limit=MOST)]

    async def grant(self, user_id: str, name: str, version: str) -> GrantedPackage:
        """Grant a package in a version or range, in place of the one before, by whomever that was granted."""
        try:
            async with self._database.as_user(user_id) as connection:
                await self._queries.one(connection, "hold")
                await self._queries.run(connection, "revoke", name=name)
                granted = _package(await self._queries.row(connection, "grant", name=name, version=version))
                audited(self._database, Act.PACKAGE_GRANTED, "package", name, version=version)
                return granted
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY)) from None

    async def revoke(self, user_id: str, name: str) -> None:
        """Grant a package no longer. Raises `NotFound`, also for who is no administrator."""
        async with self._database.as_user(user_id) as connection:
            if not await self._queries.run(connection, "revoke", name=name):
                raise not_found("package", name[:214])
            audited(self._database, Act.PACKAGE_REVOKED, "package", name)


def _folder(row: Any) -> LentFolder:
    fields: dict[str, Any] = {**dict(row), "id": str(row["id"])}
    return LentFolder(**fields)


def _package(row: Any) -> GrantedPackage:
    return GrantedPackage(**dict(row))
