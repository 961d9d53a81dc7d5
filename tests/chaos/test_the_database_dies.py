"""PostgreSQL is killed under running executions: nothing accepted is lost, and no process needs a restart."""

import asyncio
from collections import Counter

from bailiwick.core.errors import Unavailable
from bailiwick.core.executions import Execution, ExecutionStatus
from bailiwick.settings import Settings
from bailiwick.wiring import open_platform
from support.database_crash import kill_and_restart
from support.running import Person, person, script

RUNS, KILLS = 30, 3
SCRIPT = """
[[rule]]
[[rule.turn]]
calls = [{ tool = "createDocument", arguments = { title = "Ledger", content = "hello" } }]
[[rule.turn]]
text = "Done: {result}"
"""


def test_executions_survive_a_database_that_is_killed_again_and_again(home):
    settings = Settings(
        home=home, model=script(home, SCRIPT), ollama_url="", log_level="error",
        heartbeat_seconds=0.3, stalled_seconds=1.5,
    )  # fmt: skip

    async def story() -> tuple[list[Execution], int]:
        async with open_platform(settings) as platform:
            someone = await person(platform)
            await someone.has("ledger", tools=["createDocument"], tags=["ledger"])
            accepted: list[Execution] = []
            for number in range(RUNS):
                accepted.append(await _accepted(someone))
                if number % (RUNS // KILLS) == RUNS // KILLS // 2:
                    await asyncio.to_thread(kill_and_restart, home)
            done = [await _ended(someone, execution.id) for execution in accepted]
            return done, len(await platform.stores.documents.list(someone.id, limit=2 * RUNS))

    executions, effects = asyncio.run(story())
    failures = [execution.failure for execution in executions if execution.failure]
    assert Counter(execution.status for execution in executions) == {ExecutionStatus.COMPLETED: RUNS}, failures
    assert effects == RUNS, "each execution wrote its one document once"


async def _accepted(someone: Person) -> Execution:
    """Submit as a client does: an error is answered by sending it again."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await someone.submit("write hello", agent_id="ledger")
            except Unavailable:
                await asyncio.sleep(0.1)


async def _ended(someone: Person, execution_id: str) -> Execution:
    async with asyncio.timeout(60):
        while True:
            try:
                execution = await someone.platform.executions.wait(someone.id, execution_id, 60.0)
            except Unavailable:
                await asyncio.sleep(0.1)
                continue
            assert execution.status.terminal, execution
            return execution
