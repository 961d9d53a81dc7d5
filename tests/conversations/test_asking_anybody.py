"""What was noted or remembered is told by whoever is asked for it by name, without a model."""

import asyncio

import pytest

from bailiwick.runs.threads import actions as threads
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from support.running import Person, person, running

ENGLISH = [
    ("take a note: the plumber comes on Friday at ten", "notes", "The plumber comes"),
    ("ask Ami when the plumber comes", "ami-creative", 'From your notes: "The plumber comes on Friday at ten"'),
    ("@ami when does the plumber come?", "ami-creative", "on Friday at ten"),
    ("ask ami if the plumber comes on friday", "ami-creative", "on Friday at ten"),
    ("great, when does the plumber come?", "main", "on Friday at ten"),
    ("hey Peter, when does the plumber come?", "peter-logical", "on Friday at ten"),
    ("remember that Ana works at Initech", "main", "Ana works at Initech"),
    ("ask Gmail where Ana works", "gmail", "Ana works at Initech."),
    ("@peter who works at Initech?", "peter-logical", "Ana works at Initech."),
]
SPANISH = [
    ("toma nota: el fontanero viene el viernes a las diez", "notes", "El fontanero viene"),
    (
        "pregúntale a Ami cuándo viene el fontanero",
        "ami-creative",
        "En tus notas: «El fontanero viene el viernes a las diez»",
    ),
    ("@ami ¿cuándo viene el fontanero?", "ami-creative", "el viernes a las diez"),
    ("pregunta a ami si viene el fontanero el viernes", "ami-creative", "el viernes a las diez"),
    ("oye Peter, cuando viene el fontanero?", "peter-logical", "el viernes a las diez"),
    ("recuerda que mi hermano se llama Luis", "main", "mi hermano se llama Luis"),
    ("pregunta a Gmail cómo se llama mi hermano", "gmail", "Tu hermano se llama Luis."),
]


async def ask_elsewhere(somebody: Person, message: str):
    """Ask in a conversation of its own."""
    platform = somebody.platform
    thread = await threads.begin(
        platform.database, platform.stores, somebody.id, SUPERVISOR_ID, Mode.SUPERVISED, title="t"
    )
    return await somebody.ask(message, conversation_id=thread.id)


@pytest.mark.parametrize("turns", [ENGLISH, SPANISH], ids=["en", "es"])
def test_whoever_is_asked_tells_what_was_noted_and_remembered(own_database, tmp_path, turns):
    async def story():
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            return [await ask_elsewhere(bob, message) for message, _, _ in turns]

    found = asyncio.run(story())
    wrong = [
        f"{message!r} was answered by {execution.agent_id}: {execution.answer}"
        for (message, agent, part), execution in zip(turns, found, strict=True)
        if execution.agent_id != agent or part not in (execution.answer or "")
    ]
    assert not wrong, "\n".join(wrong)
