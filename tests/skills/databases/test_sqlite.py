"""SQLite files: only those in the folders that were named, for reading alone, whatever a query tries."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick_skills.databases import sqlite
from bailiwick_skills.databases.opened import MOST_ROWS, Rows
from bailiwick_skills.databases.own_functions import OWN_FUNCTIONS
from bailiwick_skills.databases.reading import SQLITE, only_reads
from bailiwick_skills.databases.records import DatabaseState
from bailiwick_skills.databases.settings import DatabaseSettings
from bailiwick_skills.databases.sqlite import SQLiteFile, is_file, only_reading

MADE = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total REAL, details TEXT);
CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 50;
CREATE TABLE "odd "" name" ("a b" BLOB);
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that is named, with one database."""
    folder = tmp_path / "named"
    folder.mkdir()
    with sqlite3.connect(folder / "sales.db") as connection:
        connection.executescript(MADE)
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?)", [(1, "Ana", "ES"), (2, "Bo", "US")])
        rows = [(at, at % 2 + 1, at / 2, '{"gift": true}') for at in range(1, 1201)]
        connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", rows)
    connection.close()
    return folder


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


def unchecked(written: str) -> str:
    """Let everything through, as a parser with a gap would."""
    return written


def unasked(functions: frozenset[str]) -> None:
    """Let SQLite ask nobody."""


def opened(folder: Path, name: str = "sales.db") -> SQLiteFile:
    return SQLiteFile(f"sqlite:{folder / name}", [folder])


def query(folder: Path, text: str, most: int = MOST_ROWS) -> Rows:
    return asyncio.run(opened(folder).query(text, most))


def failure(folder: Path, text: str) -> CallFailed:
    with pytest.raises(CallFailed) as failed:
        query(folder, text)
    return failed.value


HOSTILE = [
    "INSERT INTO orders VALUES (1, 1, 1, '')",
    "UPDATE orders SET total = 0",
    "DELETE FROM orders",
    "REPLACE INTO orders VALUES (1, 1, 1, '')",
    "DROP TABLE orders",
    "CREATE TABLE x AS SELECT 1",
    "CREATE TEMP TABLE x (a)",
    "ALTER TABLE orders RENAME TO x",
    "WITH a AS (SELECT 1) DELETE FROM orders",
    "INSERT INTO orders SELECT * FROM orders RETURNING id",
    "ATTACH DATABASE '/etc/passwd' AS x",
    "ATTACH ':memory:' AS x",
    "DETACH main",
    "VACUUM",
    "VACUUM INTO '/tmp/copied.db'",
    "REINDEX",
    "ANALYZE",
    "BEGIN EXCLUSIVE",
    "COMMIT",
    "SAVEPOINT x",
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA database_list",
    "EXPLAIN QUERY PLAN SELECT 1",
    "SELECT 1; DELETE FROM orders",
    "SELECT load_extension('/tmp/evil.so')",
    "SELECT LOAD_EXTENSION('/tmp/evil.so', 'init')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT edit('x')",
    "SELECT * FROM fsdir('/')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT zeroblob(1000000000)",
    "SELECT randomblob(1000000000)",
    "SELECT sqlite_version()",
    "SELECT sqlite_compileoption_get(1)",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM main.sqlite_master",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM sqlite_temp_master",
    "SELECT * FROM temp.sqlite_master",
    "SELECT * FROM dbstat",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM pragma_table_info('orders')",
    "SELECT (SELECT sql FROM sqlite_master LIMIT 1)",
    "SELECT ?",
    "SELECT :name",
    "SELECT $1",
    "",
    ";",
    "-- nothing",
    "SELECT 'open",
    "SELECT \x00",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:40])
def test_a_hostile_query_is_refused_and_changes_nothing(folder: Path, text: str) -> None:
    before = (folder / "sales.db").read_bytes()
    refused = failure(folder, text)
    assert refused.error_class is ErrorClass.VALIDATION
    assert isinstance(refused.said, Reason)
    assert refused.said.code.startswith("sql-")
    assert (folder / "sales.db").read_bytes() == before
    assert names_in(folder) == ["sales.db"]


WITH_EFFECTS = [each for each in HOSTILE if each not in ("", ";", "-- nothing", "EXPLAIN QUERY PLAN SELECT 1")]


