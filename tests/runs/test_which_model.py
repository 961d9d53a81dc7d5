"""Each agent uses the model that it names, else the default, and each step says which one that was and why."""

import asyncio
from typing import Any

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.records import Execution, StepKind
from support.running import Person, person, running, script

SAYS = """
[[rule]]
instructions = "You are the chief"
[[rule.turn]]
calls = [{ tool = "call_research_agent", arguments = { task = "Say one." } }]
[[rule.turn]]
text = "{result}"

[[turn]]
text = "Done."
"""
UNUSABLE = "anthropic:claude-opus-4-1"


def whys(execution: Execution) -> list[tuple[str | None, str, str]]:
    """Return who asked which model, and the code of why that one."""
    models = [step for step in execution.steps if step.kind is StepKind.MODEL]
    return [(step.agent_id, step.name, step.input["model_why"]["code"]) for step in models]


async def health(someone: Person, agent_id: str) -> Any:
    return await someone.platform[HealthChecks].one(someone.id, agent_id)


def test_a_helper_uses_the_model_that_it_names_and_its_steps_say_so(database_urls, tmp_path):
    async def story():
        default = script(tmp_path, SAYS)
        async with running(database_urls.owner, tmp_path, model=default) as platform:
            someone = await person(platform)
            stronger = script(tmp_path, '[[turn]]\ntext = "One."\n', "stronger.toml")
            await platform[Rosters].update(someone.id, "research", {"model": stronger})
            await someone.has("chief", helpers=["research"], instructions="You are the chief.")
            return default, stronger, await someone.ask("Have it say one.", agent_id="chief")

    default, stronger, done = asyncio.run(story())
    assert done.status is ExecutionStatus.COMPLETED, done.failure
    assert whys(done) == [
        ("chief", default, "model-set"),
        ("research", stronger, "model-named"),
        ("chief", default, "model-set"),
    ]


def test_the_default_stands_in_for_a_model_that_cannot_be_used_and_says_so(database_urls, tmp_path):
    async def story():
        default = script(tmp_path, SAYS)
        async with running(database_urls.owner, tmp_path, model=default) as platform:
            someone = await person(platform)
            await someone.has("clerk", model=UNUSABLE, fallbacks=[default])
            return default, await someone.ask("Write a poem.", agent_id="clerk"), await health(someone, "clerk")

    default, done, now = asyncio.run(story())
    assert done.answer == "Done."
    assert whys(done) == [("clerk", default, "model-named-unusable")]
    (step,) = (step for step in done.steps if step.kind is StepKind.MODEL)
    assert [each["model"] for each in step.output["passed_over"]] == [UNUSABLE], "the answer shows it"
    assert (now.healthy, now.model, now.model_why.text()) == (
        True,
        default,
        f"The agent names {UNUSABLE}, which cannot be used here; the default stands in.",
    )


def test_nothing_stands_in_for_the_model_of_an_agent_whose_list_is_empty(database_urls, tmp_path):
    async def story():
        async with running(database_urls.owner, tmp_path, model=script(tmp_path, SAYS)) as platform:
            someone = await person(platform)
            await someone.has("clerk", model=UNUSABLE, fallbacks=[])
            return await someone.ask("Write a poem.", agent_id="clerk"), await health(someone, "clerk")

    done, now = asyncio.run(story())
    assert done.status is ExecutionStatus.FAILED
    assert not now.healthy


def test_a_model_that_stood_in_says_for_which_and_why_that_did_not_answer(database_urls, tmp_path):
    async def story():
        options = {"model": script(tmp_path, SAYS), "openai_base_url": "http://127.0.0.1:1/v1"}
        async with running(database_urls.owner, tmp_path, **options) as platform:
            someone = await person(platform)
            await someone.has("clerk", model="openai:m", fallbacks=[options["model"]])
            return options["model"], await someone.ask("Write a poem.", agent_id="clerk")

    default, done = asyncio.run(story())
    assert whys(done) == [("clerk", default, "model-stands-in")]


def test_the_model_that_a_person_prefers_is_what_the_health_of_their_agents_goes_by(database_urls, tmp_path):
    async def story():
        default = script(tmp_path, SAYS)
        async with running(database_urls.owner, tmp_path, model=default) as platform:
            someone, other = await person(platform), await person(platform)
            await platform[PersonalPreferences].change(someone.id, {"model": "offline"})
            await someone.has("clerk")
            await other.has("clerk")
            return default, await health(someone, "clerk"), await health(other, "clerk")

    default, mine, theirs = asyncio.run(story())
    assert (mine.model, mine.model_why.text()) == ("offline", "It is your default model.")
    assert (theirs.model, theirs.model_why.code) == (default, "model-set")
