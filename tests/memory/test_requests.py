"""Requests about memory in everyday words, English and Spanish."""

import time
from typing import Any

import pytest

from bailiwick.features.memory.requests import (
    ForgetReader,
    RecallReader,
    RememberReader,
    SummaryReader,
    UndoReader,
)
from bailiwick.tools.records import Recognition, Request
from bailiwick_router.core.language import detect_language

READERS = {
    "remember": RememberReader(),
    "recall": RecallReader(),
    "forget": ForgetReader(),
    "summarize_graph": SummaryReader(),
    "undo_memory": UndoReader(),
}


def best(text: str) -> tuple[str, dict[str, Any]] | None:
    """Return the tool and the arguments that the offline model would choose among the memory tools."""
    request = Request(text=text, language=detect_language(text))
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


def test_an_unchecked_fact_is_marked_when_it_is_told() -> None:
    fact = {"content": "pays 100 %", "fits": True, "tainted": True}
    entity = {"name": "Acme", "observations": [fact], "relations": [], "moreObservations": 0}
    result = {"about": "Acme", "entities": [entity]}
    assert "unchecked" in READERS["recall"].say({}, result, "en")
    assert "sin comprobar" in READERS["recall"].say({}, result, "es")
