"""What a connected database is asked for, of whichever kind it is, and how much comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bailiwick.plugin import CallFailed, ErrorClass, Extra, Reason, ReasonCode
from bailiwick_skills.databases.records import DatabaseState

QUERY_SECONDS = 10
MOST_ROWS = 500
MOST_BYTES = 100_000
"""Of all rows of an answer, as JSON."""
LONGEST_VALUE = 2_000
"""Characters of one value."""
MOST_COLUMNS = 200
MOST_TABLES = 500
EXACT_DIGITS = 15
"""Of a number; one with more stays text, since JSON's readers would round it."""
USUAL_SCHEMAS = ("public", "main")
"""Schemas that queries need not name."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a database says of itself and of the role that it is asked as."""

    version: str
    state: DatabaseState
    why: Reason | None


@dataclass(frozen=True, slots=True)
class DatabaseTable:
    """A table or view that may be read."""

    schema: str
    name: str
    kind: str
    """`table` or `view`."""
    rows: int | None
    """About how many rows it has; None where the database does not know."""
    comment: str | None
    oid: int
    """What PostgreSQL knows it by; 0 elsewhere."""

    @property
    def called(self) -> str:
        """Its name as queries say it, with the schema where that is not the usual one; not quoted."""
        return self.name if self.schema in USUAL_SCHEMAS else f"{self.schema}.{self.name}"

    @property
    def identifier(self) -> str:
        """Its name, quoted."""
        return ".".join('"' + part.replace('"', '""') + '"' for part in (self.schema, self.name))


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query gave."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    cut: str | None
    """`rows` or `bytes` where there was more than is told, by which limit; None where it is all."""
    shortened: int
    """How many values are not whole."""


class OpenedDatabase(Protocol):
    """A database that can be asked."""

    @property
    def dialect(self) -> str:
        """The SQL that it takes: `postgresql` or `sqlite`."""
        ...

    async def standing(self) -> Standing:
        """Return its version and whether more could be done than read. Raises `CallFailed`."""
        ...

    async def tables(self) -> Sequence[DatabaseTable]:
        """Return what may be read, at most `MOST_TABLES`. Raises `CallFailed`."""
        ...

    async def columns(self, table: DatabaseTable) -> Sequence[Mapping[str, Any]]:
        """Return the columns of a table in their order. Raises `CallFailed`."""
        ...

    async def query(self, written: str, most: int = MOST_ROWS) -> Rows:
        """Carry out a query that only reads, and return at most so many rows. Raises `CallFailed`."""
        ...


def needs_parser() -> None:
    """Raises `CallFailed` where the parser of queries is not installed."""
    if not Extra.DATABASES.is_installed:
        raise CallFailed(ErrorClass.TOOL, Extra.DATABASES.missing)


def too_slow() -> CallFailed:
    """Return the failure of a query that took too long."""
    return CallFailed(ErrorClass.TIMEOUT, Reason.of(ReasonCode.SQL_TOO_SLOW, seconds=QUERY_SECONDS))


def failed(words: str) -> CallFailed:
    """Return the failure of a query that the database refused in its own words."""
    said = " ".join(words.split())[:300].rstrip(".")
    return CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SQL_FAILED, words=said), outside=True)


def check_columns(count: int) -> None:
    """Raises `CallFailed` for an answer without columns, or with too many."""
    if not 0 < count <= MOST_COLUMNS:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_COLUMNS, most=MOST_COLUMNS))
