"""Databases that administrators connect: seen, added, checked, lent and removed."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Path, Response
from pydantic import Field
from starlette.requests import Request

from bailiwick.plugin import (
    Administrator,
    Body,
    CurrentEquipment,
    Equipment,
    Flag,
    InvalidInput,
    KeyHeader,
    Reader,
    Reason,
    ReasonCode,
    Reply,
    documented,
    made_once,
    router,
)
from bailiwick_skills.databases.actions import Databases
from bailiwick_skills.databases.addresses import LONGEST
from bailiwick_skills.databases.records import ConnectedDatabase, Reach

databases = router("databases")

Connection = Annotated[str, Field(min_length=1, max_length=LONGEST, json_schema_extra={"writeOnly": True})]
Name = Annotated[str, Path(alias="name", description="What the database is called.", examples=["sales"])]


def databases_of(equipment: Equipment) -> Databases:
    """Return people's databases."""
    return Databases.of(equipment)


class NewDatabase(Body):
    """A database to be connected."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    """What people and agents call it: letters a to z, digits, `-` and `_`."""
    connection: Connection
    """`postgresql://user:password@host:5432/database`, of a role that may only read, or
    `sqlite:/folder/file.db`. No answer ever holds it."""
    reach: Reach = Reach.INTERNET
    """Where it is; an address in the own network or of the own machine is only connected to where this says so."""
    for_everybody: Flag = False
    """Whether the agents of all people may ask it; else only one's own."""


class DatabaseChange(Body):
    """What is to be replaced."""

    connection: Connection | None = None
    """No answer ever holds it."""
    reach: Reach | None = None
    """Where the database of the new connection string is."""
    for_everybody: Flag | None = None
    """Whether the agents of all people may ask it."""


class DatabaseList(Reply):
    """The databases that the caller's agents may ask."""

    databases: list[ConnectedDatabase]


NEW = {"name": "sales", "connection": "postgresql://reader:secret@db.example.com:5432/sales"}


@databases.get("/api/databases", operation_id="listDatabases", summary="List databases", responses=documented(401))
async def list_databases(caller: Reader, equipment: CurrentEquipment) -> DatabaseList:
    """Return the caller's databases and those lent to everybody, as they were last asked; none is asked now."""
    return DatabaseList(databases=list(await databases_of(equipment).list(caller.user.id)))


@databases.post(
    "/api/databases",
    operation_id="addDatabase",
    summary="Connect a database",
    status_code=201,
    responses=documented(400, 401, 403, 409, 413, 415, 503),
    dependencies=[KeyHeader],
)
async def add_database(
    request: Request,
    response: Response,
    body: Annotated[NewDatabase, Content(examples=[NEW])],
    caller: Administrator,
    equipment: CurrentEquipment,
) -> ConnectedDatabase:
    """Ask the database, then seal what opens it; one whose role may change data is refused. For administrators."""
    user_id = caller.user.id

    async def add() -> ConnectedDatabase:
        return await databases_of(equipment).add(
            user_id, body.name, body.connection, reach=body.reach, for_everybody=body.for_everybody
        )

    return await made_once(equipment, user_id, request, response, ConnectedDatabase, add)


@databases.post(
    "/api/databases/{name}/check",
    operation_id="checkDatabase",
    summary="Ask a database now",
    responses=documented(401, 403, 404),
)
async def check_database(name: Name, caller: Administrator, equipment: CurrentEquipment) -> ConnectedDatabase:
    """Ask the database whether it answers and what its role may do; `state` and `reason` say how that went."""
    return await databases_of(equipment).check(caller.user.id, name)


@databases.put(
    "/api/databases/{name}",
    operation_id="changeDatabase",
    summary="Change a database",
    responses=documented(400, 401, 403, 404, 413, 415, 503),
)
async def change_database(
    name: Name,
    body: Annotated[DatabaseChange, Content(examples=[{"forEverybody": True}])],
    caller: Administrator,
    equipment: CurrentEquipment,
) -> ConnectedDatabase:
    """Replace what opens it, once the database has taken that, or lend it to everybody, or no longer."""
    if body.connection is None and body.for_everybody is None:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ONE_OF, names="connection, forEverybody"), field="connection")
    return await databases_of(equipment).change(
        caller.user.id, name, connection=body.connection, reach=body.reach, for_everybody=body.for_everybody
    )


@databases.delete(
    "/api/databases/{name}",
    operation_id="removeDatabase",
    summary="Remove a database",
    status_code=204,
    responses=documented(401, 403, 404),
)
async def remove_database(name: Name, caller: Administrator, equipment: CurrentEquipment) -> None:
    """Delete what opens it; in the database nothing changes."""
    await databases_of(equipment).remove(caller.user.id, name)
