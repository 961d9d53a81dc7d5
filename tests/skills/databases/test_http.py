"""Databases over HTTP: administrators connect them, people ask those that are lent, no answer holds a secret."""

import logging
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bailiwick.people.records import UserRole
from support.postgres import TestServer
from support.sales_database import PASSWORD, Sales
from support.site import ENDED, Site, settings_of

DATABASES = "/api/databases"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the site names for SQLite files, with one in it and one beside it."""
    folder = tmp_path_factory.mktemp("files") / "named"
    folder.mkdir()
    for path in (folder / "books.db", folder.parent / "outside.db"):
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE loans (id INTEGER PRIMARY KEY, book TEXT)")
        connection.executemany("INSERT INTO loans (book) VALUES (?)", [(f"Book {at}",) for at in range(1, 8)])
        connection.commit()
        connection.close()
    return folder


@pytest.fixture(scope="module")
def database_site(
    postgres: TestServer, database_template: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site of this file."""
    name = f"databases_{secrets.token_hex(4)}"
    urls = postgres.create(name, template=database_template)
    with Site(settings_of(urls, tmp_path_factory.mktemp("databases"), database_folders=str(folder))) as site:
        yield site
    postgres.drop(name)


@pytest.fixture
def admin(database_site: Site) -> Iterator[httpx.Client]:
    """Calls as an administrator who has connected nothing; what it lends is taken back."""
    with database_site.client(database_site.person("Admin", role=UserRole.ADMIN)) as client:
        yield client
        for each in client.get(DATABASES).json()["databases"]:
            if each["own"]:
                client.delete(f"{DATABASES}/{each['name']}")


@pytest.fixture
def member(database_site: Site) -> Iterator[httpx.Client]:
    """Calls as somebody who administers nothing."""
    with database_site.client(database_site.person("Member")) as client:
        yield client


def add(client: httpx.Client, connection: str, name: str = "sales", **more: Any) -> httpx.Response:
    return client.post(DATABASES, json={"name": name, "connection": connection, "reach": "machine", **more})


def executed(client: httpx.Client, message: str, **more: Any) -> dict[str, Any]:
    """Return what became of a message."""
    accepted = client.post("/api/agents/execute", json={"message": message, **more})
    assert accepted.status_code == 202, accepted.text
    execution_id = accepted.json()["id"]
    with client.stream("GET", f"/api/agents/execution/{execution_id}/events") as stream:
        for line in stream.iter_lines():
            if line == "event: done":
                break
    execution = client.get(f"/api/agents/execution/{execution_id}").json()
    assert execution["status"] in ENDED, execution
    return execution


def ask(client: httpx.Client, message: str) -> str:
    """Return what the agent answers that may ask databases."""
    return executed(client, message, agentId="toby-technical")["answer"] or ""


def test_a_database_is_connected_once_its_role_was_found_to_read_only(
    admin: httpx.Client, sales: Sales, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = add(admin, sales.reader)
    assert made.status_code == 201, made.text
    database = made.json()
    assert (database["name"], database["state"], database["own"], database["forEverybody"]) == (
        "sales",
        "ok",
        True,
        False,
    )
    assert database["place"].endswith(":5432/" + database["place"].rpartition("/")[2])
    assert database["user"].startswith("reader_")
    assert database["version"].startswith("PostgreSQL ")
    assert admin.get(DATABASES).json()["databases"] == [database]
    told = made.text + admin.get("/api/credentials").text + admin.get("/api/debug/events").text + caplog.text
    assert '"databases:sales"' in told
    assert PASSWORD not in told
    assert add(admin, sales.reader).status_code == 409
    assert admin.delete(f"{DATABASES}/sales").status_code == 204
    assert admin.delete(f"{DATABASES}/sales").status_code == 404


def test_a_role_that_may_write_is_refused_with_what_it_may(admin: httpx.Client, sales: Sales) -> None:
    for connection, said in [(sales.writer, "public.orders"), (sales.superuser, "SUPERUSER")]:
        refused = add(admin, connection)
        assert refused.status_code == 422
        assert said in refused.json()["detail"]
        assert refused.json()["errors"][0]["field"] == "connection"
    warned = add(admin, sales.creator)
    assert (warned.status_code, warned.json()["state"]) == (201, "may_create")
    assert "archive" in warned.json()["reason"]


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"name": "no such name"}, 422, "name"),
        ({"connection": "postgresql://h/d"}, 422, "connection"),
        ({"connection": "postgresql://u:p@127.0.0.1:1/d", "reach": "internet"}, 422, "connection"),
        ({"connection": "postgresql://u:p@127.0.0.1:1/d", "reach": "network"}, 422, "connection"),
        ({"connection": "postgresql://u:p@169.254.169.254/d"}, 422, "connection"),
        ({"connection": "postgresql://u:p@127.0.0.1:1/d"}, 503, None),
        ({"reach": "moon"}, 422, "reach"),
    ],
)
def test_what_cannot_be_asked_is_not_kept(
    admin: httpx.Client, sales: Sales, change: dict[str, Any], status: int, field: str | None
) -> None:
    body = {"name": "sales", "connection": sales.reader, "reach": "machine", **change}
    refused = admin.post(DATABASES, json=body)
    assert refused.status_code == status, refused.text
    if field:
        assert refused.json()["errors"][0]["field"] == field
    assert PASSWORD not in refused.text
    assert admin.get(DATABASES).json() == {"databases": []}


