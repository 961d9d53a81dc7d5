"""Jobs are as durable as the transaction that deferred them, and outlive the workers that run them."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs import jobs as jobs_module
from bailiwick.kernel.jobs.jobs import Jobs, WorkerDied
from bailiwick.kernel.jobs.rescue import JobRescue
from bailiwick.kernel.jobs.retries import MOST_ATTEMPTS, MOST_RUNS, JobRetries
from bailiwick_skills.notes.store import NoteStore
from support.people import ensure_user
from support.running import leaving_no_task
from support.statements import counted

WORKER = Path(__file__).parent.parent / "support" / "worker_process.py"


@asynccontextmanager
async def working(jobs, **options):
    """Run a worker in this process for as long as the block lasts."""
    options = {"heartbeat_seconds": 0.2, "stalled_seconds": 1.5, "drain_seconds": 0.5, **options}
    async with asyncio.TaskGroup() as group:
        task = group.create_task(jobs.run_worker(**options))
        try:
            yield task
        finally:
            task.cancel()


async def until(condition, seconds=20.0):
    """Wait until the coroutine function `condition` returns something true, and return it."""
    async with asyncio.timeout(seconds):
        while True:
            result = await condition()
            if result:
                return result
            await asyncio.sleep(0.02)


@pytest.fixture
def jobs_run(empty_database):
    """Run `fn(stores, jobs, urls)` on a database of its own, whose jobs no other test's worker takes."""

    def run(fn):
        urls = empty_database()

        async def story():
            async with Database(urls.app) as database:
                return await fn(Stores(database), Jobs(database), urls)

        return asyncio.run(story())

    return run


async def new_user(stores):
    return (await ensure_user(stores, uuid7(), "Somebody", "member")).id


def test_a_deferred_job_runs_with_its_user_and_arguments(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda user_id, arguments: seen.put((user_id, arguments)))
        assert await jobs.defer("work", user, {"execution_id": "x"})
        async with working(jobs):
            assert await asyncio.wait_for(seen.get(), 30) == (user, {"execution_id": "x"})
            await until(lambda: none_left(jobs))

    jobs_run(story)


async def none_left(jobs):
    return await jobs.counts() == {}


def test_a_job_of_a_rolled_back_transaction_never_existed(jobs_run):
    async def story(stores, jobs, _):
        user = await new_user(stores)
        with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user):
                await jobs.defer("work", user, {})
                raise RuntimeError("no")
        assert await jobs.counts() == {}
        async with stores.database.as_user(user):
            await jobs.defer("work", user, {})
        assert await jobs.counts() == {"todo": 1}

    jobs_run(story)


@pytest.mark.parametrize("queueing_lock", [None, "once"])
def test_a_job_that_cannot_be_deferred_because_the_connection_dies_says_that_the_database_is_away(
    jobs_run, queueing_lock
):
    async def story(stores, jobs, urls):
        user = await new_user(stores)
        with pytest.raises(Unavailable):  # noqa: PT012  (the block is what raises)
            async with stores.database.as_user(user) as connection:
                with psycopg.connect(urls.app, autocommit=True) as other:
                    other.execute("select pg_terminate_backend(%s)", (connection.get_server_pid(),))
                await jobs.defer("work", user, {}, queueing_lock=queueing_lock)
        assert await jobs.counts() == {}

    jobs_run(story)


def test_a_job_starts_within_a_moment_of_the_commit(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda *_: seen.put(1))
        async with working(jobs):
            await until(lambda: jobs.live_workers())
            for _ in range(5):
                await jobs.defer("work", user, {})
                await asyncio.wait_for(seen.get(), 4)

    jobs_run(story)


def test_a_second_job_with_a_queueing_lock_is_not_queued_and_the_transaction_goes_on(jobs_run):
    async def story(stores, jobs, _):
        user = await new_user(stores)
        async with stores.database.as_user(user):
            assert await jobs.defer("wake", user, {}, queueing_lock="agent-1")
            assert not await jobs.defer("wake", user, {}, queueing_lock="agent-1")
            await stores[NoteStore].append(user, "still", ["open"], call_id="1")
        assert await jobs.counts() == {"todo": 1}
        assert len(await stores[NoteStore].list(user)) == 1

    jobs_run(story)


