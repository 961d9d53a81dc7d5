"""A message that says who is to answer goes to that agent, who is asked the rest of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_router import Agent, Roster, Router
from bailiwick_router.core.agents import AgentStatus, Role
from bailiwick_router.core.decisions import RoutingContext, Stage

AGENTS = [
    Agent(id="peter-logical", name="Peter", tags=("sums",)),
    Agent(id="ami-creative", name="Ami", tags=("poems",)),
    Agent(id="emma-ecommerce", name="Emma", tags=("orders", "products")),
    Agent(id="notes", name="Notebook", tags=("list",)),
    Agent(id="cleo-supervisor", name="Cleo", role=Role.SUPERVISOR),
]


def router(*more: Agent) -> Router:
    return Router(Roster([*AGENTS, *more]), classifier=None)


@pytest.mark.parametrize(
    ("message", "agent", "asked"),
    [
        ("@peter what is 12% of 340?", "peter-logical", "what is 12% of 340?"),
        ("@peter-logical what is 12% of 340?", "peter-logical", "what is 12% of 340?"),
        ("hey @peter and @ami, what is 3*3?", "peter-logical", "what is 3*3?"),
        ("Peter, solve 3x=9", "peter-logical", "solve 3x=9"),
        ("Peter, -3 + 5", "peter-logical", "-3 + 5"),
        ("sorry to bother you but could Peter solve 3x=9", "peter-logical", "solve 3x=9"),
        ("great, now ask Peter to solve 3x=9", "peter-logical", "solve 3x=9"),
        ("Can Peter solve 3x=9?", "peter-logical", "solve 3x=9?"),
        ("hi Peter what is 2+2", "peter-logical", "what is 2+2"),
        ("what is 2+2, Peter?", "peter-logical", "what is 2+2"),
        ("what is 2+2 @peter", "peter-logical", "what is 2+2"),
        ("ask Emma which products are out of stock", "emma-ecommerce", "which products are out of stock"),
        ("oye Emma, ¿qué pedidos hay?", "emma-ecommerce", "¿qué pedidos hay?"),
        ("pregúntale a Emma qué productos están agotados", "emma-ecommerce", "qué productos están agotados"),
        ("¿puede Peter resolver 3x=9?", "peter-logical", "resolver 3x=9?"),
        ("@notes buy milk", "notes", "buy milk"),
        ("I want to talk to Peter", "peter-logical", ""),
        ("let me speak with ami please", "ami-creative", ""),
        ("quiero hablar con Ami", "ami-creative", ""),
    ],
)
def test_who_is_addressed_is_asked_the_rest(message, agent, asked):
    decision = router().decide(message)
    assert (decision.agent, decision.stage, decision.asked) == (agent, Stage.ADDRESSED, asked)


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("great, now check my email", "check my email"),
        ("thanks! what time is it", "what time is it"),
        ("hola, ¿qué puedes hacer?", "¿qué puedes hacer?"),
        ("nice restaurants in Paris", ""),
        ("who is Peter?", ""),
        ("would it be possible to write poems", "write poems"),
        ("is it possible to delete poems?", ""),
        ("can notes be shared?", ""),
        ("add notes, milk and eggs", ""),
        ("email Peter, please", ""),
        ("will Peter's invoice be paid?", ""),
        ("tell Emma’s customers about it", ""),
        ("a@peter.com is my address", ""),
        ("@nobody what is 2+2", ""),
        ("", ""),
        ("@", ""),
        ("write “Peter, solve 3x=9” on the wall", ""),
    ],
)
def test_a_message_that_addresses_nobody_is_routed_by_what_it_says(message, asked):
    decision = router().decide(message)
    assert decision.stage is not Stage.ADDRESSED
    assert decision.asked == asked


def test_the_supervisor_that_is_addressed_routes_as_usual():
    decision = router().decide("Cleo, write poems")
    assert (decision.agent, decision.asked) == ("ami-creative", "write poems")


def test_a_name_of_two_agents_addresses_neither():
    twin = Agent(id="peter-painter", name="Peter", tags=("paint",))
    assert router(twin).decide("Peter, solve 3x=9").stage is not Stage.ADDRESSED
    assert router(twin).decide("@peter-painter solve 3x=9").agent == "peter-painter"


def test_who_may_not_be_chosen_does_not_get_it():
    resting = Agent(id="zoe", name="Zoe", status=AgentStatus.PAUSED)
    assert router(resting).decide("Zoe, sing poems").agent == "ami-creative"
    barred = RoutingContext(excluded=(("peter-logical", "unhealthy"),))
    decision = router().decide("Peter, write poems", barred)
    assert decision.agent == "ami-creative"
    assert "cannot be chosen" in " ".join(stage.reason for stage in decision.stages)


def test_requests_for_two_by_name_are_split():
    decision = router().decide("ask Peter to add 2 and 3, and ask Emma to show the orders")
    assert [(part.agent, part.asked) for part in decision.parts] == [
        ("peter-logical", "add 2 and 3"),
        ("emma-ecommerce", "show the orders"),
    ]


def test_a_changed_name_is_heard_at_once():
    one = router()
    assert one.decide("Emma, hello").agent == "emma-ecommerce"
    one.roster.replace(Agent(id="emma-ecommerce", name="Eva", tags=("orders",)))
    assert one.decide("Emma, hello").stage is not Stage.ADDRESSED
    assert one.decide("Eva, hello").agent == "emma-ecommerce"
    one.roster.remove("emma-ecommerce")
    assert one.decide("Eva, hello").stage is not Stage.ADDRESSED


@given(st.text(max_size=60), st.sampled_from(["", "@peter ", "Peter, ", "great, ", "ask Emma "]))
def test_what_is_asked_always_stands_in_the_message(text, lead):
    message = lead + text
    decision = READS.decide(message)
    assert decision.asked in message


READS = router()


@pytest.mark.parametrize(
    "message",
    [
        "What can this team do for me?",
        "help",
        "hello, what can you do?",
        "who are you?",
        "which agents are there, please?",
        "¿Qué puede hacer este equipo por mí?",
        "hola, ¿quién eres?",
        "ayuda",
        "no entiendo",
    ],
)
def test_a_question_for_the_team_itself_is_the_supervisors(message):
    decision = router().decide(message)
    assert (decision.agent, decision.stage) == (None, Stage.SMALL_TALK)


@pytest.mark.parametrize("message", ["help me with the orders", "what can you do about poems", "ayuda con la lista"])
def test_a_question_that_says_more_is_routed(message):
    assert router().decide(message).stage is not Stage.SMALL_TALK