def test_only_administrators_connect_check_change_and_remove(
    admin: httpx.Client, member: httpx.Client, sales: Sales
) -> None:
    assert add(admin, sales.reader, forEverybody=True).status_code == 201
    assert add(member, sales.reader, name="mine").status_code == 403
    assert member.post(f"{DATABASES}/sales/check").status_code == 403
    assert member.put(f"{DATABASES}/sales", json={"forEverybody": False}).status_code == 403
    assert member.delete(f"{DATABASES}/sales").status_code == 403
    assert admin.put(f"{DATABASES}/sales", json={}).status_code == 422


def test_a_database_is_ones_own_until_it_is_lent_and_again_when_it_is_taken_back(
    admin: httpx.Client, member: httpx.Client, sales: Sales
) -> None:
    add(admin, sales.reader)
    assert member.get(DATABASES).json() == {"databases": []}
    assert "No database is connected" in ask(member, "which tables are in sales?")
    assert admin.put(f"{DATABASES}/sales", json={"forEverybody": True}).json()["forEverybody"] is True
    [seen] = member.get(DATABASES).json()["databases"]
    assert (seen["name"], seen["own"], seen["place"], seen["user"], seen["why"]) == ("sales", False, None, None, None)
    assert "order_items" in ask(member, "which tables are in sales?")
    assert member.get("/api/credentials").json()["credentials"] == []
    admin.put(f"{DATABASES}/sales", json={"forEverybody": False})
    assert member.get(DATABASES).json() == {"databases": []}
    assert "No database is connected" in ask(member, "which tables are in sales?")


def test_a_check_says_what_has_become_of_the_role_and_agents_stop_asking(
    admin: httpx.Client, sales: Sales, postgres: TestServer
) -> None:
    made = add(admin, sales.reader).json()
    sales.run(f"GRANT INSERT ON order_items TO {made['user']}")
    try:
        checked = admin.post(f"{DATABASES}/sales/check").json()
        assert (checked["state"], "public.order_items" in checked["reason"]) == ("may_write", True)
        assert "may change data" in ask(admin, "how many rows are in orders?")
    finally:
        sales.run(f"REVOKE INSERT ON order_items FROM {made['user']}")
    assert admin.post(f"{DATABASES}/sales/check").json()["state"] == "ok"
    assert "1,200" in ask(admin, "how many rows are in orders?")


def test_another_connection_is_taken_only_if_it_reads_only(admin: httpx.Client, sales: Sales) -> None:
    add(admin, sales.reader)
    assert admin.put(f"{DATABASES}/sales", json={"connection": sales.writer}).status_code == 422
    changed = admin.put(f"{DATABASES}/sales", json={"connection": sales.creator})
    assert (changed.status_code, changed.json()["user"].startswith("creator_")) == (200, True)