def test_a_waiting_job_does_not_start_before_the_transaction_that_relied_on_it_ends(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()

        async def wake(user_id, _):
            await seen.put([note.title for note in await stores[NoteStore].list(user_id)])

        jobs.register("wake", wake)
        await jobs.defer("wake", user, {}, queueing_lock="agent-1")
        async with stores.database.as_user(user):
            await stores[NoteStore].append(user, "unread mail", ["x"], call_id="1")
            assert not await jobs.defer("wake", user, {}, queueing_lock="agent-1")
            async with working(jobs):
                await until(lambda: in_other_task(jobs.live_workers))
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(seen.get(), 0.5)
        async with working(jobs):
            assert await asyncio.wait_for(seen.get(), 30) == ["unread mail"]

    jobs_run(story)


async def in_other_task(call):
    async with asyncio.TaskGroup() as group:
        task = group.create_task(call())
    return task.result()


def test_jobs_with_one_lock_run_one_at_a_time_in_their_order(jobs_run):
    async def story(stores, jobs, _):
        user, running, order = await new_user(stores), [], []

        async def work(_, arguments):
            running.append(1)
            assert len(running) == 1
            await asyncio.sleep(0.01)
            running.pop()
            order.append(arguments["n"])

        jobs.register("work", work)
        for n in range(8):
            await jobs.defer("work", user, {"n": str(n)}, lock="thread-1")
        async with working(jobs, concurrency=5):
            await until(lambda: none_left(jobs))
        assert order == [str(n) for n in range(8)]

    jobs_run(story)


def test_a_job_for_later_waits_for_its_time(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda _, arguments: seen.put(arguments["n"]))
        await jobs.defer("work", user, {"n": "later"}, at=datetime.now(UTC) + timedelta(hours=1))
        await jobs.defer("work", user, {"n": "now"})
        async with working(jobs):
            assert await asyncio.wait_for(seen.get(), 30) == "now"
            await until(lambda: only_todo(jobs))
            assert seen.empty()

    jobs_run(story)


async def only_todo(jobs):
    return await jobs.counts() == {"todo": 1}


def test_a_job_that_raises_is_run_again_and_then_done(jobs_run):
    async def story(stores, jobs, _):
        user, attempts = await new_user(stores), []

        async def work(*_):
            attempts.append(1)
            if len(attempts) == 1:
                raise ValueError("once")

        jobs.register("work", work)
        await jobs.defer("work", user, {})
        async with working(jobs):
            await until(lambda: none_left(jobs))
        assert len(attempts) == 2

    jobs_run(story)


@pytest.mark.parametrize("attempts_before", [MOST_ATTEMPTS - 1, MOST_RUNS])
def test_a_job_that_is_given_up_says_so_and_is_kept(jobs_run, attempts_before):
    async def story(stores, jobs, urls):
        user, farewells = await new_user(stores), asyncio.Queue()

        async def work(*_):
            raise ValueError("always")

        jobs.register("work", work, gave_up=lambda user_id, args, error: farewells.put((user_id, args, error)))
        await jobs.defer("work", user, {"n": "1"})
        async with stores.database.without_user() as connection:
            await connection.execute("update procrastinate_jobs set attempts = $1", attempts_before)
        async with working(jobs):
            user_id, arguments, error = await asyncio.wait_for(farewells.get(), 30)
            await until(lambda: only_failed(jobs))
        assert (user_id, arguments) == (user, {"n": "1"})
        assert type(error) is (WorkerDied if attempts_before == MOST_RUNS else ValueError)

    jobs_run(story)


async def only_failed(jobs):
    return await jobs.counts() == {"failed": 1}


def test_an_unreachable_database_is_retried_longer_than_an_error():
    class Job:
        attempts = MOST_ATTEMPTS + 1

    retries = JobRetries()
    assert retries.get_retry_decision(exception=ValueError(), job=Job) is None
    assert retries.get_retry_decision(exception=Unavailable("db"), job=Job) is not None
    assert retries.get_retry_decision(exception=asyncio.CancelledError(), job=Job) is not None


def test_a_stopping_worker_lets_jobs_finish_and_hands_over_those_that_do_not(jobs_run):
    async def story(stores, jobs, _):
        user, begun, release, ended = await new_user(stores), asyncio.Queue(), asyncio.Event(), []

        async def work(_, arguments):
            await begun.put(arguments["n"])
            if arguments["n"] == "endless":
                await asyncio.Event().wait()
            await release.wait()
            ended.append(arguments["n"])

        jobs.register("work", work)
        await jobs.defer("work", user, {"n": "short"})
        await jobs.defer("work", user, {"n": "endless"})
        async with working(jobs) as worker:
            assert {await begun.get(), await begun.get()} == {"short", "endless"}
            worker.cancel()
            release.set()
            with suppress(asyncio.CancelledError):
                await worker
        assert ended == ["short"]
        assert await jobs.counts() == {"todo": 1}
        assert await jobs.live_workers() == 0

    jobs_run(story)


@pytest.mark.parametrize("moment", ["bailiwick-jobs-worker-0", "worker loop", "listener"])
def test_a_worker_that_is_stopped_while_it_starts_leaves_nothing_behind(jobs_run, moment):
    def names():
        return {task.get_name() for task in asyncio.all_tasks()}

    async def story(stores, jobs, _):
        await new_user(stores)  # so the database's own connections are open
        async with leaving_no_task():
            worker = asyncio.create_task(  # noqa: TID251  (ends below)
                jobs.run_worker(heartbeat_seconds=0.2, stalled_seconds=1.5)
            )
            while moment not in names():  # noqa: ASYNC110  (no event tells that a task of the engine exists)
                await asyncio.sleep(0)
            worker.cancel()
            await asyncio.wait((worker,))

    jobs_run(story)


def test_the_job_of_a_killed_worker_is_taken_over_within_seconds(jobs_run):
    async def story(stores, jobs, urls):
        user = await new_user(stores)
        jobs.register("work", lambda user_id, arguments: finish(stores, user_id))
        process = subprocess.Popen(  # noqa: ASYNC220  (nothing else runs in this loop yet)
            [sys.executable, str(WORKER), urls.app, "hang"]
        )
        try:
            await jobs.defer("work", user, {"n": "1"}, lock="thread-1")
            await until(lambda: stores[NoteStore].list(user))
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        loop = asyncio.get_running_loop()
        killed = loop.time()
        async with working(jobs):
            await until(lambda: none_left(jobs))
        assert loop.time() - killed < 8
        assert [note.lines[0].split()[0] for note in await stores[NoteStore].list(user)] == ["end", "begin"]

    async def finish(stores, user):
        await stores[NoteStore].append(user, "result", ["end"], call_id="1")

    jobs_run(story)


def test_a_worker_that_wakes_up_late_cannot_end_the_job_that_another_has(jobs_run):
    async def story(stores, jobs, urls):
        user = await new_user(stores)
        process = subprocess.Popen(  # noqa: ASYNC220  (nothing else runs in this loop yet)
            [sys.executable, str(WORKER), urls.app, "linger"]
        )
        try:
            await jobs.defer("work", user, {"n": "first"})
            await until(lambda: logged(stores, user, "begin first"))
            os.kill(process.pid, signal.SIGSTOP)
            begun, release = asyncio.Event(), asyncio.Event()

            async def work(*_):
                begun.set()
                await release.wait()

            jobs.register("work", work)
            async with working(jobs, concurrency=1):
                await asyncio.wait_for(begun.wait(), 30)
                os.kill(process.pid, signal.SIGCONT)
                await until(lambda: logged(stores, user, "end first", say="first"))
                # The late worker goes on to another job, so it has tried to end the first one.
                await jobs.defer("work", user, {"n": "second"})
                await until(lambda: logged(stores, user, "end second", say="second"))
                await until(lambda: only_doing(jobs))
                release.set()
                await until(lambda: none_left(jobs))
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()

    async def logged(stores, user, line, say=""):
        await stores.database.notify("go", say)
        return any(line in note.lines for note in await stores[NoteStore].list(user) if note.title == "log")

    async def only_doing(jobs):
        return await jobs.counts() == {"doing": 1}

    jobs_run(story)


def test_a_stalled_job_gives_way_to_a_waiting_one_with_its_queueing_lock(jobs_run):
    async def story(stores, jobs, _):
        user = await new_user(stores)
        await jobs.defer("wake", user, {"n": "old"}, queueing_lock="agent-1")
        async with stores.database.without_user() as connection:
            await connection.execute("update procrastinate_jobs set status = 'doing'")
        await jobs.defer("wake", user, {"n": "new"}, queueing_lock="agent-1")
        await JobRescue(stores.database, 1.5).sweep(0, set)
        assert await jobs.counts() == {"todo": 1}
        async with stores.database.without_user() as connection:
            row = await connection.fetchrow("select args from procrastinate_jobs")
        assert row["args"]["arguments"] == {"n": "new"}

    jobs_run(story)


def test_a_job_that_its_living_worker_lost_is_run_again(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda *_: seen.put(1))
        async with working(jobs):
            await until(lambda: jobs.live_workers())
            async with stores.database.as_user(user) as connection:
                await jobs.defer("work", user, {})
                await connection.execute(
                    "update procrastinate_jobs set status = 'doing',"
                    " worker_id = (select max(id) from procrastinate_workers)"
                )
            await asyncio.wait_for(seen.get(), 30)

    jobs_run(story)


def test_a_worker_outlives_the_loss_of_all_its_connections(jobs_run):
    async def story(stores, jobs, urls):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda *_: seen.put(1))
        async with working(jobs, stalled_seconds=5.0):
            await until(lambda: jobs.live_workers())
            for _ in range(3):
                with psycopg.connect(urls.owner, autocommit=True) as connection:
                    connection.execute(
                        "select pg_terminate_backend(pid) from pg_stat_activity"
                        " where datname = current_database() and backend_type = 'client backend'"
                        " and pid <> pg_backend_pid()"
                    )
                await jobs.defer("work", user, {})
                await asyncio.wait_for(seen.get(), 30)

    jobs_run(story)


