"""Whole conversations about what is remembered, without a language model."""

import asyncio
from pathlib import Path

from bailiwick.kernel.database.urls import DatabaseUrls
from support.running import person, running

TALKS: dict[str, list[tuple[str, str]]] = {
    "who works where": [
        ("remember that Ana works at Initech", 'I will remember: Ana works at Initech. Say "undo"'),
        ("who works at Initech?", "Ana works at Initech."),
        ("where does Ana work?", "Ana works at Initech."),
        ("where does ana work", "Ana works at Initech."),
        ("¿quién trabaja en Initech?", "Ana trabaja en Initech."),
        ("quien trabaja en initech", "Ana trabaja en Initech."),
        ("¿dónde trabaja Ana?", "Ana trabaja en Initech."),
        ("do you know where ana works?", "Ana works at Initech."),
        ("what do you know about Ana?", "- Ana: works at Initech"),
        ("¿qué sabes de Ana?", "- Ana: works at Initech"),
        ("recall Ana", "- Ana: works at Initech"),
        ("forget Ana", "Forgotten for good: Ana."),
        ("what do you know about Ana?", "I remember nothing about Ana."),
    ],
    "what is mine": [
        ("remember that my favourite colour is green", "I will remember: my favourite colour is green."),
        ("what is my favourite colour?", "Your favourite colour is green."),
        ("what's my favorite color", "Your favourite colour is green."),
        ("¿cuál es mi color favorito?", "Your favourite colour is green."),
        ("what do you remember about me?", "- my favourite colour is green"),
    ],
    "mi hermano": [
        ("recuerda que mi hermano se llama Luis", "Lo recordaré: mi hermano se llama Luis."),
        ("¿cómo se llama mi hermano?", "Tu hermano se llama Luis."),
        ("what is my brother's name?", "Tu hermano se llama Luis."),
        ("¿cómo se llama mi hermano?", "Tu hermano se llama Luis."),
        ("olvida eso", "Olvidado para siempre: mi hermano se llama Luis."),
        ("¿cómo se llama mi hermano?", "No recuerdo nada de eso («hermano»)."),
    ],
    "a thing of its own": [
        ("remember: the server password is swordfish", "I will remember: server password is swordfish."),
        ("what is the server password?", "Server password is swordfish."),
        ("whats the password of the server", "Server password is swordfish."),
    ],
    "a name that is told is noted": [
        ("my name is Bob", 'I will remember: my name is Bob. Say "undo" to take that back.'),
        ("what's my name?", "Your name is Bob."),
        ("¿cómo me llamo?", "Your name is Bob."),
    ],
    "a name that is told is taken back": [
        ("me llamo José", "Lo recordaré: me llamo José. Di «deshacer» si no quieres."),
        ("deshacer", "He deshecho el último cambio de la memoria (tú)."),
        ("¿cómo me llamo?", "No recuerdo nada de eso"),
    ],
    "two facts are one change": [
        ("remember that Ana works at Initech and lives in Madrid", "Ana works at Initech; Ana lives in Madrid."),
        ("who lives in Madrid?", "Ana lives in Madrid."),
        ("¿en qué ciudad vive Ana?", "Ana vive en Madrid."),
        ("remember that Luis works at Initech and lives in Lima", "Luis works at Initech; Luis lives in Lima."),
        ("forget that", "undone (Initech, Lima and Luis)"),
        ("who works at Initech?", "Ana works at Initech."),
        ("what do you remember about Luis?", "I remember nothing about Luis."),
    ],
    "only what was told is forgotten": [
        ("remember that Ana works at Initech", "I will remember: Ana works at Initech."),
        ("remember that Bob works at Initech", "I will remember: Bob works at Initech."),
        ("where does Ana work?", "Ana works at Initech."),
        ("forget that", "Forgotten for good: Ana works at Initech."),
        ("who works at Initech?", "Bob works at Initech."),
        ("what do you know about Bob?", "- Bob: works at Initech"),
        ("olvida eso", "Olvidado para siempre: Bob works at Initech."),
        ("what do you know about Bob?", "I remember nothing about Bob."),
    ],
    "of several facts none is meant": [
        ("remember that Ana works at Initech and lives in Madrid", "Ana lives in Madrid."),
        ("remember that Bob works at Initech", "I will remember: Bob works at Initech."),
        ("who works at Initech?", "- Bob works at Initech."),
        ("forget that", "This needs a language model"),
        ("what do you know about Ana?", "- Ana: works at Initech\n- Ana: lives in Madrid"),
        ("forget that", "This needs a language model"),
        ("what do you know about Ana?", "- Ana: works at Initech\n- Ana: lives in Madrid"),
        ("who works at Initech?", "- Bob works at Initech."),
    ],
    "who manages whom": [
        ("remember that Ana manages Bob", "I will remember: Ana manages Bob."),
        ("remember that Carla manages Ana", "I will remember: Carla manages Ana."),
        ("who manages Ana?", "Carla manages Ana."),
        ("who does Ana manage?", "Ana manages Bob."),
        ("¿quién dirige a Ana?", "Carla dirige Ana."),
        ("¿a quién dirige Ana?", "Ana dirige Bob."),
        ("remember that Ana is married to Luis", "I will remember: Ana is married to Luis."),
        ("who is Luis married to?", "Ana is married to Luis."),
    ],
    "sin acentos ni mayúsculas": [
        ("recuerda que josé vive en málaga", "Lo recordaré: josé vive en málaga."),
        ("donde vive jose", "José vive en málaga."),
        ("remember that JOSE works at initech", "josé works at initech."),
        ("who lives in Malaga?", "José lives in málaga."),
    ],
    "about the person": [
        ("remember that I work at Acme", "I will remember: I work at Acme."),
        ("where do I work?", "You work at Acme."),
        ("¿dónde trabajo?", "You work at Acme."),
    ],
    "something that happens": [
        ("remember that the plumber comes on Friday at ten", "I will remember: the plumber comes on Friday at ten."),
        ("when does the plumber come?", "The plumber comes on Friday at ten."),
        ("forget that", "Forgotten for good: the plumber comes on Friday at ten."),
    ],
}


def test_what_was_told_is_answered_and_can_be_taken_back(own_database: DatabaseUrls, tmp_path: Path) -> None:
    async def story() -> list[str]:
        wrong: list[str] = []
        async with running(own_database.owner, tmp_path) as platform:
            for title, turns in TALKS.items():
                someone = await person(platform)
                for message, part in turns:
                    answer = (await someone.ask(message, agent_id="main")).answer or ""
                    if part not in answer:
                        wrong.append(f"{title}: {message!r} was answered: {answer}")
        return wrong

    wrong = asyncio.run(story())
    assert not wrong, "\n".join(wrong)
