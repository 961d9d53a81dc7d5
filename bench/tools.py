"""Tool calls: what the chain of wrappers costs over the bare tool, and two helpers at once over one.

The floor of the chain is the same tool called without any wrapper. The tool does nothing, so all that is measured
is ours. The helpers answer with a text of a fixed pace, as a model does, so that two of them cost the machine little
and the wall clock shows whether they really work side by side.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.settings import Settings
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.opening import open_platform
from bailiwick.people.actions import People
from bailiwick.runs.actions import Executions, Submission
from bailiwick.runs.approvals.actions import Approvals
from bailiwick.runs.threads.store import ConversationStore
from bailiwick.runs.tools import Tools
from bailiwick.tools.records import ToolContext
from bailiwick.tools.toolbox import Toolbox, tool
from bailiwick_router.core.agents import Agent, Role

CALLS = 2000
RUNS = 7
SMALLEST = {"CALLS": 5, "RUNS": 1}
"""What `--smallest` makes of the sizes."""
WORDS = " ".join(["word"] * 40)
SCRIPT = f"""
[[rule]]
instructions = "one helper"
[[rule.turn]]
calls = [{{ tool = "call_left_agent", arguments = {{ task = "work", context = "" }} }}]
[[rule.turn]]
text = "Done."
[[rule]]
instructions = "two helpers"
[[rule.turn]]
calls = [
  {{ tool = "call_left_agent", arguments = {{ task = "work", context = "" }} }},
  {{ tool = "call_right_agent", arguments = {{ task = "work", context = "" }} }},
]
[[rule.turn]]
text = "Done."
[[turn]]
text = "{WORDS}"
pace = 40
"""


@tool(read_only=True)
async def nothing(context: ToolContext, text: str) -> str:
    """Do nothing."""
    del context
    return text


def main() -> None:
    """Print microseconds per call, and seconds of one and of two helpers."""
    with tempfile.TemporaryDirectory(prefix="bailiwick-bench-") as home:
        script = Path(home) / "script.toml"
        script.write_text(SCRIPT)
        asyncio.run(_measure(Settings(home=Path(home), model=f"scripted:{script}", log_level="error")))


async def _measure(settings: Settings) -> None:
    async with open_platform(settings) as platform:
        await _wrappers(platform)
        await _helpers(platform)


async def _wrappers(platform: Platform) -> None:
    owner = (await platform[People].owner()).id
    remembered = RememberedReads(platform.database, platform[Bus])
    tools = Tools(lambda: Toolbox([nothing]), (), platform[Approvals], platform.stores, remembered)
    wrapped = await tools.for_agent(owner, Agent(id="a", name="A", tools=(".*",)))
    context = ToolContext(user_id=owner, execution_id=None, agent_id="a", call_id="c")
    bare: list[float] = []
    chain: list[float] = []
    for _ in range(CALLS):
        start = time.perf_counter()
        await nothing.run(context, {"text": "x"})
        middle = time.perf_counter()
        await wrapped.admit("nothing", context, {"text": "x"})
        await wrapped.call("nothing", context, {"text": "x"})
        bare.append(middle - start)
        chain.append(time.perf_counter() - middle)
    floor, cost = statistics.median(bare), statistics.median(chain)
    print(f"{'bare tool (floor), p50':<34} {floor * 1e6:8.1f} µs")
    print(f"{'the same through all wrappers, p50':<34} {cost * 1e6:8.1f} µs   {cost / floor:5.1f} ×")


async def _helpers(platform: Platform) -> None:
    owner = (await platform[People].owner()).id
    for name in ("left", "right"):
        await platform[Rosters].create(owner, Agent(id=name, name=name, role=Role.HELPER, instructions="You help."))
    for name in ("one helper", "two helpers"):
        lead = Agent(id=name.split()[0], name=name, instructions=f"You have {name}.", helpers=("left", "right"))
        await platform[Rosters].create(owner, lead)
    one: list[float] = []
    two: list[float] = []
    for _ in range(RUNS):
        one.append(await _execution(platform, owner, "one"))
        two.append(await _execution(platform, owner, "two"))
    alone, together = statistics.median(one), statistics.median(two)
    print(f"{'one helper, p50':<34} {alone:8.3f} s")
    print(f"{'two helpers of one turn, p50':<34} {together:8.3f} s    {together / alone:5.2f} ×")


async def _execution(platform: Platform, owner: str, agent: str) -> float:
    thread = await platform.stores[ConversationStore].create(owner, agent, "direct", title="t")  # pyright: ignore[reportArgumentType]  (the mode's value)
    start = time.perf_counter()
    submission = Submission(message="work", conversation_id=thread.id)
    execution = await platform[Executions].submit(owner, submission)
    done = await platform[Executions].wait(owner, execution.id, 60.0)
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    return time.perf_counter() - start
