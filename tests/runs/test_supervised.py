"""Under the supervisor's eye: guidance that the agent reads, a review by the supervisor's model, one revision."""

import asyncio

from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.records import StepKind
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick_router.core.agents import ReviewPolicy
from support.providers import Answer, Call, ProviderServer
from support.running import person, running, script

SENT_BACK = '{"verdict": "revise", "reason": "it lacks the unit", "advice": "Give the result in metres."}'
OUTAGE = """
[[rule]]
instructions = "You review another agent's answer"
user = "unheard"
[[rule.turn]]
fail = { class = "authentication", times = 9, message = "The key was refused." }

[[rule]]
instructions = "You review another agent's answer"
user = "garbled"
[[rule.turn]]
text = "Looks good to me!"

[[rule]]
instructions = "You review another agent's answer"
[[rule.turn]]
text = '{"verdict": "revise", "reason": "too short", "advice": "Say more."}'

[[rule]]
user = "A review sent your answer back"
[[rule.turn]]
fail = { class = "authentication", times = 9, message = "The key was refused." }

[[turn]]
text = "My answer."
"""


def told(server: ProviderServer) -> list[str]:
    return [str(request.body) for request in server.requests if request.body]


def test_a_review_through_a_provider_sees_the_tools_and_lets_the_agent_answer_once_more(own_database, tmp_path):
    answers = (
        Answer(pieces=["Let me see. "], calls=[Call(name="calculator", arguments='{"expression": "6*7"}')]),
        Answer(pieces=["It is 42."]),
        Answer(pieces=["Gladly: ", SENT_BACK]),
        Answer(pieces=["It is 42 metres."]),
    )

    async def story():
        with ProviderServer(*answers) as server:
            options = {"model": "openai:m", "openai_base_url": f"{server.url}/v1", "openai_api_key": "key"}
            async with running(own_database.owner, tmp_path, **options) as platform:
                someone = await person(platform)
                await someone.has("meter", tags=["metres"], tools=["calculator"], review=ReviewPolicy.ALWAYS)
                execution = await someone.ask("How many metres are six times seven metres?")
                return execution, await someone.events(execution.id), told(server)

    execution, items, asked = asyncio.run(story())
    assert execution.answer == "It is 42 metres."
    assert [step.kind for step in execution.steps] == [
        "supervisor",
        "router",
        "model",
        "tool",
        "model",
        "review",
        "model",
        "finalize",
    ]
    guidance = execution.steps[0].output["guidance"]
    assert guidance, "the supervisor's note is a step"
    assert guidance in asked[0], "and the agent reads it"
    review = next(step for step in execution.steps if step.kind is StepKind.REVIEW)
    assert review.agent_id == "cleo-supervisor"
    assert review.output["verdict"] == "revise"
    assert review.usage.model_calls == 1
    assert "You review another agent" in asked[2]
    assert "How many metres are six times seven metres?" in asked[2]
    assert "calculator" in asked[2], "the review is shown what the answer rests on"
    assert "It is 42." in asked[2]
    assert "Give the result in metres." in asked[3]
    assert len(asked) == 4, "one revision, which is not reviewed again"
    assert [item.data["verdict"] for item in items if item.kind == "answer.reviewed"] == ["revise"]


def test_an_answer_goes_out_although_it_cannot_be_reviewed_or_revised(own_database, tmp_path):
    model = script(tmp_path, OUTAGE)

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("critic", tags=["opinion"], review=ReviewPolicy.ALWAYS)
            unheard = await someone.ask("an unheard opinion", agent_id="critic", force_supervised=True)
            unrevised = await someone.ask("an opinion", agent_id="critic", force_supervised=True)
            garbled = await someone.ask("a garbled opinion", agent_id="critic", force_supervised=True)
            direct = await someone.ask("an unheard opinion", agent_id="critic")
            told = [item.data for item in await someone.events(unrevised.id) if item.kind == "answer.reviewed"]
            turns = await platform.stores[TurnStore].of(someone.id, [unheard.id, unrevised.id, garbled.id])
            return unheard, unrevised, garbled, direct, told, turns

    unheard, unrevised, garbled, direct, told, turns = asyncio.run(story())
    for execution in (unheard, unrevised, garbled, direct):
        assert (execution.status, execution.answer) == (ExecutionStatus.COMPLETED, "My answer."), execution.failure
    verdicts = [[step.output for step in each.steps if step.kind is StepKind.REVIEW] for each in (unheard, unrevised)]
    assert verdicts[0][0]["verdict"] == "flag"
    assert "The key was refused." in verdicts[0][0]["reason"]
    assert verdicts[1][0]["verdict"] == "revise"
    assert [(data["verdict"], data["cause"]) for data in told] == [("revise", None), ("flag", "not_revised")]
    assert [turn.review.cause for turn in turns] == ["unreachable", "not_revised", "unreadable"]
    assert "messages" not in str(turns[1].review), "a turn is short"
    assert not [step for step in direct.steps if step.kind in (StepKind.REVIEW, StepKind.SUPERVISOR)]
