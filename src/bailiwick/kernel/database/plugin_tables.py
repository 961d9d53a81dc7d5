"""Tables of plug-ins: made by the migrations that lie beside a plug-in, kept apart by person by the product itself.

A plug-in's tables lie in a schema of its own. Whatever its migrations leave there gets what every table of the product
has: rows of one person each that go with the person, forced row-level security with the one policy, an index that
begins with the person, and the application's rights.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from bailiwick.kernel.database.migrate import LOCK
from bailiwick.kernel.database.plugin_migrations import Migration, TableRetention, schema_of
from bailiwick.kernel.database.urls import APP_ROLE
from bailiwick.kernel.errors import Conflict, Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

ME = "acting_user()"
"""The current user, as the catalogue writes it in defaults."""
POLICY = ("own_rows", "*", True, "{0}", f"(user_id = {ME})", f"(user_id = {ME})")
"""The one policy: name, commands, whether permissive, roles (all), which rows are seen, which may be written."""
ELSEWHERE = """
SELECT array_agg(pg_class.oid ORDER BY pg_class.oid)
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
 WHERE nspname NOT LIKE 'pg\\_%%' AND nspname NOT IN ('information_schema', %(schema)s)
"""
"""What there is outside a schema."""
NOT_TABLES = """
SELECT relname FROM pg_class WHERE relnamespace = %(schema)s::regnamespace AND relkind NOT IN ('r', 'i', 'S', 'c')
 UNION ALL
SELECT proname FROM pg_proc WHERE pronamespace = %(schema)s::regnamespace AND prosecdef
"""
"""What borrows the rights of the tables' owner, or whose protection is not that of a table."""
TABLES = """
SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced,
       attnum AS place, format_type(atttypid, NULL) AS type, attnotnull AS required,
       (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum) AS given,
       ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = pg_class.oid) AS policies,
       EXISTS (SELECT FROM pg_policy
                WHERE polrelid = pg_class.oid
                  AND (polname, polcmd::text, polpermissive, polroles::text, pg_get_expr(polqual, polrelid),
                       pg_get_expr(polwithcheck, polrelid)) = (%(name)s, %(all)s, %(permissive)s, %(roles)s, %(see)s,
                                                               %(write)s)) AS guarded,
       EXISTS (SELECT FROM pg_constraint
                WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid = 'public.users'::regclass
                  AND conkey = ARRAY[attnum] AND confdeltype = 'c') AS erased,
       EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary) AS keyed,
       ARRAY(SELECT indexrelid::regclass::text FROM pg_index
              WHERE indrelid = pg_class.oid AND (indisunique OR indisexclusion)
                AND attnum <> ALL (indkey::smallint[])) AS open_keys,
       ARRAY(SELECT conname::text FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
              WHERE conrelid = pg_class.oid AND contype = 'f'
                AND (attnum <> ALL (conkey) OR confdeltype = 'r'
                     OR NOT (other.relnamespace = pg_class.relnamespace
                             OR confrelid = 'public.users'::regclass AND confdeltype = 'c'))) AS open_references,
       (SELECT coalesce(json_agg(ARRAY(
                   SELECT of_index.attname FROM unnest(indkey::smallint[]) WITH ORDINALITY AS part (number, at)
                     LEFT JOIN pg_attribute AS of_index ON of_index.attrelid = indrelid AND of_index.attnum = number
                    ORDER BY at)), '[]')
          FROM pg_index WHERE indrelid = pg_class.oid AND indpred IS NULL) AS indexes,
       (SELECT bool_and(has_table_privilege(%(role)s::name, pg_class.oid, each))
          FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS each) AS granted
  FROM pg_class LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'user_id' AND NOT attisdropped
 WHERE relnamespace = %(schema)s::regnamespace AND relkind = 'r'
 ORDER BY relname
"""


