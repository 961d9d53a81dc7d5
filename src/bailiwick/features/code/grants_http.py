"""What programs may see and import: folders lent and taken back, packages granted and revoked."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query
from pydantic import Field

from bailiwick.features.code.grants import LONGEST_NAME, ProgramGrants
from bailiwick.features.code.records import GrantedPackage, LentFolder
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Flag, PathUuid, Reply
from bailiwick.people.administrators import Administrator
from bailiwick.people.callers import Reader

program_grants = router("program grants")


class NewLentFolder(Body):
    """A folder to be lent."""

    path: Annotated[str, Field(min_length=1, max_length=4_096)]
    """Its whole path on the server's machine, without any link."""
    name: Annotated[str, Field(max_length=40)] | None = None
    """Programs see it as `/lent/<name>`: letters a to z, digits, `-` and `_`; else the folder's own name."""
    writable: Flag = False
    """Whether programs may change what is in it."""
    for_everybody: Flag = False
    """Whether programs of all people's agents see it; else only those of one's own."""
    agent_id: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    """The one agent whose programs see it; else all."""


class LentFolders(Reply):
    """Folders that are lent."""

    folders: list[LentFolder]


class NewGrantedPackage(Body):
    """A package to be granted."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    """Its exact name in npm."""
    version: Annotated[str, Field(max_length=60)] = "*"
    """A version or range; `*` for any."""


class GrantedPackages(Reply):
    """Packages that are granted."""

    packages: list[GrantedPackage]
    registry: str
    """Where they come from; no script is sent anywhere else for them."""
    open: bool
    """Whether the operator has opened the registry's host to programs, so that all its packages are there anyway."""


@program_grants.get(
    "/api/programs/folders", operation_id="listLentFolders", summary="List lent folders", responses=documented(401)
)
async def list_lent_folders(caller: Reader, platform: CurrentPlatform) -> LentFolders:
    """Return the folders that programs of the caller's agents see, to administrators all that are lent."""
    return LentFolders(folders=list(await platform[ProgramGrants].folders(caller.user.id)))


@program_grants.post(
    "/api/programs/folders",
    operation_id="lendFolder",
    summary="Lend a folder",
    status_code=201,
    responses=documented(400, 401, 403, 409, 413, 415),
    dependencies=[Once],
)
async def lend_folder(
    body: Annotated[NewLentFolder, Content(examples=[{"path": "/srv/reports", "name": "reports"}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> LentFolder:
    """Have programs of agents see a folder of the server's machine, from the next one on. For administrators."""
    return await platform[ProgramGrants].lend(
        caller.user.id,
        body.path,
        name=body.name,
        writable=body.writable,
        for_everybody=body.for_everybody,
        agent_id=body.agent_id,
    )


@program_grants.delete(
    "/api/programs/folders/{id}",
    operation_id="takeBackFolder",
    summary="Take a lent folder back",
    status_code=204,
    responses=documented(401, 403, 404),
)
async def take_back_folder(folder_id: PathUuid, caller: Administrator, platform: CurrentPlatform) -> None:
    """Lend a folder no longer: the next program does not see it; what is in it stays as it is."""
    await platform[ProgramGrants].take_back(caller.user.id, folder_id)


@program_grants.get(
    "/api/programs/packages",
    operation_id="listGrantedPackages",
    summary="List granted npm packages",
    responses=documented(401),
)
async def list_granted_packages(caller: Reader, platform: CurrentPlatform) -> GrantedPackages:
    """Return the npm packages that scripts of agents may import, by name."""
    grants = platform[ProgramGrants]
    return GrantedPackages(
        packages=list(await grants.packages(caller.user.id)), registry=grants.registry, open=grants.registry_open
    )


@program_grants.put(
    "/api/programs/packages",
    operation_id="grantPackage",
    summary="Grant an npm package",
    responses=documented(400, 401, 403, 409, 413, 415),
)
async def grant_package(
    body: Annotated[NewGrantedPackage, Content(examples=[{"name": "lodash", "version": "^4.17"}])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> GrantedPackage:
    """Let scripts import a package with what it depends on, from the next one on; in place of the version before."""
    return await platform[ProgramGrants].grant(caller.user.id, body.name, body.version)


@program_grants.delete(
    "/api/programs/packages",
    operation_id="revokePackage",
    summary="Revoke an npm package",
    status_code=204,
    responses=documented(401, 403, 404),
)
async def revoke_package(
    name: Annotated[str, Query(min_length=1, max_length=LONGEST_NAME, description="Its exact name in npm.")],
    caller: Administrator,
    platform: CurrentPlatform,
) -> None:
    """Let scripts import a package no longer."""
    await platform[ProgramGrants].revoke(caller.user.id, name)
