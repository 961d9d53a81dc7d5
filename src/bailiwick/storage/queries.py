"""Named queries, read from `sql/<noun>.sql`.

A query is a line `-- name: get_agent`, one or more comment lines that say what it does, and the SQL with
`%(name)s` parameters.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import DictRow

from bailiwick.core.errors import NotFound

Connection = AsyncConnection[DictRow]
"""A connection whose rows are dictionaries by column name."""

MOST_ROWS = 1000
"""No list returns more rows than this, whatever it was asked for."""


@dataclass(frozen=True, slots=True)
class Query:
    """One named query."""

    name: str
    sentence: str
    sql: bytes


class Queries(Mapping[str, Query]):
    """The queries of one noun, and the three ways to run one."""

    def __init__(self, noun: str) -> None:
        self._queries = _read(noun)

    def __getitem__(self, name: str) -> Query:
        return self._queries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._queries)

    def __len__(self) -> int:
        return len(self._queries)

    async def one(self, connection: Connection, name: str, /, **parameters: Any) -> DictRow | None:
        """Run a query and return its first row, or nothing."""
        cursor = await connection.execute(self[name].sql, parameters)
        return await cursor.fetchone()

    async def row(self, connection: Connection, name: str, /, **parameters: Any) -> DictRow:
        """Run a query that always has a row and return it. Raises `LookupError` should it have none."""
        found = await self.one(connection, name, **parameters)
        if found is None:
            raise LookupError(f"The query {name} returned no row")
        return found

    async def all(self, connection: Connection, name: str, /, **parameters: Any) -> list[DictRow]:
        """Run a query and return its rows."""
        cursor = await connection.execute(self[name].sql, parameters)
        return await cursor.fetchall()

    async def run(self, connection: Connection, name: str, /, **parameters: Any) -> int:
        """Run a query and return how many rows it changed."""
        cursor = await connection.execute(self[name].sql, parameters)
        return cursor.rowcount


@cache
def _read(noun: str) -> Mapping[str, Query]:
    """Return the queries of a noun by name; its file, which is part of the package, is read once."""
    text = (files("bailiwick.storage") / "sql" / f"{noun}.sql").read_text(encoding="utf-8")
    return MappingProxyType({query.name: query for query in _parse(text)})


def _parse(text: str) -> Iterator[Query]:
    for block in text.split("-- name:")[1:]:
        name, *lines = block.strip().splitlines()
        comments = [line for line in lines if line.startswith("--")]
        sql = "\n".join(line for line in lines if not line.startswith("--")).strip()
        yield Query(name.strip(), " ".join(line.removeprefix("--").strip() for line in comments), sql.encode())


def as_uuid(text: str, noun: str) -> UUID:
    """Read an id as it is written everywhere else. Raises `NotFound`: no other spelling names anything."""
    try:
        value = UUID(text)
    except (ValueError, AttributeError, TypeError):
        value = None
    if value is None or str(value) != text:
        raise NotFound(f"There is no such {noun}.")
    return value


def bounded(limit: int) -> int:
    """Return `limit`, at least 1 and at most `MOST_ROWS`."""
    return min(max(limit, 1), MOST_ROWS)


def containing(text: str | None) -> str | None:
    """Return the LIKE pattern for texts that contain `text` literally; nothing for nothing."""
    if not text:
        return None
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
