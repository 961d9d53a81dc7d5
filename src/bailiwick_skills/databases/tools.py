"""What agents can do with databases: see which there are, see their tables, and read."""

import difflib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Language,
    NotFound,
    Reason,
    ReasonCode,
    Recognition,
    Request,
    Tool,
    ToolContext,
    not_there,
    own_service,
    plain,
    skill_tool,
)
from bailiwick_skills.databases.actions import Databases
from bailiwick_skills.databases.opened import MOST_ROWS, DatabaseTable, OpenedDatabase
from bailiwick_skills.databases.requests import read_description, read_list, read_query
from bailiwick_skills.databases.words import say_databases, say_description, say_rows

PER_MINUTE = 60
LONGEST_QUERY = 10_000

DatabaseName = Annotated[
    str | None, Field(max_length=60, description="Name of the database; not needed where there is one alone.")
]
TableName = Annotated[str | None, Field(max_length=160, description="Name of a table, with its schema if need be.")]


def database_tools(databases: Databases) -> list[Tool]:
    """Return the tools."""
    reading = partial(
        skill_tool, read_only=True, open_world=True, opens=own_service, timeout=30.0, per_minute=PER_MINUTE
    )

    async def meant(context: ToolContext, name: str | None) -> tuple[str, OpenedDatabase]:
        """Return the database of that name, or the only one. Raises `CallFailed`, which asks for what is lacking."""
        known = [each.name for each in await databases.list(context.user_id)]
        if not known:
            raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(ReasonCode.SQL_MISSING))
        wanted = _folded(name or "")
        found = known if not wanted and len(known) == 1 else [each for each in known if _folded(each) == wanted]
        if not found:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_WHICH, names=", ".join(known)))
        try:
            return found[0], await databases.open(context.user_id, found[0])
        except NotFound:  # it was removed meanwhile
            raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(ReasonCode.SQL_MISSING)) from None

    @skill_tool(read_only=True, recogniser=ListReader())
    async def listDatabases(context: ToolContext) -> dict[str, Any]:
        """List the databases that `describeDatabase` and `queryDatabase` can ask, with the state of each.

        You can connect none: an administrator does, under Settings, Databases.
        """
        found = await databases.list(context.user_id)
        return {"databases": [{"name": each.name, "state": each.state} for each in found]}

    @reading(recogniser=DescriptionReader())
    async def describeDatabase(
        context: ToolContext, database: DatabaseName = None, table: TableName = None
    ) -> dict[str, Any]:
        """Show the tables of a database, or with `table` the columns of one. Look before you query.

        Returns database, dialect and tables (name, kind, rows as guessed, comment), or columns (name, type, nullable,
        key, comment, refersTo); `found: false` with `near` names where there is no such table.
        """
        name, opened = await meant(context, database)
        tables = await opened.tables()
        if table is None:
            return {"database": name, "dialect": opened.dialect, "tables": [_told(each) for each in tables]}
        found = table_named(table, tables)
        if found is None:
            return not_there(table, _near(table, tables), database=name)
        return {"database": name, "table": found.called, "columns": await opened.columns(found)}

    @reading(recogniser=QueryReader())
    async def queryDatabase(
        context: ToolContext,
        sql: Annotated[
            str | None,
            Field(
                max_length=LONGEST_QUERY,
                description="One SELECT of PostgreSQL, or of SQLite where `describeDatabase` says so.",
            ),
        ] = None,
        table: TableName = None,
        what: Annotated[
            Literal["rows", "count"], Field(description="With `table` instead of `sql`: its first rows, or how many.")
        ] = "rows",
        database: DatabaseName = None,
        limit: Annotated[int, Field(ge=1, le=MOST_ROWS, description="Most rows that come back.")] = MOST_ROWS,
    ) -> dict[str, Any]:
        """Read from a database with one SELECT. Nothing can be changed.

        It may take 10 seconds and return 500 rows, 100 kB: aggregate in SQL rather than read all. Returns database,
        columns and rows; with `cut` there is more: say so. `shortened` counts values of which 2,000 characters came
        back.
        """
        name, opened = await meant(context, database)
        called = None
        if sql is None:
            if table is None:
                raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_WHICH_TABLE))
            tables = await opened.tables()
            found = table_named(table, tables)
            if found is None:
                return not_there(table, _near(table, tables), database=name)
            called = found.called
            sql = f"SELECT {'count(*)' if what == 'count' else '*'} FROM {found.identifier}"  # noqa: S608  (quoted)
        told = await opened.query(sql, limit)
        return {
            "database": name,
            "table": called,
            "columns": told.columns,
            "rows": told.rows,
            "cut": told.cut,
            "shortened": told.shortened,
        }

    return [listDatabases, describeDatabase, queryDatabase]


def table_named(asked: str, tables: Sequence[DatabaseTable]) -> DatabaseTable | None:
    """Return the table that a name means: exactly, in another spelling, or in the other number."""
    wanted = _folded(asked.replace('"', ""))
    by_name = {name: each for each in reversed(tables) for name in (_folded(each.name), _folded(each.called))}
    forms = (wanted, f"{wanted}s", f"{wanted}es", wanted.removesuffix("s"), wanted.removesuffix("es"))
    return next((by_name[form] for form in forms if form in by_name), None)


def _near(asked: str, tables: Sequence[DatabaseTable]) -> list[str]:
    names = {_folded(each.name): each.called for each in tables}
    return [names[near] for near in difflib.get_close_matches(_folded(asked), list(names), n=5, cutoff=0.5)]


def _folded(name: str) -> str:
    return plain(name).replace(" ", "_").replace("-", "_")


def _told(table: DatabaseTable) -> Mapping[str, Any]:
    return {"name": table.called, "kind": table.kind, "rows": table.rows, "comment": table.comment}


class ListReader:
    """Reads "which databases are there?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return that they are asked for."""
        return read_list(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return which there are."""
        del arguments
        return say_databases(result, language)


class DescriptionReader:
    """Reads "which tables are in sales?" and "show the columns of orders"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the database or table that is meant."""
        return read_description(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the tables or columns."""
        del arguments
        return say_description(result, language)


class QueryReader:
    """Reads SQL, "how many rows are in orders?" and "the first 5 rows of orders"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the query or the table."""
        return read_query(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the rows, or how many there are."""
        return say_rows(arguments, result, language)
