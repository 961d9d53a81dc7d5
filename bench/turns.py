"""Many people at once: what it costs to count a use, beside one bare `UPDATE`, and how long one person's first message
waits while another has queued hundreds, beside when nobody has.

A use is counted as in the server, in a transaction of its own that waits for no disk; so is the floor, one row that is
updated. Of the message it is counted how many jobs of the other person begin before it, and how long that takes. Each
job takes a few milliseconds, as a run without a model does.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import NamedQuery
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.platform import Working
from bailiwick.kernel.rate_limits import RateLimit, RateLimits
from bailiwick.kernel.settings import MOST_RATE, Settings
from bailiwick.opening import open_platform

USES = 500
ROUNDS = 5
QUEUED = 500
MESSAGES = 10
"""How often the other person sends one."""
CONCURRENCY = 4
JOB_SECONDS = 0.005
SMALLEST = {"USES": 3, "ROUNDS": 1, "QUEUED": 20, "MESSAGES": 2}
"""What `--smallest` makes of the sizes."""
TABLE = "CREATE TEMPORARY TABLE bench_uses (id integer PRIMARY KEY, used bigint)"
FLOOR = NamedQuery.of("floor", "The floor.", "UPDATE bench_uses SET used = used + 1 WHERE id = %(id)s")
ASKERS = {"person": "ana", "key": "nightly", "address": "192.0.2.1"}


def main() -> None:
    """Print what a use costs, and how long a message waits."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        asyncio.run(_measure(Settings(home=Path(home), log_level="error", rate_runs=MOST_RATE)))


async def _measure(settings: Settings) -> None:
    async with open_platform(settings, working=Working.NO) as platform:
        app = cast(Database, platform.database).app_url
        async with Database(app, pool_size=1) as database:
            await _uses(database, RateLimits(database, settings))
        print(f"\n{'':>32}{'jobs before':>12}{'ms':>10}")
        async with Database(app) as database:
            for queued in (0, QUEUED):
                before, seconds = await _waits(database, queued)
                print(f"{f'first of one, {queued} of another':>32}{before:>12.0f}{seconds * 1000:>10.1f}")


async def _uses(database: Database, limits: RateLimits) -> None:
    async with database.without_user() as connection:
        await connection.execute(TABLE)
        await connection.execute("INSERT INTO bench_uses VALUES (1, 0)")

    async def floor() -> None:
        async with database.without_user() as connection:
            await FLOOR.run(connection, {"id": 1})

    works: dict[str, Callable[[], Awaitable[None]]] = {"one UPDATE (floor)": floor}
    for count in range(1, len(ASKERS) + 1):
        who = dict(list(ASKERS.items())[:count])
        works[f"a use by {', '.join(who)}"] = lambda who=who: limits.take(RateLimit.RUNS, **who)
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for name, work in works.items():
            await work()
            begun = time.perf_counter()
            for _ in range(USES):
                await work()
            found.setdefault(name, []).append((time.perf_counter() - begun) / USES * 1000)
    base = statistics.median(found["one UPDATE (floor)"])
    print(f"{'':>32}{'ms':>12}{'÷ floor':>10}")
    for name, rounds in found.items():
        taken = statistics.median(rounds)
        print(f"{name:>32}{taken:>12.3f}{taken / base:>10.2f}")


async def _waits(database: Database, queued: int) -> tuple[float, float]:
    """Return how many jobs begin before a person's message and how long it waits, while another has `queued`."""
    jobs, begun, came = Jobs(database), list[str](), asyncio.Event()
    one, other = uuid7(), uuid7()

    async def work(user_id: str, arguments: dict[str, str]) -> None:
        begun.append(user_id)
        if user_id == one:
            came.set()
        await asyncio.sleep(JOB_SECONDS)

    jobs.register("bench", work)
    async with database.as_user(other):
        for _ in range(queued):
            await jobs.defer("bench", other, {})
    before: list[int] = []
    seconds: list[float] = []
    async with asyncio.TaskGroup() as group:
        worker = group.create_task(jobs.run_worker(concurrency=CONCURRENCY))
        while jobs.room(one).worker_id is None and not begun:  # noqa: ASYNC110  (it tells nobody)
            await asyncio.sleep(0.01)
        for _ in range(MESSAGES):
            came.clear()
            place, clock = len(begun), time.perf_counter()
            await jobs.defer("bench", one, {})
            await came.wait()
            seconds.append(time.perf_counter() - clock)
            before.append(begun.index(one, place) - place)
        while await jobs.counts():  # noqa: ASYNC110  (nor when all is done)
            await asyncio.sleep(0.01)
        worker.cancel()
    return statistics.median(before), statistics.median(seconds)


if __name__ == "__main__":
    main()
