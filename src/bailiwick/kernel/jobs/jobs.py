"""Durable background work, deferred inside the caller's transaction."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import procrastinate
import psycopg
from procrastinate.job_context import JobContext
from procrastinate.jobs import DeleteJobCondition

from bailiwick.kernel.database.pool import CHECKOUT_SECONDS, Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.jobs.engine import FencedJobManager, FencedWorker, JobRoom
from bailiwick.kernel.jobs.rescue import JobRescue
from bailiwick.kernel.jobs.retries import MOST_RUNS, JobRetries

Task = Callable[[str, dict[str, str]], Awaitable[None]]
"""What a job does: called with the user's id and the arguments it was deferred with."""
Farewell = Callable[[str, dict[str, str], Exception], Awaitable[None]]
"""What happens when a job is given up: called with user, arguments and the last error."""

AGAIN_SECONDS = 0.5
"""After so long something that was asked to end is asked again."""
WORKER_CONNECTIONS = 4
NEVER = 10 * 365 * 86_400.0
"""Seconds until something that another process does."""

log = logging.getLogger(__name__)


class WorkerDied(Exception):
    """The job was started many times and its worker died each time."""


class Jobs:
    """Durable background work, deferred inside the caller's transaction and carried out by workers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.kernel.jobs.jobs")
        connector = procrastinate.PsycopgConnector(
            conninfo=database.app_url,
            min_size=1,
            max_size=WORKER_CONNECTIONS,
            timeout=CHECKOUT_SECONDS,
            reconnect_timeout=CHECKOUT_SECONDS - 1,
            kwargs={"connect_timeout": 3, "autocommit": True},
            name="bailiwick-jobs",
        )
        self._app = procrastinate.App(connector=connector)
        self._app.job_manager = self._manager = FencedJobManager(connector, database)

    def register(self, name: str, task: Task, *, gave_up: Farewell | None = None) -> None:
        """Say what jobs of this name do.

        A job that raises is repeated with growing pauses, 8 attempts in all; one whose worker dies or whose
        database cannot be reached is started up to 25 times. Then `gave_up` is called, and the job is kept as
        `failed` for a week. A job may run again although it ran before, and for a moment beside the attempt of a
        worker that was taken for dead: what it does must bear that.
        """
        retries = JobRetries()

        async def run(context: JobContext, *, user_id: str, arguments: dict[str, str]) -> None:
            job = context.job
            try:
                if job.attempts >= MOST_RUNS:
                    raise WorkerDied(f"The job was started {job.attempts} times and never came to its end.")
                await task(user_id, arguments)
            except Exception as error:
                log.exception("job %s (%s) failed on attempt %s", job.id, name, job.attempts + 1)
                if gave_up is not None and retries.get_retry_decision(exception=error, job=job) is None:
                    await gave_up(user_id, arguments, error)
                raise

        self._app.task(name=name, pass_context=True, retry=retries)(run)

    async def defer(
        self,
        task: str,
        user_id: str,
        arguments: Mapping[str, str],
        *,
        lock: str | None = None,
        queueing_lock: str | None = None,
        at: datetime | None = None,
    ) -> bool:
        """Enqueue in the transaction that this task has open for the user, or in one of its own.

        Jobs with the same `lock` run one at a time, in the order of deferral. False means that a waiting job has the
        queueing lock; it does not start before this transaction ends, so
        it sees what this transaction writes. A worker of this process that has room begins it itself.
        """
        parameters = {
            "task": task,
            "lock": lock,
            "queueing_lock": queueing_lock,
            "arguments": as_json({"user_id": user_id, "arguments": dict(arguments)}),
        }
        async with self._database.as_user(user_id) as connection:
            worker_id = self._manager.place(user_id) if at is None else None
            if worker_id is not None:
                row = await self._queries.one(connection, "defer_here", worker_id=worker_id, **parameters)
                if row is not None:
                    self._manager.give(user_id, row)
                    return True
            return await self._queries.one(connection, "defer", at=at, **parameters) is not None

    def room(self, user_id: str) -> JobRoom:
        """Return what this process's worker can begin of the user's jobs at once."""
        return self._manager.room(user_id)

    async def run_worker(
        self,
        *,
        concurrency: int = 20,
        heartbeat_seconds: float = 2.0,
        stalled_seconds: float = 6.0,
        drain_seconds: float = 5.0,
    ) -> None:
        """Carry out jobs until cancelled; takes over the jobs of workers silent for `stalled_seconds`.

        Every `heartbeat_seconds` it says that it lives and looks for jobs whose time has come or of which no word came.

        It takes a job of each person in turn. Of one person it does at most three quarters of `concurrency` at a time,
        and less while it works for others, so that the next person need not wait for their jobs to end. Survives an
        unreachable database. When cancelled it starts no more jobs, waits up to `drain_seconds` (cut below
        `stalled_seconds`) for those that run, cancels the rest, which start again elsewhere at once, and ends.
        Installs no signal handlers.
        """
        async with self._connected():
            while not _is_cancelled():
                worker = FencedWorker(
                    self._app,
                    concurrency=concurrency,
                    fetch_job_polling_interval=NEVER,  # the rescue says when some wait
                    shutdown_graceful_timeout=min(drain_seconds, 0.8 * stalled_seconds),
                    delete_jobs=DeleteJobCondition.SUCCESSFUL,
                    install_signal_handlers=False,
                    update_heartbeat_interval=NEVER,  # the rescue says that it lives
                    stalled_worker_timeout=stalled_seconds,
                )
                rescue = JobRescue(self._database, stalled_seconds)
                self._manager.work(worker, share=concurrency - concurrency // 4)
                try:
                    async with asyncio.TaskGroup() as group:
                        watch = group.create_task(
                            rescue.watch(worker, lambda: self._manager.held, heartbeat_seconds, self._manager.look)
                        )
                        working = group.create_task(worker.run())
                        try:
                            await asyncio.wait((working, watch), return_when=asyncio.FIRST_COMPLETED)
                        finally:
                            await self._manager.rest()
                            await _until_done(working, worker.stop)
                            await _until_done(watch, watch.cancel)
                except* Exception as errors:
                    log.warning("the worker begins anew after: %s", errors.exceptions)
                await asyncio.sleep(0.5)

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[None]:
        """Open the worker's connections as soon as that is possible, and close them, also those that were being opened
        when it was cancelled.

        The pool's tasks take a cancellation for a failed connection and go on: nothing but closing ends them.
        """
        try:
            while not _is_cancelled():
                try:
                    async with asyncio.timeout(CHECKOUT_SECONDS):
                        await self._app.open_async()
                    break
                except (TimeoutError, psycopg.OperationalError):
                    log.warning("the worker waits for the database, which cannot be reached")
                    await self._app.close_async()  # a pool that could not begin does not try for ever
                    await asyncio.sleep(AGAIN_SECONDS)
            yield
        finally:
            await self._app.close_async()

    async def live_workers(self, silence: float = 6.0) -> int:
        """Return how many workers gave a sign of life in the last `silence` seconds."""
        async with self._database.without_user() as connection:
            return (await self._queries.row(connection, "live_workers", silence=silence))["workers"]

    async def counts(self) -> Mapping[str, int]:
        """Return how many jobs there are in each status: `todo`, `doing`, `failed`, …"""
        async with self._database.without_user() as connection:
            rows = await self._queries.all(connection, "counts")
            return {row["status"]: row["jobs"] for row in rows}


def _is_cancelled() -> bool:
    """Whether this task was asked to end, even if what it waited for then kept that to itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _until_done(task: asyncio.Task[Any], end: Callable[[], object]) -> None:
    """Ask a task to end until it has; a request that comes just as it waits for the database can get lost."""
    while not task.done():
        end()
        await asyncio.wait((task,), timeout=AGAIN_SECONDS)
