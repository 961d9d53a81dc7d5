"""Tables of plug-ins are made once, kept apart by person whatever migrations forget, and refused with a reason."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from bailiwick.features.account.erasure import erase
from bailiwick.features.account.store import AccountStore
from bailiwick.features.installation.actions import Administration
from bailiwick.features.installation.ageing import ageing_tables
from bailiwick.kernel.database.plugin_migrations import TableRetention, migrations_in
from bailiwick.kernel.database.plugin_tables import upgrade
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput, Unavailable
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.logs import LogLevel
from bailiwick.kernel.reasons import ReasonCode
from bailiwick.kernel.settings import Settings
from bailiwick.people.store import AccessStore
from support.attack import find_leaks, tables
from support.catalogue import picture
from support.people import add_user

SCHEMA = "plugin_shelf"
NOWHERE = Stores(None)
BOOKS = """
create table books (
    user_id uuid,
    id      bigint generated always as identity,
    title   text not null,
    read_at timestamptz,
    primary key (user_id, id)
);
create table loans (
    user_id uuid not null, book bigint not null, whom text not null,
    primary key (user_id, book), foreign key (user_id, book) references books on delete cascade
);
"""


def beside(folder: Path, *texts: str):
    """Write migrations beside a plug-in and read them."""
    place = folder / "migrations"
    place.mkdir(exist_ok=True)
    for number, text in enumerate(texts, 1):
        (place / f"{number:04}_step.sql").write_text(text)
    return migrations_in(folder)


def person_with_a_book(urls, user):
    with psycopg.connect(urls.app) as connection:
        add_user(connection, user)
        connection.execute(
            "with lent as (insert into plugin_shelf.books (title, read_at) values ('Momo', '2001-01-01') returning id)"
            " insert into plugin_shelf.loans (book, whom) select id, 'Ana' from lent"
        )


def titles(urls, user):
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
        return [row[0] for row in connection.execute("select title from plugin_shelf.books").fetchall()]


def leaks(urls, victim, stranger):
    every = {
        table: find_leaks(urls.app, table, victim, stranger, schema=SCHEMA) for table in tables(urls.owner, SCHEMA)
    }
    assert len(every) == 2
    return {table: found for table, found in every.items() if found}


def test_no_table_of_a_plug_in_lets_another_user_or_nobody_in(empty_database, tmp_path):
    urls, victim, stranger = empty_database(), uuid7(), uuid7()
    upgrade(urls.owner, "shelf", beside(tmp_path, BOOKS))
    person_with_a_book(urls, victim)
    assert leaks(urls, victim, None) == {}
    assert leaks(urls, victim, stranger) == {}
    person_with_a_book(urls, stranger)
    assert leaks(urls, victim, stranger) == {}
    with psycopg.connect(urls.owner) as connection:
        assert connection.execute("select count(*) from plugin_shelf.books").fetchone() == (0,)


@pytest.mark.parametrize(
    "sabotage",
    [
        "alter table books enable row level security; create policy all_of_them on books using (true);",
        "alter table books no force row level security",
        "alter table books disable row level security",
        "drop policy own_rows on books",
        "alter policy own_rows on books using (true)",
    ],
)
def test_what_a_later_migration_takes_away_is_put_back(empty_database, tmp_path, sabotage):
    urls, victim, stranger = empty_database(), uuid7(), uuid7()
    first = beside(tmp_path, BOOKS)
    upgrade(urls.owner, "shelf", first)
    kept = picture(urls.owner, SCHEMA)
    person_with_a_book(urls, victim)
    person_with_a_book(urls, stranger)
    with psycopg.connect(urls.owner) as connection:
        connection.execute("set local search_path = plugin_shelf")
        connection.execute(sabotage)
    if "no force" not in sabotage:  # that is for the owner of the tables alone
        assert leaks(urls, victim, stranger)
    upgrade(urls.owner, "shelf", first)
    assert leaks(urls, victim, stranger) == {}
    assert picture(urls.owner, SCHEMA) == kept


def test_migrations_are_carried_out_once_in_order_and_those_who_start_at_once_wait(empty_database, tmp_path):
    urls = empty_database()
    some = beside(tmp_path, BOOKS, "insert into public.users values (null)", "alter table books add pages int")
    with pytest.raises(Conflict) as refused:
        upgrade(urls.owner, "shelf", some)
    assert refused.value.why.code is ReasonCode.PLUGIN_MIGRATION_FAILED
    assert "0002_step.sql" in str(refused.value)
    with psycopg.connect(urls.owner) as connection:
        assert connection.execute("select to_regnamespace('plugin_shelf')").fetchone() == (None,)
    good = beside(tmp_path, BOOKS, "alter table books add author text", "alter table books add pages int")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: upgrade(urls.owner, "shelf", good), range(4)))
    with psycopg.connect(urls.owner) as connection:
        done = connection.execute(
            "select number, name from plugin_migrations where plugin = 'shelf' order by 1"
        ).fetchall()
        columns = {row[1] for row in picture(urls.owner, SCHEMA)["columns"] if row[0] == "books"}
    assert done == [(number, f"000{number}_step.sql") for number in (1, 2, 3)]
    assert {"author", "pages"} <= columns
    with pytest.raises(Conflict, match="migration 0003, which is not installed"):
        upgrade(urls.owner, "shelf", good[:2])


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (ReasonCode.PLUGIN_TABLE_USERLESS, "create table books (id bigint primary key)"),
        (ReasonCode.PLUGIN_TABLE_USERLESS, "create table books (user_id text primary key)"),
        (ReasonCode.PLUGIN_TABLE_KEYLESS, "create table books (user_id uuid)"),
        (ReasonCode.PLUGIN_KEY_USERLESS, "create table books (user_id uuid, id bigint primary key)"),
        (
            ReasonCode.PLUGIN_KEY_USERLESS,
            "create table books (user_id uuid, id int, primary key (user_id, id)); create unique index on books (id)",
        ),
        (
            ReasonCode.PLUGIN_KEY_USERLESS,
            "create table books (user_id uuid, id uuid, primary key (user_id, id),"
            " foreign key (user_id, id) references public.documents (user_id, id))",
        ),
        (
            ReasonCode.PLUGIN_KEY_USERLESS,
            "create table books (user_id uuid, id int, above int, primary key (user_id, id),"
            " foreign key (user_id, above) references books on delete restrict)",
        ),
        (ReasonCode.PLUGIN_HAS_OTHER, "create view books as select 1 as one"),
        (
            ReasonCode.PLUGIN_HAS_OTHER,
            "create function all_of_them() returns int language sql security definer as 'select 1'",
        ),
        (ReasonCode.PLUGIN_REACHES_OUT, "create table public.books (user_id uuid primary key)"),
        (ReasonCode.PLUGIN_REACHES_OUT, "drop table public.documents cascade"),
        (ReasonCode.PLUGIN_MIGRATION_FAILED, "creat table books"),
        (ReasonCode.PLUGIN_TABLE_ABSENT, "create table other (user_id uuid primary key)"),
        (ReasonCode.PLUGIN_AGE_ABSENT, "create table books (user_id uuid primary key, read_at date)"),
    ],
)
def test_what_cannot_be_kept_apart_is_refused_and_nothing_of_it_stays(empty_database, tmp_path, code, text):
    urls = empty_database()
    before = picture(urls.owner)
    with pytest.raises(Conflict) as refused:
        upgrade(urls.owner, "shelf", beside(tmp_path, text), [TableRetention(table="books", by="read_at")])
    assert refused.value.why.code is code
    assert picture(urls.owner) == before
    with psycopg.connect(urls.owner) as connection:
        assert connection.execute("select to_regnamespace('plugin_shelf')").fetchone() == (None,)


def test_a_name_that_no_schema_can_have_and_a_file_without_a_number_are_refused(tmp_path):
    with pytest.raises(Conflict, match=r"reading-list"):
        upgrade("", "reading-list", ())
    place = tmp_path / "migrations"
    place.mkdir()
    (place / "books.sql").write_text(BOOKS)
    with pytest.raises(Conflict, match=r"books\.sql"):
        migrations_in(tmp_path)
    assert migrations_in(None) == migrations_in(place) == ()


def test_a_database_that_does_not_answer_is_no_fault_of_the_plug_in(tmp_path):
    with pytest.raises(Unavailable):
        upgrade(f"host={tmp_path} user=nobody dbname=nothing connect_timeout=1", "shelf", beside(tmp_path, BOOKS))


def test_rows_of_a_plug_in_are_exported_and_erased_also_when_it_is_gone(empty_database, tmp_path):
    urls, erased, other = empty_database(), uuid7(), uuid7()
    upgrade(urls.owner, "shelf", beside(tmp_path, BOOKS))
    person_with_a_book(urls, erased)
    person_with_a_book(urls, other)

    async def exported(user):
        found = {}
        async with Database(urls.app) as database:
            async for name, piece in AccountStore(database).everything(user):
                found[name] = found.get(name, b"") + piece
        return found

    files = asyncio.run(exported(erased))
    assert files["plugin_shelf.books.jsonl"].count(b"\n") == files["plugin_shelf.loans.jsonl"].count(b"\n") == 1
    assert b'"title": "Momo"' in files["plugin_shelf.books.jsonl"]
    assert "documents.jsonl" in files
    erase(urls.owner, erased)
    assert (titles(urls, erased), titles(urls, other)) == ([], ["Momo"])


def test_old_rows_are_deleted_for_those_alone_whose_they_are(empty_database, tmp_path):
    urls, reader, other = empty_database(), uuid7(), uuid7()
    said = TableRetention(table="books", by="read_at", days=30, setting="shelf_days")
    upgrade(urls.owner, "shelf", beside(tmp_path, BOOKS), [said])
    person_with_a_book(urls, reader)
    person_with_a_book(urls, other)
    with psycopg.connect(urls.app) as connection:
        connection.execute("select set_config('bailiwick.user_id', %s, true)", (reader,))
        connection.execute("insert into plugin_shelf.books (title) values ('Unread')")
        connection.execute("insert into plugin_shelf.books (title, read_at) values ('New', now())")
        many = "insert into plugin_shelf.books (title, read_at) select 'Old', now() - '31 days'::interval"
        connection.execute(many + " from generate_series(1, 600)")

    async def everybody():
        return reader, other

    async def sweep():
        async with Database(urls.app) as database:
            stores = Stores(database)
            await stores[AccessStore].user(reader)
            (table,) = ageing_tables(stores, Settings(home=tmp_path), {"shelf": [said]})
            assert (table.kind, table.days, table.setting) == ("shelf.books", 30, "shelf_days")
            assert await table.rows.delete(uuid7(), await database.now(other)) == 0
            administration = Administration(stores, Bus(database), everybody, LogLevel.INFO)
            assert await administration.old_rows(table) == 602
            await administration.delete_old(table, reader)
            assert await administration.old_rows(table) == 1, "the other's"

    asyncio.run(sweep())
    assert (sorted(titles(urls, reader)), titles(urls, other)) == (["New", "Unread"], ["Momo"])
    indexes = picture(urls.owner, SCHEMA)["indexes"]
    assert any(definition.endswith("ON plugin_shelf.books USING btree (user_id, read_at)") for definition, _ in indexes)


def test_an_administrator_may_keep_rows_longer_or_for_ever(tmp_path, monkeypatch):
    said = TableRetention(table="books", by="read_at", days=30, setting="shelf_days")

    def kept(value):
        monkeypatch.setenv("BAILIWICK_SHELF_DAYS", value)
        return [table.days for table in ageing_tables(NOWHERE, Settings(home=tmp_path), {"shelf": [said]})]

    assert kept("90") == [90.0]
    assert kept("") == [None]
    for wrong in ("0", "-1", "soon", "99999999"):
        with pytest.raises(InvalidInput, match="shelf_days"):
            kept(wrong)
    fixed = TableRetention(table="books", by="read_at", days=7)
    assert [table.days for table in ageing_tables(NOWHERE, Settings(home=tmp_path), {"shelf": [fixed]})] == [7]
