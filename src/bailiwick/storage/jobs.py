"""Port `Jobs`: durable background work, deferred inside the caller's transaction."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime

import procrastinate
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.job_context import JobContext
from procrastinate.jobs import DeleteJobCondition
from procrastinate.worker import Worker

from bailiwick.storage.database import CHECKOUT_SECONDS, PostgresDatabase
from bailiwick.storage.job_rescue import JobRescue
from bailiwick.storage.job_retries import JobRetries
from bailiwick.storage.queries import Queries

Task = Callable[[str, dict[str, str]], Awaitable[None]]
"""What a job does: called with the user's id and the arguments it was deferred with."""
Farewell = Callable[[str, dict[str, str], BaseException], Awaitable[None]]
"""What happens when a job is given up: called with user, arguments and the last error."""

POLL_SECONDS = 3.0
"""How often to look for jobs in case a notification was missed."""
WORKER_CONNECTIONS = 4

log = logging.getLogger(__name__)


class ProcrastinateJobs:
    """Port `Jobs` on procrastinate, and the worker that carries jobs out."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._queries = Queries("jobs")
        self._connector = procrastinate.PsycopgConnector(
            conninfo=database.app_url,
            min_size=1,
            max_size=WORKER_CONNECTIONS,
            timeout=CHECKOUT_SECONDS,
            reconnect_timeout=CHECKOUT_SECONDS - 1,
            kwargs={"connect_timeout": 3},
            name="bailiwick-jobs",
        )
        self._app = procrastinate.App(connector=self._connector)
        self._running: set[int] = set()

    def register(self, name: str, task: Task, *, gave_up: Farewell | None = None) -> None:
        """Say what jobs of this name do.

        A job that raises is repeated with growing pauses, 8 attempts in all (with an unreachable database
        for ever). When it is given up, `gave_up` is called and the job stays as `failed` for a week. A job may
        run again although it ran before (its worker died): what it does must bear that.
        """
        retries = JobRetries()

        async def run(context: JobContext, *, user_id: str, arguments: dict[str, str]) -> None:
            with self._as_running(context.job.id):
                try:
                    await task(user_id, arguments)
                except Exception as error:
                    log.exception("job %s of task %s failed", context.job.id, name)
                    if gave_up and retries.get_retry_decision(exception=error, job=context.job) is None:
                        await gave_up(user_id, arguments, error)
                    raise

        self._app.task(name=name, pass_context=True, retry=retries)(run)

    async def defer(
        self, task: str, user_id: str, arguments: Mapping[str, str], *,
        lock: str | None = None, queueing_lock: str | None = None, at: datetime | None = None,
    ) -> bool:  # fmt: skip
        """Enqueue in the transaction that this task has open for the user, or in one of its own; see the port.

        False means that a waiting job has the queueing lock; it will not start before this transaction ends,
        so it sees what this transaction writes.
        """
        async with self._database.as_user(user_id) as connection:
            job = self._app.configure_task(
                task, lock=lock, queueing_lock=queueing_lock, schedule_at=at, connection=connection
            )
            if queueing_lock is None:
                await job.defer_async(user_id=user_id, arguments=dict(arguments))
                return True
            while True:
                try:
                    async with connection.transaction():
                        await job.defer_async(user_id=user_id, arguments=dict(arguments))
                    return True
                except AlreadyEnqueued:
                    held = await self._queries.one(connection, "hold_waiting", queueing_lock=queueing_lock)
                    if held is not None:
                        return False

    async def run_worker(
        self, *, concurrency: int = 20, heartbeat_seconds: float = 1.0, stalled_seconds: float = 6.0,
        drain_seconds: float = 5.0,
    ) -> None:  # fmt: skip
        """Carry out jobs until cancelled; takes over jobs of workers silent for `stalled_seconds`.

        Survives an unreachable database. When cancelled it starts no more jobs, waits `drain_seconds` for those
        that run, cancels the rest (they start again elsewhere at once) and ends. Installs no signal handlers.
        """
        async with self._opened():
            while True:
                worker = Worker(
                    self._app,
                    concurrency=concurrency,
                    fetch_job_polling_interval=POLL_SECONDS,
                    abort_job_polling_interval=60,
                    shutdown_graceful_timeout=drain_seconds,
                    delete_jobs=DeleteJobCondition.SUCCESSFUL,
                    install_signal_handlers=False,
                    update_heartbeat_interval=heartbeat_seconds,
                    stalled_worker_timeout=stalled_seconds,
                )
                rescue = JobRescue(self._database, stalled_seconds)
                with contextlib.suppress(ExceptionGroup):
                    async with asyncio.TaskGroup() as group:
                        sweeping = group.create_task(
                            rescue.sweep_forever(heartbeat_seconds, lambda: worker.worker_id, self._running)
                        )
                        await worker.run()
                        sweeping.cancel()
                await asyncio.sleep(0.5)

    async def live_workers(self, silence: float = 6.0) -> int:
        """Return how many workers gave a sign of life in the last `silence` seconds."""
        async with self._database.without_user() as connection:
            return (await self._queries.row(connection, "live_workers", silence=silence))["workers"]

    async def counts(self) -> Mapping[str, int]:
        """Return how many jobs there are in each status: `todo`, `doing`, `failed`, …"""
        async with self._database.without_user() as connection:
            rows = await self._queries.all(connection, "counts")
            return {row["status"]: row["jobs"] for row in rows}

    @contextlib.contextmanager
    def _as_running(self, job_id: int | None):
        pass

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[None]:
        await self._app.open_async()
        try:
            yield
        finally:
            await self._app.close_async()
