"""Several requests in one message: each is read like a message of its own, and done by who can."""

import asyncio

from support.running import person, running

MESSAGES = {
    "typing mistakes hide where a request begins": (
        "great, waht is 12 * 7 and remind me tomorow at 9 to call Ana; also add milk to my shopping list",
        ["12·7 = 84", "at 09:00: call Ana.", "with milk"],
    ),
    "one agent does two things with two tools": (
        "hey, what is 12 * 7 and what time is it in Tokyo?",
        ["12·7 = 84", "In Tokyo it is"],
    ),
    "what is dictated ends where the sentence does": (
        "what's 12*7; remind me at 9 tomorrow to call Ana; note that the door code is 4411",
        ["12·7 = 84", "at 09:00: call Ana.", "with The door code is 4411."],
    ),
    "whom the message addresses does what they can": (
        "@peter what is 3*3 and remind me tomorrow at 9 to call Ana",
        ["3·3 = 9", "call Ana."],
    ),
    "each request addresses somebody": (
        "Peter, what is 3*3? and Notebook, add eggs to my shopping list",
        ["3·3 = 9", "eggs"],
    ),
    "una dirección y dos peticiones": (
        "Peter, cuánto es 3*3 y añade huevos a la lista de la compra",
        ["3·3 = 9", "huevos"],
    ),
    "each request is answered in its language": (
        "what time is it in Tokyo; también apunta que la llave está en el cajón",
        ["In Tokyo it is", "He creado tus notas con La llave está en el cajón"],
    ),
    "tres peticiones": (
        "genial, cuanto es 12 * 7 y recuérdame mañana a las 9 llamar a Ana; y tambien que hora es en tokio",
        ["12·7 = 84", "a las 09:00: llamar a Ana.", "En Tokio "],
    ),
    "what belongs together stays together": (
        "remind me tomorrow at 9 to call Ana and ask what 12*7 is",
        ["call Ana and ask what 12*7 is"],
    ),
    "one tool reads all of it": ("what time is it in Tokyo and in Paris", ["hours behind"]),
}


def test_each_request_of_a_message_is_read_by_itself(own_database, tmp_path):
    async def story() -> list[str]:
        wrong: list[str] = []
        async with running(own_database.owner, tmp_path) as platform:
            for title, (message, parts) in MESSAGES.items():
                bob = await person(platform)
                answer = (await bob.ask(message)).answer or ""
                wrong += [f"{title}: {part!r} is missing in {answer!r}" for part in parts if part not in answer]
        return wrong

    wrong = asyncio.run(story())
    assert not wrong, "\n".join(wrong)


def test_an_agent_that_was_chosen_does_all_that_its_tools_read(own_database, tmp_path):
    async def story() -> str:
        async with running(own_database.owner, tmp_path) as platform:
            bob = await person(platform)
            found = await bob.ask("what is 12 * 7 and what time is it in Tokyo?", agent_id="peter-logical")
            return found.answer or ""

    answer = asyncio.run(story())
    assert "12·7 = 84" in answer
    assert "In Tokyo it is" in answer
