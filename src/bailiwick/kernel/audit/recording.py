"""Recording acts: one entry each, in the transaction of the act."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bailiwick.kernel.audit.acting import current_actor
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.reasons import Kind

if TYPE_CHECKING:
    import psycopg

LONGEST_THING = 200
"""Characters that are kept of an id."""

Detail = str | int | float | bool | Sequence[str] | None
"""What an entry says besides: codes, numbers and ids; never what a person wrote, and never a secret."""


def audited(database: Database, act: Act, kind: Kind, thing: str, /, **details: Detail) -> None:
    """Within a transaction: record at its end that this was done with the thing of this kind and id.

    The entry commits with the act or not at all. It is written right before the commit, so that of several
    transactions each waits for the other's last statement only. `details` that are None are left out.
    """
    parameters = entry_of(act, kind, thing, details)

    async def write(connection: Connection) -> None:
        await _queries().run(connection, "record", **parameters)

    database.before_commit(write)


async def audited_alone(
    database: Database, user_id: str | None, act: Act, kind: Kind, thing: str, /, **details: Detail
) -> None:
    """Record what is no change of data, such as an export or a failed sign-in, in the person's log.

    Without a person it is in nobody's: administrators alone read it.
    """
    if user_id is not None:
        async with database.as_user(user_id):
            audited(database, act, kind, thing, **details)
        return
    async with database.without_user() as connection:
        await _queries().run(connection, "record", **entry_of(act, kind, thing, details))


def audited_by_owner(
    connection: "psycopg.Connection[Any]", act: Act, kind: Kind, thing: str, /, **details: Detail
) -> None:
    """Record in a transaction of the owner of the tables, as the last thing that is done in it."""
    connection.execute(_queries()["record"].sql.encode(), entry_of(act, kind, thing, details))


def entry_of(act: Act, kind: Kind, thing: str, details: Mapping[str, Detail]) -> dict[str, Any]:
    """Return the columns of an entry of whoever acts now."""
    actor = current_actor()
    said = {name: value for name, value in details.items() if value is not None}
    return {
        "act": act.value,
        "person": None if actor.person is None else UUID(actor.person),
        "token": None if actor.token is None else UUID(actor.token),
        "face": actor.face.value,
        "address": actor.address,
        "kind": kind,
        "thing": clean_text(thing)[:LONGEST_THING],
        "details": as_json(said),
    }


def _queries() -> Queries:
    return Queries("bailiwick.kernel.audit.recording")
