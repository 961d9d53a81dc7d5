"""Takes a picture of a schema: everything that makes two databases behave differently."""

from typing import Any

import psycopg

QUERIES = {
    "columns": """
        select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
               pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)
          from pg_attribute a join pg_class c on c.oid = a.attrelid
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
         where c.relnamespace = %(schema)s::regnamespace and c.relkind in ('r', 'v', 'm', 'p') and a.attnum > 0
           and not a.attisdropped""",
    "tables": """
        select relname, relkind::text, relrowsecurity, relforcerowsecurity, reloptions, relowner::regrole::text,
               obj_description(oid, 'pg_class'), relacl::text
          from pg_class where relnamespace = %(schema)s::regnamespace and relkind in ('r', 'v', 'm', 'p', 'S')""",
    "constraints": """
        select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
          from pg_constraint where connamespace = %(schema)s::regnamespace and contype <> 'n'""",
    "indexes": """
        select pg_get_indexdef(indexrelid), indisvalid from pg_index join pg_class c on c.oid = indrelid
         where c.relnamespace = %(schema)s::regnamespace""",
    "policies": """
        select polrelid::regclass::text, polname, polcmd::text, polpermissive, polroles::regrole[]::text,
               pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)
          from pg_policy join pg_class c on c.oid = polrelid where c.relnamespace = %(schema)s::regnamespace""",
    "functions": """
        select pg_get_functiondef(oid), proacl::text from pg_proc
         where pronamespace = %(schema)s::regnamespace and prokind = 'f'""",
    "triggers": """
        select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
         where c.relnamespace = %(schema)s::regnamespace and not tgisinternal""",
    "schema": "select nspname, nspacl::text from pg_namespace where nspname = %(schema)s",
}


def picture(owner_url: str, schema: str = "public") -> dict[str, list[tuple[Any, ...]]]:
    """Return the catalogue of a schema, sorted, without the migrations' own table."""
    with psycopg.connect(owner_url) as connection:
        taken = {what: connection.execute(query, {"schema": schema}).fetchall() for what, query in QUERIES.items()}
    return {
        what: sorted((row for row in rows if "alembic_version" not in str(row)), key=repr)
        for what, rows in taken.items()
    }
