"""One message with requests for two specialists: both work, and the answer is one."""

import asyncio

import pytest

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.kernel.platform import Working
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.records import StepKind, StepStatus
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import ReviewPolicy
from bailiwick_router.core.decisions import Stage
from support.ledger import crash, new_ledger
from support.running import person, running, script, working

BOTH = "What is 12 * 7? And add milk to my shopping list"
BOUNDARIES = ("after tool completed", "after helper completed")
MODEL = """
[[rule]]
instructions = "You review another agent's answer"
user = "cherries"
[[rule.turn]]
text = '{"verdict": "revise", "reason": "it forgot the colour", "advice": "Name the colour of the cherries."}'

[[rule]]
user = "A review sent your answer back"
[[rule.turn]]
text = "Joined anew, in red."

[[rule]]
instructions = "answered parts of one message"
user = "silent"
[[rule.turn]]
fail = { class = "authentication", times = 9 }

[[rule]]
instructions = "answered parts of one message"
[[rule.turn]]
text = "Joined: {user}"

[[rule]]
instructions = "You bake"
user = "burnt"
[[rule.turn]]
fail = { class = "authentication", times = 9, message = "The oven is cold; light it." }

[[rule]]
instructions = "You bake"
user = "recipe"
[[rule.turn]]
calls = [{ tool = "recordApproved", arguments = { text = "flour" } }]
[[rule.turn]]
text = "Noted: {result}"

[[rule]]
instructions = "You bake"
[[rule.turn]]
text = "Baked for: {user}"

[[rule]]
instructions = "You sing"
[[rule.turn]]
text = "Sung to: {user}"
"""


async def baker_and_singer(someone, **fields):
    await someone.has("baker", tags=["tart"], keywords=["tart"], instructions="You bake.", **fields)
    await someone.has("singer", tags=["sing", "song"], keywords=["sing"], instructions="You sing.")


@pytest.mark.parametrize(
    ("message", "parts", "words"),
    [
        (
            BOTH,
            [("peter-logical", "What is 12 * 7?"), ("notes", "add milk to my shopping list")],
            ["**Peter**", "84", "**Notebook**", "milk"],
        ),
        (
            "Resuelve 2x + 5 = 15 y añade leche a mi lista de la compra",
            [("peter-logical", "Resuelve 2x + 5 = 15"), ("notes", "añade leche a mi lista de la compra")],
            ["**Peter**", "x = 5", "**Notebook**", "leche"],
        ),
    ],
)
def test_without_a_model_each_part_is_answered_under_the_name_of_who_did_it(
    own_database, tmp_path, message, parts, words
):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            execution = await someone.ask(message)
            items = await someone.events(execution.id)
            thread = await platform.stores[ConversationStore].get(someone.id, execution.conversation_id)
            stored = await platform.stores[DecisionStore].get(someone.id, execution.decision.id)
            return execution, items, thread, stored

    execution, items, thread, stored = asyncio.run(story())
    assert execution.status is ExecutionStatus.COMPLETED, execution.failure
    assert stored == execution.decision
    assert (stored.stage, stored.model_calls) == (Stage.SPLIT, 0)
    assert [(part.agent, part.text) for part in stored.parts] == parts
    assert [message[part.start : part.end] for part in stored.parts] == [text for _, text in parts]
    at = [execution.answer.index(word) for word in words]
    assert at == sorted(at), "in the order of the message"
    told = [(item.data["to"], item.data["query"]) for item in items if item.kind == "agent-delegation"]
    assert told == parts
    assert [item.data["agent"] for item in items if item.kind == "helper-spawn"] == [agent for agent, _ in parts]
    assert [step.agent_id for step in execution.steps if step.kind is StepKind.TOOL].count("notes") == 1
    assert items[-1].data["agent"] == "cleo-supervisor"
    assert thread.last_agent == "notes", "who did the last part keeps a follow-up"


