"""A real second database: what a role may is found out, queries only read, and answers have their limits."""

import asyncio

import pytest

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick_skills.databases import postgres as asked
from bailiwick_skills.databases.addresses import allowed_addresses, read_target
from bailiwick_skills.databases.postgres import MOST_BYTES, MOST_ROWS, Postgres, Rows
from bailiwick_skills.databases.reading import ReadingQuery
from bailiwick_skills.databases.records import DatabaseState, Reach
from skills.databases.test_reading import HOSTILE, ORDINARY
from support.sales_database import PASSWORD, Sales


def opened(conninfo: str, reach: Reach = Reach.MACHINE) -> Postgres:
    return Postgres(read_target(conninfo), reach)


def query(sales: Sales, text: str, most: int = MOST_ROWS) -> Rows:
    return asyncio.run(opened(sales.reader).query(text, most))


def failure(sales: Sales, text: str) -> CallFailed:
    with pytest.raises(CallFailed) as failed:
        query(sales, text)
    return failed.value


def unchecked(written: str) -> ReadingQuery:
    """Let everything through, as a parser with a gap would."""
    return ReadingQuery(written, frozenset())


def test_what_the_role_may_is_found_out(sales: Sales):
    async def standings() -> list[asked.Standing]:
        return [await opened(each).standing() for each in (sales.reader, sales.creator, sales.writer, sales.superuser)]

    reader, creator, writer, superuser = asyncio.run(standings())
    assert (reader.state, reader.why) == (DatabaseState.OK, None)
    assert reader.version.startswith("PostgreSQL ")
    assert creator.state is DatabaseState.MAY_CREATE
    assert "archive" in creator.why.text()
    assert writer.state is DatabaseState.MAY_WRITE
    assert "public.orders" in writer.why.text()
    assert superuser.state is DatabaseState.MAY_WRITE
    assert "SUPERUSER" in superuser.why.text()


def test_tables_and_columns_are_those_that_the_role_may_read(sales: Sales):
    async def story():
        database = opened(sales.reader)
        tables = await database.tables()
        orders = next(each for each in tables if each.name == "orders")
        return tables, await database.columns(orders)

    tables, columns = asyncio.run(story())
    assert [each.called for each in tables] == [
        "big_orders",
        "customers",
        "order_items",
        "orders",
        "archive.orders_2020",
    ]
    orders = tables[3]
    assert (orders.kind, orders.rows, orders.comment) == ("table", 1200, "What customers bought")
    assert [each["name"] for each in columns] == ["id", "customer_id", "total", "paid", "details", "created_at"]
    assert columns[1] | {"comment": None} == {
        "name": "customer_id",
        "type": "integer",
        "nullable": True,
        "key": False,
        "comment": None,
        "refersTo": "customers",
    }
    assert columns[2]["comment"] == "in euros"


def test_a_query_gives_its_rows_in_their_order_with_values_as_json_has_them(sales: Sales):
    found = query(
        sales,
        "SELECT id, total, paid, details, created_at AT TIME ZONE 'UTC' AS at, NULL AS none, id AS id,"
        " 12345678901234567890::numeric AS large, ARRAY[1, 2] AS several, 'NaN'::float AS odd"
        " FROM orders ORDER BY id DESC LIMIT 2",
    )
    assert found.columns == ["id", "total", "paid", "details", "at", "none", "id", "large", "several", "odd"]
    assert found.rows[0] == [
        1200,
        1800.0,
        True,
        '{"n": 1200}',
        "2026-11-01 10:00:00",
        None,
        1200,
        "12345678901234567890",
        "{1,2}",
        "NaN",
    ]
    assert [row[0] for row in found.rows] == [1200, 1199]
    assert (found.cut, found.shortened) == (None, 0)


def test_an_answer_is_cut_after_its_most_rows_and_says_so(sales: Sales):
    found = query(sales, "SELECT id FROM orders ORDER BY id")
    assert (len(found.rows), found.cut, found.rows[-1]) == (MOST_ROWS, "rows", [MOST_ROWS])
    exactly = query(sales, "SELECT id FROM orders ORDER BY id LIMIT 500")
    assert (len(exactly.rows), exactly.cut) == (MOST_ROWS, None)
    assert query(sales, "SELECT id FROM orders", 3).cut == "rows"


def test_an_answer_is_cut_after_its_most_bytes_and_long_values_stay_on_the_server(sales: Sales):
    found = query(sales, "SELECT lpad('x', 1900, 'y') AS long, id FROM orders")
    assert found.cut == "bytes"
    assert 40 < len(found.rows) < MOST_BYTES / 1900
    [[value]] = (short := query(sales, "SELECT lpad('x', 3000000, 'y') AS long")).rows
    assert (len(value), value[-1], short.shortened) == (2001, "…", 1)


