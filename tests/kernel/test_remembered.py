"""What is kept in memory of a user is never older than what this process, or any other, has changed."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest

from bailiwick.features.mcp.records import McpServer, McpTransport
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.ids import uuid7
from bailiwick.people.actions import People, _Caller
from bailiwick.people.preference_store import PreferenceStore
from bailiwick.people.preferences import Preferences
from bailiwick.people.records import Scope, Secret, TokenKind, UserRole
from bailiwick.people.store import AccessStore
from support.statements import counted

KEYS = (TokenKind.API_KEY,)


class Process:
    """What a process has of its own: connections, ears and memory."""

    def __init__(self, database, background):
        self.database, self.stores, self.bus = database, Stores(database), Bus(database)
        self.remembered = RememberedReads(database, self.bus)
        self.people = People(self.stores[AccessStore], timedelta(days=1), self.remembered)
        self.listening = background.keep("listen", self.bus.listen)

    async def prefers(self, user):
        """What the user prefers, from memory if it is there."""
        return await self.remembered.get(user, "preferences", lambda: self.stores[PreferenceStore].get(user))

    async def key(self, user):
        """A key of the user's, as (its id, its text)."""
        token, text = await self.people.create_key(user, "a key", [Scope.READ])
        return token.id, text


@asynccontextmanager
async def processes(urls, count=2):
    async with Background() as background:
        databases = [Database(urls.app, pool_size=3) for _ in range(count)]
        for database in databases:
            await database.__aenter__()
        try:
            started = [Process(database, background) for database in databases]
            async with asyncio.timeout(30):
                for process in started:
                    await process.bus.listens.wait()
            yield started
            await background.stop()
        finally:
            for database in databases:
                await database.__aexit__(None, None, None)


async def until(true):
    async with asyncio.timeout(30):
        while not await true():  # noqa: ASYNC110  (another process does it)
            await asyncio.sleep(0.01)


def test_what_was_read_is_not_read_again_until_it_changes(new_user_id, database_urls, run, monkeypatch):
    async def story():
        async with processes(database_urls) as (one, other):
            user = new_user_id()
            assert await one.prefers(user) == Preferences()
            seen = counted(monkeypatch)
            for _ in range(3):
                assert await one.prefers(user) == Preferences()
            assert seen == []
            await one.stores[PreferenceStore].save(user, Preferences(language="es"))
            assert (await one.prefers(user)).language == "es", "its own change is seen at once"
            await other.stores[PreferenceStore].save(user, Preferences(language="en"))

            async def told():
                return (await one.prefers(user)).language == "en"

            await until(told)

    run(story())


def test_a_change_that_is_undone_leaves_what_was_true(new_user_id, database_urls, run):
    async def story():
        async with processes(database_urls, 1) as (one,):
            user = new_user_id()
            with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
                async with one.database.as_user(user):
                    await one.stores[PreferenceStore].save(user, Preferences(language="es"))
                    assert (await one.prefers(user)).language == "es", "what a transaction wrote it sees"
                    raise RuntimeError
            assert (await one.prefers(user)).language is None

    run(story())


def test_what_was_being_read_while_it_changed_is_not_kept(new_user_id, database_urls, run):
    async def story():
        async with processes(database_urls) as (one, other):
            user = new_user_id()

            async def slowly():
                found = await one.stores[PreferenceStore].get(user)
                async with other.database.listen(["bailiwick_changes"]) as heard:
                    await other.stores[PreferenceStore].save(user, Preferences(language="es"))
                    async with asyncio.timeout(30):
                        await anext(heard)
                        await one.database.ready()
                await until(lambda: _empty(one))
                return found

            assert (await one.remembered.get(user, "preferences", slowly)).language is None
            assert (await one.prefers(user)).language == "es"

    async def _empty(process):
        return not process.remembered._users

    run(story())


@pytest.mark.parametrize("way", ["revoked", "deleted", "another role", "fewer scopes", "signed out"])
def test_who_may_no_longer_call_is_turned_away_in_every_process(new_user_id, database_urls, sync_owner, run, way):
    async def story():
        async with processes(database_urls) as (one, other):
            user = new_user_id(role="admin")
            token, text = await one.key(user)
            for process in (one, other):
                assert (await process.people.identify(text, KEYS)).user.role is UserRole.ADMIN
            if way == "revoked":
                await other.people.revoke(user, token)
                assert await other.people.identify(text, KEYS) is None, "at once where it happened"
            else:
                change = {
                    "deleted": "delete from users where user_id = %(user)s",
                    "another role": "update users set role = 'member' where user_id = %(user)s",
                    "fewer scopes": "update access_tokens set scopes = '{run}' where user_id = %(user)s",
                    "signed out": "delete from access_tokens where user_id = %(user)s",
                }[way]
                with sync_owner() as connection:  # by whatever else reaches the database
                    connection.execute("select set_config('bailiwick.user_id', %s, true)", (user,))
                    connection.execute("set local search_path = public, procrastinate")
                    assert connection.execute(change, {"user": user}).rowcount == 1
            for process in (one, other):

                async def ended(process=process):
                    caller = await process.people.identify(text, KEYS)
                    return caller is None or caller.user.role is UserRole.MEMBER or not caller.may(Scope.READ)

                await until(ended)

    run(story())


