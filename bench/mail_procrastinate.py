"""procrastinate alone, deferring jobs that do nothing and working on them, in a process of its own.

{"do": "defers", "jobs": 400, "at_once": 20}   is answered by   {"seconds": 1.4}
{"do": "starts", "jobs": 100}                  is answered by   {"waited": [0.007, …]}, one job after the other

Its one argument is the address of a database, in which it has a schema of its own.
"""

import asyncio
import json
import logging
import sys
import time
from typing import Any

import procrastinate
from psycopg.conninfo import make_conninfo

from bailiwick.kernel.background import Background
from bench.runs_asked import lanes

SCHEMA = "bench_jobs"


async def main() -> None:
    """Do what is asked on standard input, until that ends."""
    logging.disable(logging.WARNING)  # it warns of an app in the main module, which it is meant to be
    address = make_conninfo(sys.argv[1], options=f"-c search_path={SCHEMA}")
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=address))
    started = asyncio.Event()

    @app.task(name="nothing")
    async def nothing() -> None:
        started.set()

    async def defer(lane: int) -> None:
        await nothing.defer_async()

    async def start() -> float:
        started.clear()
        before = time.perf_counter()
        await defer(0)
        await started.wait()
        return time.perf_counter() - before

    async def starts(jobs: int) -> list[float]:
        async with Background() as background:
            background.start("worker", app.run_worker_async(install_signal_handlers=False))
            await start()
            return [await start() for _ in range(jobs)]

    async def answer(do: str, **order: Any) -> dict[str, Any]:
        if do == "starts":
            return {"waited": await starts(order["jobs"])}
        seconds = await lanes(defer, order["jobs"], order["at_once"])
        await app.connector.execute_query_async("TRUNCATE procrastinate_jobs CASCADE")
        return {"seconds": seconds}

    async with app.open_async():
        await app.connector.execute_query_async(f"CREATE SCHEMA {SCHEMA}")
        await app.schema_manager.apply_schema_async()
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await answer(**json.loads(line))), flush=True)
        await app.connector.execute_query_async(f"DROP SCHEMA {SCHEMA} CASCADE")


if __name__ == "__main__":
    asyncio.run(main())
