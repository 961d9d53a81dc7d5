"""`randomFact`: a list that ships, and no network."""

import asyncio
from collections import Counter
from urllib.parse import urlsplit

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick_skills.facts.tools import FactRecogniser, Facts, fact_tools
from bailiwick_skills.facts.topics import TOPICS

FACTS = Facts()
[TOOL] = fact_tools()


def tell(call_id="c", speaks="en", **arguments):
    context = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id=call_id, language=speaks)
    return asyncio.run(TOOL.run(context, arguments))


def read(text, past=()):
    found = FactRecogniser().read(Request(text=text, language="en", past_calls=past))
    return None if found is None else dict(found.arguments)


def test_there_are_at_least_120_facts_each_in_both_languages_with_a_source():
    assert len(FACTS.all) >= 120
    for fact in FACTS.all:
        assert fact.texts["en"].endswith((".", '".')), fact.id
        assert fact.texts["es"].endswith((".", "».")), fact.id
        assert fact.texts["en"] != fact.texts["es"]
        address = urlsplit(fact.url)
        assert (address.scheme, bool(address.hostname), address.path.isascii()) == ("https", True, True)
        assert fact.source
        assert fact.topics
        assert set(fact.topics) <= set(TOPICS), fact.id
    for language in ("en", "es"):
        assert max(Counter(fact.texts[language] for fact in FACTS.all).values()) == 1


def test_every_topic_has_facts_and_is_known_in_both_languages():
    assert min(len(FACTS.about(topic)) for topic in TOPICS) >= 5
    for english, spanish in (
        ("animals", "animales"),
        ("space", "espacio"),
        ("history", "la historia"),
        ("food", "comida"),
        ("maths", "matemáticas"),
        ("sport", "deportes"),
    ):
        assert [fact.id for fact in FACTS.about(english)] == [fact.id for fact in FACTS.about(spanish)]


def test_a_call_that_is_repeated_tells_the_same_fact():
    assert tell("one") == tell("one")
    assert len({tell(f"call {number}")["id"] for number in range(60)}) > 20


def test_what_was_told_is_not_told_again_until_everything_was():
    told = []
    for number in range(len(FACTS.about("sport"))):
        told.append(tell(f"call {number}", topic="sport", exclude=told)["id"])
    assert sorted(told) == sorted(fact.id for fact in FACTS.about("sport"))
    assert tell("again", topic="sport", exclude=told)["id"] in told


@pytest.mark.parametrize(
    ("topic", "ids"),
    [
        ("octopus", {"octopus-hearts", "octopus-blood"}),
        ("Octopuses", {"octopus-hearts", "octopus-blood"}),
        ("pulpos", {"octopus-hearts", "octopus-blood"}),
        ("Pulpo", {"octopus-hearts", "octopus-blood"}),
    ],
)
def test_a_topic_may_be_any_word_of_a_fact(topic, ids):
    assert {fact.id for fact in FACTS.about(topic)} == ids


def test_a_topic_that_no_fact_is_about_is_said():
    result = tell(topic="stapler")
    assert (result["topicFound"], result["topic"]) == (False, "stapler")
    assert TOOL.recogniser.say({}, result, "en").startswith('I have no fact about "stapler"; here is another: ')
    assert TOOL.recogniser.say({}, result, "es").startswith("No tengo ningún dato sobre «stapler»")


def test_the_language_is_the_persons_unless_another_is_asked_for():
    assert tell("x", speaks="es")["fact"] in {fact.texts["es"] for fact in FACTS.all}
    assert tell("x", speaks="es", language="en")["fact"] in {fact.texts["en"] for fact in FACTS.all}
    assert tell("x")["fact"] in {fact.texts["en"] for fact in FACTS.all}


def test_the_answer_is_the_fact_with_its_source():
    result = tell(topic="octopus")
    assert TOOL.recogniser.say({}, result, "en") == f"{result['fact']}\n\n[{result['source']}]({result['url']})"


@pytest.mark.parametrize("topic", ["", "  ", "?", "\ud800", "x" * 60, "🙂"])
def test_an_odd_topic_does_no_harm(topic):
    if topic == "\ud800":
        with pytest.raises(CallFailed) as failed:
            tell(topic=topic)
        assert failed.value.error_class is ErrorClass.VALIDATION
    else:
        assert tell(topic=topic)["fact"]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("tell me a fun fact", None),
        ("Tell me a fun fact about space", "space"),
        ("random fact", None),
        ("give me an interesting fact about octopuses", "octopuses"),
        ("tell me something interesting", None),
        ("I want a fun fact, please", None),
        ("a space fact", "space"),
        ("trivia", None),
        ("another fact", None),
        ("tell me a random animal fact", "animal"),
        ("Do you know any cool facts about the ocean?", "ocean"),
        ("surprise me with a fact", None),
        ("got any fun facts?", None),
        ("cuéntame un dato curioso", None),
        ("dame una curiosidad sobre el espacio", "espacio"),
        ("dime algo curioso de los pulpos", "pulpos"),
        ("¿Sabes algo curioso?", None),
        ("una curiosidad", None),
        ("sorpréndeme con un dato", None),
        ("¿Me cuentas un dato curioso sobre historia?", "historia"),
        ("dime un hecho curioso", None),
        ("¿conoces alguna curiosidad de animales?", "animales"),
    ],
)
def test_a_request_for_a_fact_is_read(text, topic):
    assert read(text) == ({"topic": topic} if topic else {})


@pytest.mark.parametrize(
    "text",
    [
        "in fact I like it",
        "facts about my customers",
        "did you know?",
        "tell me a joke",
        "guarda este dato",
        "cuéntame un cuento",
        "add this fact to memory",
        "what is the fact table",
        "datos de mis clientes",
        "what are the facts",
        "fact",
        "write a story about a fun fact finder",
        "base de datos",
        "",
        "x" * 300,
        "what time is it",
        "remember the fact that I like tea",
    ],
)
def test_other_requests_are_left_to_others(text):
    assert read(text) is None


def test_another_one_keeps_the_topic_and_names_what_was_told():
    past = (
        PastCall(name="randomFact", arguments={"topic": "space"}, result={"id": "venus-day"}),
        PastCall(name="randomFact", arguments={"topic": "space"}, result={"id": "pluto-size"}),
    )
    told = ["venus-day", "pluto-size"]
    for text in ("another one", "otro", "¿otra?", "one more", "tell me another"):
        assert read(text, past) == {"topic": "space", "exclude": told}
    assert read("another one about food", past) == {"topic": "food", "exclude": told}
    assert read("y uno sobre animales", past) == {"topic": "animales", "exclude": told}
    assert read("about animals", past) == {"topic": "animals", "exclude": told}
    assert read("sobre animales", past) == {"topic": "animales", "exclude": told}
    assert read("about animals") is None
    assert read("tell me a fun fact", past) == {"exclude": told}
    assert read("another one") is None
    assert read("thanks", past) is None