def test_the_same_request_connects_a_database_once(admin: httpx.Client, sales: Sales) -> None:
    key = {"Idempotency-Key": secrets.token_hex(8)}
    body = {"name": "sales", "connection": sales.reader, "reach": "machine"}
    first, again = (admin.post(DATABASES, json=body, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"


def talk(client: httpx.Client, *messages: str) -> list[str]:
    """Return what the agent answers in one conversation."""
    answers: list[str] = []
    thread: dict[str, str] = {}
    for message in messages:
        execution = executed(client, message, agentId="toby-technical", **thread)
        thread = {"conversationId": execution["conversationId"]}
        answers.append(execution["answer"] or "")
    return answers


TALK = [
    ("which databases are there?", "sales"),
    ("which tables are in sales?", "**order_items**"),
    ("show the columns of orders", "| customer_id | integer | of customers |"),
    ("how many orders are there?", "orders has 1,200 rows in sales."),
    ("and customers?", "customers has 20 rows"),
    ("the first 2", "| 2 | Customer 2 | ES |"),
    ("show me the first 3 rows of order", "| 3 | 4 | 4.5 |"),
    ("select name from customers where country = 'US' order by id limit 2 in sales", "| Customer 3 |"),
    ("how many rows are in custmers?", 'Did you mean "customers"?'),
    ("yes", "customers has 20 rows"),
    ("select id from orders", "cut after 500 rows"),
    ("delete from orders", ""),
    ("select wipe()", "The function wipe may not be used"),
    ("with x as (delete from orders returning 1) select * from x", "Only queries that read"),
    ("que tablas hay en sales?", "sales tiene 5 tablas:"),
    ("¿cuántas filas tiene orders?", "orders tiene 1.200 filas"),
    ("muestrame las columnas de customers", "tiene estas columnas:"),
    ("dame las 2 primeras filas de customers", "| 2 | Customer 2 | ES |"),
]


def test_a_database_is_talked_with_in_both_languages_without_a_model(admin: httpx.Client, sales: Sales) -> None:
    add(admin, sales.reader)
    answers = talk(admin, *(message for message, _ in TALK))
    wrong = [f"{said!r}: {answer}" for (said, part), answer in zip(TALK, answers, strict=True) if part not in answer]
    assert not wrong, "\n\n".join(wrong)
    assert sales.rows("SELECT count(*) FROM orders") == [(1200,)]


def test_with_several_databases_it_is_asked_which_and_the_answer_is_understood(
    admin: httpx.Client, sales: Sales
) -> None:
    add(admin, sales.reader, name="sales")
    add(admin, sales.creator, name="crm")
    asked, told, again, other = talk(
        admin,
        "how many rows are in orders?",
        "crm",
        "how many orders are there?",
        "how many rows are in orders in sales?",
    )
    assert asked == "Which database? There are crm, sales."
    assert "orders has 1,200 rows in crm." in told
    assert "in crm" in again, "what was talked of last is meant"
    assert "in sales" in other


def test_an_sqlite_file_of_a_named_folder_is_talked_with_like_any_database(
    admin: httpx.Client, member: httpx.Client, folder: Path, sales: Sales
) -> None:
    made = add(admin, f"sqlite:{folder}/books.db", name="library", reach="internet")
    assert made.status_code == 201, made.text
    told = made.json()
    assert (told["state"], told["reach"], told["user"], told["place"]) == ("ok", "machine", None, f"{folder}/books.db")
    assert told["version"].startswith("SQLite 3")
    before = (folder / "books.db").read_bytes()
    answers = talk(
        admin,
        "which tables are in library?",
        "show the columns of loans",
        "¿cuántas filas tiene loans?",
        "dame las 2 primeras filas de loans",
        "select book from loans where id = 7 in library",
        "delete from loans in library",
        "select load_extension('x') in library",
        "select name from sqlite_master in library",
    )
    for answer, part in zip(
        answers,
        ("**loans**", "| book | text |", "7 filas", "| 2 | Book 2 |", "Book 7", "", "load_extension", "sqlite_master"),
        strict=True,
    ):
        assert part in answer, answers
    assert (folder / "books.db").read_bytes() == before
    assert "No database is connected" in ask(member, "which tables are in library?")
    admin.put(f"{DATABASES}/library", json={"forEverybody": True})
    assert "7 rows" in ask(member, "how many rows are in loans?")
    [seen] = member.get(DATABASES).json()["databases"]
    assert (seen["place"], seen["version"]) == (None, told["version"])
    admin.put(f"{DATABASES}/library", json={"forEverybody": False})
    (folder / "books.db").rename(folder / "moved.db")
    gone = admin.post(f"{DATABASES}/library/check").json()
    (folder / "moved.db").rename(folder / "books.db")
    assert (gone["state"], gone["why"]["code"]) == ("unreachable", "sql-file-elsewhere")
    assert admin.post(f"{DATABASES}/library/check").json()["state"] == "ok"
    # A server that takes the place of a file is as far away as any until something else is said.
    elsewhere = admin.put(f"{DATABASES}/library", json={"connection": sales.reader})
    assert elsewhere.status_code == 422
    assert "is not where it is said to be" in elsewhere.text
    moved = admin.put(f"{DATABASES}/library", json={"connection": sales.reader, "reach": "machine"})
    assert (moved.status_code, moved.json()["reach"]) == (200, "machine")


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside.db", "missing.db", ":memory:"])
def test_no_other_file_of_the_machine_is_connected(admin: httpx.Client, folder: Path, path: str) -> None:
    connection = f"sqlite:{path if path.startswith(('/', ':')) else folder / path}"
    refused = add(admin, connection, name="other")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "connection")
    assert refused.json()["code"] in ("sql-file-elsewhere", "sql-file-path", "invalid-input"), refused.text
    assert admin.get(DATABASES).json() == {"databases": []}


@pytest.mark.parametrize(
    "message",
    [
        "which tables are in sales?",
        "how many rows are in orders in the sales database?",
        "select 1 from orders",
        "¿qué tablas hay en ventas?",
        "which databases can you see?",
        "show me the columns of orders",
    ],
)
def test_the_supervisor_finds_who_can_ask_a_database(admin: httpx.Client, sales: Sales, message: str) -> None:
    execution = executed(admin, message)
    assert execution["agentId"] == "toby-technical", execution["answer"]
