"""Workers are killed while they fire schedules: each time is used once, and what it starts takes effect once."""

import asyncio
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from bailiwick.features.schedules.actions import Schedules
from bailiwick.features.schedules.records import Action, ActionType, Missed, Overlap, RunStatus, ScheduleDraft, Times
from bailiwick.features.tasks.records import TaskFilter, TaskSort
from bailiwick.features.tasks.store import TaskStore
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.starts_tasks import TaskStatus
from chaos.purposes import let_pass
from support.ledger import crash, new_ledger, worker
from support.running import person, running, script, working

SCRIPT = """
[[turn]]
calls = [{ tool = "recordIdempotent", arguments = { text = "hello" } }]
[[turn]]
text = "Result: {result}"
"""
BOUNDARIES = ("before fire", "in fire", "after fire")


async def plan(someone, name, **more):
    """Make a schedule whose times each make a task that leaves one line in the ledger."""
    action = Action(type=ActionType.TASK, title="Write hello", agent_id="ledger")
    draft = ScheduleDraft(name=name, times=Times(every_seconds=600), action=action, overlap=Overlap.QUEUE, **more)
    return await someone.platform[Schedules].create(someone.id, draft)


async def settled(someone, schedules, times):
    """Wait until so many times of each schedule have been fired and what they started is over; return the runs."""
    with someone.platform[Bus].reading(someone.id) as (bell, _):
        async with asyncio.timeout(40 * times):
            while True:
                bell.clear()
                runs = [await someone.platform[Schedules].runs(someone.id, each.id, limit=200) for each in schedules]
                over = [
                    run.execution_status is not None and run.execution_status.terminal for each in runs for run in each
                ]
                if all(len(each) >= times for each in runs) and all(over):
                    return runs
                await bell.wait()


async def check(someone, runs, ledger):
    """Each time was used once, and each run of it took effect once."""
    every = [run for each in runs for run in each]
    assert {run.status for run in every} == {RunStatus.FIRED}
    assert {run.execution_status for run in every} == {ExecutionStatus.COMPLETED}
    assert all(run.lateness_ms >= 0 for run in every)
    effects = Counter(line.split()[1].split(":")[0] for line in ledger.read_text().splitlines())
    assert effects == {run.execution_id: 1 for run in every}, "lost, duplicated or invented effects"
    page = await someone.platform.stores[TaskStore].page(someone.id, TaskFilter(), TaskSort.POSITION, limit=500)
    assert sorted(task.id for task in page.tasks) == sorted(run.task_id for run in every)
    assert {(task.status, task.result) for task in page.tasks} == {(TaskStatus.REVIEW, "Result: wrote hello")}
    assert sorted(task.number for task in page.tasks) == list(range(1, len(every) + 1))


def test_every_boundary_of_firing_is_tried():
    source = (Path(__file__).parents[2] / "src/bailiwick/features/schedules/firing.py").read_text()
    reached = {line.split('reach("')[1].split('"')[0] for line in source.splitlines() if 'reach("' in line}
    assert reached == set(BOUNDARIES)


@pytest.mark.parametrize("boundary", [pytest.param("before fire", marks=pytest.mark.long), "in fire", "after fire"])
def test_a_worker_killed_at_any_boundary_of_firing_uses_the_time_once(database_urls, tmp_path, monkeypatch, boundary):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, SCRIPT)

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["record.*"], tags=["ledger"])
            schedule = await plan(someone, "Once")
            await let_pass(someone, timedelta(seconds=5))
            await crash(database_urls.owner, tmp_path, model, boundary)
            fired = await platform[Schedules].runs(someone.id, schedule.id)
            assert len(fired) == (1 if boundary == "after fire" else 0)
            assert await platform[Schedules].fire_due(someone.id) is (boundary != "after fire")
            async with working(platform):
                await check(someone, await settled(someone, [schedule], 1), ledger)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("plans", "times", "kills"),
    [(4, 5, 2), pytest.param(10, 10, 5, marks=(pytest.mark.long, pytest.mark.timeout(400)))],
)
def test_three_workers_that_are_killed_in_turn_use_every_time_once(
    database_urls, tmp_path, monkeypatch, plans, times, kills
):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, SCRIPT)

    async def story():
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["record.*"], tags=["ledger"])
            schedules = [await plan(someone, f"Plan {n}", missed=Missed.ALL) for n in range(plans)]
            workers = [worker(database_urls.owner, tmp_path, model) for _ in range(3)]
            try:
                await let_pass(someone, timedelta(seconds=600 * (times - 1) + 61))
                with platform[Bus].reading(someone.id) as (bell, _):
                    for number in range(kills):
                        async with asyncio.timeout(60):
                            await bell.wait()
                        bell.clear()
                        workers[number % 3].kill()
                        await asyncio.to_thread(workers[number % 3].wait, 30)
                        workers[number % 3] = worker(database_urls.owner, tmp_path, model)
                await check(someone, await settled(someone, schedules, times), ledger)
            finally:
                for each in workers:
                    each.kill()
                    each.wait()

    asyncio.run(story())
