"""SQLite files as agents ask them: opened anew each time, for reading alone, and closed after a few seconds at most."""

import asyncio
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from bailiwick.plugin import CallFailed, ErrorClass, InvalidInput, Reason, ReasonCode
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
from bailiwick_skills.databases.own_functions import OWN_FUNCTIONS
from bailiwick_skills.databases.records import DatabaseState

SCHEME = "sqlite:"
HEADER = b"SQLite format 3\0"
"""What every database file begins with (SQLite, "Database File Format")."""
LONGEST_PATH = 1_000
WAL = b"\2\2"
"""What says in the header of a file that changes to it are written into one beside it first."""
LARGEST_VALUE = 1 << 20
"""Bytes of a value or of a row within SQLite."""
LONGEST_PATTERN = 500
"""Bytes of what a value is LIKE."""
STEPS = 1_000
"""Instructions of SQLite between two looks at the clock."""
LOCK_SECONDS = 2.0
SETTINGS = ("PRAGMA query_only = ON", "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON")
LIMITS = {
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
    sqlite3.SQLITE_LIMIT_LENGTH: LARGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: LONGEST_PATTERN,
}
TABLE_FUNCTIONS = ("json_each", "json_tree")
READS = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE))
TABLES = """
SELECT name, type FROM sqlite_master
 WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT ?
"""
COLUMNS = """
SELECT c.name, c.type, c."notnull", c.pk,
       (SELECT f."table" FROM pragma_foreign_key_list(?1) f WHERE f."from" = c.name LIMIT 1)
  FROM pragma_table_info(?1) c ORDER BY c.cid LIMIT 300
"""
T = TypeVar("T")


def is_file(connection: str) -> bool:
    """Whether a connection string means an SQLite file."""
    return connection.strip().lower().startswith(SCHEME)


class SQLiteFile:
    """One database file, as far as the folders allow that whoever runs this installation has named."""

    dialect = "sqlite"

    def __init__(self, connection: str, folders: Sequence[Path]) -> None:
        """`connection` is `sqlite:` and a path. Raises `InvalidInput` (field `connection`) for anything else."""
        written = connection.strip()[len(SCHEME) :]
        # `sqlite:///srv/x.db` is how others write `sqlite:/srv/x.db`.
        path = "/" + written.lstrip("/") if written.startswith("//") else written
        if not path.startswith("/") or "\0" in path or len(path) > LONGEST_PATH:
            raise InvalidInput(Reason.of(ReasonCode.SQL_FILE_PATH), field="connection")
        self.path = path
        self._folders = folders

    async def standing(self) -> Standing:
        """Return the version of SQLite; what is opened for reading alone may do no more. Raises `CallFailed`."""
        await self._asked(lambda connection: connection.execute("SELECT count(*) FROM sqlite_master").fetchall())
        return Standing(f"SQLite {sqlite3.sqlite_version}", DatabaseState.OK, None)

    async def tables(self) -> Sequence[DatabaseTable]:
        """Return the tables and views by name, at most 500. Raises `CallFailed`."""
        found = await self._asked(lambda connection: connection.execute(TABLES, (MOST_TABLES,)).fetchall())
        return [DatabaseTable("main", name, kind, None, None, 0) for name, kind in found]

    async def columns(self, table: DatabaseTable) -> Sequence[Mapping[str, Any]]:
        """Return the columns of a table in their order. Raises `CallFailed`."""
        found = await self._asked(lambda connection: connection.execute(COLUMNS, (table.name,)).fetchall())
        return [
            {
                "name": name,
                "type": str(kind).lower(),
                "nullable": not required,
                "key": key > 0,
                "comment": None,
                "refersTo": refers,
            }
            for name, kind, required, key, refers in found
        ]

    async def query(self, written: str, most: int = MOST_ROWS) -> Rows:
        """Carry out a query that only reads, and return at most so many rows. Raises `CallFailed`."""
        text = await asyncio.to_thread(_checked, written)

        def read(connection: sqlite3.Connection) -> Rows:
            for function in TABLE_FUNCTIONS:
                # SQLite makes these when they are first used, which the query itself must not.
                connection.execute(f"SELECT 1 FROM {function}('[]')")  # noqa: S608  (our own names)
            # With these there before the tables are known, no file could be read whose indexes are made with them.
            for name, count, own in OWN_FUNCTIONS:
                connection.create_function(name, count, own, deterministic=True)
            connection.set_authorizer(only_reading(_functions()))
            with closing(connection.execute(text)) as cursor:
                check_columns(len(cursor.description or ()))
                return _fetched(cursor, most)

        return await self._asked(read)

    async def _asked(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        """Ask in a thread of its own, which ends when the caller goes away."""
        gone = threading.Event()
        try:
            return await asyncio.to_thread(self._ask, ask, gone)
        except asyncio.CancelledError:
            gone.set()
            raise

    def _ask(self, ask: Callable[[sqlite3.Connection], T], gone: threading.Event) -> T:
        until = time.monotonic() + QUERY_SECONDS
        with _failures(self.path, until), closing(self._open()) as connection:
            connection.set_progress_handler(lambda: gone.is_set() or time.monotonic() > until, STEPS)
            return ask(connection)

    def _open(self) -> sqlite3.Connection:
        path = self._allowed()
        with path.open("rb") as file:
            head = file.read(len(HEADER) + 4)
            if not head.startswith(HEADER):
                raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_NO_FILE, path=self.path[:200]))
        # Only where a file beside it would have to be made is it read without a lock.
        how = "mode=ro&immutable=1" if head.endswith(WAL) and _never_changes(path) else "mode=ro"
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?{how}",
            uri=True,
            timeout=LOCK_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=0,
        )
        for setting in SETTINGS:
            connection.execute(setting)
        for limit, most in LIMITS.items():
            connection.setlimit(limit, most)
        return connection

    def _allowed(self) -> Path:
        """Return the file itself, whatever links lead to it. Raises `CallFailed` (validation) outside the folders."""
        if not self._folders:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_NO_FOLDERS))
        try:
            path = Path(self.path).resolve(strict=True)
            folders = [each.resolve() for each in self._folders]
        except (OSError, RuntimeError, ValueError):
            path, folders = None, []
        if path is None or not any(path.is_relative_to(each) for each in folders):
            # Whether there is a file elsewhere is not told.
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_FILE_ELSEWHERE, path=self.path[:200]))
        if not path.is_file():
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_NO_FILE, path=self.path[:200]))
        return path