def test_a_model_joins_the_parts_and_is_done_without_when_it_fails(own_database, tmp_path):
    model = script(tmp_path, MODEL)

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await baker_and_singer(someone)
            joined = await someone.ask("Make a tart. Sing a song about it, please")
            silent = await someone.ask("Make a silent tart and sing a song for Ana")
            failing = await someone.ask("Make a burnt tart and sing a song for Ana")
            nothing = await someone.ask("Make a burnt tart and draw a burnt tart and sing a song", agent_id="baker")
            return joined, silent, failing, nothing

    joined, silent, failing, nothing = asyncio.run(story())
    assert joined.status is ExecutionStatus.COMPLETED, joined.failure
    assert joined.answer.startswith("Joined: The person wrote:\nMake a tart. Sing a song about it, please")
    first, second = joined.decision.parts
    assert (first.leans, second.leans) == (False, True)
    order = [step.key for step in joined.steps]
    assert order.index("part:1/model:1") < order.index("part:2"), "a part that builds on another waits for it"
    assert "Sung to: Task: Sing a song about it, please\n\nContext: Baker was asked" in joined.answer
    assert "answered:\nBaked for: Make a tart" in joined.answer
    assert silent.answer == ("**Baker**\n\nBaked for: Make a silent tart\n\n**Singer**\n\nSung to: sing a song for Ana")
    assert failing.status is ExecutionStatus.COMPLETED
    assert "Baker, asked “Make a burnt tart”, could not do it: The oven is cold; light it." in failing.answer
    assert "Sung to: sing a song for Ana" in failing.answer
    assert nothing.decision.stage is Stage.EXPLICIT, "who was chosen gets the whole message"
    assert nothing.failure is not None
    assert nothing.failure.message == "The oven is cold; light it."


def test_the_joined_answer_is_reviewed_and_joined_anew_without_doing_the_parts_again(own_database, tmp_path):
    model = script(tmp_path, MODEL)

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await baker_and_singer(someone, review=ReviewPolicy.ALWAYS)
            return await someone.ask("Make a tart with cherries and sing a song for Ana")

    execution = asyncio.run(story())
    assert execution.answer == "Joined anew, in red."
    keys = [step.key for step in execution.steps]
    assert keys.index("model:join-1") < keys.index("review") < keys.index("model:join-again-1")
    assert len(keys) == len(set(keys))
    asked = [step.place.caller for step in execution.steps if step.kind is StepKind.MODEL and step.place.path]
    assert sorted(asked) == ["part:1", "part:2"]


def test_a_call_that_needs_approval_holds_up_only_its_part_and_is_made_once(own_database, tmp_path, monkeypatch):
    ledger, model = new_ledger(tmp_path, monkeypatch), script(tmp_path, MODEL)

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await baker_and_singer(someone, tools=["record.*"])
            waiting = await someone.ask("Make a tart by the recipe. Sing a song for Ana")
            (approval,) = await platform.stores[ApprovalStore].list(someone.id)
            await platform[Executions].approve(someone.id, approval.id)
            done = await platform[Executions].wait(someone.id, waiting.id, 30.0)
            return waiting, done

    waiting, done = asyncio.run(story())
    assert waiting.status is ExecutionStatus.WAITING
    sung = next(step for step in waiting.steps if step.key == "part:2")
    assert sung.status == "completed", "the other part is done meanwhile"
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert next(step for step in done.steps if step.key == "part:2") == sung, "and is not done again"
    assert [line.split()[0] for line in ledger.read_text().splitlines()] == ["approved"]
    assert "Noted: wrote flour" in done.answer


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_part_that_is_done_is_not_done_again_when_its_worker_is_killed(own_database, tmp_path, monkeypatch, boundary):
    ledger, model = (
        new_ledger(tmp_path, monkeypatch),
        script(tmp_path, MODEL.replace("recordApproved", "recordIdempotent")),
    )

    async def story():
        async with running(own_database.owner, tmp_path, mode=Working.NO, model=model) as platform:
            someone = await person(platform)
            await baker_and_singer(someone, tools=["record.*"])
            execution = await someone.submit("Make a tart by the recipe. Sing a song about it")
            await crash(own_database.owner, tmp_path, model, boundary)
            async with working(platform):
                return await platform[Executions].wait(someone.id, execution.id, 30.0)

    done = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert done.attempt > 1
    assert [line.split()[0] for line in ledger.read_text().splitlines()] == ["idempotent"]
    assert "Noted: wrote flour" in done.answer
    parts = [step for step in done.steps if step.kind is StepKind.HELPER or step.place.path]
    assert parts
    assert {step.status for step in parts} == {StepStatus.COMPLETED}
