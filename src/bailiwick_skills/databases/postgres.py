"""PostgreSQL as agents ask it: each time a new connection, one transaction that only reads, and then it is gone."""

import asyncio
import json
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import AsyncConnection, AsyncCursor, errors, sql
from psycopg.rows import TupleRow

from bailiwick.plugin import CallFailed, ErrorClass, Reason, ReasonCode
from bailiwick_skills.databases.addresses import DatabaseAddress, allowed_addresses
from bailiwick_skills.databases.opened import (
    EXACT_DIGITS,
    LONGEST_VALUE,
    MOST_BYTES,
    MOST_ROWS,
    MOST_TABLES,
    QUERY_SECONDS,
    DatabaseTable,
    Rows,
    Standing,
    check_columns,
    failed,
    needs_parser,
    too_slow,
)
from bailiwick_skills.databases.records import DatabaseState, Reach

if TYPE_CHECKING:
    from bailiwick_skills.databases.reading import ReadingQuery

AT_ONCE = 50
"""Rows that are fetched in one go."""
WHOLE, BROKEN, TRUTH = frozenset((20, 21, 23)), frozenset((700, 701, 1700)), frozenset((16,))
"""Object ids of PostgreSQL's types: whole numbers, other numbers, booleans."""

SETTINGS = f"""
SELECT set_config('statement_timeout', '{QUERY_SECONDS}s', true), set_config('lock_timeout', '2s', true),
       set_config('idle_in_transaction_session_timeout', '20s', true),
       set_config('standard_conforming_strings', 'on', true), set_config('bytea_output', 'hex', true),
       set_config('DateStyle', 'ISO', true), set_config('IntervalStyle', 'postgres', true),
       set_config('max_parallel_workers_per_gather', '0', true), set_config('row_security', 'on', true)
""".encode()
ROLE = """
SELECT r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolbypassrls,
       (SELECT string_agg(g.rolname, ', ' ORDER BY g.rolname) FROM pg_roles g
         WHERE g.rolname IN ('pg_write_all_data', 'pg_write_server_files', 'pg_read_server_files',
                             'pg_execute_server_program', 'pg_signal_backend', 'pg_maintain', 'pg_checkpoint',
                             'pg_create_subscription')
           AND pg_has_role(g.oid, 'MEMBER')),
       (SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
           AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
                OR has_any_column_privilege(c.oid, 'INSERT, UPDATE') OR pg_has_role(c.relowner, 'MEMBER'))
         ORDER BY 1 LIMIT 1),
       (SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname !~ '^pg_' AND CASE c.relkind WHEN 'S' THEN has_sequence_privilege(c.oid, 'USAGE, UPDATE') END
         ORDER BY 1 LIMIT 1),
       (SELECT n.nspname FROM pg_namespace n
         WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'CREATE')
         ORDER BY 1 LIMIT 1),
       has_database_privilege(current_database(), 'CREATE'), current_setting('server_version'), current_user
  FROM pg_roles r WHERE r.rolname = current_user
"""
FUNCTIONS_WITH_EFFECTS = """
SELECT proname FROM pg_proc
 WHERE proname = ANY (%s) AND provolatile = 'v' AND pronargs >= 1 AND pronargs - pronargdefaults <= 1 LIMIT 1
"""
ATTRIBUTES = ("SUPERUSER", "CREATEROLE", "CREATEDB", "REPLICATION", "BYPASSRLS")
TABLES = """
SELECT n.nspname, c.relname, CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' ELSE 'table' END,
       greatest(c.reltuples, -1)::bigint, left(obj_description(c.oid, 'pg_class'), 300), c.oid::bigint
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
   AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
   AND has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT')
       OR has_any_column_privilege(c.oid, 'SELECT'))
 ORDER BY n.nspname <> 'public', 1, 2 LIMIT %s
"""
COLUMNS = """
SELECT a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull,
       coalesce((SELECT true FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary
                 AND a.attnum = ANY (i.indkey)), false),
       left(col_description(a.attrelid, a.attnum), 300),
       (SELECT f.confrelid::regclass::text FROM pg_constraint f
         WHERE f.conrelid = a.attrelid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1)
  FROM pg_attribute a
 WHERE a.attrelid = %s AND a.attnum > 0 AND NOT a.attisdropped
   AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
 ORDER BY a.attnum LIMIT 300
"""


