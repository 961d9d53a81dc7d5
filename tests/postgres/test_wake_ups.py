"""No wake-up of the worker is lost, however a job falls between its looks into the database."""

import asyncio

from bailiwick.runtime.background import Background
from bailiwick.storage import jobs
from bailiwick.storage.jobs import ProcrastinateJobs


def test_a_job_that_comes_while_the_worker_looks_for_jobs_starts_without_waiting_for_the_next_poll(
    stores_run, new_user_id, monkeypatch
):
    """Each job is deferred in the moment in which the one before ends, which is when the worker looks again."""
    monkeypatch.setattr(jobs, "POLL_SECONDS", 3600.0)

    async def story(stores):
        user, engine, done = new_user_id(), ProcrastinateJobs(stores.database), asyncio.Event()

        async def task(user_id: str, arguments: dict[str, str]) -> None:
            done.set()

        engine.register("next", task)
        async with Background() as background:
            background.start("worker", engine.run_worker(concurrency=5))
            for number in range(200):
                await engine.defer("next", user, {"number": str(number)})
                async with asyncio.timeout(20):
                    await done.wait()
                done.clear()

    stores_run(story)
