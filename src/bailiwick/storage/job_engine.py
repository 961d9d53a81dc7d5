"""The job engine's own bookkeeping, made to survive an unreachable database and workers that come back late."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from asyncpg import UniqueViolationError
from procrastinate.connector import BaseAsyncConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Notification, Status
from procrastinate.manager import JobManager, NotificationCallback

from bailiwick.core.errors import Unavailable
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.queries import Queries

PATIENCE_SECONDS = 20.0
"""How long the end of a job is tried to be written down; after that the job is rescued like a stalled one."""
PAUSE_SECONDS = 0.5
CHANNEL = "procrastinate_any_queue_v1"
"""On it the engine's triggers tell of new jobs and of requests to abort one."""
SOMETHING_CAME: Notification = {"type": "job_inserted", "job_id": 0}
"""What a worker hears when jobs may have come without a word. It only looks for jobs then: the id is not read."""

log = logging.getLogger(__name__)
Result = TypeVar("Result")


class FencedJobManager(JobManager):
    """Ends only what is still this worker's attempt, and does not let an outage end the worker."""

    def __init__(self, connector: BaseAsyncConnector, database: PostgresDatabase) -> None:
        super().__init__(connector)
        self._database = database
        self._queries = Queries("jobs")
        self._news = 0
        self.share = 1
        """Jobs of one person that a worker does at a time while it works for nobody else."""

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Take the next job; nothing when there is none or the database cannot be reached (it is asked again).

        Oldest first, but none of somebody who has their share of this worker: others' are not kept waiting by it.
        The worker forgets notifications that come while it fetches, and the fetch may have been too early to see
        their jobs; so it is repeated until nothing came in between.
        """
        while True:
            news = self._news
            try:
                found = await self._all("fetch_fairly", worker_id=worker_id, share=self.share)
            except Unavailable:
                return None
            if found or self._news == news:
                return Job.from_row(found[0]) if found else None

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """End a job, unless another worker has it by now; one that waited for its lock or its share may start then."""
        ended = await self._patiently(
            lambda: self._all(
                "finish_claimed", id=job.id, worker_id=job.worker_id, attempts=job.attempts,
                status=status.value, delete_job=delete_job,
            )
        )  # fmt: skip
        if not ended:
            log.warning("job %s ended here, but another worker has it by now", job.id)

    async def retry_job(
        self,
        job: Job,
        retry_at: datetime | None = None,
        priority: int | None = None,
        queue: str | None = None,
        lock: str | None = None,
    ) -> None:
        """Put a job back for later, unless another worker has it by now.

        A job whose queueing lock a waiting job has is dropped: that one does its work. `priority`, `queue` and
        `lock` stay as they are.
        """
        at = retry_at or datetime.now(UTC)
        try:
            await self._patiently(
                lambda: self._all(
                    "retry_claimed", id=job.id, worker_id=job.worker_id, attempts=job.attempts, retry_at=at
                )
            )
        except UniqueViolationError:
            await self._patiently(lambda: self._all("drop_superseded", id=job.id))

    async def unregister_worker(self, worker_id: int) -> None:
        """Forget the worker; one that cannot be forgotten now falls silent and is forgotten later."""
        try:
            await super().unregister_worker(worker_id)
        except ConnectorException as error:
            log.warning("the worker could not be unregistered: %s", error.__cause__)

    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        """Follow notifications of jobs, listening again whenever the connection is lost.

        What came while nobody listened has told nobody: whenever listening begins, jobs are looked for once.
        """
        del queues  # a worker does all of them

        async def tell(notification: Notification) -> None:
            self._news += 1
            await on_notification(channel=CHANNEL, notification=notification)

        while True:
            with suppress(Unavailable):
                async with self._database.listen([CHANNEL]) as notifications:
                    await tell(SOMETHING_CAME)
                    async for _, payload in notifications:
                        await tell(json.loads(payload) if payload else SOMETHING_CAME)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _all(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        async with self._database.without_user() as connection:
            return await self._queries.all(connection, name, **parameters)

    async def _patiently(self, call: Callable[[], Awaitable[Result]]) -> Result:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return await call()
            except Unavailable:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(PAUSE_SECONDS)