class Postgres:
    """One database, as it is reached."""

    dialect = "postgresql"

    def __init__(self, target: DatabaseAddress, reach: Reach) -> None:
        self._target = target
        self._reach = reach

    async def standing(self) -> Standing:
        """Return the version of the server and whether the role may do more than read. Raises `CallFailed`."""
        async with self._transaction() as cursor:
            await cursor.execute(ROLE)
            row = await cursor.fetchone()
        if row is None:
            raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SQL_REFUSED, host=self._target.host[:100]))
        *held, groups, table, sequence, schema, creates, version, user = row
        more = [name for name, has in zip(ATTRIBUTES, held, strict=True) if has]
        writes = ", ".join([*more, *([groups] if groups else []), *([table] if table else [])])
        said = f"PostgreSQL {str(version).split()[0]}"
        if writes:
            return Standing(said, DatabaseState.MAY_WRITE, Reason.of(ReasonCode.SQL_MAY_WRITE, user=user, what=writes))
        made = schema or sequence or (self._target.database if creates else None)
        if made:
            return Standing(said, DatabaseState.MAY_CREATE, Reason.of(ReasonCode.SQL_MAY_CREATE, user=user, what=made))
        return Standing(said, DatabaseState.OK, None)

    async def tables(self) -> Sequence[DatabaseTable]:
        """Return what the role may read, by schema and name, `public` first; at most 500. Raises `CallFailed`."""
        async with self._transaction() as cursor:
            await cursor.execute(TABLES, (MOST_TABLES,))
            found = await cursor.fetchall()
        return [
            DatabaseTable(schema, name, kind, rows if rows >= 0 else None, comment, oid)
            for schema, name, kind, rows, comment, oid in found
        ]

    async def columns(self, table: DatabaseTable) -> Sequence[Mapping[str, Any]]:
        """Return the columns of a table in their order. Raises `CallFailed`."""
        async with self._transaction() as cursor:
            await cursor.execute(COLUMNS, (table.oid,))
            found = await cursor.fetchall()
        return [
            {"name": name, "type": kind, "nullable": nullable, "key": key, "comment": comment, "refersTo": refers}
            for name, kind, nullable, key, comment, refers in found
        ]

    async def query(self, written: str, most: int = MOST_ROWS) -> Rows:
        """Carry out a query that only reads, and return at most so many rows. Raises `CallFailed`."""
        checked = await asyncio.to_thread(_checked, written)
        async with self._transaction() as cursor:
            # As part of another query nothing but a query is taken, whatever it is made of.
            await _check_columns(cursor, checked.of_tables)
            inner = sql.SQL("(") + sql.SQL(checked.text) + sql.SQL("\n)")  # pyright: ignore[reportArgumentType]
            await cursor.execute(sql.SQL("SELECT * FROM ") + inner + sql.SQL(" AS asked LIMIT 0"))
            described = cursor.description or []
            check_columns(len(described))
            names = [sql.Identifier(f"c{number}") for number in range(len(described))]
            # The server makes short texts of all values: what is large stays there.
            values = sql.SQL(", ").join(
                sql.SQL("left({}::text, {})").format(name, sql.Literal(LONGEST_VALUE + 1)) for name in names
            )
            await cursor.execute(
                sql.SQL("DECLARE answer NO SCROLL CURSOR FOR SELECT {} FROM {} AS asked ({})").format(
                    values, inner, sql.SQL(", ").join(names)
                )
            )
            return await _fetched(cursor, [(each.name, each.type_code) for each in described], most)

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[AsyncCursor[TupleRow]]:
        """Open a transaction that only reads, and end it. Raises `CallFailed` for what the server refuses."""
        connection = await self._connect()
        try:
            async with connection, connection.cursor() as cursor:
                await cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                await cursor.execute(SETTINGS)
                yield cursor
                await cursor.execute("ROLLBACK")
        except errors.QueryCanceled:
            raise too_slow() from None
        except (errors.OperationalError, UnicodeError):
            raise self._away() from None
        except psycopg.Error as error:
            raise failed(error.diag.message_primary or type(error).__name__) from None

    async def _connect(self) -> AsyncConnection[TupleRow]:
        """Return a connection to an address that was looked at. What the driver says of failures is never repeated."""
        refused = False
        for address in await allowed_addresses(self._target, self._reach):
            try:
                return await AsyncConnection.connect(
                    self._target.conninfo(address, self._reach), autocommit=True, prepare_threshold=None
                )
            except psycopg.Error as error:
                refused = refused or "FATAL" in str(error)  # the one word that the server's answers have in common
        if refused:
            raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(ReasonCode.SQL_REFUSED, host=self._target.host[:100]))
        raise self._away()

    def _away(self) -> CallFailed:
        return CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.SQL_UNREACHABLE, host=self._target.host[:100]))


async def _check_columns(cursor: AsyncCursor[TupleRow], names: Collection[str]) -> None:
    """Refuse what is called like a function with effects: the server takes "g.pg_sleep" for pg_sleep(g) as well."""
    if names:
        await cursor.execute(FUNCTIONS_WITH_EFFECTS, (list(names),))
        if found := await cursor.fetchone():
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_FUNCTION, name=found[0]))


def _checked(written: str) -> "ReadingQuery":
    needs_parser()
    from bailiwick_skills.databases.reading import only_reads  # its parser takes half a second to load

    return only_reads(written)


async def _fetched(cursor: AsyncCursor[TupleRow], columns: Sequence[tuple[str, int]], most: int) -> Rows:
    rows: list[list[Any]] = []
    size = shortened = 0
    while True:
        await cursor.execute(sql.SQL("FETCH FORWARD {} FROM answer").format(sql.Literal(min(AT_ONCE, most + 1))))
        found = await cursor.fetchall()
        for texts in found:
            if len(rows) == most:
                return Rows([name for name, _ in columns], rows, "rows", shortened)
            row = [_value(text, kind) for text, (_, kind) in zip(texts, columns, strict=True)]
            size += len(json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass"))
            if size > MOST_BYTES and rows:
                return Rows([name for name, _ in columns], rows, "bytes", shortened)
            shortened += sum(text is not None and len(text) > LONGEST_VALUE for text in texts)
            rows.append(row)
        if not found:
            return Rows([name for name, _ in columns], rows, None, shortened)


def _value(text: str | None, kind: int) -> Any:
    """Return a value as JSON has it: numbers that it can hold exactly, truth, else text."""
    if text is None:
        return None
    if kind in TRUTH:
        return text == "true"
    if kind in WHOLE and len(text) <= EXACT_DIGITS:
        return int(text)
    if kind in BROKEN and len(text) <= EXACT_DIGITS and text[-1:].isdigit():
        return float(text) if "." in text or "e" in text else int(text)
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"
