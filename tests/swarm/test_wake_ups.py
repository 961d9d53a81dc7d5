"""No wake-up of the worker is lost, however a job falls between its looks into the database."""

import asyncio
from contextlib import asynccontextmanager

from bailiwick.kernel.background import Background
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.jobs.engine import FencedJobManager
from bailiwick.kernel.jobs.jobs import Jobs


def test_a_job_that_comes_while_the_worker_looks_for_jobs_starts_without_waiting_for_the_next_poll(
    stores_run, new_user_id
):
    """Each job is deferred in the moment in which the one before ends, which is when the worker looks again."""

    async def story(stores):
        user, engine, done = new_user_id(), Jobs(stores.database), asyncio.Event()

        async def task(user_id: str, arguments: dict[str, str]) -> None:
            done.set()

        engine.register("next", task)
        async with Background() as background:
            background.start("worker", engine.run_worker(concurrency=5, heartbeat_seconds=3600.0))
            for number in range(200):
                await engine.defer("next", user, {"number": str(number)})
                async with asyncio.timeout(30):
                    await done.wait()
                done.clear()

    stores_run(story)


def test_a_job_that_comes_after_the_first_look_and_before_the_worker_listens_is_not_left_to_the_next_poll(
    stores_run, new_user_id, monkeypatch
):
    looked, fetch, listen = asyncio.Event(), FencedJobManager.fetch_job, Database.listen

    async def looking(self, queues, worker_id):
        job = await fetch(self, queues, worker_id)
        looked.set()
        return job

    async def story(stores):
        user, engine, done = new_user_id(), Jobs(stores.database), asyncio.Event()

        @asynccontextmanager
        async def listening(database, channels):
            await looked.wait()
            await engine.defer("next", user, {})
            async with listen(database, channels) as notifications:
                yield notifications

        async def task(user_id: str, arguments: dict[str, str]) -> None:
            done.set()

        monkeypatch.setattr(FencedJobManager, "fetch_job", looking)
        monkeypatch.setattr(Database, "listen", listening)
        engine.register("next", task)
        async with Background() as background, asyncio.timeout(30):
            background.start("worker", engine.run_worker(concurrency=5, heartbeat_seconds=3600.0))
            await done.wait()

    stores_run(story)
