"""No table shows, takes or gives away a stranger's rows."""

import asyncio
import random
from contextlib import suppress

import psycopg
import pytest

from bailiwick.features.documents.store import DocumentStore
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import NO_DIGEST, ResidentTurnStore
from bailiwick.kernel.database.directory import user_ids
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput, NotFound, Unavailable
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.usage import Usage
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.runs.store import ExecutionStore
from bailiwick_router.core.decisions import Mode
from bailiwick_skills.notes.records import Note
from bailiwick_skills.notes.store import NoteStore
from support.attack import ENGINE_TABLES, LASTING_TABLES, NOBODYS_TABLES, SHARED_TABLES, find_leaks, tables
from support.people import ensure_user
from support.populate import give_everything
from support.stored_swarm import StoredSwarm

CONDITION = "(user_id = acting_user())"
APP_SEES_OTHER_SCHEMAS = {"procrastinate"}
"""The job engine's schema carries no user: a worker serves every user. It holds ids only, never what people wrote."""


def fill(app_url, user):
    async def story():
        async with Database(app_url) as database:
            stores = Stores(database)
            await ensure_user(stores, user, "Victim", "member")
            return await give_everything(stores, user)

    return asyncio.run(story())


def every_table(urls):
    """Return the schema and the name of each table of the product, and of the skills that ship."""
    with psycopg.connect(urls.owner) as connection:
        schemas = connection.execute(
            "select nspname from pg_namespace where starts_with(nspname, 'plugin_')"
        ).fetchall()
    found = [
        (schema, table) for schema in ["public", *(name for (name,) in schemas)] for table in tables(urls.owner, schema)
    ]
    assert ("plugin_notes", "notes") in found
    return found


def leaks_of_all_tables(urls, victim, stranger):
    return {
        (schema, table): leaks
        for schema, table in every_table(urls)
        if (leaks := find_leaks(urls.app, table, victim, stranger, schema))
    }


def test_no_table_lets_another_user_or_nobody_in(database_urls, new_user_id):
    victim, stranger = new_user_id(), new_user_id()
    fill(database_urls.app, victim)
    assert len(tables(database_urls.owner)) >= 15
    assert leaks_of_all_tables(database_urls, victim, None) == {}
    assert leaks_of_all_tables(database_urls, victim, stranger) == {}
    fill(database_urls.app, stranger)
    assert leaks_of_all_tables(database_urls, victim, stranger) == {}


@pytest.mark.parametrize(
    "sabotage",
    [
        "drop policy own_rows on {table}",
        "alter table {table} disable row level security",
        "create policy everybody on {table} using (true) with check (true)",
    ],
)
def test_the_attack_notices_when_any_tables_protection_is_broken(empty_database, sabotage):
    urls = empty_database()
    victim, stranger = uuid7(), uuid7()
    fill(urls.app, victim)
    fill(urls.app, stranger)
    unnoticed = []
    for schema, table in every_table(urls):
        with psycopg.connect(urls.owner) as owner:
            owner.execute(sabotage.format(table=f"{schema}.{table}"))
        if not find_leaks(urls.app, table, victim, stranger, schema):
            unnoticed.append(table)
    assert unnoticed == []


def test_every_table_has_a_user_forced_row_security_and_the_one_policy(sync_owner):
    with sync_owner() as connection:
        rows = connection.execute(
            """
            select c.relname, c.relrowsecurity, c.relforcerowsecurity, a.attnotnull, a.atttypid::regtype::text,
                   array(select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = c.oid and polcmd = '*'),
                   array(select pg_get_expr(polwithcheck, polrelid) from pg_policy
                          where polrelid = c.oid and polcmd = '*'),
                   array(select array_to_string(polroles::regrole[], ',') from pg_policy
                          where polrelid = c.oid and polcmd <> '*')
              from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all (%s)
            """,
            (list(ENGINE_TABLES | SHARED_TABLES),),
        ).fetchall()
        owner = connection.execute("select current_user").fetchone()[0]
    assert rows
    for name, enabled, forced, required, type_, using, check, others in rows:
        assert (enabled, forced, required, type_) == (True, True, True, "uuid"), name
        assert using == [CONDITION], name
        assert check == [CONDITION], name
        # Those of users beside its own have tests of their own.
        assert sorted(others) == (["-"] * 4 + [owner] if name == "users" else []), name


