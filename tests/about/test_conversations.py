"""Whole conversations over HTTP, without a model: what is asked of the team itself, and words of company."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from bailiwick.features.about import words
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.runs.actions import Executions
from bailiwick.runs.records import Execution
from bailiwick.runs.tools import Tools
from bailiwick.tools.records import ToolContext
from bailiwick_router.core.agents import SUPERVISOR_ID
from support.running import person, running, script
from support.site import Site

CLEO = SUPERVISOR_ID
Turn = tuple[str, str, str]
"""What is said, who answers, and a part of the answer."""

TALKS: dict[str, list[Turn]] = {
    "the team": [
        ("What can this team do for me?", CLEO, "**Peter**: Mathematics and logic"),
        ("who is here?", CLEO, "**Emma**: Shopify"),
        ("what agents are there?", CLEO, "No Shopify store is connected"),
        ("which tools do you have?", CLEO, "- Tell date and time, anywhere."),
        ("what model are you using?", CLEO, "OPENAI_API_KEY"),
        ("who are you?", CLEO, "a program, not a person"),
        ("help", CLEO, "“Add bread to the shopping list” (Notebook)"),
        ("?", CLEO, "in your own words"),
        ("i dont understand", CLEO, "For example"),
    ],
    "el equipo": [
        ("¿Qué puede hacer este equipo por mí?", CLEO, "**Peter**: Matemáticas y lógica"),
        ("quien esta aqui", CLEO, "No hay ninguna tienda de Shopify conectada"),
        ("que herramientas tienes", CLEO, "- Dice la fecha y la hora."),
        ("¿qué modelo usas?", CLEO, "ningún modelo de lenguaje configurado"),
        ("¿quién eres?", CLEO, "un programa, no una persona"),
        ("hola, ¿qué puedes hacer?", CLEO, "**Notebook**: Listas de la compra"),
        ("ayuda", CLEO, "«Resuelve x^2 - 4x + 3 = 0» (Peter)"),
        ("no entiendo", CLEO, "Por ejemplo"),
    ],
    "why and what it cost": [
        ("why did Peter answer?", CLEO, "Nobody has answered anything"),
        ("what did that cost?", CLEO, "Nothing has been answered"),
        ("solve 3x=9", "peter-logical", "x = 3"),
        (
            "why did you choose Peter?",
            CLEO,
            "Peter answered “solve 3x=9”. The reason on record: The keywords and patterns of",
        ),
        ("why not emma?", CLEO, "not Emma"),
        ("what did that cost?", CLEO, "“solve 3x=9”: nothing: it was done by rules and tools"),
        ("how much did this conversation cost?", CLEO, "6 answers: nothing"),
    ],
    "por qué y cuánto": [
        ("resuelve 3x=9", "peter-logical", "x = 3"),
        (
            "¿por qué ha contestado Peter?",
            CLEO,
            "A «resuelve 3x=9» respondió Peter. La razón, según el registro: Las palabras",
        ),
        ("¿cuánto ha costado?", CLEO, "nada: lo hicieron reglas y herramientas"),
        ("por que no emma", CLEO, "respondió Peter, no Emma"),
        ("cuanto he gastado", CLEO, "Esta conversación hasta ahora"),
    ],
    "nothing to stop": [
        ("cancel", CLEO, "Nothing is running"),
        ("stop", CLEO, "Nothing is running"),
        ("para", CLEO, "no hay nada en marcha"),
        ("cancela", CLEO, "no hay nada en marcha"),
        ("delete everything", CLEO, "What should be deleted? Nothing is gone yet."),
        ("borra todo", CLEO, "¿Qué hay que borrar? Todavía no se ha borrado nada."),
    ],
    "somebody in particular": [
        ("I want to talk to Peter", "peter-logical", "Peter here. Mathematics and logic"),
        ("hello", "peter-logical", "Hello."),
        ("let me speak with ami please", "ami-creative", "Ami here. Creative writing"),
        ("tell me about the sea", "ami-creative", "This needs a language model"),
    ],
    "alguien en concreto": [
        ("quiero hablar con Emma", "emma-ecommerce", "Aquí Emma. Shopify: productos"),
        ("muéstrame los pedidos", "emma-ecommerce", "No hay ninguna tienda de Shopify conectada."),
    ],
    "a bad day": [
        ("I'm feeling really sad today", CLEO, "program"),
        ("my boss yelled at me", CLEO, "sorry"),
        ("he said my work was worth nothing", CLEO, ""),
        ("what is 2+2", "peter-logical", "4"),
    ],
    "un mal día": [
        ("estoy triste", CLEO, "programa"),
        ("mi novia me dejó", CLEO, "iento"),
    ],
    "company": [
        ("how are you?", CLEO, "rogram"),
        ("fine, thanks", CLEO, "?"),
        ("I'm bored", CLEO, "fun fact"),
        ("I love you", CLEO, "one"),
        ("you are stupid", CLEO, "what"),
        ("tell me a joke", "ami-creative", "needs a language model, and none is configured"),
        ("gracias", CLEO, "De nada."),
        ("good morning", CLEO, "orning"),
    ],
    "danger": [
        ("i just want to die", CLEO, "988"),
        ("no quiero vivir más", CLEO, "024"),
    ],
}


@pytest.fixture
def own(site: Site) -> Iterator[httpx.Client]:
    """Calls as a user with nothing yet."""
    with site.client(site.person("Newcomer")) as client:
        yield client


def ask(client: httpx.Client, message: str, session: str | None) -> dict[str, Any]:
    answer = client.post("/api/v1/query", json={"query": message, **({"sessionId": session} if session else {})})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("title", TALKS)
def test_what_is_asked_of_the_team_itself_is_answered_from_what_there_is(own: httpx.Client, title: str) -> None:
    session = None
    wrong: list[str] = []
    for message, agent, part in TALKS[title]:
        answer = ask(own, message, session)
        session = answer["metadata"]["sessionId"]
        if answer["agentName"] != agent or part not in answer["content"]:
            wrong.append(f"{message!r} was answered by {answer['agentName']}: {answer['content']}")
    assert not wrong, "\n".join(wrong)


def test_the_same_words_are_answered_differently_the_next_time(own: httpx.Client) -> None:
    first = ask(own, "you are stupid", None)
    again = ask(own, "you are stupid", first["metadata"]["sessionId"])
    assert first["content"] != again["content"]
    assert ask(own, "you are stupid", None)["content"] == first["content"]


def test_what_runs_is_stopped_by_saying_so(own_database, tmp_path) -> None:
    async def story() -> tuple[Execution, Execution]:
        async with running(own_database.owner, tmp_path) as platform:
            somebody = await person(platform)
            endless = script(tmp_path, '[[turn]]\ntext = "thinking"\nwait = "forever"\n')
            await somebody.has("dreamer", model=endless, keywords=["dream", "sheep", "of"], patterns=["dream of"])
            begun = await somebody.submit("dream of sheep")
            said = await somebody.ask("stop", conversation_id=begun.conversation_id)
            return said, await platform[Executions].wait(somebody.id, begun.id, 20)

    said, stopped = asyncio.run(story())
    assert said.answer == "Stopped: “dream of sheep”. What was already done stays done."
    assert stopped.status is ExecutionStatus.CANCELLED


def test_what_was_asked_for_after_the_order_to_stop_goes_on(own_database, tmp_path) -> None:
    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            somebody = await person(platform)
            endless = script(tmp_path, '[[turn]]\ntext = "thinking"\nwait = "forever"\n')
            await somebody.has("dreamer", model=endless, keywords=["dream", "sheep", "of"], patterns=["dream of"])
            order = await somebody.ask("stop")
            later = await somebody.submit("dream of sheep", conversation_id=order.conversation_id)
            tool = (await platform[Tools].of(somebody.id)).tools()["stopWork"]
            again = ToolContext(
                user_id=somebody.id,
                execution_id=order.id,
                agent_id=CLEO,
                call_id="again",
                conversation_id=order.conversation_id,
            )
            assert await tool.run(again, {}) == {"stopped": []}
            assert (await tool.run(replace(again, execution_id=None), {})) == {"stopped": ["dream of sheep"]}
            assert (await platform[Executions].wait(somebody.id, later.id, 20)).status is ExecutionStatus.CANCELLED

    asyncio.run(story())


def test_stop_waits_its_turn_in_a_thread_of_another_agent(own_database, tmp_path, monkeypatch) -> None:
    locks: list[str | None] = []
    begin = Executions.begin

    async def seen(self: Executions, *given: Any, lock: str | None = None, **more: Any) -> Execution:
        locks.append(lock)
        return await begin(self, *given, lock=lock, **more)

    async def story() -> None:
        async with running(own_database.owner, tmp_path) as platform:
            somebody = await person(platform)
            await somebody.ask("stop", agent_id="peter-logical")
            await somebody.ask("stop")

    monkeypatch.setattr(Executions, "begin", seen)
    asyncio.run(story())
    assert [lock is not None for lock in locks] == [False, True]


@pytest.mark.parametrize(
    ("usage", "english", "spanish"),
    [
        ({"input_tokens": 12345}, "no price is known for its model: 12,345 tokens in one", "no se conoce el precio"),
        ({"input_tokens": 12345, "cost": 1234.5}, "$1,234.50, for 12,345 tokens", "1.234,50 USD, por 12.345 tokens"),
        ({"input_tokens": 5, "cost": 0.02}, "$0.02, for 5 tokens", "0,02 USD, por 5 tokens"),
        ({}, "nothing: it was done by rules", "nada: lo hicieron reglas"),
    ],
)
def test_what_it_cost_is_said_as_it_is_known(usage: dict[str, Any], english: str, spanish: str) -> None:
    used = {"input_tokens": 0, "output_tokens": 0, "model_calls": 1, "cost": 0.0, **usage}
    found = {"last": {"message": "hello", "usage": used}, "all": used, "runs": 1}
    assert english in words.costs(found, False, "en")
    assert spanish in words.costs(found, False, "es")


def test_an_agent_that_is_chosen_answers_for_itself(own: httpx.Client) -> None:
    answer = own.post("/api/v1/query", json={"query": "who are you?", "agentName": "peter-logical"}).json()
    assert answer["content"].startswith("Peter here. Mathematics and logic")