def only_reading(functions: frozenset[str]) -> Callable[..., int]:
    """Return what SQLite asks as it prepares a query: it may select, read tables and call these functions, no more."""

    def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if action in READS:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            hidden = (first or "").lower().startswith(("sqlite_", "pragma_", "dbstat"))
            return sqlite3.SQLITE_DENY if hidden else sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in functions:
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    return authorize


@contextmanager
def _failures(path: str, until: float) -> Generator[None]:
    """Turn what SQLite refuses into `CallFailed`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT or time.monotonic() > until:
            raise too_slow() from None
        raise failed(str(error)) from None
    except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError) as error:
        raise failed(str(error) or type(error).__name__) from None
    except OSError:
        raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.SQL_FILE_UNREADABLE, path=path[:200])) from None


def _never_changes(path: Path) -> bool:
    """Whether this account can neither change the file nor make one beside it, and nobody is changing it now."""
    beside = any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal"))
    return not beside and not os.access(path, os.W_OK) and not os.access(path.parent, os.W_OK)


def _checked(written: str) -> str:
    needs_parser()
    from bailiwick_skills.databases.reading import SQLITE, only_reads  # its parser takes half a second to load

    return only_reads(written, SQLITE).text


def _functions() -> frozenset[str]:
    from bailiwick_skills.databases.reading import SQLITE_NAMED  # as above

    return SQLITE_NAMED


def _fetched(cursor: sqlite3.Cursor, most: int) -> Rows:
    names = [str(each[0]) for each in cursor.description]
    rows: list[list[Any]] = []
    size = shortened = 0
    for found in cursor:
        if len(rows) == most:
            return Rows(names, rows, "rows", shortened)
        row = [_value(each) for each in found]
        size += len(json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        if size > MOST_BYTES and rows:
            return Rows(names, rows, "bytes", shortened)
        shortened += sum(isinstance(each, str | bytes) and _length(each) > LONGEST_VALUE for each in found)
        rows.append(row)
    return Rows(names, rows, None, shortened)


def _length(value: str | bytes) -> int:
    return len(value) if isinstance(value, str) else 2 + 2 * len(value)


def _value(value: Any) -> Any:
    """Return a value as JSON has it: numbers that it can hold exactly, else text; bytes as `\\x` and their digits."""
    if isinstance(value, bytes):
        value = "\\x" + value[:LONGEST_VALUE].hex()
    if isinstance(value, int) and abs(value) >= 10**EXACT_DIGITS:
        return str(value)
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        return value[:LONGEST_VALUE] + "…"
    return value
