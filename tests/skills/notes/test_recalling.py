"""What was noted is told whoever is asked, in any conversation, with the note that it is from."""

import asyncio

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.runs.records import Execution, StepKind
from bailiwick.runs.threads import actions as threads
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import Person, person, running


async def ask_elsewhere(somebody: Person, message: str) -> Execution:
    """Ask in a conversation of its own."""
    platform = somebody.platform
    thread = await threads.begin(
        platform.database, platform.stores, somebody.id, SUPERVISOR_ID, Mode.SUPERVISED, title="t"
    )
    return await somebody.ask(message, conversation_id=thread.id)


def recalled(execution: Execution) -> list[tuple[str, str]]:
    """Return what was recalled from notes: each line with its source, as the record has it."""
    steps = [step for step in execution.steps if step.kind is StepKind.RECALL]
    facts = [fact for step in steps for fact in (step.output or {})["facts"]]
    return [(fact["text"], fact["source"]) for fact in facts if fact["kept_in"] == "notes"]


def test_a_note_answers_whoever_is_asked_and_in_another_conversation(own_database, tmp_path):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            await ask_elsewhere(bob, "take a note: the plumber comes on Tuesday at 5")
            said = 'From your notes: "The plumber comes on Tuesday at 5"'
            for message in ("when does the plumber come?", "when is the plumber coming", "whens the plumber coming?"):
                found = await ask_elsewhere(bob, message)
                assert (found.answer, recalled(found)) == (
                    said,
                    [("The plumber comes on Tuesday at 5", "your notes")],
                ), message
            for agent in ("peter-logical", "ami-creative", "main"):
                assert (await bob.ask("when does the plumber come?", agent_id=agent)).answer == said, agent
            await ask_elsewhere(bob, "apunta: el fontanero viene el martes a las 5")
            martes = await ask_elsewhere(bob, "cuando viene el fontanero")
            assert martes.answer == "En tus notas: «El fontanero viene el martes a las 5»"

            # What is remembered stays with memory, what is asked of tools with them; what nobody noted is not told.
            await ask_elsewhere(bob, "remember that the electrician comes on Friday")
            assert (await ask_elsewhere(bob, "when does the electrician come?")).answer == (
                "The electrician comes on Friday."
            )
            assert "= 4" in ((await ask_elsewhere(bob, "what is 2 + 2?")).answer or "")
            assert recalled(await ask_elsewhere(bob, "when does the gardener come?")) == []
            somebody_else = await person(platform)
            assert recalled(await ask_elsewhere(somebody_else, "when does the plumber come?")) == []

            # It is off with memory; asked of the notes themselves, they still tell.
            await platform[PersonalPreferences].change(bob.id, {"recall": False})
            off = await ask_elsewhere(bob, "when does the plumber come?")
            assert (recalled(off), "Tuesday" in (off.answer or "")) == ([], False)
            own = await ask_elsewhere(bob, "what do my notes say about the plumber?")
            assert own.answer == said

    asyncio.run(story())
