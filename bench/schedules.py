"""Schedules: how late 1,000 of them fire that are due over a minute, on one and on two workers.

Each fires once: a task is made and its execution accepted in one transaction. Beside it, in the same run, bare asyncio
timers in one process that do the same at the same moments: they lose all if the process ends, and two such processes
would do everything twice. A worker carries the executions out in both cases.
"""

import asyncio
import os
import statistics
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from datetime import datetime, timedelta
from pathlib import Path

from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.records import Action, ActionType, ScheduleDraft, Times
from bailiwick.features.schedules.store import ScheduleStore
from bailiwick.features.tasks.actions import Tasks
from bailiwick.kernel.platform import Platform, Working
from bailiwick.kernel.settings import Settings
from bailiwick.models.settings import ModelSettings
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.runs.starts_tasks import TaskDraft

SCHEDULES = int(os.environ.get("BENCH_SCHEDULES", "1000"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "60"))
AGENT = "toby-technical"
AT_ONCE = 4
"""Firings at the same time, of the timers as of a worker."""
LEAD = timedelta(seconds=8)
"""How long before the first is due all of them are there."""
DRAIN_SECONDS = 120.0
WORKERS = (1, 2)
SMALLEST = {"SCHEDULES": 2, "SECONDS": 0.1, "LEAD": timedelta(seconds=4), "WORKERS": (1,)}
"""What `--smallest` makes of the sizes."""
SCRIPT = '[[turn]]\ntext = "Done."\n'


def main() -> None:
    """Print p50, p99 and the longest lateness in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        script = Path(home) / "script.toml"
        script.write_text(SCRIPT)
        asyncio.run(_measure(Settings(home=Path(home), model=f"scripted:{script}", log_level="error")))


async def _measure(settings: Settings) -> None:
    async with open_platform(settings, working=Working.NO) as platform:
        owner = (await platform[People].owner()).id
        floor = await _timers(platform, owner)
        _print("bare timers, one process (floor)", floor)
        for workers in WORKERS:
            _print(
                f"schedules, {workers} worker{'s' if workers > 1 else ''}",
                await _schedules(platform, owner, settings, workers),
            )


async def _timers(platform: Platform, owner: str) -> list[float]:
    """Let one event loop's timers do what the schedules do; a worker carries out the executions meanwhile."""
    late: list[float] = []
    clock = asyncio.get_running_loop().time
    begin = clock() + 1.0
    gate = asyncio.Semaphore(AT_ONCE)

    async def fire(number: int) -> None:
        due = begin + number * SECONDS / SCHEDULES
        await asyncio.sleep(max(0.0, due - clock()))
        async with gate, platform.database.as_user(owner):
            task = await platform[Tasks].create(owner, _task(number))
            await platform[Tasks].run(owner, task.id)
            late.append((clock() - due) * 1000)

    process = await _worker(platform.settings)
    try:
        await asyncio.gather(*(fire(number) for number in range(SCHEDULES)))
    finally:
        await _end(process)
    return late


async def _schedules(platform: Platform, owner: str, settings: Settings, workers: int) -> list[float]:
    processes = [await _worker(settings) for number in range(workers)]
    try:
        await asyncio.sleep(2)  # they import what they need
        first = await platform.stores.database.now(owner) + timedelta(seconds=SCHEDULES / 150) + LEAD
        made = [await platform[Schedules].create(owner, _plan(number, first)) for number in range(SCHEDULES)]
        assert await platform.stores.database.now(owner) < first, "the schedules were not there in time"
        late: list[float] = []
        async with asyncio.timeout(SECONDS + DRAIN_SECONDS):
            for schedule in made:
                while not (runs := await platform.stores[ScheduleStore].runs(owner, schedule.id)):  # noqa: ASYNC110  (another process fires)
                    await asyncio.sleep(0.5)
                assert len(runs) == 1, "a time was fired more than once"
                assert runs[0].lateness_ms is not None
                late.append(runs[0].lateness_ms)
    finally:
        for process in processes:
            await _end(process)
    for schedule in made:
        await platform[Schedules].delete(owner, schedule.id)
    assert min(late) >= 0, "one fired early"
    return late


def _plan(number: int, first: datetime) -> ScheduleDraft:
    start = first + timedelta(seconds=number * SECONDS / SCHEDULES)
    action = Action(type=ActionType.TASK, title=_task(number).title, agent_id=AGENT)
    return ScheduleDraft(name=f"Bench {number}", action=action, times=Times(every_seconds=86_400, starts_at=start))


def _task(number: int) -> TaskDraft:
    return TaskDraft(title=f"Compare two caches {number}.", agent_id=AGENT)


async def _worker(settings: Settings) -> Process:
    """Start a worker process on the same database and return it when it is ready."""
    environment = {
        **os.environ,
        "BAILIWICK_HOME": str(settings.home),
        "BAILIWICK_MODEL": str(settings.of(ModelSettings).model),
    }
    environment |= {"BAILIWICK_LOG_LEVEL": "error", "BAILIWICK_OLLAMA_URL": ""}
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("bailiwick"), "worker", env=environment, stdout=PIPE, stderr=PIPE
    )
    assert process.stderr is not None
    while "ready" not in (line := (await process.stderr.readline()).decode()):
        assert line, "the worker ended before it was ready"
    return process


async def _end(process: Process) -> None:
    process.terminate()
    await process.communicate()


def _print(name: str, late: list[float]) -> None:
    cuts = statistics.quantiles(late, n=100)
    print(
        f"{name:<34} p50 {cuts[49]:8.1f} ms  p99 {cuts[98]:8.1f} ms  longest {max(late):8.1f} ms  ({len(late)} times)"
    )


if __name__ == "__main__":
    main()