def upgrade(
    owner_url: str, plugin: str, migrations: Sequence[Migration], retention: Sequence[TableRetention] = ()
) -> None:
    """Carry out the migrations of a plug-in that were not yet, and keep its tables' rows apart by person.

    All or nothing; changes nothing where nothing is left to do. Another process that does the same is waited for.
    Raises `Conflict`, which says what is wrong with the plug-in, and `Unavailable`.
    """
    schema = schema_of(plugin)
    with _transaction(owner_url) as connection:
        done = _recorded(connection, plugin)
        if unknown := done - {each.number for each in migrations}:
            raise Conflict(Reason.of(ReasonCode.PLUGIN_TABLES_NEWER, plugin=plugin, found=f"{max(unknown):04}"))
        pending = [each for each in migrations if each.number not in done]
        if pending:
            _carry_out(connection, plugin, schema, pending)
        _secure(connection, plugin, schema, {each.table: each.by for each in retention})
        if pending:
            connection.execute(
                sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA {} TO {}").format(
                    sql.Identifier(schema), sql.Identifier(APP_ROLE)
                )
            )


def carried_out(connection: psycopg.Connection[Any]) -> Mapping[str, Sequence[int]]:
    """Return the numbers of the migrations that were carried out, by plug-in; none in a schema that knows none."""
    there = connection.execute("SELECT to_regclass('public.plugin_migrations') IS NOT NULL").fetchone()
    if not there or not there[0]:
        return {}
    rows = connection.execute(
        "SELECT plugin, array_agg(number ORDER BY number) FROM public.plugin_migrations GROUP BY plugin ORDER BY plugin"
    ).fetchall()
    return dict(rows)


def _recorded(connection: psycopg.Connection[Any], plugin: str) -> set[int]:
    rows = connection.execute("SELECT number FROM public.plugin_migrations WHERE plugin = %s", (plugin,)).fetchall()
    return {row[0] for row in rows}


def _carry_out(connection: psycopg.Connection[Any], plugin: str, schema: str, pending: Sequence[Migration]) -> None:
    """Carry out migrations and record them. Raises `Conflict` for one that fails, or reaches beyond the schema."""
    try:
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
    except psycopg.errors.InsufficientPrivilege as error:
        raise Conflict(
            Reason.of(ReasonCode.ROLE_NOT_OWNER, problem=error.diag.message_primary or str(error))
        ) from error
    # Types and functions of the product, such as vectors, are found after the plug-in's own.
    connection.execute(sql.SQL("SET LOCAL search_path = {}, public").format(sql.Identifier(schema)))
    before = connection.execute(ELSEWHERE, {"schema": schema}).fetchone()
    for each in pending:
        try:
            connection.execute(each.text)
        except psycopg.OperationalError:
            raise
        except psycopg.Error as error:
            problem = error.diag.message_primary or str(error)
            raise Conflict(Reason.of(ReasonCode.PLUGIN_MIGRATION_FAILED, file=each.name, problem=problem)) from error
        connection.execute(
            "INSERT INTO public.plugin_migrations (plugin, number, name) VALUES (%s, %s, %s)",
            (plugin, each.number, each.name),
        )
    if connection.execute(ELSEWHERE, {"schema": schema}).fetchone() != before:
        raise Conflict(Reason.of(ReasonCode.PLUGIN_REACHES_OUT, schema=schema))
    connection.execute("SET LOCAL search_path = public")