def test_a_worker_that_cannot_reach_the_database_when_it_begins_begins_later(jobs_run, postgres, monkeypatch):
    monkeypatch.setattr(jobs_module, "CHECKOUT_SECONDS", 1.2)
    waits = "the worker waits for the database"

    def admit(urls, admitted):
        name = sql.Identifier(conninfo_to_dict(urls.owner)["dbname"])
        with psycopg.connect(postgres.admin, autocommit=True) as connection:
            connection.execute(sql.SQL("alter database {} allow_connections {}").format(name, sql.Literal(admitted)))

    async def story(stores, jobs, urls):
        user, seen, told = await new_user(stores), asyncio.Queue(), asyncio.Event()
        jobs.register("work", lambda *_: seen.put(1))
        await jobs.defer("work", user, {})
        listener = logging.Handler()
        monkeypatch.setattr(listener, "emit", lambda record: told.set() if waits in record.getMessage() else None)
        monkeypatch.setattr(logging.getLogger(jobs_module.__name__), "handlers", [listener])
        admit(urls, False)
        async with working(jobs) as worker, asyncio.timeout(40):
            telling = asyncio.create_task(told.wait())  # noqa: TID251  (ends with the next line, or with the test)
            await asyncio.wait((telling, worker), return_when=asyncio.FIRST_COMPLETED)
            assert told.is_set()
            admit(urls, True)
            assert await seen.get() == 1

    jobs_run(story)


