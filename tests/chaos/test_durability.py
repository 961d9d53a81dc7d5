"""Whatever a run is for: killed at any commit, frozen and replaced, or robbed of its database, it loses nothing and
does nothing twice; an effect of which it is not known whether it happened is reported and not repeated."""

import asyncio
import os
import random
import signal
from collections import Counter
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.streams import Streams
from bailiwick.kernel.platform import Working
from bailiwick.kernel.settings import Settings
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.opening import open_platform
from bailiwick.runs.actions import Executions
from bailiwick.runs.records import Execution
from bailiwick.runs.store import ExecutionStore
from chaos.purposes import LAST, PURPOSES, SCRIPT, TOOL, VARIANTS
from support.database_crash import kill_and_restart
from support.ledger import crash, new_ledger, settled, worker
from support.running import person, running, script, working

SHAPES = PURPOSES | VARIANTS
SEED = int(os.environ.get("BAILIWICK_TEST_SEED", "20261123"))
"""Which boundaries the short run tries."""
EACH_PURPOSE, EACH_VARIANT = 2, 1
"""How many of each it tries."""


def moments() -> list[Any]:
    """Return every boundary of every shape with the tool that has the effect; those beyond the short run are long."""
    draw = random.Random(SEED)
    found = []
    for name, shape in SHAPES.items():
        once = [(each, shape.tool or "recordOnce") for each in shape.boundaries()]
        again = [(each, "recordIdempotent") for each in shape.unknown() if not shape.tool]
        short = draw.sample(once + again, EACH_PURPOSE if name in PURPOSES else EACH_VARIANT)
        found += [pytest.param(name, *each, marks=() if each in short else pytest.mark.long) for each in once + again]
    return found


def _of_a_name(letter: str) -> bool:
    return letter.isupper() or letter == "_"


def effects_in(ledger: Path) -> Counter[str]:
    """Count the effects by what was written."""
    return Counter(line.split()[-1] for line in ledger.read_text().splitlines())


def test_every_boundary_of_a_run_is_tried():
    """A new kind of commit, or of journaled step, must be added to the shapes."""
    runtime = Path(__file__).parents[2] / "src/bailiwick/runs"
    files = ("run.py", "journal.py", "answering.py", "handing_over.py", "tool_calls.py")
    source = "".join((runtime / name).read_text() for name in files)
    reached = {piece.split('"')[0] for piece in source.split('_crash.reach("')[1:]}
    assert len(reached) == 4
    for shape in SHAPES.values():
        assert reached <= set(shape.boundaries())
    kinds = {"".join(takewhile(_of_a_name, piece)).lower() for piece in source.split("StepKind.")[1:]}
    tried = {
        each.split()[1].rpartition("/")[2].split(":")[0] for shape in SHAPES.values() for each in shape.boundaries()
    }
    # A helper's step is called like the call that it answers.
    assert kinds - {"callable", "helper"} <= tried


@pytest.mark.parametrize(("name", "boundary", "tool"), moments())
def test_a_run_whose_worker_is_killed_at_any_boundary_loses_nothing_and_repeats_nothing(
    database_urls, tmp_path, monkeypatch, name, boundary, tool
):
    shape, ledger = SHAPES[name], new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, SCRIPT.replace(TOOL, tool))

    async def story() -> tuple[Execution, Execution, list[str | None]]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            find, check = await shape.begin(someone)
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                execution_id = await find()
                execution = await platform[Executions].wait(someone.id, execution_id, 30.0)
                done = await settled(someone, execution_id)
                await check(done)
            items = await someone.events(execution_id)
            return execution, done, [item.id for item in items if item.kind != "agent.stream"]

    execution, done, facts = asyncio.run(story())
    effects = effects_in(ledger)
    unknown = {} if tool == "recordIdempotent" else shape.unknown()
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert done.answer is not None
    assert done.answer.startswith(shape.begins_with)
    assert {text: effects[text] for text in shape.stands} == shape.stands, "what was done before is not repeated"
    if boundary in unknown:
        assert execution.status is ExecutionStatus.WAITING, "an effect that hangs in the balance is reported"
        assert tool in (execution.waiting_for or "")
        assert effects[shape.effect] == unknown[boundary]
        assert "Nobody knows" in done.answer
    else:
        assert execution == done
        assert effects[shape.effect] == (1 if shape.effect else 0)
        assert shape.says in done.answer
    keys = [step.key for step in done.steps]
    assert len(keys) == len(set(keys))
    assert all(step.status != "running" for step in done.steps)
    assert facts == [f"{number}.0" for number in range(1, len(facts) + 1)]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("chat", "turn") else pytest.mark.long) for name in PURPOSES]
)
def test_a_worker_that_was_frozen_and_replaced_cannot_write(database_urls, tmp_path, monkeypatch, name):
    shape, ledger = PURPOSES[name], new_ledger(tmp_path, monkeypatch)
    quick = SCRIPT.replace(TOOL, "lookUp")
    model, slow = script(tmp_path, quick), script(tmp_path, quick.replace(LAST, 'wait = "forever"'), "slow.toml")

    async def story() -> tuple[Execution, Execution]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            find, check = await shape.begin(someone)
            process = worker(database_urls.owner, tmp_path, slow)
            try:
                execution_id = await find()
                async for item in platform[Streams].follow(someone.id, execution_id):
                    if item.kind == "agent.tool_result" and item.data["call"] == shape.call:
                        break
                process.send_signal(signal.SIGSTOP)
                async with working(platform):
                    done = await settled(someone, execution_id)
                    process.send_signal(signal.SIGCONT)
                    process.send_signal(signal.SIGTERM)
                    await asyncio.to_thread(process.wait, 30)
                    await check(done)
                    return done, await platform.stores[ExecutionStore].get(someone.id, execution_id)
            finally:
                process.kill()
                process.wait()

    done, later = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert done.attempt == 2
    assert later == done
    assert effects_in(ledger)[shape.effect] == 1, "the completed look-up was answered from the journal"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", [3, pytest.param(10, marks=(pytest.mark.long, pytest.mark.timeout(900)))])
def test_runs_survive_a_database_that_is_killed_again_and_again(home, monkeypatch, kills):
    """No process has to be started again for it."""
    ledger = new_ledger(home, monkeypatch)
    settings = Settings(
        home=home,
        model=script(home, SCRIPT.replace(TOOL, "recordIdempotent")),
        ollama_url="",
        log_level="error",
        heartbeat_seconds=0.3,
        stalled_seconds=1.5,
        routing_examples=False,
    )

    async def story() -> list[tuple[str, Execution]]:
        async with open_platform(settings) as platform:
            begun = []
            for _ in range(kills):
                someone = await person(platform)
                begun += [(name, someone, *(await shape.begin(someone))) for name, shape in PURPOSES.items()]
                await asyncio.to_thread(kill_and_restart, home)
            ended = []
            for name, someone, find, check in begun:
                done = await reached(find, someone)
                await check(done)
                ended.append((name, done))
            return ended

    async def reached(find: Any, someone: Any) -> Execution:
        async with asyncio.timeout(150):
            while True:
                try:
                    return await settled(someone, await find())
                except Unavailable:
                    await asyncio.sleep(0.1)

    ended = asyncio.run(story())
    assert {(name, done.status) for name, done in ended} == {(name, ExecutionStatus.COMPLETED) for name in PURPOSES}, [
        done.failure for _, done in ended if done.failure
    ]
    assert effects_in(ledger) == {"hello": 5 * kills, "further": kills, "first": kills}