def test_a_query_that_takes_too_long_is_ended(sales: Sales, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asked, "SETTINGS", asked.SETTINGS.replace(b"'10s'", b"'100ms'"))
    failed = failure(sales, "SELECT count(*) FROM generate_series(1, 1000000000) AS g(n) WHERE n % 7 = 3")
    assert (failed.error_class, failed.why.code) == (ErrorClass.TIMEOUT, ReasonCode.SQL_TOO_SLOW)


def test_what_the_server_refuses_is_told_in_its_words_as_those_of_strangers(sales: Sales):
    for text, words in [
        ("SELECT * FROM secret_wages", "permission denied"),
        ("SELECT * FROM nowhere", "does not exist"),
        ("SELECT 'canary'::integer", "canary"),
    ]:
        failed = failure(sales, text)
        assert (failed.why.code, failed.outside) == (ReasonCode.SQL_FAILED, True)
        assert words in str(failed)


@pytest.mark.parametrize("text", ["INSERT INTO orders VALUES (0)", "SELECT wipe()", "SELECT pg_sleep(60)"])
def test_even_without_the_parser_nothing_is_changed(sales: Sales, monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setattr(asked, "_checked", unchecked)
    monkeypatch.setattr(asked, "SETTINGS", asked.SETTINGS.replace(b"'10s'", b"'100ms'"))
    failure(sales, text)
    assert sales.rows("SELECT count(*) FROM customers") == [(20,)]


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1) AS x; DELETE FROM orders; SELECT * FROM (SELECT 1",
        "WITH gone AS (DELETE FROM orders RETURNING 1) SELECT * FROM gone",
        "SELECT 1) AS asked LIMIT 0; COMMIT; DELETE FROM orders; --",
        "SELECT 1; COMMIT; DELETE FROM orders",
    ],
)
def test_what_would_leave_the_transaction_changes_nothing_without_the_parser_either(
    sales: Sales, monkeypatch: pytest.MonkeyPatch, text: str
):
    monkeypatch.setattr(asked, "_checked", unchecked)
    with pytest.raises(CallFailed):
        asyncio.run(opened(sales.reader).query(text))
    assert sales.rows("SELECT count(*) FROM orders") == [(1200,)]


@pytest.mark.parametrize(
    "text",
    [
        "SELECT g.pg_sleep FROM generate_series(60, 60) AS g",
        "SELECT f.pg_read_file FROM lower('/etc/passwd') AS f",
        "SELECT orders.wipe_of FROM orders",
        'SELECT count(*) FROM generate_series(9, 9) AS g WHERE g."pg_sleep" IS NULL',
    ],
)
def test_a_function_that_is_written_like_a_column_is_refused(sales: Sales, text: str):
    assert failure(sales, text).why.code is ReasonCode.SQL_FUNCTION
    assert query(sales, "SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id", 1).rows


def test_hostile_queries_change_nothing_and_take_no_time(sales: Sales):
    async def story() -> list[str]:
        database = opened(sales.reader)
        came_through: list[str] = []
        for text in HOSTILE:
            try:
                await database.query(text)
                came_through.append(text)
            except CallFailed:
                continue
        return came_through

    assert asyncio.run(asyncio.wait_for(story(), 30)) == []
    assert sales.rows("SELECT (SELECT count(*) FROM orders), (SELECT count(*) FROM customers)") == [(1200, 20)]


def test_ordinary_queries_are_understood_by_the_server_as_they_are_written_anew(sales: Sales):
    async def story() -> list[str]:
        database = opened(sales.reader)
        wrong: list[str] = []
        for text in ORDINARY:
            try:
                await database.query(text)
            except CallFailed as failed:
                if "does not exist" not in str(failed):  # most of them speak of other tables
                    wrong.append(f"{text}: {failed}")
        return wrong

    assert asyncio.run(story()) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ReasonCode.SQL_CONNECTION),
        ("sales", ReasonCode.SQL_CONNECTION),
        ("postgresql://h/db", ReasonCode.SQL_CONNECTION),
        ("postgresql://u:p@h1,h2/db", ReasonCode.SQL_CONNECTION),
        ("postgresql://u:p@h:99999/db", ReasonCode.SQL_CONNECTION),
        ("host=h dbname=d user=u password='open", ReasonCode.SQL_CONNECTION),
        ("postgresql://u:p@h/db?options=-c%20x%3Dy", ReasonCode.SQL_CONNECTION_PART),
        ("postgresql://u:p@h/db?hostaddr=127.0.0.1", ReasonCode.SQL_CONNECTION_PART),
        ("host=h dbname=d user=u sslkey=/etc/key", ReasonCode.SQL_CONNECTION_PART),
        ("service=other", ReasonCode.SQL_CONNECTION_PART),
        ("postgresql://u:p@h/db?passfile=/root/.pgpass", ReasonCode.SQL_CONNECTION_PART),
    ],
)
def test_a_connection_string_says_where_and_as_whom_and_nothing_else(text: str, code: ReasonCode):
    with pytest.raises(InvalidInput) as refused:
        read_target(text)
    assert refused.value.why.code is code
    assert refused.value.field == "connection"


