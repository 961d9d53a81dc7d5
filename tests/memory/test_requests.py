"""Requests about memory in everyday words, English and Spanish."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.memory.requests import (
    ForgetReader,
    RecallReader,
    RememberReader,
    SummaryReader,
    UndoReader,
)
from bailiwick.kernel.known import KnownFact
from bailiwick.tools.records import PastCall, Recognition, Request
from bailiwick_router.core.language import detect_language

READERS = {
    "remember": RememberReader(),
    "recall": RecallReader(),
    "forget": ForgetReader(),
    "summarize_graph": SummaryReader(),
    "undo_memory": UndoReader(),
}


KNOWN = (
    KnownFact(id="1", about="Ana", text="works at Initech", relation="works at", to="Initech"),
    KnownFact(id="2", about="José", text="vive en Madrid", relation="vive en", to="Madrid"),
    KnownFact(id="3", about="", text="my favourite colour is green"),
    KnownFact(id="4", about="", text="mi hermano se llama Luis"),
    KnownFact(id="5", about="server password", text="is swordfish"),
    KnownFact(id="6", about="", text="the plumber comes on Friday"),
)


def confidence(text: str, known: Sequence[KnownFact] = KNOWN) -> float:
    """Return how sure it is that a tool of memory is asked for."""
    request = Request(text=text, language=detect_language(text), known=known)
    readings = [reading for reader in READERS.values() if (reading := reader.read(request)) is not None]
    return max((reading.confidence for reading in readings), default=0.0)


def best(text: str, known: Sequence[KnownFact] = ()) -> tuple[str, dict[str, Any]] | None:
    """Return the tool and the arguments that the offline model would choose among the memory tools."""
    request = Request(text=text, language=detect_language(text), known=known)
    found: list[tuple[str, Recognition]] = [
        (name, reading) for name, reader in READERS.items() if (reading := reader.read(request)) is not None
    ]
    if not found:
        return None
    name, reading = max(found, key=lambda pair: pair[1].confidence)
    return name, dict(reading.arguments)


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("Remember that my favourite colour is green", "remember", {"fact": "my favourite colour is green"}),
        ("please remember that I'm allergic to nuts!", "remember", {"fact": "I'm allergic to nuts"}),
        ("Keep in mind that I am vegetarian", "remember", {"fact": "I am vegetarian"}),
        ("Remember: the alarm code is 1234", "remember", {"about": "alarm code", "fact": "is 1234"}),
        ("remember that Zoë likes jazz", "remember", {"about": "Zoë", "fact": "likes jazz"}),
        (
            "Store this in the knowledge graph: Ana works at Acme",
            "remember",
            {
                "fact": "works at Acme",
                "about": "Ana",
                "entityType": "person",
                "relation": "works at",
                "to": "Acme",
                "toType": "organisation",
            },
        ),
        (
            "Save Ana lives in Lisbon in the knowledge graph",
            "remember",
            {
                "fact": "lives in Lisbon",
                "about": "Ana",
                "entityType": "person",
                "relation": "lives in",
                "to": "Lisbon",
                "toType": "place",
            },
        ),
        ("Recuerda que mi color favorito es el verde", "remember", {"fact": "mi color favorito es el verde"}),
        ("Ten en cuenta que soy vegetariana", "remember", {"fact": "soy vegetariana"}),
        (
            "Guarda esto en el grafo de conocimiento: Ana trabaja en Acme",
            "remember",
            {
                "fact": "trabaja en Acme",
                "about": "Ana",
                "entityType": "person",
                "relation": "trabaja en",
                "to": "Acme",
                "toType": "organisation",
            },
        ),
        ("What do you remember about my project?", "recall", {"about": "project"}),
        ("what do you remember about me", "recall", {"about": "default_user"}),
        ("What do you know about me?", "recall", {"about": "default_user"}),
        ("Search the knowledge graph for Acme", "recall", {"about": "Acme"}),
        ("What is my favourite colour?", "recall", {"about": "favourite colour"}),
        ("¿Qué recuerdas de mi proyecto?", "recall", {"about": "proyecto"}),
        ("¿Qué sabes de mí?", "recall", {"about": "default_user"}),
        ("¿Te acuerdas de Ana?", "recall", {"about": "Ana"}),
        ("Forget what I told you about my address", "forget", {"what": "my address"}),
        ("forget that I live in Lima", "forget", {"what": "I live in Lima"}),
        ("Forget everything about Ana", "forget", {"what": "Ana"}),
        ("Delete Ana from the knowledge graph", "forget", {"what": "Ana"}),
        ("Olvida lo que te dije sobre mi dirección", "forget", {"what": "mi dirección"}),
        ("Olvida que vivo en Lima", "forget", {"what": "vivo en Lima"}),
        ("Borra Ana de la memoria", "forget", {"what": "Ana"}),
        ("What's in the knowledge graph?", "summarize_graph", {}),
        ("show me your memory", "summarize_graph", {}),
        ("¿Qué hay en el grafo de conocimiento?", "summarize_graph", {}),
        ("Undo the last change of the memory", "undo_memory", {}),
        ("Deshaz el último cambio de la memoria", "undo_memory", {}),
    ],
)
def test_a_request_is_read(text: str, name: str, arguments: dict[str, Any]) -> None:
    assert best(text) == (name, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "Remember to buy milk",
        "forget it",
        "Forget about it",
        "olvídalo",
        "What do you know about quantum physics?",
        "how much memory does my laptop have",
        "add milk to my shopping list",
        "I remember the sea",
        "",
        "   ",
        "the knowledge graph is a data structure",
        "recuerdo el mar",
        "undo",
        "remember that",
    ],
)
def test_what_asks_for_something_else_is_left_to_others(text: str) -> None:
    assert best(text) is None


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("who works at initech", {"about": "Initech", "relation": "works at", "end": "subject"}),
        ("who else works for Initech?", {"about": "Initech", "relation": "works at", "end": "subject"}),
        ("¿Quiénes trabajan en Initech?", {"about": "Initech", "relation": "works at", "end": "subject"}),
        ("where is Ana working?", {"about": "Ana", "relation": "works at", "end": "object"}),
        ("Who does Ana work for?", {"about": "Ana", "relation": "works at", "end": "object"}),
        ("¿para quién trabaja ana?", {"about": "Ana", "relation": "works at", "end": "object"}),
        ("which city does jose live in?", {"about": "José", "relation": "lives in", "end": "object"}),
        ("tell me where josé lives", {"about": "José", "relation": "lives in", "end": "object"}),
        ("dime dónde vive José", {"about": "José", "relation": "lives in", "end": "object"}),
        ("what do you know about ana?", {"about": "Ana"}),
        ("tell me about Ana", {"about": "Ana"}),
        ("que sabes de jose", {"about": "José"}),
        ("what's my favorite color?", {"about": "favorite color"}),
        ("cual es mi color favorito", {"about": "color favorito"}),
        ("what is my brother's name?", {"about": "brother"}),
        ("what's the name of my brother", {"about": "brother"}),
        ("como se llama mi hermano", {"about": "hermano"}),
        ("what is the server password?", {"about": "server password"}),
        ("when does the plumber come?", {"about": "plumber come"}),
    ],
)
def test_a_question_that_something_remembered_answers_is_read(text: str, arguments: dict[str, Any]) -> None:
    assert best(text, KNOWN) == ("recall", arguments)
    assert confidence(text) >= 0.6


@pytest.mark.parametrize(
    "text",
    [
        "who is the president of France?",
        "¿quién es el presidente de Francia?",
        "where does the river Thames rise?",
        "who works at the White House?",
        "where does Bob work?",
        "¿dónde vive el Papa?",
        "who founded Apple?",
        "what is the weather in Madrid?",
        "what's the time in Madrid",
        "¿qué tiempo hace en Madrid?",
        "what is the best colour for a kitchen?",
        "what is a password?",
        "what's the capital of Spain?",
        "what is 12 % of 340",
        "where is my order",
        "what are my tasks?",
        "when is my next meeting",
        "what do you know about quantum physics?",
        "what do you know about Python?",
        "forget the milk",
        "olvida la leche",
        "forget it",
        "my name is on the list",
        "my name is not important",
        "remember to call Ana",
        "add eggs to my list",
        "write an email to Ana",
        "how many people live in Madrid?",
        "translate my favourite colour is green",
    ],
)
def test_what_nothing_remembered_answers_is_left_to_whoever_can(text: str) -> None:
    assert confidence(text) < 0.5
    assert confidence(text, ()) < 0.5


@given(
    st.lists(
        st.sampled_from(["who", "where", "what", "is", "does", "lives", "the", "river", "king", "moon"]), max_size=8
    )
)
def test_no_question_about_other_things_is_read(words: list[str]) -> None:
    assert confidence(" ".join(words)) < 0.5


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("my name is Bob", "my name is Bob"),
        ("Hi, my name's Bob", "my name is Bob"),
        ("you can call me Bob", "my name is Bob"),
        ("hola, me llamo José Luis", "me llamo José Luis"),
        ("mi nombre es Ana", "me llamo Ana"),
        ("my favourite food is pizza", "my favourite food is pizza"),
        ("mi color favorito es el verde", "mi color favorito es el verde"),
    ],
)
def test_what_the_person_tells_of_themselves_is_noted(text: str, fact: str) -> None:
    assert best(text) == ("remember", {"fact": fact})


def just(name: str, result: Any) -> PastCall:
    return PastCall(name=name, arguments={}, result=result)


@pytest.mark.parametrize("text", ["undo", "forget that", "olvida eso", "deshacer", "olvídalo"])
def test_right_after_something_was_remembered_it_is_taken_back(text: str) -> None:
    call = just("remember", {"about": "Ana", "fact": "sings", "new": True, "change": "c"})
    request = Request(text=text, language="en", past_calls=[call], just_called=call)
    reading = READERS["undo_memory"].read(request)
    assert reading is not None
    assert reading.arguments == {"change": "c"}
    assert READERS["forget"].read(request) is None
    known = replace(call, result={**call.result, "new": False, "change": None})
    assert READERS["undo_memory"].read(replace(request, just_called=known)) is None


@pytest.mark.parametrize(
    "text",
    [
        "remember that " * 150,
        "forget " + "that about " * 180,
        "store " * 330 + "in the knowledge graph",
        "Olvida " * 280,
        "what do you remember about " + "\ud800" * 100,
    ],
)
def test_long_and_broken_requests_are_read_at_once(text: str) -> None:
    start = time.perf_counter()
    best(text)
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    ("text", "end", "confidence"),
    [
        ("who manages Ana?", "subject", 0.6),
        ("who does Ana manage?", "object", 0.95),
        ("who manages Bob?", "subject", 0.95),
        ("¿a quién dirige Ana?", "object", 0.95),
        ("¿quién dirige Ana?", "subject", 0.6),
    ],
)
def test_which_end_of_a_relation_is_asked_for_is_read(text: str, end: str, confidence: float) -> None:
    known = [KnownFact(id="1", about="Ana", text="manages Bob", relation="manages", to="Bob")]
    reading = READERS["recall"].read(Request(text=text, language="en", known=known))
    assert reading is not None
    assert (reading.arguments["end"], reading.confidence) == (end, confidence)


def test_an_unchecked_fact_is_marked_when_it_is_told() -> None:
    fact = {"content": "pays 100 %", "fits": True, "tainted": True}
    entity = {"name": "Acme", "observations": [fact], "relations": [], "moreObservations": 0}
    result = {"about": "Acme", "entities": [entity]}
    assert "unchecked" in READERS["recall"].say({}, result, "en")
    assert "sin comprobar" in READERS["recall"].say({}, result, "es")