@pytest.mark.parametrize("text", WITH_EFFECTS, ids=lambda text: text[:40])
def test_what_a_parser_with_a_gap_would_let_through_sqlite_refuses_itself(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(sqlite, "_checked", unchecked)
    before = (folder / "sales.db").read_bytes()
    refused = failure(folder, text)
    assert refused.why is not None
    assert (folder / "sales.db").read_bytes() == before
    assert names_in(folder) == ["sales.db"]
    assert names_in(tmp_path) == ["named"]


def test_even_without_the_authorizer_the_file_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_checked", unchecked)
    monkeypatch.setattr(sqlite, "only_reading", unasked)
    for text in ("DELETE FROM orders", "PRAGMA user_version = 5", "CREATE TABLE x (a)"):
        assert "readonly" in str(failure(folder, text)), text
    assert "too many attached" in str(failure(folder, "ATTACH ':memory:' AS x"))
    assert "not authorized" in str(failure(folder, "SELECT load_extension('/tmp/evil.so')"))


ORDINARY: list[tuple[str, Any]] = [
    ("select count(*) from orders;", 1200),
    ("SELECT c.name FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1 ORDER BY count(*), 1", "Ana"),
    ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT max(i) FROM n", 5),
    ("SELECT strftime('%Y-%m', '2026-07-15')", "2026-07"),
    ("SELECT date('2026-07-15', '+1 day')", "2026-07-16"),
    ("SELECT details ->> '$.gift' FROM orders LIMIT 1", 1),
    ("SELECT json_extract(details, '$.gift') FROM orders LIMIT 1", 1),
    ("SELECT group_concat(name, ', ') FROM (SELECT name FROM customers ORDER BY name)", "Ana, Bo"),
    ("SELECT ifnull(NULL, 'x') || upper('y') || substr('abc', 2, 1)", "xYb"),
    ("SELECT count(*) FROM big_orders WHERE total BETWEEN 50 AND 60", 20),
    ("SELECT rank() OVER (ORDER BY total DESC) FROM orders LIMIT 1", 1),
    ("SELECT CASE WHEN total IS NOT NULL THEN round(total, 1) END FROM orders WHERE id IN (2)", 1.0),
    ('SELECT count(*) FROM [odd " name]', 0),
    ("SELECT value FROM json_each('[7]')", 7),
    ("SELECT name FROM customers WHERE name LIKE 'a%' OR name GLOB 'X*'", "Ana"),
    ("SELECT 1 -- load_extension('x')", 1),
]


@pytest.mark.parametrize(("text", "value"), ORDINARY, ids=lambda value: str(value)[:40])
def test_an_ordinary_query_is_answered(folder: Path, text: str, value: Any) -> None:
    assert query(folder, text).rows[0][0] == value
    assert only_reads(only_reads(text, SQLITE).text, SQLITE) == only_reads(text, SQLITE)


def test_tables_columns_and_values_are_told(folder: Path) -> None:
    database = opened(folder)
    standing = asyncio.run(database.standing())
    assert (standing.version, standing.state) == (f"SQLite {sqlite3.sqlite_version}", DatabaseState.OK)
    tables = asyncio.run(database.tables())
    assert [(each.called, each.kind) for each in tables] == [
        ("big_orders", "view"),
        ("customers", "table"),
        ('odd " name', "table"),
        ("orders", "table"),
    ]
    columns: list[Mapping[str, Any]] = list(asyncio.run(database.columns(tables[3])))
    assert [each["name"] for each in columns] == ["id", "customer_id", "total", "details"]
    assert (columns[0]["key"], columns[1]["refersTo"], columns[1]["type"]) == (True, "customers", "integer")
    assert asyncio.run(database.query(f"SELECT count(*) FROM {tables[2].identifier}")).rows == [[0]]
    odd = query(folder, "SELECT 9007199254740993, 1.5, NULL, hex('a'), 9e999")
    assert odd.rows == [["9007199254740993", 1.5, None, "61", "inf"]]


def test_an_answer_has_its_limits_and_says_so(folder: Path) -> None:
    assert (len(query(folder, "SELECT id FROM orders").rows), query(folder, "SELECT id FROM orders").cut) == (
        500,
        "rows",
    )
    assert query(folder, "SELECT id FROM orders LIMIT 500").cut is None
    assert len(query(folder, "SELECT id FROM orders", 3).rows) == 3
    large = query(folder, f"SELECT printf('%.*c', {10_000}, 'x') FROM orders")
    assert (large.cut, large.shortened, len(large.rows[0][0])) == ("bytes", len(large.rows), 2001)
    assert "too big" in str(failure(folder, "SELECT hex(printf('%.*c', 800000, 'x'))"))


@pytest.mark.parametrize("name", ['"stauts"', "[stauts]", "`stauts`", "stauts"])
def test_a_column_that_is_not_there_is_never_taken_for_a_text(folder: Path, name: str) -> None:
    assert "no such column: stauts" in str(failure(folder, f"SELECT count(*) FROM orders WHERE {name} = 'open'"))
    assert query(folder, 'SELECT count(*) AS "how `many" FROM "odd "" name"').columns == ["how `many"]


VALUES = ("NULL", "''", "'a'", "'abcabc'", "'ñandú'", "x'0102'", "x'6162'", "7", "-0.5", "1e20", "1e-7", "2.0")
ARGUMENTS: dict[str, list[tuple[str, ...]]] = {
    "instr": [(one, two) for one in VALUES for two in VALUES],
    "replace": [(one, two, new) for one in VALUES for two in VALUES for new in ("'xy'", "''", "NULL", "2.5", "x'61'")],
    **{name: [(one, two) for one in VALUES for two in (*VALUES, "'bca'")] for name in ("trim", "ltrim", "rtrim")},
}


def test_functions_made_anew_return_what_those_of_sqlite_do():
    with closing(sqlite3.connect(":memory:")) as connection:
        for name, count, function in OWN_FUNCTIONS:
            connection.create_function(f"own_{name}", count, function)
            for arguments in ARGUMENTS[name]:
                call = f"{name}({', '.join(arguments)})"
                [theirs, own] = connection.execute(f"SELECT quote({call}), quote(own_{call})").fetchone()
                assert own == theirs, call


def test_a_file_whose_tables_are_made_with_such_functions_is_read(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "sales.db")) as connection:
        connection.executescript(
            "CREATE TABLE made (a TEXT, b TEXT GENERATED ALWAYS AS (replace(a, 'x', 'y')) VIRTUAL);"
            "CREATE INDEX made_by ON made (instr(a, 'x')); INSERT INTO made (a) VALUES ('ax');"
            "CREATE VIEW calculated AS SELECT replace(a, 'x', 'z') FROM made;"
        )
    assert query(folder, "SELECT a, replace(a, 'x', 'q') FROM made WHERE instr(a, 'x') = 2").rows == [["ax", "aq"]]
    assert "unsafe use of replace" in str(failure(folder, "SELECT * FROM calculated"))


