"""Puts jobs back whose worker died, fell silent or lost them, and finds those of which no word came."""

import asyncio
import logging
import time
from collections.abc import Callable, Set

from asyncpg import UniqueViolationError
from procrastinate.worker import Worker

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.errors import Unavailable

TIDY_SECONDS = 3600.0
"""How often jobs that ended long ago are deleted."""
KEEP_DAYS = 7
"""How long jobs that were given up are kept."""

log = logging.getLogger(__name__)


class JobRescue:
    """Looks after the jobs of all workers, and after its own worker's claim to be alive."""

    def __init__(self, database: Database, silence: float) -> None:
        """A worker is dead after `silence` seconds without a sign of life, by the database's clock."""
        self._database = database
        self._queries = Queries("bailiwick.kernel.jobs.jobs")
        self._silence = silence
        self._missing_since: dict[int, float] = {}
        self._tidied = float("-inf")

    async def watch(
        self, worker: Worker, running: Callable[[], Set[int]], every: float, look: Callable[[], None]
    ) -> None:
        """Sweep every so many seconds for as long as `worker` works; stop it once it counts as dead.

        `running` returns the ids of the jobs that it really runs, `look` has it look for jobs: it is called when some
        wait, since their time has come or the word of them was lost.
        """
        while True:
            await asyncio.sleep(every)
            if worker.worker_id is None:
                continue
            try:
                alive, waiting = await self.sweep(worker.worker_id, running)
                await self._tidy()
                if not alive:
                    log.warning("this worker was silent for too long and begins anew")
                    worker.stop()
                elif waiting:
                    look()
            except Unavailable:
                continue

    async def sweep(self, worker_id: int, running: Callable[[], Set[int]]) -> tuple[bool, bool]:
        """Say that this worker lives and put back what no worker does any more.

        Returns whether it counted as alive, and whether jobs wait that may run now.
        """
        async with self._database.without_user() as connection:
            found = await self._queries.row(connection, "sweep", worker_id=worker_id, silence=self._silence)
        for job in found["stalled"]:
            await self._put_back("retry_stalled", job, silence=self._silence)
        await self._put_back_forgotten(worker_id, set(found["running"]) - running())
        return found["alive"], found["waiting"]

    async def _put_back_forgotten(self, worker_id: int, missing: Set[int]) -> None:
        """Put back what this worker lost: taken, or ended, while the database could not be reached."""
        now = time.monotonic()
        self._missing_since = {job: self._missing_since.get(job, now) for job in missing}
        for job, since in self._missing_since.items():
            if now - since > self._silence:
                await self._put_back("retry_forgotten", job, worker_id=worker_id)

    async def _put_back(self, query: str, job: int, **parameters: float) -> bool:
        async with self._database.without_user() as connection:
            try:
                if not await self._queries.run(connection, query, id=job, **parameters):
                    return False
            except UniqueViolationError:
                # A waiting job has its queueing lock and will do its work.
                return bool(await self._queries.run(connection, "drop_superseded", id=job))
            await self._queries.run(connection, "wake_workers", id=job)
            log.warning("job %s was put back", job)
            return True

    async def _tidy(self) -> None:
        if time.monotonic() - self._tidied < TIDY_SECONDS:
            return
        self._tidied = time.monotonic()
        async with self._database.without_user() as connection:
            await self._queries.run(connection, "forget_finished", days=KEEP_DAYS)
            await self._queries.run(connection, "forget_workers", silence=max(60.0, 10 * self._silence))
