"""A worker is killed at every commit it makes: nothing accepted is lost, nothing done is done twice."""

import asyncio
import signal
from collections import Counter
from itertools import takewhile
from pathlib import Path

import pytest

from bailiwick.core.executions import Execution, ExecutionStatus
from bailiwick.wiring import Working
from support.ledger import crash, new_ledger, shortened, worker
from support.running import Person, person, running, script, working

SCRIPT = """
[[turn]]
calls = [{{ tool = "{tool}", arguments = {{ text = "hello" }} }}]
[[turn]]
text = "Result: {{result}}"
"""
COMMITS = ("claim", "model completed", "tool running", "tool completed", "finish")
BOUNDARIES = [f"{side} {what}" for what in COMMITS for side in ("before", "after")] + [
    # These two are committed together, with the claim.
    "before supervisor completed", "before router completed",
]  # fmt: skip
BEGUN_WITHOUT_RESULT = {"after model completed", "after tool running", "before tool completed"}
"""What a model asked for begins in the transaction that keeps its answer."""


def test_every_boundary_of_the_journal_is_tried():
    """A new kind of journaled step must be added to the boundaries above."""
    runtime = Path(__file__).parents[2] / "src/bailiwick/runtime"
    source = (runtime / "run.py").read_text() + (runtime / "answering.py").read_text()
    reached = {line.split('reach("')[1].split('"')[0] for line in source.splitlines() if 'reach("' in line}
    assert reached <= set(BOUNDARIES)
    named = [line.split("StepKind.")[1] for line in source.splitlines() if "StepKind." in line]
    kinds = {"".join(takewhile(str.isupper, each)).lower() for each in named}
    assert kinds - {"callable", "review", "finalize"} <= {boundary.split()[1] for boundary in BOUNDARIES}


@pytest.mark.parametrize(
    ("boundary", "tool"),
    shortened(BOUNDARIES, "recordOnce") + shortened(sorted(BEGUN_WITHOUT_RESULT), "recordIdempotent"),
)
def test_a_worker_killed_at_any_boundary_loses_nothing_and_repeats_nothing(
    database_urls, tmp_path, monkeypatch, boundary, tool
):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, SCRIPT.format(tool=tool))

    async def story() -> tuple[Execution, list[str]]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["record.*"], tags=["ledger"])
            execution = await someone.submit("write hello into it", agent_id="ledger", force_supervised=True)
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                done = await platform.executions.wait(someone.id, execution.id, 30.0)
            items = await someone.events(done.id, until="done" if done.status.terminal else "execution.waiting")
            return done, [item.id for item in items if item.kind != "agent.stream"]

    execution, facts = asyncio.run(story())
    effects = ledger.read_text().splitlines()
    if tool == "recordOnce" and boundary in BEGUN_WITHOUT_RESULT:
        assert execution.status is ExecutionStatus.WAITING
        assert len(effects) == (1 if boundary == "before tool completed" else 0)
    else:
        assert execution.status is ExecutionStatus.COMPLETED, execution.failure
        assert execution.answer == "Result: wrote hello"
        assert len(effects) == 1
    keys = [step.key for step in execution.steps]
    assert len(keys) == len(set(keys))
    assert facts == [f"{number}.0" for number in range(1, len(facts) + 1)]


@pytest.mark.parametrize(("retry", "effects"), [(True, 2), (False, 1)])
def test_a_person_settles_a_call_whose_outcome_is_unknown(database_urls, tmp_path, monkeypatch, retry, effects):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, SCRIPT.format(tool="recordOnce"))

    async def story() -> Execution:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["record.*"], tags=["ledger"])
            execution = await someone.submit("write hello into it", agent_id="ledger", force_supervised=True)
            await crash(database_urls.owner, tmp_path, model, "before tool completed")
            async with working(platform):
                waiting = await platform.executions.wait(someone.id, execution.id, 30.0)
                assert waiting.status is ExecutionStatus.WAITING
                await platform.executions.resume(someone.id, execution.id, retry=retry)
                return await _terminal(someone, execution.id)

    execution = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED, execution.failure
    assert ("wrote hello" if retry else "Nobody knows") in execution.answer
    assert len(ledger.read_text().splitlines()) == effects


def test_a_worker_that_was_frozen_and_replaced_cannot_write(database_urls, tmp_path, monkeypatch):
    ledger = new_ledger(tmp_path, monkeypatch)
    slow = """
[[turn]]
text = "thinking"
calls = [{ tool = "lookUp", arguments = { text = "slowly" } }]
[[turn]]
wait = "forever"
"""
    model = script(tmp_path, slow)
    quick = script(tmp_path, '[[turn]]\ntext = "the second worker answered"\n', "quick.toml")

    async def story() -> tuple[Execution, Execution]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=quick) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["lookUp"], tags=["ledger"])
            execution = await someone.submit("look into it", agent_id="ledger")
            process = worker(database_urls.owner, tmp_path, model)
            try:
                await someone.events(execution.id, until="agent.tool_result")
                process.send_signal(signal.SIGSTOP)
                async with working(platform):
                    done = await _terminal(someone, execution.id)
                    process.send_signal(signal.SIGCONT)
                    process.send_signal(signal.SIGTERM)
                    await asyncio.to_thread(process.wait, 30)
                    return done, await platform.stores.executions.get(someone.id, execution.id)
            finally:
                process.kill()
                process.wait()

    done, later = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED
    assert done.attempt == 2
    assert later == done
    assert len(ledger.read_text().splitlines()) == 1, "the completed look-up was answered from the journal"


def test_many_executions_survive_random_kills(database_urls, tmp_path, monkeypatch):
    """Four workers die by SIGKILL while forty executions run; the ledger outside tells what really happened."""
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, SCRIPT.format(tool="recordIdempotent"))
    runs, kills = 40, 4

    async def story() -> list[Execution]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["record.*"], tags=["ledger"])
            submitted = []
            for _ in range(runs):
                thread = await platform.stores.conversations.create(someone.id, "ledger", "direct", title="t")
                submitted.append(await someone.submit("write hello", conversation_id=thread.id))
            for number in range(kills):
                process = worker(database_urls.owner, tmp_path, model)
                await someone.events(submitted[number * 7].id, until="execution.started")
                process.kill()
                await asyncio.to_thread(process.wait, 30)
            async with working(platform):
                return [await _terminal(someone, execution.id) for execution in submitted]

    executions = asyncio.run(story())
    assert Counter(execution.status for execution in executions) == {ExecutionStatus.COMPLETED: runs}
    effects = Counter(line.split()[1].split(":")[0] for line in ledger.read_text().splitlines())
    assert effects == {execution.id: 1 for execution in executions}, "lost, duplicated or invented effects"


async def _terminal(someone: Person, execution_id: str) -> Execution:
    while True:
        execution = await someone.platform.executions.wait(someone.id, execution_id, 30.0)
        if execution.status is not ExecutionStatus.WAITING:
            assert execution.status.terminal, "the execution did not end in time"
            return execution