ADDRESSES = [
    ("93.184.215.14", {Reach.INTERNET, Reach.NETWORK, Reach.MACHINE}),
    ("10.1.2.3", {Reach.NETWORK, Reach.MACHINE}),
    ("192.168.7.7", {Reach.NETWORK, Reach.MACHINE}),
    ("fd12:3456::1", {Reach.NETWORK, Reach.MACHINE}),
    ("127.0.0.1", {Reach.MACHINE}),
    ("127.8.8.8", {Reach.MACHINE}),
    ("::1", {Reach.MACHINE}),
    ("::ffff:127.0.0.1", {Reach.MACHINE}),
    ("::ffff:10.0.0.1", {Reach.NETWORK, Reach.MACHINE}),
    ("169.254.169.254", set[Reach]()),
    ("::ffff:169.254.169.254", set[Reach]()),
    ("fe80::1", set[Reach]()),
    ("0.0.0.0", set[Reach]()),
    ("::", set[Reach]()),
    ("224.0.0.1", set[Reach]()),
    ("168.63.129.16", set[Reach]()),
]


@pytest.mark.parametrize(("address", "reached"), ADDRESSES)
def test_an_address_is_reached_only_where_the_administrator_says_that_it_is(address: str, reached: set[Reach]):
    async def resolve(host: str, port: int) -> list[str]:
        return [address]

    async def may(reach: Reach) -> bool:
        try:
            found = await allowed_addresses(read_target("postgresql://u:p@db.example/d"), reach, resolve)
        except CallFailed as failed:
            return failed.why != Reason.of(ReasonCode.SQL_ELSEWHERE, host="db.example")
        return list(found) == [address]

    async def story() -> set[Reach]:
        return {reach for reach in Reach if await may(reach)}

    assert asyncio.run(story()) == reached


def test_one_private_address_among_public_ones_is_enough_to_refuse(sales: Sales):
    async def resolve(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "127.0.0.1"]

    with pytest.raises(CallFailed):
        asyncio.run(allowed_addresses(read_target("postgresql://u:p@db.example/d"), Reach.NETWORK, resolve))
    with pytest.raises(CallFailed) as failed:
        asyncio.run(opened(sales.reader, Reach.NETWORK).standing())
    assert failed.value.why.code is ReasonCode.SQL_ELSEWHERE, "a socket is of this machine"


def test_failures_to_connect_say_which_and_nothing_of_the_password(sales: Sales):
    async def failed(conninfo: str) -> CallFailed:
        with pytest.raises(CallFailed) as failure:
            await opened(conninfo).standing()
        return failure.value

    host = read_target(sales.reader).host
    refused = asyncio.run(failed(f"host={host} port=1 dbname=x user=y password={PASSWORD}"))
    assert (refused.error_class, refused.why.code) == (ErrorClass.NETWORK, ReasonCode.SQL_UNREACHABLE)
    no_such = asyncio.run(failed(sales.reader.replace("user=reader", "user=nobody")))
    assert (no_such.error_class, no_such.why.code) == (ErrorClass.AUTHENTICATION, ReasonCode.SQL_REFUSED)
    assert PASSWORD not in str(refused) + str(no_such) + repr(read_target(sales.reader))


def test_over_the_internet_a_connection_is_encrypted():
    said = read_target("postgresql://u:p@db.example/d")
    assert "sslmode=require" in said.conninfo("93.184.215.14", Reach.INTERNET)
    assert "sslmode=prefer" in said.conninfo("10.0.0.1", Reach.NETWORK)
    assert "sslmode=verify-full" in read_target("postgresql://u:p@h/d?sslmode=verify-full").conninfo(
        "93.184.215.14", Reach.INTERNET
    )
