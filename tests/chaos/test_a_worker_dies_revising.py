"""A worker is killed at every boundary of a revision: what the first answer did is not done again."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from bailiwick.core.agents import ReviewPolicy, Role
from bailiwick.core.executions import Execution, ExecutionStatus
from bailiwick.core.tasks import TaskDraft
from bailiwick.wiring import Working
from support.ledger import crash, new_ledger, settled
from support.running import Person, person, running, script, working

REVIEW = """
[[rule]]
instructions = "You review another agent's answer"
[[rule.turn]]
text = '{"verdict": "revise", "reason": "it is bare", "advice": "Name the colour."}'
"""
FIRST = """
[[turn]]
calls = [{ tool = "recordOnce", arguments = { text = "first" } }]
[[turn]]
text = "First: {result}"
"""
DOUBTFUL = """
[[turn]]
calls = [{ tool = "recordOnce", arguments = { text = "first" } }, { tool = "noSuchTool", arguments = {} }]
[[turn]]
text = "First: {result}"
"""
REVISES = """
[[rule]]
user = "Name the colour"
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "further" } }]
[[rule.turn]]
text = "Revised: {result}"
"""
HANDS_IN = """
[[rule]]
user = "Name the colour"
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "further" } }]
[[rule.turn]]
calls = [{ tool = "complete_task", arguments = { result = "Revised: {result}" } }]
[[turn]]
calls = [{ tool = "recordOnce", arguments = { text = "first" } }]
[[turn]]
calls = [{ tool = "complete_task", arguments = { result = "First: {result}" } }]
"""
HELPED = """
[[rule]]
instructions = "You are the scribe"
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "first" } }]
[[rule.turn]]
text = "wrote it"
[[rule]]
user = "Name the colour"
[[rule.turn]]
calls = [{ tool = "call_scribe_agent", arguments = { task = "write", context = "" } }]
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "further" } }]
[[rule.turn]]
text = "Revised: {result}"
[[turn]]
calls = [{ tool = "call_scribe_agent", arguments = { task = "write", context = "" } }]
[[turn]]
text = "First: {result}"
"""
SPLIT = """
[[rule]]
instructions = "answered parts of one message"
user = "Name the colour"
[[rule.turn]]
text = "Revised: wrote further"
[[rule]]
instructions = "answered parts of one message"
[[rule.turn]]
text = "First"
[[rule]]
instructions = "You bake"
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "first" } }]
[[rule.turn]]
text = "Baked"
[[rule]]
instructions = "You sing"
[[rule.turn]]
text = "Sung"
"""


@dataclass(frozen=True)
class Shape:
    """One way in which an answer comes about, is sent back and is revised."""

    model: str
    call: str = "revision-1"
    """The turn of the revision that has the effect; nothing where it has none."""
    last: str = "revision-2"
    """Its last model call."""
    agent: dict[str, Any] = field(default_factory=lambda: {"review": ReviewPolicy.ALWAYS})

    def boundaries(self) -> list[str]:
        """Return all moments at which the revision commits something."""
        steps = ["review completed", f"model:{self.last} completed", "finish"]
        if self.call:
            steps += [f"model:{self.call} completed", f"tool:{self.call}:0 running", f"tool:{self.call}:0 completed"]
        return [f"{side} {what}" for side, what in product(("before", "after"), steps)]


SHAPES = {
    "plain": Shape(REVIEW + REVISES + FIRST),
    "doubt": Shape(REVIEW + REVISES + DOUBTFUL, agent={}),
    "task": Shape(REVIEW + HANDS_IN),
    "helper": Shape(REVIEW + HELPED, call="revision-2", last="revision-3"),
    "split": Shape(REVIEW + SPLIT, call="", last="join-again-1"),
}
EVERY_RUN = {
    ("plain", "before tool:revision-1:0 completed"),
    ("doubt", "after tool:revision-1:0 completed"),
    ("task", "before finish"),
    ("helper", "after model:revision-2 completed"),
    ("split", "after review completed"),
}
SWEEP = [
    pytest.param(name, boundary, marks=() if (name, boundary) in EVERY_RUN else pytest.mark.long)
    for name, shape in SHAPES.items()
    for boundary in shape.boundaries()
]


async def begun(someone: Person, name: str) -> Execution:
    """Submit what the shape is about, without anybody working on it yet."""
    agent = SHAPES[name].agent
    if name == "split":
        await someone.has(
            "baker", tags=["tart"], keywords=["tart"], instructions="You bake.", tools=["record.*"], **agent
        )
        await someone.has("singer", tags=["sing", "song"], keywords=["sing"], instructions="You sing.")
        return await someone.submit("Make a tart with cherries and sing a song for Ana")
    if name == "helper":
        await someone.has("scribe", role=Role.HELPER, instructions="You are the scribe.", tools=["record.*"])
        agent = {**agent, "helpers": ["scribe"]}
    await someone.has("ledger", tools=["record.*", "complete_task"], **agent)
    if name == "task":
        task = await someone.platform.tasks.create(
            someone.id, TaskDraft(title="Write it down", agent_id="ledger", supervised=True)
        )
        return (await someone.platform.tasks.run(someone.id, task.id))[1]
    return await someone.submit("write it down", agent_id="ledger", force_supervised=True)


@pytest.mark.parametrize(("name", "boundary"), SWEEP)
def test_a_revision_whose_worker_is_killed_repeats_nothing(database_urls, tmp_path, monkeypatch, name, boundary):
    shape, ledger = SHAPES[name], new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, shape.model)

    async def story() -> tuple[Execution, Execution]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            execution = await begun(someone, name)
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                standing = await platform.executions.wait(someone.id, execution.id, 30.0)
                return standing, await settled(someone, execution.id)

    standing, done = asyncio.run(story())
    effects = Counter(line.split()[-1] for line in ledger.read_text().splitlines())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert done.answer.startswith("Revised: ")
    assert effects["first"] == 1, "what the first answer did stands there with its result"
    balance = {
        # What a model asked for begins in the transaction that keeps its answer.
        f"after model:{shape.call} completed": 0,
        f"after tool:{shape.call}:0 running": 0,
        f"before tool:{shape.call}:0 completed": 1,
    }
    if boundary in balance:
        assert standing.status is ExecutionStatus.WAITING, "a further effect is a call of its own, and is reported"
        assert "recordOnce" in (standing.waiting_for or "")
        assert effects["further"] == balance[boundary]
        assert "Nobody knows" in done.answer
    else:
        assert effects["further"] == (1 if shape.call else 0)
        assert "wrote further" in done.answer
    keys = [step.key for step in done.steps]
    assert len(keys) == len(set(keys))
    assert all(step.status != "running" for step in done.steps)