def test_one_persons_queue_leaves_room_for_everybody_else(jobs_run):
    async def story(stores, jobs, _):
        greedy, modest = await new_user(stores), await new_user(stores)
        begun, release = asyncio.Queue(), asyncio.Event()

        async def work(user_id, arguments):
            await begun.put((user_id, arguments["n"]))
            await release.wait()

        jobs.register("work", work)
        for n in range(10):
            await jobs.defer("work", greedy, {"n": str(n)}, lock=f"thread-{n}")
        async with working(jobs, concurrency=4):
            assert [await asyncio.wait_for(begun.get(), 30) for _ in range(3)] == [(greedy, n) for n in "012"]
            await jobs.defer("work", modest, {"n": "mine"})
            assert await asyncio.wait_for(begun.get(), 30) == (modest, "mine")
            release.set()
            await until(lambda: none_left(jobs))
        assert [begun.get_nowait() for _ in range(begun.qsize())] == [(greedy, n) for n in "3456789"]

    jobs_run(story)


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("queued", [500, pytest.param(5000, marks=pytest.mark.long)])
@pytest.mark.parametrize("threads", [None, 1], ids=["in threads of their own", "in one thread"])
def test_however_much_one_person_has_queued_anothers_first_begins_within_a_few(jobs_run, concurrency, queued, threads):
    async def story(stores, jobs, _):
        greedy, modest = await new_user(stores), await new_user(stores)
        begun, seen = [], asyncio.Event()

        async def work(user_id, arguments):
            begun.append((user_id, arguments["n"]))
            if len(begun) == 20:
                await jobs.defer("work", modest, {"n": "mine"})
            elif user_id == modest:
                seen.set()

        jobs.register("work", work)
        async with stores.database.as_user(greedy):
            for n in range(queued):
                await jobs.defer("work", greedy, {"n": str(n)}, lock=f"thread-{n if threads is None else 0}")
        async with working(jobs, concurrency=concurrency):
            await asyncio.wait_for(seen.wait(), 60)
        place = begun.index((modest, "mine"))
        assert 20 <= place <= 20 + 2 * concurrency
        assert begun[:place] == [(greedy, str(n)) for n in range(place)]

    jobs_run(story)


