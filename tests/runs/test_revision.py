"""A revision goes on from the whole first exchange: what was called is not called again, and nothing of it is lost."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse, ToolCallPart

from bailiwick.agents.callables import CallableAgent
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.plugins import load_plugins
from bailiwick.runs.actions import Executions
from bailiwick.runs.approvals.store import ApprovalStore
from bailiwick.runs.records import StepKind
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.agents import Agent, ReviewPolicy
from bailiwick_router.core.budgets import Budget
from support.ledger import new_ledger
from support.providers import Answer, Call, ProviderServer
from support.running import person, running, script

MODEL = """
[[rule]]
instructions = "You review another agent's answer"
[[rule.turn]]
text = '{{"verdict": "revise", "reason": "it is bare", "advice": "Name the colour."}}'
[[rule]]
user = "Name the colour"
[[rule.turn]]
calls = [{{ tool = "recordApproved", arguments = {{ text = "further" }} }}]
[[rule.turn]]
{ending}
[[turn]]
calls = [{{ tool = "recordOnce", arguments = {{ text = "first" }} }}]
[[turn]]
calls = [{{ tool = "readOutside", arguments = {{ text = "a stranger" }} }}]
[[turn]]
text = "{first}"
"""
REVISED = 'text = "Revised: {result}"'
FAILS = 'fail = { class = "authentication", times = 9, message = "The key was refused." }'
SILENT = 'text = ""'


async def reviewed(platform, someone, **fields):
    """Ask an agent whose answer is sent back, and approve the one further call; return (waiting, done, effects)."""
    await someone.has("clerk", tools=["record.*", "readOutside"], review=ReviewPolicy.ALWAYS, **fields)
    waiting = await someone.ask("write it down", agent_id="clerk", force_supervised=True)
    for approval in await platform.stores[ApprovalStore].list(someone.id):
        await platform[Executions].approve(someone.id, approval.id)
    done = await platform[Executions].wait(someone.id, waiting.id, 30.0)
    later = await someone.submit("and then?", conversation_id=done.conversation_id)
    history = await platform.stores[ConversationStore].history(
        someone.id, done.conversation_id, before_execution=later.id, executions=9
    )
    return (
        waiting,
        done,
        ModelMessagesTypeAdapter.validate_python([message for exchange in history for message in exchange.messages]),
    )


def calls(messages):
    return [part.args["text"] for message in messages for part in message.parts if isinstance(part, ToolCallPart)]


@pytest.mark.parametrize(
    ("ending", "first", "answer"),
    [
        (REVISED, "First", "Revised: wrote further"),
        (REVISED, "", "Revised: wrote further"),
        (FAILS, "First", "First"),
        (SILENT, "First", "First"),
    ],
    ids=["revised", "after silence", "failing", "silent"],
)
def test_a_revision_repeats_nothing_asks_for_what_is_new_and_stays_in_the_thread(
    own_database, tmp_path, monkeypatch, ending, first, answer
):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, MODEL.format(ending=ending, first=first))

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            return await reviewed(platform, await person(platform))

    waiting, done, history = asyncio.run(story())
    assert waiting.status is ExecutionStatus.WAITING, "the further call needs a word of its own"
    assert (done.status, done.answer) == (ExecutionStatus.COMPLETED, answer), done.failure
    assert Counter(line.split()[-1] for line in ledger.read_text().splitlines()) == {
        "first": 1,
        "stranger": 1,
        "further": 1,
    }
    assert calls(history) == ["first", "a stranger", "further"], "a later message sees all that was called"
    assert all(message.parts for message in history if isinstance(message, ModelResponse)), "none is empty"
    assert history[-1].parts[-1].content == answer
    flags = [step.output["cause"] for step in done.steps if step.kind is StepKind.REVIEW]
    assert flags == ([None] if answer.startswith("Revised") else [None, "not_revised"])


def test_a_revision_spends_what_is_left_and_the_first_answer_goes_out_when_nothing_is(
    own_database, tmp_path, monkeypatch
):
    ledger = new_ledger(tmp_path, monkeypatch)
    model = script(tmp_path, MODEL.format(ending=REVISED, first="First"))

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            return await reviewed(platform, someone, budget=Budget(steps=9))

    _, done, history = asyncio.run(story())
    assert (done.status, done.answer) == (ExecutionStatus.COMPLETED, "First"), done.failure
    assert [line.split()[-1] for line in ledger.read_text().splitlines()] == ["first", "stranger"]
    review = done.steps[-2]
    assert (review.output["cause"], "9 steps" in review.error) == ("not_revised", True)
    assert calls(history) == ["first", "a stranger", "further"], "the call that was not made says so"
    assert "was not made" in str(history[-2])


def test_a_provider_gets_the_first_exchange_with_calls_and_results_and_then_the_advice(
    own_database, tmp_path, monkeypatch
):
    ledger = new_ledger(tmp_path, monkeypatch)
    answers = (
        Answer(pieces=["I write. "], calls=[Call(name="recordOnce", arguments='{"text": "first"}')]),
        Answer(pieces=["Done."]),
        Answer(pieces=['{"verdict": "revise", "reason": "r", "advice": "Name the colour."}']),
        Answer(pieces=["It is done, in red."]),
    )

    async def story():
        with ProviderServer(*answers) as server:
            options = {"model": "openai:m", "openai_base_url": f"{server.url}/v1", "openai_api_key": "key"}
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await person(platform)
                await someone.has("clerk", tools=["record.*"], review=ReviewPolicy.ALWAYS)
                execution = await someone.ask("write it down", agent_id="clerk", force_supervised=True)
                return execution, [request.body for request in server.requests if request.body]

    execution, asked = asyncio.run(story())
    assert execution.answer == "It is done, in red."
    assert len(ledger.read_text().splitlines()) == 1
    roles = [message["role"] for message in asked[-1]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]
    assert "Name the colour." in asked[-1]["messages"][-1]["content"]
    assert asked[-1]["messages"][3]["content"] == "wrote first"


@pytest.mark.parametrize(("repeatable", "runs", "cause"), [(False, 1, "not_repeatable"), (True, 2, None)])
def test_a_function_with_effects_is_not_run_again_because_of_a_review(
    own_database, tmp_path, monkeypatch, repeatable, runs, cause
):
    model = script(tmp_path, MODEL.format(ending=REVISED, first="First"))
    asked = []

    def answer(request):
        asked.append(request)
        return f"Answer {len(asked)}"

    counter = CallableAgent(
        Agent(id="counter", name="Counter", review=ReviewPolicy.ALWAYS), answer, repeatable=repeatable
    )
    monkeypatch.setattr(
        "bailiwick.opening.load_plugins",
        lambda **given: replace(
            loaded := load_plugins(**given), agents=[*loaded.agents, counter.agent], functions={"counter": counter}
        ),
    )

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            return await someone.ask("count", agent_id="counter", force_supervised=True)

    done = asyncio.run(story())
    assert (done.answer, len(asked)) == (f"Answer {runs}", runs)
    (review,) = [step for step in done.steps if step.kind is StepKind.REVIEW]
    assert review.output["cause"] == cause
    if repeatable:
        assert replace(asked[1], guidance="", sent_back=None) == replace(asked[0], guidance="")
        assert asked[1].sent_back.advice == "Name the colour."
