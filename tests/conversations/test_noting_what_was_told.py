"""“… note that”, “apúntalo”, “don't forget that”: what a person tells is noted or remembered, and answers later."""

import asyncio

import pytest
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

from bailiwick.features.memory.requests import RememberReader
from bailiwick.models.recognising import told_before
from bailiwick.runs.threads import actions as threads
from bailiwick.tools.records import Request
from bailiwick_router.core.agents import SUPERVISOR_ID
from bailiwick_router.core.decisions import Mode
from bailiwick_skills.notes.requests import AppendReader
from support.running import Person, person, running

TALKS = {
    "en": [
        [("the plumber comes on Tuesday at 5, note that", "notes with The plumber comes on Tuesday at 5.")],
        [("the gardener comes on Monday. please write that down", "Added The gardener comes on Monday to your notes.")],
        [("the boiler man is called Frank", ""), ("ok great, jot that down please", "Added The boiler man is called")],
        [("my locker is number 17", ""), ("dont forget that", "I will remember: my locker is number 17.")],
        [("my sister Laura lives in Bristol, keep that in mind", "I will remember: my sister Laura lives in Bristol.")],
        [("which number is my locker?", "Your locker is number 17.")],
        [("where does laura live again?", "Your sister Laura lives in Bristol.")],
        [("who did I say lives in Bristol?", "Your sister Laura lives in Bristol.")],
        [("what is 12 * 7", "84"), ("note that", "Added 12·7 = 84 to your notes.")],
    ],
    "es": [
        [("el fontanero viene el martes a las 5, apúntalo", "tus notas con El fontanero viene el martes a las 5.")],
        [("el electricista viene el jueves", ""), ("apuntalo", "He añadido El electricista viene el jueves")],
        [("tengo dentista el viernes a las 4, anótalo por favor", "He añadido Tengo dentista el viernes a las 4")],
        [("el código del portal es 2290, no lo olvides", "Lo recordaré: código del portal es 2290.")],
        [("mi taquilla es la 17", ""), ("recuérdalo", "Lo recordaré: mi taquilla es la 17.")],
        [("cual era el codigo del portal", "Código del portal es 2290.")],
        [("cuál era mi taquilla", "Tu taquilla es la 17.")],
        [("oye, ¿cuándo viene el electricista?", "En tus notas: «El electricista viene el jueves»")],
    ],
}


async def talk(somebody: Person, turns: list[tuple[str, str]]) -> list[str]:
    """Say something in a conversation of its own; return what was answered otherwise."""
    platform = somebody.platform
    thread = await threads.begin(
        platform.database, platform.stores, somebody.id, SUPERVISOR_ID, Mode.SUPERVISED, title="t"
    )
    wrong: list[str] = []
    for message, part in turns:
        execution = await somebody.ask(message, conversation_id=thread.id)
        if part not in (execution.answer or ""):
            wrong.append(f"{message!r} was answered by {execution.agent_id}: {execution.answer}")
    return wrong


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Calculate 15% of 80, and note it", "en"),
        ("What is the capital of France, note it down", "en"),
        ("Tell me a joke. Note it down", "en"),
        ("Calculate 15% of 80, and remember it", "en"),
        ("Busca el precio del oro, y apúntalo", "es"),
    ],
)
def test_a_request_is_not_kept_as_if_it_were_told(text, language):
    for reader in (AppendReader(), RememberReader()):
        found = reader.read(Request(text=text, language=language))
        assert found is None or text.partition(",")[0].partition(".")[0] not in str(found.arguments), reader


@pytest.mark.parametrize("before", ["Tell me a joke", "what time is it", "ok, perfect", "yes", "Is it late?"])
def test_what_asks_or_only_agrees_is_nothing_told(before):
    said = [ModelRequest(parts=[UserPromptPart(before)]), ModelResponse(parts=[TextPart("Well.")])]
    assert told_before([*said, ModelRequest(parts=[UserPromptPart("note that")])]) == ""


def test_what_tells_something_is_what_was_told():
    said = [ModelRequest(parts=[UserPromptPart("the boiler man is Frank")]), ModelResponse(parts=[TextPart("Well.")])]
    assert told_before([*said, ModelRequest(parts=[UserPromptPart("note that")])]) == "the boiler man is Frank"


@pytest.mark.parametrize("language", TALKS)
def test_what_a_person_tells_is_kept_when_they_say_so_and_told_when_they_ask(own_database, tmp_path, language):
    async def story() -> list[str]:
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            return [wrong for turns in TALKS[language] for wrong in await talk(bob, turns)]

    wrong = asyncio.run(story())
    assert not wrong, "\n".join(wrong)
