"""Durable executions: what journal, job and events cost over the model's own time.

The scripted model answers at once, so the whole time from submit to the stored answer is ours. Beside it: a
procrastinate job that does nothing, deferred in a transaction of its own, on the same database in the same run.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from bailiwick.core.executions import ExecutionStatus
from bailiwick.runtime.background import Background
from bailiwick.runtime.executions import Submission
from bailiwick.runtime.platform import Platform
from bailiwick.settings import Settings
from bailiwick.wiring import Working, open_platform

RUNS = 60
SMALLEST = {"RUNS": 3}
"""What `--smallest` makes of the sizes."""
SCRIPT = '[[turn]]\ntext = "Done."\n'


def main() -> None:
    """Print p50 and p95 in milliseconds, one at a time and twenty at once."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        script = Path(home) / "script.toml"
        script.write_text(SCRIPT)
        asyncio.run(_measure(Settings(home=Path(home), model=f"scripted:{script}", log_level="error")))


async def _measure(settings: Settings) -> None:
    done: dict[str, asyncio.Event] = {}

    async def nothing(user_id: str, arguments: dict[str, str]) -> None:
        del user_id
        done[arguments["id"]].set()

    async with open_platform(settings, working=Working.NO) as platform:
        platform.jobs.register("bench-nothing", nothing)
        owner = (await platform.people.owner()).id
        async with Background() as background:
            background.start("worker", platform.jobs.run_worker(concurrency=20))
            await _execution(platform, owner)
            floor = [await _bare_job(platform, owner, done, number) for number in range(RUNS)]
            runs = [await _execution(platform, owner) for _ in range(RUNS)]
            start = time.perf_counter()
            await asyncio.gather(*(_execution(platform, owner, own_thread=True) for _ in range(RUNS)))
            together = time.perf_counter() - start
    _print("bare procrastinate job (floor)", floor, floor)
    _print("durable execution, one by one", runs, floor)
    print(f"{'durable executions, all at once':<34} {RUNS / together:8.1f} per second")


async def _bare_job(platform: Platform, owner: str, done: dict[str, asyncio.Event], number: int) -> float:
    done[str(number)] = asyncio.Event()
    start = time.perf_counter()
    async with platform.database.as_user(owner):
        await platform.jobs.defer("bench-nothing", owner, {"id": str(number)})
    await done[str(number)].wait()
    return (time.perf_counter() - start) * 1000


async def _execution(platform: Platform, owner: str, *, own_thread: bool = False) -> float:
    conversation = None
    if own_thread:
        created = await platform.stores.conversations.create(owner, "toby-technical", "direct", title="bench")
        conversation = created.id
    start = time.perf_counter()
    execution = await platform.executions.submit(
        owner, Submission(message="Compare two caches.", agent_id="toby-technical", conversation_id=conversation)
    )
    async for item in platform.streams.follow(owner, execution.id):
        if item.kind == "done":
            assert item.data["status"] == ExecutionStatus.COMPLETED, item.data
    return (time.perf_counter() - start) * 1000


def _print(name: str, times: list[float], floor: list[float]) -> None:
    p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{name:<34} p50 {p50:7.1f} ms  p95 {p95:7.1f} ms  {p50 / statistics.median(floor):5.1f} x floor")


if __name__ == "__main__":
    main()
