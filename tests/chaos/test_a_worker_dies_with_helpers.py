"""A worker is killed while helpers work and while approved calls are made: once or reported, never twice."""

import asyncio
from itertools import product

import pytest

from bailiwick.core.agents import Role
from bailiwick.core.approvals import ApprovalStatus
from bailiwick.core.executions import Execution, ExecutionStatus
from bailiwick.wiring import Working
from support.ledger import crash, new_ledger, settled, shortened
from support.running import person, running, script, working

ASKS = """
[[turn]]
calls = [
  { tool = "recordIdempotent", arguments = { text = "sibling" } },
  { tool = "recordApproved", arguments = { text = "hello" } },
]
[[turn]]
text = "Result: {result}"
"""
HELPS = """
[[rule]]
instructions = "You lead"
[[rule.turn]]
calls = [{ tool = "call_scribe_agent", arguments = { task = "write", context = "" } }]
[[rule.turn]]
text = "Result: {result}"
[[rule]]
instructions = "You are the scribe"
[[rule.turn]]
calls = [{ tool = "recordOnce", arguments = { text = "hello" } }]
[[rule.turn]]
text = "wrote it"
"""
SIDES = ("before", "after")
APPROVED = [f"{side} {what}" for side, what in product(SIDES, ("claim", "tool running", "tool completed", "finish"))]
HELPED = [
    f"{side} {what}"
    for side, what in product(SIDES, ("helper running", "tool running", "tool completed", "helper completed", "finish"))
]
UNKNOWN = {"after claim", "after tool running", "before tool completed"}
"""A call with effects has begun and nobody knows how it ended. One that was approved begins with the claim."""


@pytest.mark.parametrize("boundary", shortened(APPROVED))
def test_an_approved_call_is_made_once_or_reported_when_its_worker_is_killed(
    database_urls, tmp_path, monkeypatch, boundary
):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, ASKS)

    async def story() -> tuple[Execution, Execution, ApprovalStatus]:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("clerk", tools=["record.*"])
            async with working(platform):
                execution = await someone.ask("write hello", agent_id="clerk")
            (approval,) = await platform.stores.approvals.list(someone.id)
            await platform.executions.approve(someone.id, approval.id)
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                standing = await platform.executions.wait(someone.id, execution.id, 30.0)
                done = await settled(someone, execution.id)
            return standing, done, (await platform.stores.approvals.get(someone.id, approval.id)).status

    standing, done, status = asyncio.run(story())
    effects = [line.split()[0] for line in ledger.read_text().splitlines()]
    assert effects.count("idempotent") == 1, "the sibling is not repeated"
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert status is ApprovalStatus.USED
    if boundary in UNKNOWN:
        assert "recordApproved" in (standing.waiting_for or ""), "reported"
        assert "Nobody knows" in done.answer
        assert effects.count("approved") == (1 if boundary == "before tool completed" else 0)
    else:
        assert effects.count("approved") == 1
        assert "wrote hello" in done.answer


@pytest.mark.parametrize("boundary", shortened(HELPED))
def test_a_helper_goes_on_where_it_was_when_its_worker_is_killed(database_urls, tmp_path, monkeypatch, boundary):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, HELPS)

    async def story() -> Execution:
        async with running(database_urls.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await someone.has("scribe", role=Role.HELPER, instructions="You are the scribe.", tools=["record.*"])
            await someone.has("lead", instructions="You lead.", tools=["record.*"], helpers=["scribe"])
            execution = await someone.submit("have it written", agent_id="lead")
            await crash(database_urls.owner, tmp_path, model, boundary)
            async with working(platform):
                return await settled(someone, execution.id)

    done = asyncio.run(story())
    effects = ledger.read_text().splitlines()
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert done.answer == "Result: wrote it"
    assert len(effects) == (0 if boundary == "after tool running" else 1)
    assert all(step.status != "running" for step in done.steps)