def test_noting_a_use_tells_nobody(new_user_id, database_urls, run, monkeypatch):
    async def story():
        async with processes(database_urls) as (one, other):
            user = new_user_id()
            _, text = await one.key(user)
            await one.people.identify(text, KEYS)
            async with Background() as background:
                background.keep("store uses", one.people.store_uses)
                await asyncio.sleep(0)
            [token] = await other.people.keys(user)
            assert token.last_used_at is not None, "what is written behind is written at the end"
            seen = counted(monkeypatch)
            await one.people.identify(text, KEYS)
            assert seen == []

    run(story())


def test_the_last_use_is_noted_at_most_once_a_minute(new_user_id, database_urls, sync_app, run):
    async def story():
        async with processes(database_urls, 1) as (one,):
            user = new_user_id()
            _, text = await one.key(user)

            async def used():
                await one.people.identify(text, KEYS)
                await one.people._store_uses()
                return (await one.people.keys(user))[0].last_used_at

            first = await used()
            assert first is not None
            assert await used() == first
            with sync_app(user) as connection:
                connection.execute("update access_tokens set last_used_at = now() - interval '2 minutes'")
            one.remembered.drop(user)
            assert await used() > first - timedelta(minutes=1)

    run(story())


def test_without_listening_everything_is_asked_again(new_user_id, database_urls, run, monkeypatch):
    async def story():
        async with processes(database_urls) as (one, other):
            user = new_user_id()
            token, text = await one.key(user)
            assert await one.people.identify(text, KEYS)
            one.listening.cancel()
            await asyncio.wait({one.listening})
            seen = counted(monkeypatch)
            assert await one.people.identify(text, KEYS)
            assert [name for _, name in seen] == ["find"]
            await other.people.revoke(user, token)
            assert await one.people.identify(text, KEYS) is None

    run(story())


def test_a_listening_connection_that_is_cut_is_noticed_and_nothing_old_is_told(new_user_id, database_urls, run):
    """The connection is cut in the moment of the change, so that the change is never heard of."""

    async def story():
        async with processes(database_urls) as (one, other):
            for _ in range(5):
                user = new_user_id()
                token, text = await one.key(user)
                assert await one.people.identify(text, KEYS)
                await other.people.identify(text, KEYS)
                with psycopg.connect(database_urls.owner, autocommit=True) as connection:
                    connection.execute(
                        "select pg_terminate_backend(pid) from pg_stat_activity"
                        " where datname = current_database() and query ilike '%%listen%%' and pid <> pg_backend_pid()"
                    )
                await other.people.revoke(user, token)

                async def ended(text=text):
                    return await one.people.identify(text, KEYS) is None

                await until(ended)

                async def hears():
                    return await one.bus.hears()

                await until(hears)
                assert await one.people.identify(text, KEYS) is None

    run(story())


def test_a_key_ends_at_its_time_also_in_memory(new_user_id, database_urls, sync_app, run):
    async def story():
        async with processes(database_urls, 1) as (one,):
            user = new_user_id()
            _, text = await one.key(user)
            caller = await one.people.identify(text, KEYS)
            past = caller.token.created_at - timedelta(seconds=1)
            one.remembered.drop(user)
            expired = replace(caller, token=replace(caller.token, expires_at=past))

            async def read():
                return _Caller(expired)

            await one.remembered.get(user, ("caller", Secret.parse(text).digest), read)
            assert await one.people.identify(text, KEYS) is None

    run(story())


@pytest.mark.parametrize(
    "change",
    [
        "insert into preferences (default_mode) values ('direct')",
        "insert into rosters (revision) values (1)",
        "insert into mcp_enablements (server_id, server_name, enabled) values (gen_random_uuid(), 'x', true)",
    ],
)
def test_a_change_of_what_is_kept_is_told(new_user_id, database_urls, sync_app, run, change):
    async def story():
        user = new_user_id()
        async with (
            Database(database_urls.app, pool_size=1) as database,
            database.listen(["bailiwick_changes"]) as heard,
        ):
            with sync_app(user) as connection:
                connection.execute(change)
            async with asyncio.timeout(30):
                async for _, payload in heard:
                    if user in payload:
                        break

    run(story())


def test_a_change_of_an_mcp_server_concerns_everybody(new_user_id, database_urls, run):
    async def story():
        async with processes(database_urls) as (one, other):
            admin, user = new_user_id(role="admin"), new_user_id()
            await one.prefers(user)
            # All tests read it, tests that run later too: it must be whole.
            server = McpServer(id=uuid7(), name=uuid7(), transport=McpTransport.STDIO, command="/bin/true")
            await other.stores[McpServerStore].add(admin, server)

            async def forgotten():
                return user not in one.remembered._users

            await until(forgotten)

    run(story())
