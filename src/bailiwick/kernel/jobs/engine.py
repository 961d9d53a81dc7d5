"""The job engine's own bookkeeping, made to survive an unreachable database and workers that come back late."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from asyncpg import UniqueViolationError
from procrastinate.connector import BaseAsyncConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager, NotificationCallback
from procrastinate.worker import Worker

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.errors import Unavailable

PATIENCE_SECONDS = 20.0
"""How long the end of a job is tried to be written down; after that the job is rescued like a stalled one."""
PAUSE_SECONDS = 0.5
CHANNEL = "procrastinate_any_queue_v1"
"""On it the engine's triggers tell of new jobs."""

log = logging.getLogger(__name__)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRoom:
    """What this process's worker can begin of a user's jobs at once, for who enqueues them with what else it writes."""

    worker_id: int | None
    """None where there is no worker, or no room."""
    places: int
    give: Callable[[dict[str, Any]], None]
    """Within the transaction that enqueues a job as that worker's: have it begin when that is committed."""


class FencedWorker(Worker):
    """The engine's worker, which this process can have look for jobs."""

    def look(self) -> None:
        """Look for jobs, as if it had been told of one."""
        self._new_job_event.set()


class FencedJobManager(JobManager):
    """Ends only what is still this worker's attempt, and does not let an outage end the worker.

    What is enqueued in the process of a worker that has room is its own from the start: no worker is told of it or
    looks for it.
    """

    def __init__(self, connector: BaseAsyncConnector, database: Database) -> None:
        super().__init__(connector)
        self._database = database
        self._queries = Queries("bailiwick.kernel.jobs.jobs")
        self._worker: FencedWorker | None = None
        """Who carries out jobs in this process and has not been asked to end."""
        self._share = 1
        """Jobs of one person that the worker does at a time while it works for no other user."""
        self._held: dict[int, str] = {}
        """The users of the jobs that the worker has."""
        self._given: deque[Job] = deque()
        """Those of them that wait for it to take them."""
        self._news = 0
        """How often jobs may have come that no worker has looked for."""
        self._looked = -1
        """The news when all were looked for last, and nothing found."""

    @property
    def held(self) -> Set[int]:
        """The ids of the jobs that this process's worker has and has not ended."""
        return self._held.keys()

    def work(self, worker: FencedWorker, share: int) -> None:
        """Let a worker carry out jobs here, of one person `share` at a time while it works for no other user."""
        self._worker, self._share, self._looked = worker, share, -1

    async def rest(self) -> None:
        """Give the worker nothing more; what it was given and has not begun is put back for others."""
        self._worker = None
        while self._given:
            job = self._given.popleft()
            with suppress(Unavailable):  # else it is put back when the worker is missed
                await self._put_back(job, datetime.now(UTC))
            self._held.pop(job.id or 0, None)

    def place(self, user_id: str) -> int | None:
        """Return the id of this process's worker if it may begin a job of this person at once.

        It may when it has looked for all other jobs, has room, and does not give the person more than their share.
        """
        room = self.room(user_id)
        return room.worker_id if room.places else None

    def room(self, user_id: str) -> JobRoom:
        """Return how many jobs of this person it may begin at once."""
        worker, give = self._worker, partial(self.give, user_id)
        if worker is None or worker.worker_id is None or self._looked != self._news:
            return JobRoom(worker_id=None, places=0, give=give)
        users = self._held.values()
        share = max(1, self._share // max(1, len(set(users)))) - sum(each == user_id for each in users)
        places = max(0, min(worker.concurrency - len(users), share))
        return JobRoom(worker_id=worker.worker_id, places=places, give=give)

    def give(self, user_id: str, row: dict[str, Any]) -> None:
        """Within the transaction that enqueues a job as the worker's own: have it begin when that is committed."""
        job = Job.from_row(row)
        self._held[row["id"]] = user_id

        def ended(committed: bool) -> None:
            if committed and self._worker is not None and self._worker.worker_id == job.worker_id:
                self._given.append(job)
                self._worker.look()
            else:  # if it was committed after all, it is missed and put back
                self._held.pop(row["id"], None)

        self._database.on_end(ended)

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Take the next job; None when there is none or the database cannot be reached (it is asked again).

        A user's oldest first, users in turn, but none of one who has their share of this worker: others' are not kept
        waiting by it.
        The worker forgets notifications that come while it fetches, and the fetch may have been too early to see
        their jobs; so it is repeated until nothing came in between.
        """
        while True:
            if self._given:
                return self._given.popleft()
            news = self._news
            if self._looked == news:
                return None
            try:
                found = await self._all("fetch_fairly", worker_id=worker_id, share=self._share)
            except Unavailable:
                return None
            if found:
                self._held[found[0]["id"]] = (found[0]["args"] or {}).get("user_id", "")
                return Job.from_row(found[0])
            self._looked = news

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """End a job, unless another worker has it by now; one that waited for its lock or its share may start then."""
        news = self._news
        try:
            ended = await self._patiently(
                lambda: self._all(
                    "finish_claimed",
                    id=job.id,
                    worker_id=job.worker_id,
                    attempts=job.attempts,
                    status=status.value,
                    delete_job=delete_job,
                )
            )
        finally:
            self._held.pop(job.id or 0, None)
        if not ended:
            log.warning("job %s ended here, but another worker has it by now", job.id)
        # Who was told meanwhile may have looked before this one was over.
        if news != self._news or (ended and ended[0]["others"]):
            self.look()

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
            await self._patiently(lambda: self._put_back(job, at))
        finally:
            self._held.pop(job.id or 0, None)

    async def _put_back(self, job: Job, at: datetime) -> None:
        try:
            await self._all("retry_claimed", id=job.id, worker_id=job.worker_id, attempts=job.attempts, retry_at=at)
        except UniqueViolationError:
            await self._all("drop_superseded", id=job.id)

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

        What came while no worker listened has told no worker: whenever listening begins, jobs are looked for once.
        """
        del on_notification, queues  # no job is aborted, and a worker does all queues
        while True:
            with suppress(Unavailable):
                async with self._database.listen([CHANNEL]) as notifications:
                    self.look()
                    async for _ in notifications:
                        self.look()
            await asyncio.sleep(PAUSE_SECONDS)

    def look(self) -> None:
        """Have the worker look for jobs that may have come."""
        self._news += 1
        if self._worker is not None:
            self._worker.look()

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
