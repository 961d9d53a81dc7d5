"""What a backup consists of: the tables, columns, references and sequences of a database, from its catalogue."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, LiteralString, cast

import psycopg
from psycopg import sql

from bailiwick.kernel.database.plugin_migrations import PREFIX

SCHEMAS = ("public", "procrastinate")
"""The product's own tables, and those of the job engine; plug-ins have theirs in schemas of their own."""
LEFT_OUT = ("alembic_version", "plugin_migrations", "model_breakers", "rate_buckets", "rate_key")
"""How far the schemas are, which a backup says itself, and which providers answered lately and who asked for how much,
which is nobody's and soon over."""

WHOLE = ("audit_entries", "audit_heads")
"""What is copied whole: the audit log outlives the people in it."""


@dataclass(frozen=True, slots=True)
class BackupTable:
    """A table as it is copied."""

    schema: str
    name: str
    columns: Sequence[str]
    """Those that are copied: not what the database makes of others, nor transaction numbers, which mean something on
    one server only."""
    key: Sequence[str]
    """Columns of the primary key, in whose order rows are copied."""
    guarded: bool
    """Whether row-level security guards it."""

    @property
    def by_user(self) -> bool:
        """Whether each row belongs to a user, whom a transaction has to act for."""
        return self.guarded and self.name not in WHOLE

    @property
    def title(self) -> str:
        """How it is named in a backup."""
        return f"{self.schema}.{self.name}"

    @property
    def identifier(self) -> sql.Identifier:
        """How it is named in SQL."""
        return sql.Identifier(self.schema, self.name)

    @property
    def column_list(self) -> sql.Composed:
        """Its copied columns in SQL."""
        return sql.SQL(", ").join(sql.Identifier(column) for column in self.columns)


@dataclass(frozen=True, slots=True)
class BackupSequence:
    """A sequence and the column it numbers."""

    schema: str
    name: str
    table: str
    column: str


def tables(connection: psycopg.Connection[Any]) -> Sequence[BackupTable]:
    """Return the tables of a database, in the order of their names."""
    rows = connection.execute(
        """
        SELECT nspname, relname, relrowsecurity,
               array(SELECT attname::text FROM pg_attribute
                      WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                        AND atttypid <> 'xid8'::regtype
                      ORDER BY attname),
               array(SELECT attname::text FROM pg_index
                       JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
                      WHERE indrelid = pg_class.oid AND indisprimary
                      ORDER BY array_position(indkey::smallint[], attnum))
          FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE (nspname = ANY (%s) OR starts_with(nspname, %s)) AND relkind = 'r' AND relname <> ALL (%s)
           AND NOT EXISTS (SELECT FROM pg_depend
                            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
         ORDER BY nspname, relname
        """,
        (list(SCHEMAS), PREFIX, list(LEFT_OUT)),
    ).fetchall()
    return [
        BackupTable(schema, name, tuple(columns), tuple(key), guarded) for schema, name, guarded, columns, key in rows
    ]


def sequences(connection: psycopg.Connection[Any]) -> Sequence[BackupSequence]:
    """Return the sequences that number columns of these tables."""
    rows = connection.execute(
        """
        SELECT nspname, sequence.relname, owner.relname, attname
          FROM pg_class AS sequence
          JOIN pg_namespace ON pg_namespace.oid = sequence.relnamespace
          JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = sequence.oid AND deptype IN ('a', 'i')
                        AND refclassid = 'pg_class'::regclass
          JOIN pg_class AS owner ON owner.oid = refobjid
          JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
         WHERE (nspname = ANY (%s) OR starts_with(nspname, %s)) AND sequence.relkind = 'S'
         ORDER BY nspname, sequence.relname
        """,
        (list(SCHEMAS), PREFIX),
    ).fetchall()
    return [BackupSequence(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class Reference:
    """A foreign key."""

    table: sql.Identifier
    name: str
    definition: LiteralString


def references(connection: psycopg.Connection[Any]) -> Sequence[Reference]:
    """Return all foreign keys."""
    rows = connection.execute(
        """
        SELECT nspname, relname, conname, pg_get_constraintdef(pg_constraint.oid)
          FROM pg_constraint
          JOIN pg_class ON pg_class.oid = conrelid
          JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE contype = 'f' AND (nspname = ANY (%s) OR starts_with(nspname, %s)) AND conparentid = 0
         ORDER BY nspname, relname, conname
        """,
        (list(SCHEMAS), PREFIX),
    ).fetchall()
    return [
        # What the catalogue says of itself is SQL of the migrations of the product and its plug-ins.
        Reference(sql.Identifier(schema, table), name, cast(LiteralString, definition))
        for schema, table, name, definition in rows
    ]