def test_a_newcomer_waits_for_one_job_of_each_person_that_has_queued_some(jobs_run):
    persons, each, concurrency = 30, 5, 4

    async def story(stores, jobs, _):
        users, newcomer = [await new_user(stores) for _ in range(persons)], await new_user(stores)
        begun = []

        async def work(user_id, arguments):
            begun.append((user_id, arguments["n"]))
            if len(begun) == 10:
                for n in range(2):
                    await jobs.defer("work", newcomer, {"n": n})

        jobs.register("work", work)
        for user in users:
            for n in range(each):
                await jobs.defer("work", user, {"n": n})
        async with working(jobs, concurrency=concurrency):
            await until(lambda: none_left(jobs))
        first, second = begun.index((newcomer, 0)), begun.index((newcomer, 1))
        assert 10 <= first <= persons + concurrency
        assert first + persons - concurrency <= second <= first + persons + concurrency
        for user in users:
            assert [n for who, n in begun if who == user] == list(range(each))

    jobs_run(story)


def test_what_is_enqueued_while_a_queue_is_worked_off_comes_behind_its_persons_others_and_in_its_threads_order(
    jobs_run,
):
    async def story(stores, jobs, _):
        greedy, modest, begun = await new_user(stores), await new_user(stores), []

        async def work(user_id, arguments):
            begun.append((user_id, arguments["n"]))
            if user_id == greedy and arguments["n"] == 4:
                for n in range(10, 14):
                    await jobs.defer("work", greedy, {"n": n}, lock="thread")
            if user_id == modest and arguments["n"] < 5:  # a person who says something whenever there is an answer
                await jobs.defer("work", modest, {"n": arguments["n"] + 1})

        jobs.register("work", work)
        for n in range(10):
            await jobs.defer("work", greedy, {"n": n}, lock="thread")
        await jobs.defer("work", modest, {"n": 0})
        async with working(jobs, concurrency=1):
            await until(lambda: none_left(jobs))
        assert [n for who, n in begun if who == greedy] == list(range(14))
        assert begun[:12] == [each for n in range(6) for each in ((greedy, n), (modest, n))]

    jobs_run(story)


def test_what_waited_for_its_persons_share_starts_as_soon_as_one_of_them_ends(jobs_run):
    async def story(stores, jobs, _):
        user, done = await new_user(stores), []

        async def work(_, arguments):
            done.append(arguments["n"])

        jobs.register("work", work)
        for n in range(12):
            await jobs.defer("work", user, {"n": n})
        async with working(jobs, concurrency=4, heartbeat_seconds=3600.0):
            await until(lambda: none_left(jobs))
        assert done == list(range(12))

    jobs_run(story)


