"""Which facts a sentence tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.memory.facts import facts_of
from bailiwick.features.memory.requests import RememberReader
from bailiwick.tools.records import Request


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        ("Ana works at Initech and lives in Madrid", ["Ana: works at Initech", "Ana: lives in Madrid"]),
        ("Ana trabaja en Initech y vive en Madrid", ["Ana: trabaja en Initech", "Ana: vive en Madrid"]),
        (
            "Ana works at Initech, lives in Madrid and likes tea",
            ["Ana: works at Initech", "Ana: lives in Madrid", "Ana: likes tea"],
        ),
        ("Ana works at Initech and she lives in Madrid", ["Ana: works at Initech", "Ana: lives in Madrid"]),
        ("Ana works at Initech but doesn't live in Madrid", ["Ana: works at Initech", "Ana: doesn't live in Madrid"]),
        (
            "Ana works at Marks and Spencer and lives in Madrid",
            ["Ana: works at Marks and Spencer", "Ana: lives in Madrid"],
        ),
        ("Ana works at Initech and Luis lives in Madrid", ["Ana: works at Initech", "Luis: lives in Madrid"]),
        ("Ana and Luis work at Initech", ["Ana: works at Initech", "Luis: works at Initech"]),
        ("Ana, Luis y Eva viven en Madrid", ["Ana: vive en Madrid", "Luis: vive en Madrid", "Eva: vive en Madrid"]),
        ("I work at Initech and live in Madrid", ["I work at Initech", "I live in Madrid"]),
        ("trabajo en Initech y vivo en Madrid", ["trabajo en Initech", "vivo en Madrid"]),
        ("my favourite colour is green and I live in Lima", ["my favourite colour is green", "I live in Lima"]),
    ],
)
def test_each_fact_is_told_of_whom_it_is_about(sentence: str, facts: list[str]) -> None:
    assert [_told(each) for each in facts_of(sentence)] == facts


@pytest.mark.parametrize(
    "sentence",
    [
        "Ana likes tea and coffee",
        "Ana has a dog and a cat",
        "Ana es alta y simpática",
        "Ana lives in Bosnia and Herzegovina",
        "Ana likes movies and plays by Lorca",
        "Ana quiere esa casa y esta tienda",
        "Ana and Luis are married",
        "Ana and Luis live together",
        "Ana and Luis want to live and work in Madrid",
        "I want to live and work in Madrid",
        "my wife and I live in Madrid",
        "my dog and my cat are ill",
        "Ana knows that Luis works at Acme and lives in Rome",
        "the printer is big and the cable is short",
        "Rome",
        "and",
        "y vive en Madrid",
    ],
)
def test_what_is_one_fact_stays_one(sentence: str) -> None:
    assert len(facts_of(sentence)) == 1


@pytest.mark.parametrize(
    ("sentence", "about", "fact"),
    [
        ("Ana doesn't like tea", "Ana", "doesn't like tea"),
        ("Ana no vive en Madrid", "Ana", "no vive en Madrid"),
        ("Ana never works at Initech", "Ana", "never works at Initech"),
    ],
)
def test_what_is_denied_is_no_relation(sentence: str, about: str, fact: str) -> None:
    assert facts_of(sentence) == [{"fact": fact, "about": about}]


PLACES = st.sampled_from(["Madrid", "Lima", "New York"])
FIRMS = st.sampled_from(["Initech", "Acme", "Marks and Spencer", "Johnson & Johnson"])
NAMES = st.sampled_from(["Ana", "Luis Pérez", "Zoë"])


@given(
    NAMES,
    FIRMS,
    PLACES,
    st.sampled_from(
        [
            ("works at", "lives in", "and"),
            ("works for", "lives in", ", and"),
            ("trabaja en", "vive en", "y"),
            ("trabaja para", "vive en", "pero"),
            ("works at", "lives in", "but"),
        ]
    ),
)
def test_two_relations_of_one_are_two_facts_with_their_ends(
    name: str, firm: str, place: str, words: tuple[str, str, str]
) -> None:
    does, lives, joint = words
    first, second = facts_of(f"{name} {does} {firm}{joint if joint.startswith(',') else ' ' + joint} {lives} {place}")
    assert (first["about"], first["relation"], first["to"]) == (name, does, firm)
    assert (second["about"], second["relation"], second["to"]) == (name, lives, place)


WORDS = st.lists(
    st.sampled_from(
        [
            "Ana",
            "Luis",
            "I",
            "my",
            "and",
            "y",
            ",",
            "works",
            "at",
            "lives",
            "in",
            "vive",
            "en",
            "is",
            "Acme",
            "to",
            "no",
        ]
    ),
    max_size=14,
).map(" ".join)


@given(WORDS)
def test_no_word_that_means_something_is_lost(sentence: str) -> None:
    told = " ".join(_told(each) for each in facts_of(sentence))
    joining = {"and", "y", ",", "no"}
    assert {word for word in sentence.split() if word not in joining} <= {*told.replace(":", "").split()} | joining


def test_a_request_asks_for_one_call_with_all_its_facts() -> None:
    reading = RememberReader().read(
        Request(text="Remember that Ana works at Initech and lives in Madrid", language="en")
    )
    assert reading is not None
    assert [each["fact"] for each in (reading.arguments, *reading.arguments["more"])] == [
        "works at Initech",
        "lives in Madrid",
    ]


def _told(fact: dict[str, str]) -> str:
    return f"{fact['about']}: {fact['fact']}" if "about" in fact else fact["fact"]
