"""Workers die: a person settles what is not known, and many runs survive kills at any moment."""

import asyncio
from collections import Counter

import pytest

from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.records import Execution
from bailiwick.runs.threads.store import ConversationStore
from support.ledger import crash, new_ledger, worker
from support.running import Person, person, running, script, working

SCRIPT = """
[[turn]]
calls = [{{ tool = "{tool}", arguments = {{ text = "hello" }} }}]
[[turn]]
text = "Result: {{result}}"
"""


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
                waiting = await platform[Executions].wait(someone.id, execution.id, 30.0)
                assert waiting.status is ExecutionStatus.WAITING
                await platform[Executions].resume(someone.id, execution.id, retry=retry)
                return await _terminal(someone, execution.id)

    execution = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED, execution.failure
    assert ("wrote hello" if retry else "Nobody knows") in execution.answer
    assert len(ledger.read_text().splitlines()) == effects


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
                thread = await platform.stores[ConversationStore].create(someone.id, "ledger", "direct", title="t")
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
        execution = await someone.platform[Executions].wait(someone.id, execution_id, 30.0)
        if execution.status is not ExecutionStatus.WAITING:
            assert execution.status.terminal, "the execution did not end in time"
            return execution
