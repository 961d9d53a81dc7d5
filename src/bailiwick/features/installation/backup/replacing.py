"""The database that a restored one takes the place of: looked at, emptied, or kept beside it."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.database.plugin_migrations import PREFIX
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.reasons import Reason

RELATIONS = """
    SELECT nspname, relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'public' AND relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend
                        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
"""
SCHEMAS = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)"
FUNCTIONS = """
    SELECT pg_proc.oid::regprocedure::text FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend
                        WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
"""


@dataclass(frozen=True, slots=True)
class Occupancy:
    """What there is."""

    people: int
    others: int
    """Connections of others."""


def occupancy(owner_url: str) -> Occupancy:
    """Look what there is."""
    with psycopg.connect(owner_url, autocommit=True, connect_timeout=5) as connection:
        there = connection.execute("SELECT to_regclass('public.users') IS NOT NULL").fetchone()
        people = connection.execute("SELECT count(*) FROM public.users").fetchone() if there and there[0] else (0,)
        others = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchone()
    return Occupancy(people[0] if people else 0, others[0] if others else 0)


def wipe(owner_url: str) -> None:
    """Remove the product's tables, and whatever is in them, from a database."""
    with psycopg.connect(owner_url) as connection:
        connection.execute("DROP SCHEMA IF EXISTS procrastinate CASCADE")
        for (schema,) in connection.execute(SCHEMAS, (PREFIX,)).fetchall():
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))
        for schema, name in connection.execute(RELATIONS).fetchall():
            connection.execute(sql.SQL("DROP TABLE IF EXISTS {} CASCADE").format(sql.Identifier(schema, name)))
        for (signature,) in connection.execute(FUNCTIONS).fetchall():
            connection.execute(b"DROP FUNCTION IF EXISTS " + signature.encode())


@contextmanager
def replaced(owner_url: str, admin_url: str) -> Generator[str]:
    """Rename the database and put an empty one in its place; undo both when the block raises.

    Yields the name under which the old one is kept. Raises `Conflict` when the role of `admin_url` may not.
    """
    name = str(conninfo_to_dict(owner_url)["dbname"])
    kept = f"{name}_before_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    with psycopg.connect(admin_url, autocommit=True, connect_timeout=5) as connection:
        owner = _owner(connection, name)
        try:
            _rename(connection, name, kept)
        except psycopg.errors.ObjectInUse as error:
            raise Conflict(Reason.of(InstallationReason.DATABASE_IN_USE, name=name)) from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise Conflict(_advice(name)) from error
        try:
            _create(connection, name, owner)
            yield kept
        except BaseException:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
            _rename(connection, kept, name)
            raise


def _create(connection: psycopg.Connection[tuple[object, ...]], name: str, owner: str) -> None:
    try:
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), sql.Identifier(owner)))
    except psycopg.errors.InsufficientPrivilege as error:
        raise Conflict(_advice(name)) from error


def _advice(name: str) -> str:
    return (
        f"The role of the database's address may not rename {name} and create another: create an empty database by"
        " hand, set BAILIWICK_DATABASE_URL to it and restore there."
    )


def _rename(connection: psycopg.Connection[tuple[object, ...]], old: str, new: str) -> None:
    connection.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(old), sql.Identifier(new)))


def _owner(connection: psycopg.Connection[tuple[object, ...]], name: str) -> str:
    query = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = %s"
    row = connection.execute(query, (name,)).fetchone()
    return str(row[0]) if row else ""