LARGE = "printf('%.*c', 1000000, 'a')"
SLOW = [
    f"instr({LARGE}, printf('%.*c', 500000, 'a') || 'b')",
    f"length(replace({LARGE}, printf('%.*c', 500000, 'a') || 'b', ''))",
    f"length(trim({LARGE}, 'b' || {LARGE}))",
]


@pytest.mark.parametrize("call", SLOW)
def test_one_call_with_large_values_does_not_take_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(sqlite, "QUERY_SECONDS", 3)
    assert query(folder, f"SELECT {call}").rows in ([[0]], [[1_000_000]])


def test_values_and_patterns_have_a_limit(folder: Path) -> None:
    assert "too big" in str(failure(folder, f"SELECT replace({LARGE}, 'a', {LARGE})"))
    assert "too big" in str(failure(folder, f"SELECT {LARGE} || {LARGE}"))
    assert "too complex" in str(failure(folder, f"SELECT 'a' LIKE '{'%a' * 251}'"))


def test_a_query_that_takes_too_long_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "QUERY_SECONDS", 0.2)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    slow = failure(folder, endless)
    assert (slow.error_class, slow.why and slow.why.code) == (ErrorClass.TIMEOUT, ReasonCode.SQL_TOO_SLOW)


@pytest.mark.parametrize(
    "name", ["../outside.db", "link.db", "linked/outside.db", "missing.db", "deep/../../outside.db"]
)
def test_nothing_outside_the_named_folders_is_opened_whatever_links_lead_there(
    folder: Path, tmp_path: Path, name: str
) -> None:
    outside = tmp_path / "outside.db"
    outside.write_bytes((folder / "sales.db").read_bytes())
    (folder / "link.db").symlink_to(outside)
    (folder / "linked").symlink_to(tmp_path)
    (folder / "deep").mkdir()
    with pytest.raises(CallFailed) as refused:
        asyncio.run(SQLiteFile(f"sqlite:{folder}/{name}", [folder]).tables())
    assert refused.value.why is not None
    assert refused.value.why.code is ReasonCode.SQL_FILE_ELSEWHERE


