"""Transactions as a user, and notifications that survive lost connections."""

import asyncio
import json
import os
import socket
from contextlib import suppress

import anyio
import asyncpg
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bailiwick.features.account.persons_store import PersonStore
from bailiwick.kernel.database.directory import Directory
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.errors import InvalidInput, NotFound, Unavailable
from bailiwick.kernel.ids import uuid7
from bailiwick.people.records import FIRST_OWNER_ID, UserRole
from bailiwick.runs.store import ExecutionStore
from bailiwick_skills.notes.store import NoteStore


async def end_connections(urls, condition="true"):
    """End every connection to this database but one's own, as a restart of the server does."""
    async with await psycopg.AsyncConnection.connect(urls.owner, autocommit=True) as connection:
        await connection.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where datname = current_database() and backend_type = 'client backend'"
            f" and pid <> pg_backend_pid() and {condition}"
        )


def test_a_nested_block_joins_the_transaction_of_its_task(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with stores.database.as_user(user) as outer:
            async with stores.database.as_user(user) as inner:
                assert inner is outer
            assert stores.database.in_transaction(user)
        assert not stores.database.in_transaction(user)

    stores_run(story)


def test_an_error_rolls_the_whole_joined_transaction_back(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        with pytest.raises(RuntimeError, match="late"):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user):
                await stores[NoteStore].append(user, "a", ["x"], call_id="1")
                raise RuntimeError("late")
        assert await stores[NoteStore].list(user) == []

    stores_run(story)


def test_a_snapshot_shows_one_moment_and_takes_no_writing(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with stores.database.as_user(user, snapshot=True):
            assert await stores[NoteStore].list(user) == []
            async with asyncio.TaskGroup() as group:
                group.create_task(stores[NoteStore].append(user, "a", ["x"], call_id="1"))
            assert await stores[NoteStore].list(user) == []
        assert len(await stores[NoteStore].list(user)) == 1
        with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
            async with stores.database.as_user(user, snapshot=True):
                await stores[NoteStore].append(user, "b", ["x"], call_id="2")

    stores_run(story)


def test_a_swallowed_error_of_the_database_is_not_taken_for_a_commit(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        with pytest.raises(RuntimeError, match="nothing was written"):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user) as connection:
                await stores[NoteStore].append(user, "a", ["x"], call_id="1")
                with suppress(asyncpg.DivisionByZeroError):
                    await connection.execute("select 1 / 0")
        assert await stores[NoteStore].list(user) == []

    stores_run(story)


def test_joining_as_another_user_is_a_mistake(new_user_id, stores_run):
    async def story(stores):
        one, other = new_user_id(), new_user_id()
        async with stores.database.as_user(one):
            with pytest.raises(RuntimeError, match="another user"):
                await stores[NoteStore].list(other)

    stores_run(story)


def test_a_child_task_opens_its_own_transaction(new_user_id, stores_run):
    async def story(stores):
        one, other = new_user_id(), new_user_id()
        async with stores.database.as_user(one) as outer:
            await stores[NoteStore].append(one, "a", ["x"], call_id="1")

            async def child():
                assert not stores.database.in_transaction(one)
                async with stores.database.as_user(other) as inner:
                    assert inner is not outer
                return await stores[NoteStore].list(one)

            async with asyncio.TaskGroup() as group:
                task = group.create_task(child())
            assert task.result() == []

    stores_run(story)


def test_an_id_that_is_no_uuid_names_nobody(stores_run):
    async def story(stores):
        for text in ("", "me", "'; drop table users; --", f"{{{uuid7()}}}", uuid7().upper(), "\0"):
            with pytest.raises(NotFound):
                await stores[NoteStore].list(text)

    stores_run(story)


@pytest.mark.parametrize("text", ["a\0b", "half \ud800 a pair"])
def test_what_postgresql_cannot_keep_is_invalid_input(new_user_id, stores_run, text):
    async def story(stores):
        user = new_user_id()
        with pytest.raises(InvalidInput):
            await stores[PersonStore].add(FIRST_OWNER_ID, user, text, UserRole.MEMBER, None)
        assert await stores.database.ready()

    stores_run(story)


def test_work_goes_on_after_every_connection_was_lost(new_user_id, stores_run, database_urls):
    async def story(stores):
        user = new_user_id()
        loop, slowest = asyncio.get_running_loop(), 0.0
        for n in range(3):
            await asyncio.gather(*(stores[NoteStore].list(user) for _ in range(30)))
            await end_connections(database_urls)
            begun = loop.time()
            await stores[NoteStore].append(user, "log", [str(n)], call_id=str(n))
            slowest = max(slowest, loop.time() - begun)
        assert (await stores[NoteStore].list(user))[0].lines == ("0", "1", "2")
        assert slowest < 1.5

    stores_run(story, pool_size=10)


async def nobodys_rows(database):
    async with database.without_user() as connection:
        return await connection.fetchval("select count(*) from procrastinate_jobs")


def test_what_belongs_to_no_user_goes_on_after_every_connection_was_lost(stores_run, database_urls):
    async def story(stores):
        database = stores.database
        async with database.listen(["t_one"]) as received:
            for n in range(3):
                await asyncio.gather(*(nobodys_rows(database) for _ in range(10)))
                await end_connections(database_urls, "query not ilike '%listen%'")
                await asyncio.gather(*(database.notify("t_one", str(n)) for _ in range(2)), nobodys_rows(database))
                async with asyncio.timeout(30):
                    assert [await anext(received), await anext(received)] == [("t_one", str(n))] * 2

    stores_run(story)


def test_a_connection_at_rest_is_lent_without_asking_the_server_first(stores_run):
    async def story(stores):
        asked = []
        async with stores.database.without_user() as connection:
            connection.add_query_logger(lambda record: asked.append(record.query))
        await nobodys_rows(stores.database)
        await stores.database.notify("t_one", "")
        return asked

    rows, notify = stores_run(story, pool_size=1)
    assert "procrastinate_jobs" in rows
    assert "pg_notify" in notify


def test_a_connection_lost_in_a_transaction_is_unavailable_and_nothing_was_written(
    new_user_id, stores_run, database_urls
):
    async def story(stores):
        user = new_user_id()
        with pytest.raises(Unavailable):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user):
                await stores[NoteStore].append(user, "a", ["x"], call_id="1")
                await end_connections(database_urls)
                await stores[NoteStore].append(user, "a", ["y"], call_id="2")
        assert await stores[NoteStore].list(user) == []

    stores_run(story)


def test_a_database_that_is_not_there_is_unavailable_within_seconds(tmp_path):
    async def story():
        loop = asyncio.get_running_loop()
        async with Database(f"host={tmp_path} dbname=x user=x", patience=0.5) as database:
            begun = loop.time()
            with pytest.raises(Unavailable):
                async with database.as_user(uuid7()):
                    pass
            assert 0.4 < loop.time() - begun < 3
            assert not await database.ready()
            with pytest.raises(Unavailable):
                async with database.listen(["x"]):
                    pass

    asyncio.run(story())


def test_a_full_pool_is_unavailable_instead_of_a_hang(new_user_id, database_urls):
    async def story():
        user = new_user_id()
        async with Database(database_urls.app, pool_size=1, patience=0.5) as database:

            async def other():
                async with database.as_user(user):
                    pass

            async with database.as_user(user):
                with pytest.raises(Unavailable):
                    await asyncio.gather(other())
            await asyncio.gather(other())

    asyncio.run(story())


def test_a_transaction_of_a_task_that_is_cancelled_at_every_wait_is_rolled_back_and_nobody_complains(
    new_user_id, stores_run
):
    async def story(stores):
        user, complaints = new_user_id(), []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["message"]))

        async def cut(waiting: asyncio.Event) -> None:
            def fell_asleep(*_: object) -> None:
                connection.remove_log_listener(fell_asleep)
                waiting.set()

            async with stores.database.as_user(user) as connection:
                await connection.execute("update users set name = 'cut'")
                # The server says when it is about to sleep: before that it takes no notice of being told to stop.
                connection.add_log_listener(fell_asleep)
                await connection.execute("do $$ begin raise notice 'asleep'; perform pg_sleep(60); end $$")

        # As a response is streamed to a reader who hangs up: what is cancelled is so again at each of its waits.
        waiting = asyncio.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(cut, waiting)
            await waiting.wait()
            group.cancel_scope.cancel()
        async with asyncio.timeout(30), stores.database.as_user(user) as connection:
            assert await connection.fetchval("select name from users") == "Somebody"
        assert complaints == []
        assert stores.database.connections() == {"open": 1, "idle": 1, "waiting": 0}

    stores_run(story, pool_size=1)