@asynccontextmanager
async def with_room(jobs, user, **options):
    """Run a worker that has looked for all jobs there are."""
    async with working(jobs, **options) as task:
        await until(lambda: placed(jobs, user))
        yield task


async def counts_are(jobs, expected):
    return await jobs.counts() == expected


async def placed(jobs, user):
    return jobs._manager.place(user) is not None


def test_a_job_that_is_deferred_where_a_worker_has_room_is_its_own_and_nobody_looks_for_it(jobs_run, monkeypatch):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda _, arguments: seen.put(arguments["number"]))
        async with with_room(jobs, user):
            asked = counted(monkeypatch)
            async with stores.database.as_user(user):
                assert await jobs.defer("work", user, {"number": "1"})
                assert await jobs.counts() == {}  # it is not visible before it is committed
                await asyncio.sleep(0)
                assert seen.empty()
            assert await asyncio.wait_for(seen.get(), 30) == "1"
            await until(lambda: none_left(jobs))
        assert [name for _, name in asked if name not in ("sweep", "counts")] == ["defer_here", "finish_claimed"]

    jobs_run(story)


def test_a_job_that_is_deferred_where_a_worker_has_room_never_existed_when_that_is_rolled_back(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda _, arguments: seen.put(arguments["number"]))
        async with with_room(jobs, user):
            with pytest.raises(RuntimeError):  # noqa: PT012  (the block is what raises)
                async with stores.database.as_user(user):
                    await jobs.defer("work", user, {"number": "1"})
                    raise RuntimeError("no")
            assert jobs._manager.held == set()
            await jobs.defer("work", user, {"number": "2"})
            assert await asyncio.wait_for(seen.get(), 30) == "2"
            await until(lambda: none_left(jobs))

    jobs_run(story)


def test_a_worker_keeps_no_more_of_one_person_for_itself_than_their_share_and_what_has_a_lock_waits(jobs_run):
    async def story(stores, jobs, _):
        user, other, done, begun = await new_user(stores), await new_user(stores), asyncio.Event(), []

        async def work(_, arguments):
            begun.append(arguments["number"])
            await done.wait()

        jobs.register("work", work)
        async with with_room(jobs, user, concurrency=4):
            for number in ("1", "2"):
                await jobs.defer("work", user, {"number": number}, lock="one")
            await until(lambda: counts_are(jobs, {"doing": 1, "todo": 1}))
            await until(lambda: placed(jobs, user))
            for number in ("3", "4", "5"):
                await jobs.defer("work", user, {"number": number})
            await until(lambda: has_begun(begun, 3))
            assert await jobs.counts() == {"doing": 3, "todo": 2}
            await until(lambda: placed(jobs, other))
            await jobs.defer("work", other, {"number": "6"})
            await until(lambda: has_begun(begun, 4))
            assert begun == ["1", "3", "4", "6"]
            done.set()
            await until(lambda: none_left(jobs))
        assert sorted(begun[4:]) == ["2", "5"]  # which of the four was over first, nobody says

    jobs_run(story)


async def has_begun(begun, number):
    return len(begun) == number


def test_what_a_worker_has_not_begun_when_it_ends_is_put_back_at_once(jobs_run):
    async def story(stores, jobs, _):
        user, seen = await new_user(stores), asyncio.Queue()
        jobs.register("work", lambda _, arguments: seen.put(arguments["number"]))
        async with with_room(jobs, user) as task:
            async with stores.database.as_user(user):
                await jobs.defer("work", user, {"number": "1"})
                # In the moment in which the worker has it: behind that, it may begin before this goes on.
                stores.database.on_end(lambda _: task.cancel())
            await asyncio.wait((task,))
        assert seen.empty()
        assert await jobs.counts() == {"todo": 1}
        async with working(jobs):
            assert await asyncio.wait_for(seen.get(), 30) == "1"

    jobs_run(story)