def test_every_key_and_reference_between_tables_includes_the_user(sync_owner):
    with sync_owner() as connection:
        rows = connection.execute(
            """
            select conrelid::regclass::text, conname,
                   array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey))
              from pg_constraint
             where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
               and conrelid::regclass::text <> all (%s)
            """,
            (list(ENGINE_TABLES | NOBODYS_TABLES | LASTING_TABLES),),
        ).fetchall()
        indexes = connection.execute(
            # An index of nearest neighbours holds nothing but vectors; what it finds is still subject to the policy.
            "select indexrelid::regclass::text, pg_get_indexdef(indexrelid, 1, true) from pg_index join pg_class c"
            " on c.oid = indrelid join pg_class i on i.oid = indexrelid join pg_am on pg_am.oid = i.relam"
            " where amname <> 'hnsw' and c.relnamespace = 'public'::regnamespace and c.relname <> all (%s)",
            (list(ENGINE_TABLES | NOBODYS_TABLES | LASTING_TABLES),),
        ).fetchall()
    assert len(rows) > 30
    # What is reserved belongs to whom it is reserved for, and refers to the ledger of whose limit it is.
    # One name to sign in with is nobody else's, whoever they are.
    unshared = "users_sign_in_name_key"
    assert [row for row in rows if not {"user_id", "limit_user"} & set(row[2]) and row[1] != unshared] == []
    assert [name for name, first in indexes if first != "user_id" and name != unshared] == []


def test_the_application_role_owns_nothing_and_bypasses_nothing(sync_app):
    with sync_app() as connection:
        role = connection.execute(
            "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles"
            " where rolname = current_user"
        ).fetchone()
        owned = connection.execute("select count(*) from pg_class where relowner = current_user::regrole").fetchone()
        memberships = connection.execute(
            "select count(*) from pg_auth_members where member = current_user::regrole"
        ).fetchone()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("create table mine (x int)")
    assert role == (False, False, False, False, False)
    assert owned == (0,)
    assert memberships == (0,)


def test_the_application_reaches_only_the_products_tables_and_the_job_engine(sync_owner):
    with sync_owner() as connection:
        rows = connection.execute(
            """
            select nspname, relname from pg_class c join pg_namespace n on n.oid = relnamespace
             where relkind in ('r', 'p', 'v', 'm') and nspname not in ('pg_catalog', 'information_schema')
               and has_table_privilege('bailiwick_app', c.oid, 'select, insert, update, delete')
            """
        ).fetchall()
        engine = connection.execute(
            """
            select attname from pg_attribute join pg_class c on c.oid = attrelid
             where relnamespace = 'procrastinate'::regnamespace and relkind = 'r' and attnum > 0
               and atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype)
            """
        ).fetchall()
    assert {schema for schema, _ in rows} == {"public", "plugin_notes"} | APP_SEES_OTHER_SCHEMAS
    assert ENGINE_TABLES.isdisjoint({name for schema, name in rows if schema == "public"})
    assert {name for (name,) in engine} == {"lock", "queueing_lock", "args"}


def test_no_function_borrows_its_owners_rights_and_every_view_uses_its_callers(sync_owner):
    with sync_owner() as connection:
        functions = connection.execute(
            "select proname from pg_proc where prosecdef and pronamespace::regnamespace::text in"
            " ('public', 'procrastinate')"
        ).fetchall()
        views = connection.execute(
            "select relname from pg_class where relkind in ('v', 'm') and relnamespace::regnamespace::text in"
            " ('public', 'procrastinate') and not coalesce(reloptions @> '{security_invoker=true}', false)"
        ).fetchall()
    assert functions == []
    assert views == []


def test_only_the_owner_of_the_tables_may_list_the_users_and_sees_nothing_else(empty_database):
    urls, users = empty_database(), [uuid7(), uuid7()]
    for user in users:
        fill(urls.app, user)
    assert list(user_ids(urls.owner)) == [FIRST_OWNER_ID, *users]
    assert list(user_ids(urls.app)) == []
    with psycopg.connect(urls.owner) as connection:
        for schema, table in set(every_table(urls)) - {("public", "users")}:
            assert connection.execute(f"select count(*) from {schema}.{table}").fetchone() == (0,), table
        assert connection.execute("update users set name = 'x'").rowcount == 0
        assert connection.execute("delete from users").rowcount == 0


def test_a_reference_to_a_strangers_row_is_refused_like_one_to_nothing(new_user_id, stores_run):
    async def story(stores):
        victim, stranger = new_user_id(), new_user_id()
        theirs = await give_everything(stores, victim)
        for conversation_id in (theirs.conversation_id, uuid7()):
            with pytest.raises(NotFound):
                await stores[ExecutionStore].create(stranger, conversation_id, "x", Mode.DIRECT, None)
        for execution_id in (theirs.execution_id, uuid7()):
            with pytest.raises(NotFound):
                await stores[DocumentStore].create(stranger, "t", "c", call_id="c", execution_id=execution_id)
            with pytest.raises(NotFound):
                await stores[EventStore].since(stranger, execution_id, 0)

    stores_run(story)