def test_a_link_within_the_folders_is_followed_and_a_link_to_the_folder_too(folder: Path, tmp_path: Path) -> None:
    (folder / "link.db").symlink_to(folder / "sales.db")
    (tmp_path / "other").symlink_to(folder)
    assert len(asyncio.run(opened(folder, "link.db").tables())) == 4
    assert len(asyncio.run(SQLiteFile(f"sqlite:{tmp_path}/other/sales.db", [tmp_path / "other"]).tables())) == 4


def test_what_is_no_database_or_not_allowed_is_said(folder: Path) -> None:
    (folder / "text.db").write_text("not a database at all")
    for name, code in (("text.db", ReasonCode.SQL_NO_FILE), (".", ReasonCode.SQL_NO_FILE)):
        with pytest.raises(CallFailed) as refused:
            asyncio.run(opened(folder, name).standing())
        assert refused.value.why is not None
        assert refused.value.why.code is code
    with pytest.raises(CallFailed, match="database_folders"):
        asyncio.run(SQLiteFile(f"sqlite:{folder}/sales.db", []).standing())
    for connection in ("sqlite:relative.db", "sqlite:", "sqlite::memory:", "sqlite:/x\0y", "sqlite:/" + "x" * 2_000):
        with pytest.raises(InvalidInput):
            SQLiteFile(connection, [folder])
    for path in ("sqlite:///srv/x.db", "SQLite:/srv/x.db"):
        assert (is_file(path), SQLiteFile(path, []).path) == (True, "/srv/x.db")


def test_a_name_with_signs_of_an_address_is_a_name(folder: Path) -> None:
    (folder / "sales.db").rename(folder / "a?mode=rwc#b%20c.db")
    assert len(asyncio.run(opened(folder, "a?mode=rwc#b%20c.db").tables())) == 4
    assert names_in(folder) == ["a?mode=rwc#b%20c.db"]


def test_a_file_that_others_write_is_read_as_it_is_now(folder: Path) -> None:
    writer = sqlite3.connect(folder / "sales.db", isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    try:
        writer.execute("INSERT INTO customers VALUES (3, 'Cy', 'FR')")
        assert query(folder, "SELECT count(*) FROM customers").rows == [[3]]
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM customers")
        assert query(folder, "SELECT count(*) FROM customers").rows == [[3]]
        writer.execute("ROLLBACK")
    finally:
        writer.close()


def test_a_file_without_a_log_beside_it_is_not_read_while_it_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_never_changes", bool)  # as for another account's file
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.05)
    writer = sqlite3.connect(folder / "sales.db", isolation_level=None)
    try:
        writer.execute("BEGIN EXCLUSIVE")
        assert "locked" in str(failure(folder, "SELECT count(*) FROM customers"))
        writer.execute("ROLLBACK")
    finally:
        writer.close()
    assert query(folder, "SELECT count(*) FROM customers").rows == [[2]]


def test_a_file_that_cannot_be_read_is_said_in_the_language_of_the_person(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuses)
    why = failure(folder, "SELECT 1").why
    assert why is not None
    assert why.code is ReasonCode.SQL_FILE_UNREADABLE
    assert why.text("es") == f"No se puede leer {folder / 'sales.db'}."


def test_the_folders_are_those_with_a_whole_path():
    named = DatabaseSettings(database_folders="/srv/data: relative :/var/lib/x/")
    assert named.folders == [Path("/srv/data"), Path("/var/lib/x")]
    assert DatabaseSettings().folders == []


def test_no_action_but_reading_is_allowed():
    authorize = only_reading(frozenset(("lower",)))
    allowed = [action for action in range(50) if authorize(action, "orders", "lower") == sqlite3.SQLITE_OK]
    assert allowed == sorted((sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT, sqlite3.SQLITE_FUNCTION, 33))
