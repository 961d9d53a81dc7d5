"""An agent that cannot do what it is asked says so, and one that can goes on with it."""

import asyncio

import pytest

from bailiwick.kernel.usage import ExecutionStatus, Outcome
from bailiwick.runs.records import Execution, StepKind
from bailiwick.runs.threads.store import ConversationStore
from bailiwick_router.core.decisions import Mode
from support.running import Person, person, running, script

SAID = {
    "en": ("@ami what is 2+2?", "Ami cannot do this; Peter answers:\n\n2 + 2 = 4"),
    "es": ("@ami ¿cuánto es 2+2?", "Ami no puede hacer esto; responde Peter:\n\n2 + 2 = 4"),
    "a list": (
        "@peter add milk to my shopping list",
        "Peter cannot do this; Notebook answers:\n\nCreated your shopping list with milk.",
    ),
}
MODEL = """
[[rule]]
instructions = "You bake"
user = "song"
[[rule.turn]]
calls = [{ tool = "hand_over", arguments = { to = "Singer", reason = "I only bake." } }]

[[rule]]
instructions = "You bake"
user = "nobody"
[[rule.turn]]
calls = [{ tool = "hand_over", arguments = { to = "butcher", reason = "I only bake." } }]
[[rule.turn]]
text = "I cannot: {result}"

[[rule]]
instructions = "You sing"
user = "drum"
[[rule.turn]]
calls = [{ tool = "hand_over", arguments = { to = "drummer", reason = "I have no drum." } }]

[[rule]]
instructions = "You sing"
[[rule.turn]]
text = "Sung to: {user}"

[[rule]]
instructions = "You drum"
[[rule.turn]]
calls = [{ tool = "hand_over", arguments = { to = "baker", reason = "I am tired." } }]
[[rule.turn]]
text = "Drummed."
"""


async def band(someone: Person) -> None:
    await someone.has("baker", instructions="You bake.", tags=["tart"], keywords=["tart"])
    await someone.has("singer", instructions="You sing.", tags=["sing", "song"], keywords=["sing"])
    await someone.has("drummer", instructions="You drum.", tags=["drum"])


def handed_over(execution: Execution) -> list[tuple[str | None, str]]:
    return [(each.agent_id, (each.output or {})["to"]) for each in execution.steps if each.kind is StepKind.HAND_OVER]


@pytest.mark.parametrize("name", SAID)
def test_without_a_model_who_has_a_tool_that_reads_the_request_goes_on_with_it(own_database, tmp_path, name):
    message, answer = SAID[name]

    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            execution = await someone.ask(message)
            items = await someone.events(execution.id)
            thread = await platform.stores[ConversationStore].get(someone.id, execution.conversation_id)
            return execution, items, thread

    execution, items, thread = asyncio.run(story())
    first, second = execution.decision.agent, execution.agent_id
    assert (execution.answer, execution.outcome) == (answer, Outcome.ANSWERED)
    assert handed_over(execution) == [(first, second)]
    (told,) = [item.data for item in items if item.kind == "agent.handed_over"]
    assert (told["from"], told["to"], told["number"], told["why"]["code"]) == (first, second, 1, "handed-over-for-tool")
    assert items[-1].data["agent"] == second
    assert thread.last_agent == second, "what is said next is said to who could"


def test_a_thread_with_one_agent_goes_on_with_it_and_what_another_one_said_can_be_gone_on_with(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            someone = await person(platform)
            thread = await someone.main("ami-creative", Mode.DIRECT)
            asked = [
                await someone.ask(text, agent_id="ami-creative", conversation_id=thread.id)
                for text in ("what is 2+2?", "times 3", "tell me a random fact", "write a poem")
            ]
            return asked, await platform.stores[ConversationStore].get(someone.id, thread.id)

    (first, second, own, poem), thread = asyncio.run(story())
    assert first.answer.endswith("2 + 2 = 4")
    assert second.answer == "Ami cannot do this; Peter answers:\n\n4·3 = 12"
    assert (own.agent_id, handed_over(own)) == ("ami-creative", []), "what it can do it does itself"
    assert (poem.agent_id, handed_over(poem), poem.outcome) == ("ami-creative", [], Outcome.UNANSWERED)
    assert thread.last_agent == "ami-creative"


def test_a_model_hands_over_with_its_reason_and_at_most_twice(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path, model=script(tmp_path, MODEL)) as platform:
            someone = await person(platform)
            await band(someone)
            song = await someone.ask("a song", agent_id="baker")
            twice = await someone.ask("a song with a drum", agent_id="baker")
            nobody = await someone.ask("nobody can", agent_id="baker")
            parts = await someone.ask("Make a tart by the songbook. Sing a song for Ana")
            return song, twice, nobody, parts

    song, twice, nobody, parts = asyncio.run(story())
    assert song.status is ExecutionStatus.COMPLETED, song.failure
    assert song.answer == (
        "Baker cannot do this; Singer answers:\n\n"
        "Sung to: a song\n\n(Baker could not do this and handed it over: I only bake.)"
    )
    (step,) = [each for each in song.steps if each.kind is StepKind.HAND_OVER]
    assert step.output["reason"] == "Baker handed it over to Singer: I only bake."
    assert song.usage.model_calls == 2
    assert handed_over(twice) == [("baker", "singer"), ("singer", "drummer")]
    assert (twice.agent_id, twice.answer) == ("drummer", "Baker cannot do this; Drummer answers:\n\nDrummed.")
    failed = next(each for each in twice.steps if each.name == "hand_over" and each.agent_id == "drummer")
    assert failed.error is not None, "who has it last cannot hand it on"
    assert (nobody.agent_id, handed_over(nobody)) == ("baker", [])
    assert "There is no colleague “butcher” here" in nobody.answer
    assert parts.status is ExecutionStatus.COMPLETED, parts.failure
    assert handed_over(parts) == [("baker", "singer")], "also within a part of a message"