def _secure(connection: psycopg.Connection[Any], plugin: str, schema: str, ages: Mapping[str, str]) -> None:
    """Give every table what it lacks of what keeps people apart. Raises `Conflict` where that cannot be."""
    there = connection.execute("SELECT to_regnamespace(%s) IS NOT NULL", (schema,)).fetchone()
    if not there or not there[0]:
        raise Conflict(Reason.of(ReasonCode.PLUGIN_TABLE_ABSENT, table=schema))
    if other := connection.execute(NOT_TABLES, {"schema": schema}).fetchone():
        raise Conflict(Reason.of(ReasonCode.PLUGIN_HAS_OTHER, name=other[0]))
    names = ("name", "all", "permissive", "roles", "see", "write")
    with connection.cursor(row_factory=dict_row) as cursor:
        given = {"schema": schema, "role": APP_ROLE} | dict(zip(names, POLICY, strict=True))
        tables = cursor.execute(TABLES, given).fetchall()
    if absent := ages.keys() - {table["name"] for table in tables}:
        raise Conflict(Reason.of(ReasonCode.PLUGIN_TABLE_ABSENT, table=min(absent)))
    for table in tables:
        _check(connection, schema, table, ages.get(table["name"]))
        try:
            for change in _lacks(sql.Identifier(schema, table["name"]), table, ages.get(table["name"])):
                connection.execute(change)
        except psycopg.OperationalError:
            raise
        except psycopg.Error as error:
            problem = error.diag.message_primary or str(error)
            raise Conflict(Reason.of(ReasonCode.PLUGIN_TABLE_OPEN, table=table["name"], problem=problem)) from error
    role = connection.execute("SELECT has_schema_privilege(%s::name, %s::text, 'USAGE')", (APP_ROLE, schema)).fetchone()
    if not role or not role[0]:
        grant = sql.SQL("GRANT USAGE ON SCHEMA {} TO {}")
        connection.execute(grant.format(sql.Identifier(schema), sql.Identifier(APP_ROLE)))


def _check(connection: psycopg.Connection[Any], schema: str, table: Mapping[str, Any], by: str | None) -> None:
    """Raise `Conflict` for a table that no policy could keep apart by person, or whose rows have no age."""
    name = table["name"]
    if table["type"] != "uuid":
        raise Conflict(Reason.of(ReasonCode.PLUGIN_TABLE_USERLESS, table=name))
    if not table["keyed"]:
        raise Conflict(Reason.of(ReasonCode.PLUGIN_TABLE_KEYLESS, table=name))
    if open_keys := [*table["open_keys"], *table["open_references"]]:
        raise Conflict(Reason.of(ReasonCode.PLUGIN_KEY_USERLESS, table=name, key=open_keys[0]))
    if by is not None:
        column = connection.execute(
            "SELECT FROM pg_attribute WHERE attrelid = format('%%I.%%I', %s::text, %s::text)::regclass AND attname = %s"
            " AND NOT attisdropped AND atttypid = 'timestamptz'::regtype",
            (schema, name, by),
        ).fetchone()
        if column is None:
            raise Conflict(Reason.of(ReasonCode.PLUGIN_AGE_ABSENT, table=name, column=by))


def _lacks(name: sql.Identifier, table: Mapping[str, Any], by: str | None) -> Generator[sql.Composed]:
    """Yield what is to be done to a table, nothing where it is as it has to be."""
    alter = sql.SQL("ALTER TABLE {} ").format(name)
    me = sql.SQL("public.acting_user()")
    if not table["required"]:
        yield alter + sql.SQL("ALTER user_id SET NOT NULL")
    if table["given"] != ME:
        yield alter + sql.SQL("ALTER user_id SET DEFAULT {}").format(me)
    if not table["erased"]:
        yield alter + sql.SQL("ADD FOREIGN KEY (user_id) REFERENCES public.users ON DELETE CASCADE")
    wanted = ["user_id"] if by is None else ["user_id", by]
    if not any(columns[: len(wanted)] == wanted for columns in table["indexes"]):
        yield sql.SQL("CREATE INDEX ON {} ({})").format(name, sql.SQL(", ").join(map(sql.Identifier, wanted)))
    if not table["guarded"] or len(table["policies"]) != 1:
        for policy in table["policies"]:
            yield sql.SQL("DROP POLICY {} ON {}").format(sql.Identifier(policy), name)
        yield sql.SQL("CREATE POLICY own_rows ON {} USING (user_id = {}) WITH CHECK (user_id = {})").format(
            name, me, me
        )
    if not table["forced"]:
        yield alter + sql.SQL("ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY")
    if not table["granted"]:
        grant = sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON {} TO {}")
        yield grant.format(name, sql.Identifier(APP_ROLE))


@contextmanager
def _transaction(owner_url: str) -> Generator[psycopg.Connection[Any]]:
    """Open one that no other migrator has open at the same time."""
    try:
        with psycopg.connect(owner_url, connect_timeout=5) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            yield connection
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