def test_a_strangers_swarm_is_like_none_also_for_who_has_one_of_the_same_name(new_user_id, stores_run):
    async def story(stores):
        victim, stranger = new_user_id(), new_user_id()
        turn = (await give_everything(stores, victim)).turn
        own = await StoredSwarm.found(stores, stranger, "Ana", "Ben", "Cai", swarm="Secret")
        room = await own.direct("ana", "ben")
        mail_id = turn.mails[0].id
        for call in (
            stores[SwarmStore].reserve(stranger, turn.execution_id, 1),
            stores[SwarmStore].spend(stranger, turn.execution_id, Usage(), 1.0),
            stores[ResidentTurnStore].persist(stranger, turn.execution_id, NO_DIGEST),
            stores[ResidentTurnStore].release(stranger, turn.execution_id, 1),
            stores[ResidentTurnStore].give_up(stranger, turn.execution_id, "x", dead=True),
            stores[MailStore].room(stranger, own.id, turn.room.id),
            stores[MailStore].get(stranger, own.id, mail_id),
            stores[MailStore].redeliver(stranger, own.id, mail_id, "ben@secret"),
            own.post(turn.room.id, "ana", "x"),
            own.post(room, "ana", "x", cause_id=mail_id),
            own.post(room, "ana", "x", reply_to=mail_id),
            own.post(room, "ana", "x", execution_id=turn.execution_id),
        ):
            with pytest.raises(NotFound):
                await call
        assert await own.begin("ben") is None
        assert await stores[MailStore].list(stranger, own.id) == []
        assert await stores[MailStore].of_turns(stranger, own.id, [turn.execution_id]) == []
        assert await stores[MailStore].passed_on(stranger, own.id, mail_id) is None
        assert not await stores[MailStore].wrote(stranger, turn.execution_id, turn.room.id, turn.resident.id)
        assert await stores[ExecutionStore].claim(stranger, turn.execution_id, "x") is None
        assert await stores[ResidentTurnStore].list(stranger, "ben@secret") == []
        assert await stores[ResidentTurnStore].sleepers(stranger) == []
        await stores[SwarmStore].delete(stranger, own.id)
        assert (await stores[MailStore].get(victim, "secret", mail_id)).content == "A secret mail"

    stores_run(story)


def test_two_hundred_users_on_five_connections_never_see_each_other(new_user_id, stores_run):
    users = [new_user_id() for _ in range(200)]

    async def one(stores, user, number, seen):
        choice = number % 4
        async with stores.database.as_user(user) as connection:
            await stores[NoteStore].append(user, f"of {user}", [user], call_id=f"{number}")
            await asyncio.sleep(random.random() / 500)
            if choice == 1:
                raise RuntimeError("an error in the middle")
            if choice == 2:
                await connection.execute("select 1 / 0")
            if choice == 3:
                await connection.execute("select pg_sleep(60)")
            rows = await connection.fetch("select user_id::text as owner from plugin_notes.notes")
            seen.append((user, {row["owner"] for row in rows}))

    async def story(stores):
        seen = []
        tasks = []
        async with asyncio.TaskGroup() as group:
            for number, user in enumerate(users * 2):
                tasks.append(group.create_task(guarded(one(stores, user, number, seen))))
                if number % 4 == 3:
                    asyncio.get_running_loop().call_later(0.02 + random.random() / 20, tasks[-1].cancel)
        foreign = [(user, owners) for user, owners in seen if owners != {user}]
        assert foreign == []
        assert len(seen) >= 50
        async with stores.database.without_user() as connection:
            row = await connection.fetchrow("select count(*) as notes from plugin_notes.notes")
            assert row["notes"] == 0

    async def guarded(coroutine):
        with suppress(RuntimeError, InvalidInput, Unavailable):
            await coroutine

    stores_run(story, pool_size=5)


def test_a_connection_returned_in_the_middle_of_an_error_has_no_user(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        note = await stores[NoteStore].append(user, "Mine", ["x"], call_id="1")
        assert isinstance(note, Note)
        for _ in range(3):
            with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
                async with stores.database.as_user(user) as connection:
                    broken = connection.get_server_pid()
                    raise RuntimeError("in the middle")
            async with stores.database.without_user() as connection:
                assert connection.get_server_pid() == broken
                query = (
                    "select current_setting('bailiwick.user_id', true) as user,"
                    " (select count(*) from plugin_notes.notes) as notes"
                )
                row = await connection.fetchrow(query)
                assert (row["user"] or "", row["notes"]) == ("", 0)

    stores_run(story, pool_size=1)
