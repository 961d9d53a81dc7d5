"""Named queries, read from the `.sql` file that lies beside the store which runs them.

A query is a line `-- name: get_agent`, one or more comment lines that say what it does, and the SQL with
`%(name)s` parameters.

Columns that several queries of a file name are named once, in a block `-- columns: agent`, one comma between two. A
query says `{agent}` for them, `{agent.given}` for parameters of the same names, and `{agent.set}` for setting each to
its parameter. So a column that is read and written is one name in the file. Another piece of SQL that several queries
share is named and said the same way.
"""

import re  # noqa: TID251  (own fixed pattern on our own queries)
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any
from uuid import UUID

import asyncpg

from bailiwick.kernel.errors import not_found
from bailiwick.kernel.reasons import Kind

Connection = asyncpg.Connection
"""A connection that was lent."""
Row = dict[str, Any]
"""A row by column name."""
PARAMETER = re.compile(r"%\((\w+)\)s")
BLOCK = re.compile(r"^-- (name|columns): *", re.MULTILINE)
COLUMNS = re.compile(r"\{(\w+)(?:\.(given|set))?\}")

MOST_ROWS = 1000
"""No list returns more rows than this, whatever it was asked for."""


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """One named query."""

    name: str
    sentence: str
    sql: str
    """As it is written, with `%(name)s` parameters."""
    numbered: str
    """As it is sent, with `$1`, `$2` …"""
    parameters: Sequence[str]
    """The names of the numbers, in order."""

    @classmethod
    def of(cls, name: str, sentence: str, sql: str) -> "NamedQuery":
        """Return the query that is written as `sql`."""
        names: dict[str, str] = {}
        numbered = PARAMETER.sub(lambda found: names.setdefault(found[1], f"${len(names) + 1}"), sql)
        return cls(name, sentence, sql, numbered.replace("%%", "%"), tuple(names))

    async def all(self, connection: Connection, parameters: Mapping[str, Any]) -> list[Row]:
        """Run it and return its rows."""
        rows = await connection.fetch(self.numbered, *[parameters[name] for name in self.parameters])
        return [dict(row.items()) for row in rows]

    async def one(self, connection: Connection, parameters: Mapping[str, Any]) -> Row | None:
        """Run it and return its first row, or None."""
        row = await connection.fetchrow(self.numbered, *[parameters[name] for name in self.parameters])
        return None if row is None else dict(row.items())

    async def run(self, connection: Connection, parameters: Mapping[str, Any]) -> int:
        """Run it and return how many rows it changed, or returned where it changes nothing."""
        status = await connection.execute(self.numbered, *[parameters[name] for name in self.parameters])
        return int(status.rpartition(" ")[2])


class Queries(Mapping[str, NamedQuery]):
    """The queries of one file, and the four ways to run one.

    The file is named like a module, `Queries("bailiwick.features.tasks.store")` for `features/tasks/store.sql`.
    """

    def __init__(self, file: str) -> None:
        self._queries = _read(file)

    def __getitem__(self, name: str) -> NamedQuery:
        return self._queries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._queries)

    def __len__(self) -> int:
        return len(self._queries)

    async def one(self, connection: Connection, name: str, /, **parameters: Any) -> Row | None:
        """Run a query and return its first row, or None."""
        return await self._queries[name].one(connection, parameters)

    async def row(self, connection: Connection, name: str, /, **parameters: Any) -> Row:
        """Run a query that always has a row and return it. Raises `LookupError` should it have none."""
        found = await self._queries[name].one(connection, parameters)
        if found is None:
            raise LookupError(f"The query {name} returned no row")
        return found

    async def all(self, connection: Connection, name: str, /, **parameters: Any) -> list[Row]:
        """Run a query and return its rows."""
        return await self._queries[name].all(connection, parameters)

    async def run(self, connection: Connection, name: str, /, **parameters: Any) -> int:
        """Run a query and return how many rows it changed."""
        return await self._queries[name].run(connection, parameters)


@cache
def _read(file: str) -> Mapping[str, NamedQuery]:
    """Return the queries of a file by name; it is part of the package, and read once."""
    package, _, name = file.rpartition(".")
    text = (files(package) / f"{name}.sql").read_text(encoding="utf-8")
    return MappingProxyType({query.name: query for query in _parse(text)})


def _parse(text: str) -> Iterator[NamedQuery]:
    """Yield the queries of a file. Raises `LookupError` where one says columns that the file does not name."""
    _, *blocks = BLOCK.split(text)
    columns: dict[str, str] = {}
    for sort, block in zip(blocks[::2], blocks[1::2], strict=True):
        name, *lines = block.strip().splitlines()
        comments = [line for line in lines if line.startswith("--")]
        body = "\n".join(line for line in lines if not line.startswith("--")).strip()
        if sort == "columns":
            columns[name.strip()] = body
        else:
            sentence = " ".join(line.removeprefix("--").strip() for line in comments)
            yield NamedQuery.of(
                name.strip(), sentence, COLUMNS.sub(lambda said: _columns(columns, said[1], said[2]), body)
            )


def _columns(columns: Mapping[str, str], name: str, form: str | None) -> str:
    if form is None:
        return columns[name]
    names = [each.strip() for each in columns[name].split(",")]
    return ", ".join(f"%({each})s" if form == "given" else f"{each} = %({each})s" for each in names)


def as_uuid(text: str, noun: Kind) -> UUID:
    """Read an id as it is written everywhere else. Raises `NotFound`: no other spelling names anything."""
    try:
        value = UUID(text)
    except (ValueError, AttributeError, TypeError):
        value = None
    if value is None or str(value) != text:
        raise not_found(noun)
    return value


def bounded(limit: int) -> int:
    """Return `limit`, at least 1 and at most `MOST_ROWS`."""
    return min(max(limit, 1), MOST_ROWS)


def containing(text: str | None) -> str | None:
    """Return the LIKE pattern for texts that contain `text` literally; None for nothing."""
    if not text:
        return None
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