def test_a_notification_goes_out_on_commit_and_not_on_rollback(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        async with stores.database.listen(["t_one", "t_two"]) as received:
            with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
                async with stores.database.as_user(user):
                    await stores.database.notify("t_one", "never")
                    raise RuntimeError
            async with stores.database.as_user(user):
                await stores.database.notify("t_one", "ünïcode")
            await stores.database.notify("t_two", "")
            async with asyncio.timeout(30):
                assert [await anext(received), await anext(received)] == [("t_one", "ünïcode"), ("t_two", "")]

    stores_run(story)


def test_a_payload_too_long_for_a_notification_is_refused(stores_run):
    async def story(stores):
        await stores.database.notify("t_x", "x" * 7999)
        with pytest.raises(ValueError, match="7999"):
            await stores.database.notify("t_x", "é" * 4000)

    stores_run(story)


def test_listening_goes_on_after_its_connection_was_lost_and_says_what_may_be_missed(stores_run, database_urls):
    async def story(stores):
        async with stores.database.listen(["t_one", "t_two"]) as received:
            for n in range(3):
                await end_connections(database_urls, "query ilike '%listen%'")
                async with asyncio.timeout(30):
                    assert [await anext(received), await anext(received)] == [("t_one", ""), ("t_two", "")]
                    await stores.database.notify("t_one", str(n))
                    assert await anext(received) == ("t_one", str(n))

    stores_run(story)


def test_leaving_the_block_ends_listening(stores_run):
    async def story(stores):
        async with stores.database.listen(["t_one"]) as received:
            async with asyncio.TaskGroup() as group:
                task = group.create_task(follow(received))
                await stores.database.notify("t_one", "end")
            assert task.result() == ["end"]

    async def follow(received):
        seen = []
        async for _, payload in received:
            seen.append(payload)
            if payload == "end":
                break
        return seen

    stores_run(story)


def test_stores_announce_what_they_did(new_user_id, stores_run):
    from support.populate import give_everything

    async def story(stores):
        user, said = new_user_id(), []
        channels = ["bailiwick_facts", "bailiwick_changes", "bailiwick_control"]
        async with stores.database.listen(channels) as received:
            theirs = await give_everything(stores, user)
            await stores[ExecutionStore].request_cancel(user, theirs.execution_id)
            async with asyncio.timeout(30):
                async for channel, payload in received:
                    message = json.loads(payload)
                    if message["u"] == user:
                        said.append((channel, message))
                    if channel == "bailiwick_control" and message["u"] == user:
                        break
        assert ("bailiwick_facts", {"u": user, "x": theirs.execution_id}) in said
        assert ("bailiwick_facts", {"u": user, "x": None}) in said
        assert ("bailiwick_changes", {"u": user}) in said
        assert said[-1] == ("bailiwick_control", {"u": user, "x": theirs.execution_id, "do": "cancel"})

    stores_run(story)


def test_a_cancelled_query_leaves_the_pool_usable(new_user_id, stores_run):
    async def story(stores):
        user = new_user_id()
        for _ in range(5):

            async def slow():
                async with stores.database.as_user(user) as connection:
                    await connection.execute("select pg_sleep(60)")

            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await slow()
        assert await stores[NoteStore].list(user) == []

    stores_run(story, pool_size=2)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such limit")
def test_a_connection_to_a_machine_that_fell_silent_counts_as_lost_within_half_a_minute(database_urls):
    """What was sent and is never acknowledged would else be waited for a quarter of an hour."""
    found = conninfo_to_dict(database_urls.app)
    host, port = found["host"], found.get("port", 5432)

    over = asyncio.Semaphore(2)

    def limits(fileno):
        with socket.socket(fileno=os.dup(fileno)) as opened:
            unanswered = opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) / 1000
            idle = opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
        return unanswered, idle

    async def pour(reader, writer):
        while piece := await reader.read(65536):
            writer.write(piece)
        writer.close()

    async def relay(reader, writer):
        there = asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}") if host[0] == "/" else None
        far_reader, far_writer = await (there or asyncio.open_connection(host, port))
        await asyncio.gather(pour(reader, far_writer), pour(far_reader, writer))
        over.release()

    async def story():
        for _ in range(2):
            await over.acquire()
        async with await asyncio.start_server(relay, "127.0.0.1") as server:
            over_tcp = {"host": "127.0.0.1", "port": server.sockets[0].getsockname()[1]}
            directory = Directory(make_conninfo(database_urls.owner, **over_tcp))
            async with Database(make_conninfo(database_urls.app, **over_tcp), pool_size=1) as database:
                async with database.without_user() as connection:
                    found = [limits(connection._con._transport.get_extra_info("socket").fileno())]
                await directory.due()
                found.append(limits(directory._connection.fileno()))
            await directory.aclose()
            for _ in range(2):
                await over.acquire()
        return found

    for unanswered, idle in asyncio.run(story()):
        assert 0 < unanswered <= 30
        assert 0 < idle <= 30
