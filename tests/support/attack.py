"""Attacks every table of a database as a stranger and reports what got through."""

from typing import Any

import psycopg
from psycopg import sql

ENGINE_TABLES = {"alembic_version", "plugin_migrations"}
"""Belong to the owner alone; the application has no right to them."""

NOBODYS_TABLES = {"model_breakers", "rate_buckets", "rate_key", "audit_heads"}
"""Belong to no user and name none: every call of a model, every request or every act that is recorded reads and writes
them."""
LASTING_TABLES = {"audit_entries"}
"""Numbered for all people together, and outlive them; they have tests of their own."""
SHARED_TABLES = {
    "administrators",
    "mcp_servers",
    "installation_settings",
    "lent_folders",
    "granted_packages",
    "model_connections",
    "spending_limits",
    "spending_ledgers",
    *NOBODYS_TABLES,
    *LASTING_TABLES,
}
"""Belong to the installation: every user reads them, administrators write them. They have tests of their own."""


def tables(owner_url: str, schema: str = "public") -> list[str]:
    """Return the tables of the product, or of a plug-in's schema, in which each row is one user's alone."""
    with psycopg.connect(owner_url) as connection:
        rows = connection.execute(
            "select relname from pg_class where relnamespace = %s::regnamespace and relkind in ('r', 'p')", (schema,)
        ).fetchall()
    return sorted({row[0] for row in rows} - ENGINE_TABLES - SHARED_TABLES)


def find_leaks(app_url: str, table: str, victim: str, stranger: str | None, schema: str = "public") -> list[str]:
    """Try to read, write, change and delete the victim's rows as `stranger` (None: as no user).

    Returns what succeeded; also when the victim does not see rows of their own, since then nothing was proven.
    Everything is rolled back.
    """
    with psycopg.connect(app_url) as connection:
        connection.execute(sql.SQL("set search_path to {}").format(sql.Identifier(schema)))
        connection.commit()
        before = _rows(connection, table, victim)
        connection.rollback()
        if not before:
            return ["the victim sees no row of their own"]
        return [
            what
            for what, statement in _attempts(
                sql.Identifier(table), _written_columns(connection, table), victim, before[0]
            ).items()
            if _succeeds(connection, statement, table, victim, stranger, before)
        ]


def _written_columns(connection: psycopg.Connection[Any], table: str) -> sql.Composed:
    """Return the columns that an insert may name: all but generated ones."""
    rows = connection.execute(
        "select attname from pg_attribute where attrelid = %s::regclass and attnum > 0 and not attisdropped"
        " and attgenerated = ''",
        (table,),
    ).fetchall()
    return sql.SQL(", ").join(sql.Identifier(row[0]) for row in rows)


def _attempts(table: sql.Identifier, columns: sql.Composed, victim: str, row: str) -> dict[str, sql.Composed]:
    me = sql.SQL("nullif(current_setting('bailiwick.user_id', true), '')::uuid")
    return {
        "read": sql.SQL("select 1 from {} where user_id is distinct from {}").format(table, me),
        "read by user": sql.SQL("select 1 from {} where user_id = {}").format(table, victim),
        "change": sql.SQL("update {} set user_id = user_id where user_id = {} returning 1").format(table, victim),
        "change blindly": sql.SQL("update {} set user_id = user_id").format(table),
        "take": sql.SQL("update {} set user_id = {} where user_id = {} returning 1").format(table, me, victim),
        "delete": sql.SQL("delete from {} where user_id = {} returning 1").format(table, victim),
        "delete blindly": sql.SQL("delete from {}").format(table),
        "forge": sql.SQL(
            "insert into {} ({}) overriding system value select {} from jsonb_populate_record(null::{}, {}::jsonb)"
            " on conflict do nothing returning 1"
        ).format(table, columns, columns, table, row),
    }


def _succeeds(
    connection: psycopg.Connection[Any],
    statement: sql.Composed,
    table: str,
    victim: str,
    stranger: str | None,
    before: list[str],
) -> bool:
    try:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (stranger or "",))
        cursor = connection.execute(statement)
        if cursor.description and cursor.fetchall():
            return True
        return _rows(connection, table, victim) != before
    except psycopg.errors.InsufficientPrivilege:
        return False
    except psycopg.errors.IntegrityError:
        # It got past row-level security and was stopped by a constraint, by chance.
        return True
    finally:
        connection.rollback()


def _rows(connection: psycopg.Connection[Any], table: str, user: str) -> list[str]:
    """Return the user's rows that this transaction has not written, as JSON."""
    connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
    query = sql.SQL(
        "select to_jsonb(t)::text from {} t"
        " where xmin::text::bigint is distinct from pg_current_xact_id_if_assigned()::text::bigint % 4294967296"
        " order by 1"
    ).format(sql.Identifier(table))
    return [row[0] for row in connection.execute(query).fetchall()]
