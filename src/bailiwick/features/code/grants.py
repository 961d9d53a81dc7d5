"""What administrators allow programs of agents: folders lent and taken back, packages granted and revoked."""

import asyncio
import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Sequence
from pathlib import Path

from bailiwick.features.code.records import GrantedPackage, LentFolder
from bailiwick.features.code.store import MOST, ProgramGrantStore
from bailiwick.features.code.versions import is_range
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.tools.sandbox_contract import Sandbox

FOLDER_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
PACKAGE_NAME = re.compile(r"(?:@[a-z0-9][a-z0-9._-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*")
LONGEST_NAME = 214
"""Longest name of a package that npm takes, in characters."""


class ProgramGrants:
    """What programs may see and import."""

    def __init__(
        self, database: Database, stores: Stores, sandbox: Sandbox, *, registry: str = "", registry_open: bool = False
    ) -> None:
        """`registry` is where packages come from; `registry_open` whether programs reach it by the network anyway."""
        self.registry = registry
        self.registry_open = registry_open
        self._database = database
        self._stores = stores
        self._sandbox = sandbox

    async def folders(self, user_id: str) -> Sequence[LentFolder]:
        """Return those lent to everybody and the user's own; to administrators all."""
        return await self._stores[ProgramGrantStore].folders(user_id)

    async def lend(
        self,
        user_id: str,
        path: str,
        *,
        name: str | None = None,
        writable: bool = False,
        for_everybody: bool = False,
        agent_id: str | None = None,
    ) -> LentFolder:
        """Lend a folder of this machine under a name, else its own.

        Raises `InvalidInput` for one that may not be lent, `Conflict` where the name is taken, it overlaps another one,
        or there are too many; `Forbidden`.
        """
        folder = await asyncio.to_thread(self._sandbox.lendable, path.rstrip("/") or path)
        name = _folder_name(folder, name)
        store = self._stores[ProgramGrantStore]
        async with self._database.as_user(user_id):
            await store.hold(user_id)
            known = await store.folders(user_id)
            for each in known:
                if each.name == name:
                    raise Conflict(Reason.of(ReasonCode.FOLDER_KNOWN, name=name))
                other = Path(each.path)
                # Inside the one a program could put a link where the other is looked for.
                if folder.is_relative_to(other) or other.is_relative_to(folder):
                    raise Conflict(Reason.of(ReasonCode.FOLDER_OVERLAPS, name=each.name))
            if len(known) >= MOST:
                raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST))
            return await store.lend(
                user_id, name, str(folder), writable=writable, for_everybody=for_everybody, agent_id=agent_id
            )

    async def take_back(self, user_id: str, folder_id: str) -> None:
        """Lend a folder no longer: the next program does not see it. Raises `NotFound`."""
        await self._stores[ProgramGrantStore].take_back(user_id, folder_id)

    async def packages(self, user_id: str) -> Sequence[GrantedPackage]:
        """Return the packages that scripts may import, by name."""
        return await self._stores[ProgramGrantStore].packages(user_id)

    async def grant(self, user_id: str, name: str, version: str = "*") -> GrantedPackage:
        """Grant a package in a version or range. Raises `InvalidInput`, `Conflict` (too many), `Forbidden`."""
        name, version = package_name(name), package_version(version)
        store = self._stores[ProgramGrantStore]
        known = await store.packages(user_id)
        if len(known) >= MOST and name not in {each.name for each in known}:
            raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST))
        return await store.grant(user_id, name, version)

    async def revoke(self, user_id: str, name: str) -> None:
        """Grant a package no longer. Raises `NotFound`."""
        await self._stores[ProgramGrantStore].revoke(user_id, name)


def package_name(text: str) -> str:
    """Return the name of a package. Raises `InvalidInput` (field `name`)."""
    name = text.strip()
    if len(name) > LONGEST_NAME or not PACKAGE_NAME.fullmatch(name):
        raise InvalidInput(Reason.of(ReasonCode.PACKAGE_NAME), field="name")
    return name


def package_version(text: str) -> str:
    """Return a version or range, `*` for any. Raises `InvalidInput` (field `version`)."""
    version = " ".join(text.split())
    if not is_range(version):
        raise InvalidInput(Reason.of(ReasonCode.PACKAGE_VERSION), field="version")
    return "*" if version in ("", "latest", "x", "X") else version


def _folder_name(folder: Path, given: str | None) -> str:
    name = (given or "").strip()
    if not name:
        name = re.sub(r"[^a-z0-9_-]+", "-", folder.name.lower()).strip("-_")[:40]
    if not FOLDER_NAME.fullmatch(name):
        raise InvalidInput(Reason.of(ReasonCode.FOLDER_NAME), field="name")
    return name
