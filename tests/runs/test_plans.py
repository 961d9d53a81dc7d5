"""A message that asks for several things in turn: those who can do each do it, with the results before it."""

import asyncio

import pytest

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.records import StepKind
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Stage
from support.running import person, running, script

TURNS = {
    "en": ("What is 12 * 7? And note the result", ["peter-logical", "notes"], "12·7 = 84"),
    "es": ("¿Cuánto es 12 * 7? y apúntalo", ["peter-logical", "notes"], "12·7 = 84"),
    "split": ("what is 12 * 7 and add it to my notes", ["peter-logical", "notes"], "12·7 = 84"),
    "remind": ("what is 3 + 4 and remind me of it tomorrow at 9", ["peter-logical", "notes"], "3 + 4 = 7"),
    "one agent": ("what is 7 * 8 and divide that by 4", ["peter-logical", "peter-logical"], "56/4 = 14"),
}
BRIEFING = (
    '{"wants": "a tart and then a song about it", "matters": "", "mood": "cheerful", "plan": ['
    '{"agent": "baker", "task": "Bake a tart", "builds_on_earlier": false},'
    '{"agent": "singer", "task": "Sing about that tart", "builds_on_earlier": true}]}'
)
MODEL = f"""
[[rule]]
instructions = "You brief the agent"
user = "party"
[[rule.turn]]
text = '{BRIEFING}'

[[rule]]
instructions = "You brief the agent"
[[rule.turn]]
text = '{{"wants": "a cake", "matters": "", "mood": "in a hurry"}}'

[[rule]]
instructions = "answered parts of one message"
[[rule.turn]]
text = "Joined: {{user}}"

[[rule]]
instructions = "You bake"
[[rule.turn]]
text = "Baked for: {{user}}"

[[rule]]
instructions = "You sing"
[[rule.turn]]
text = "Sung to: {{user}}"
"""


@pytest.mark.parametrize("name", TURNS)
def test_without_a_model_each_part_is_done_with_what_was_said_before_it(own_database, tmp_path, name):
    message, agents, said = TURNS[name]

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            return await (await person(platform)).ask(message)

    execution = asyncio.run(story())
    assert (execution.status, execution.outcome) == (ExecutionStatus.COMPLETED, Outcome.ANSWERED), execution.failure
    assert (execution.decision.stage, execution.decision.model_calls) == (Stage.SPLIT, 0)
    assert [part.agent for part in execution.decision.parts] == agents
    last = next(each for each in reversed(execution.steps) if each.kind is StepKind.TOOL)
    assert said in execution.answer
    if agents[-1] == "notes":
        assert said in str(dict(last.input)), "the part got the result, not a word that points at it"
    assert execution.answer.count("**Peter**") == 1


def test_what_was_done_in_parts_can_be_gone_on_with_and_an_answer_is_noted_later_too(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            return [await someone.ask(each) for each in ("what is 7 * 8 and divide that by 4", "times 3", "note that")]

    _, third, noted = asyncio.run(story())
    assert third.answer == "14·3 = 42"
    assert "14·3 = 42" in noted.answer
    assert noted.agent_id == "notes"


def test_nothing_is_done_with_a_part_that_has_no_answer(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            return await (await person(platform)).ask("look up the weather in Madrid and note it")

    execution = asyncio.run(story())
    assert [part.agent for part in execution.decision.parts] == ["main", "notes"]
    assert "so nothing was done" in execution.answer
    assert "appendNote" not in [each.name for each in execution.steps]


def test_a_supervisor_with_a_model_of_its_own_briefs_and_plans_in_the_record(own_database, tmp_path):
    model = script(tmp_path, MODEL)

    async def story():
        async with running(own_database.owner, tmp_path, model=model) as platform:
            someone = await person(platform)
            await someone.has("baker", tags=["tart", "party", "cake"], keywords=["tart"], instructions="You bake.")
            await someone.has("singer", tags=["sing"], instructions="You sing.")
            without = await someone.ask("a cake")
            await platform[Rosters].update(someone.id, SUPERVISOR_ID, {"model": model})
            briefed = await someone.ask("a cake")
            planned = await someone.ask("a tart for the party, with music")
            return without, briefed, planned

    without, briefed, planned = asyncio.run(story())
    assert "briefing" not in [each.key for each in without.steps], "nobody pays for a model that nobody chose"
    step = next(each for each in briefed.steps if each.key == "briefing")
    assert "You brief the agent" in step.input["instructions"]
    assert "a cake" in step.input["prompt"]
    note = next(each for each in briefed.steps if each.kind is StepKind.SUPERVISOR).output["guidance"]
    assert note.endswith("They want: a cake. Their mood: in a hurry.")
    own = next(each for each in briefed.steps if each.key == "model:1")
    assert own.input["instructions"] == f"You bake.\n\nThe supervisor notes: {note}", "the prompt sent is in the record"
    assert briefed.usage.model_calls == 2
    assert planned.status is ExecutionStatus.COMPLETED, planned.failure
    assert [(part.agent, part.text, part.leans) for part in planned.decision.parts] == [
        ("baker", "Bake a tart", False),
        ("singer", "Sing about that tart", True),
    ]
    assert planned.decision.why.code == "supervisor-planned"
    assert "Sung to: Task: Sing about that tart\n\nContext: Baker was asked" in planned.answer
