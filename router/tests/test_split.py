"""Several requests in one message: where it is cut, who gets which part, and when it stays whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bailiwick_router import Agent, AgentStatus, Passed, Roster, Router, RoutingContext, RoutingSettings, Stage, Verdict
from bailiwick_router.clauses import clauses
from bailiwick_router.reading import Reading
from bailiwick_router.split import Split
from bailiwick_router.stage import Query

COOK = Agent(id="cook", name="Cook", tags=["recipe", "soup", "sopa"], keywords=["cook"])
SINGER = Agent(id="singer", name="Singer", tags=["song", "melody", "canción"])
RIDER = Agent(id="rider", name="Rider", tags=["horse", "saddle", "caballo"])
TEAM = [COOK, SINGER, RIDER]
BOTH = "write a recipe for soup and sing a song about rain"


def router(*agents: Agent, **changes) -> Router:
    return Router(Roster(agents or TEAM), settings=RoutingSettings(**changes))


def pieces(message: str) -> list[tuple[str, bool]]:
    return [(message[clause.start : clause.end], clause.leans) for clause in clauses(message)]


def said(decision) -> str:
    return next(report.reason for report in decision.stages if report.stage is Stage.SPLIT)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Write a poem and tell me a joke", ["Write a poem", "tell me a joke"]),
        ("Write a poem, tell me a joke", ["Write a poem", "tell me a joke"]),
        ("Write a poem! What time is it?", ["Write a poem!", "What time is it?"]),
        ("Write a poem\nTell me a joke", ["Write a poem", "Tell me a joke"]),
        ("Hi! Could you write a poem; also, tell me a joke", ["Hi! Could you write a poem", "tell me a joke"]),
        ("¿Qué hora es? ¿Cómo está la nieve?", ["¿Qué hora es?", "¿Cómo está la nieve?"]),
        ("Escribe un poema y también dime un chiste", ["Escribe un poema", "dime un chiste"]),
        ("Busca el acta, además resume el plan", ["Busca el acta", "resume el plan"]),
        ('Translate "wait. Go home" and tell me a joke', ['Translate "wait. Go home"', "tell me a joke"]),
    ],
)
def test_a_message_is_cut_where_a_request_begins(message, expected):
    assert [text for text, _ in pieces(message)] == expected


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("wriet a poem and tell me a joke", "write a poem and tell me a joke"),
        ("escribe un poema xfa y diem un chiste", "escribe un poema por favor y dime un chiste"),
        ("xfa ecsribe un poema y dime un chiste xfa", "por favor escribe un poema y dime un chiste por favor"),
        ("dime xq llueve y ecsribe un poema", "dime por que llueve y escribe un poema"),
    ],
)
def test_a_message_is_cut_as_it_is_meant(message, meant):
    assert len(clauses(message)) == 1
    cut = message.index(" y " if " y " in message else " and ")
    assert [message[each.start : each.end] for each in clauses(message, meant)] == [
        message[:cut],
        message[cut:].split(maxsplit=1)[1],
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Write a poem about salt and pepper",
        "Add milk, eggs and bread",
        "What is 2 and 3",
        "What is 3.5 and 4.5 together",
        "Find and replace the word",
        "The recipe is good and tell me more",
        "Write the line `run and tell me` down",
        "Write (and tell me a joke) a poem",
        "Remind me to write a poem and tell me a joke",
        "Write this: dear Ana and tell me a joke",
        "- write a poem\n- tell me a joke",
        "1. write a poem\n2. tell me a joke",
        "Run this and tell me a joke\n```js\n1\n```",
        "Meet Dr. Who and his friends",
        "Write to Ana and tell her a joke",
        "Show me https://example.com/a,write and nothing else",
        "Apunta comprar pan y dime nada",
        "y dime",
        "and",
        "",
    ],
)
def test_a_message_is_not_cut_elsewhere(message):
    assert len(clauses(message)) == 1


@pytest.mark.parametrize(
    ("message", "leans"),
    [
        ("Find the figure and write a poem about it", True),
        ("Find the figure and then write a poem", True),
        ("Find the figure and summarise the result", True),
        ("Busca el dato y resúmelo", True),
        ("Busca el dato y luego escribe un poema", True),
        ("Busca el dato y escribe un poema sobre eso", True),
        ("Find the figure and write a poem about this", True),
        ("Find the figure and tell me if it rains", False),
        ("Find the figure and tell me what time is it", False),
        ("Find the figure and write a poem about this figure", True),
        ("Busca el dato y dime la hora", False),
    ],
)
def test_a_request_that_points_back_is_seen(message, leans):
    assert [flag for _, flag in pieces(message)] == [False, leans]


def test_each_part_goes_to_its_own_agent_with_its_own_trace():
    decision = router().decide(BOTH)
    assert (decision.stage, decision.agent) == (Stage.SPLIT, "cook")
    first, second = decision.parts
    assert (first.agent, second.agent) == ("cook", "singer")
    assert (first.text, second.text) == ("write a recipe for soup", "sing a song about rain")
    assert second.candidates[0].agent == "singer"
    assert {piece.matched for piece in second.candidates[0].evidence} == {"song"}
    assert [report.stage for report in second.stages] == [
        Stage.ADDRESSED,
        Stage.INTENTS,
        Stage.TOOLS,
        Stage.EXAMPLES,
        Stage.TAGS,
    ]
    assert decision.confidence == min(first.confidence, second.confidence)
    assert "“sing a song about rain”" in decision.reason
    assert [part.why.text() for part in decision.parts if part.why] == [first.reason, second.reason]
    assert decision.why is not None
    assert decision.why.text("es").startswith("2 peticiones: cook para «write a recipe for soup»; singer para ")


def test_what_is_clearly_for_nobody_stays_with_the_part_before_it():
    decision = router().decide("write a recipe for soup, tell me why and sing a song about rain")
    assert [(part.agent, part.text) for part in decision.parts] == [
        ("cook", "write a recipe for soup, tell me why"),
        ("singer", "sing a song about rain"),
    ]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("write a recipe for soup", "one request"),
        ("write a recipe for soup and tell me why", "All 2 clauses are for cook"),
        ("write a word and tell me why", "not each clearly"),
        ("write a recipe for soup, sing a song and write a recipe", "two parts"),
        ("write a recipe for soup, sing a song, find a horse and write a recipe", "4 requests"),
        (f"write a recipe for soup and sing a song {'la ' * 250}", "not split"),
        ("write a recipe" + " and sing a song" * 15, "16 clauses"),
    ],
)
def test_the_trace_says_why_a_message_stays_whole(message, reason):
    decision = router().decide(message)
    assert not decision.parts
    assert decision.stage is not Stage.SPLIT
    assert reason in said(decision)
    assert all(report.why is not None and report.why.text() == report.reason for report in decision.stages)


def test_an_agent_with_nearly_all_of_the_message_keeps_it():
    message = "write a recipe for soup with salt and cook it with a lid and sing a song"
    greedy = COOK.evolve(tags=["recipe", "soup", "salt", "lid", "write a recipe"])
    assert router(COOK, SINGER).decide(message).parts
    decision = router(greedy, SINGER).decide(message)
    assert not decision.parts
    assert "cook has" in said(decision)


def test_it_can_be_switched_off_and_classic_never_splits():
    assert not Router(Roster(TEAM), settings=RoutingSettings().without(Stage.SPLIT)).decide(BOTH).parts
    classic = Router(Roster(TEAM), profile="classic")
    assert not classic.decide(BOTH).parts
    assert Stage.SPLIT not in [report.stage for report in classic.decide("xyzzy").stages]
    assert classic.release != router().release
    assert Router(Roster(TEAM), settings=RoutingSettings().without(Stage.SPLIT)).release != router().release


def test_a_chosen_agent_gets_the_whole_message():
    decision = router().decide(BOTH, RoutingContext(requested_agent="rider"))
    assert (decision.agent, decision.stage, decision.parts) == ("rider", Stage.EXPLICIT, ())


def test_agents_that_may_not_be_chosen_get_no_part():
    assert not router().decide(BOTH, RoutingContext(excluded=[("singer", "unhealthy")])).parts
    assert not router(COOK, SINGER.evolve(status=AgentStatus.PAUSED)).decide(BOTH).parts


class Whims:
    """A plug-in that gives every rain to the rider."""

    stage = Stage.PLUGIN

    def decide(self, query, context):
        if "rain" in query.words:
            return Verdict(agent="rider", confidence=1.0, reason="Rain is for riders.")
        return Passed("No rain.")


def test_a_plug_in_decides_parts_too():
    decision = Router(Roster(TEAM), stages=[Whims()]).decide(BOTH)
    assert [(part.agent, part.stage) for part in decision.parts] == [("cook", Stage.TAGS), ("rider", Stage.PLUGIN)]


WORDS = 'write sing tell me a recipe soup song horse saddle it and then , . ? ; y luego " ( : about the x'.split()
drawn = st.lists(st.sampled_from(WORDS), max_size=18).map(" ".join)


@settings(max_examples=150)
@given(drawn)
def test_the_parts_are_disjoint_slices_and_the_record_is_the_same_again(message):
    decision = router().decide(message)
    again = router().decide(message)
    assert (decision.parts, decision.agent, decision.reason) == (again.parts, again.agent, again.reason)
    ends = 0
    for part in decision.parts:
        assert ends <= part.start < part.end <= len(message)
        assert part.text == message[part.start : part.end]
        ends = part.end
    assert len(decision.parts) in (0, 2, 3)
    assert len({part.agent for part in decision.parts}) == len(decision.parts)


@settings(max_examples=60)
@given(drawn, st.integers(0, 3))
def test_agents_that_score_nothing_change_no_part(message, number):
    before = router().decide(message)
    strangers = [Agent(id=f"z{at}", name="zzz", tags=["unheard"], keywords=["unsaid"]) for at in range(number)]
    after = router(*TEAM, *strangers).decide(message)
    assert (after.parts, after.agent, after.stage) == (before.parts, before.agent, before.stage)


@settings(max_examples=100)
@given(st.lists(st.sampled_from("write sing tell me recipe soup song horse the about".split()), max_size=12))
def test_a_message_without_a_boundary_is_never_split(words):
    assert not router().decide(" ".join(words)).parts


@settings(max_examples=100)
@given(st.text(max_size=80))
def test_no_text_makes_cutting_fail(text):
    found = clauses(text)
    assert found
    assert all(0 <= clause.start <= clause.end <= len(text) for clause in found)


def test_an_example_is_not_put_right_to_be_split():
    class Example(Query):
        owners = ("cook",)

        @property
        def respellings(self):
            raise AssertionError("it is an example")

    message = "wriet a recipe for soup and snig a song about rain"
    made = router()
    query = Example(Reading(message, made.index.profile), made.index, RoutingSettings())
    assert isinstance(Split([]).decide(query, RoutingContext()), Passed)
