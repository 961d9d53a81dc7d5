"""The stories that the rules of routing were promised with, each in English and Spanish; nothing is learned in them."""

import pytest

from bailiwick import (
    Agent,
    AgentStatus,
    AgentUnavailable,
    Decision,
    Roster,
    Router,
    RoutingContext,
    Stage,
    UnknownAgent,
    shipped_agents,
)

LORE = Agent(
    id="custom_1756441115596",
    name="Warcraft lore",
    description="Knows the lore of Warcraft.",
    tags=["warcraft", "wow", "lore", "second war", "segunda guerra", "azeroth"],
)


@pytest.fixture(scope="module")
def agents() -> list[Agent]:
    return list(Roster(shipped_agents()))


@pytest.fixture(params=["standard", "classic"])
def router(request: pytest.FixtureRequest, agents: list[Agent]) -> Router:
    return Router(Roster(agents), profile=request.param, classifier=None)


@pytest.fixture
def standard(agents: list[Agent]) -> Router:
    return Router(Roster(agents), classifier=None)


def after(router: Router, agent: str, message: str) -> Decision:
    return router.decide(message, RoutingContext(last_agent=agent))


@pytest.mark.parametrize(
    ("message", "agent"),
    [
        ("Explain the second war … history …", "toby-technical"),
        ("Explica la segunda guerra … historia …", "toby-technical"),
        ("Help me design a creative layout for my blog", "ami-creative"),
        ("Ayúdame a diseñar un contenido creativo para mi blog", "ami-creative"),
        ("Solve 2x + 5 = 15 and explain the steps", "peter-logical"),
        ("Resuelve 2x + 5 = 15 y explica los pasos", "peter-logical"),
        ("Please use the research helper to search npm for express", "main"),
        ("Usa por favor el ayudante de investigación para buscar express en npm", "main"),
        ('Please use the code helper to run console.log("Hello")', "main"),
        ('Usa por favor el ayudante de código para ejecutar console.log("Hola")', "main"),
        ("Check my inbox for unread email", "gmail"),
        ("Revisa en mi bandeja el correo sin leer", "gmail"),
        ("How is the snow at Meadows?", "ski"),
        ("¿Cómo está la nieve en Meadows?", "ski"),
        ("Add milk to my shopping list", "notes"),
        ("Añade leche a mi lista de la compra", "notes"),
        ("Which products are out of stock in my Shopify store?", "emma-ecommerce"),
        ("¿Qué productos de mi tienda de Shopify están agotados?", "emma-ecommerce"),
        ("What time is it in Tokyo?", "peter-logical"),
        ("¿Qué hora es en Tokio?", "peter-logical"),
        ("What's the price of bitcoin?", "peter-logical"),
        ("¿Cuál es el precio del bitcoin?", "peter-logical"),
        ("What's the capital of Australia?", "toby-technical"),
        ("¿Cuál es la capital de Australia?", "toby-technical"),
        ("Write a document about our values", "ami-creative"),
        ("Escribe un documento sobre nuestros valores", "ami-creative"),
    ],
)
def test_a_message_goes_to_the_agent_in_whose_bailiwick_it_lies(router: Router, message: str, agent: str) -> None:
    decision = router.decide(message)
    assert decision.agent == agent, decision.reason
    assert decision.candidates[0].agent == agent
    assert decision.candidates[0].evidence


@pytest.mark.parametrize("message", ["2+2", "15% of 80", "97 + 88"])
def test_a_bare_sum_reaches_the_agent_with_the_calculator(router: Router, message: str) -> None:
    assert router.decide(message).agent == "peter-logical"


@pytest.mark.parametrize("message", ["Explain the Second War in Warcraft", "Explica la Segunda Guerra en Warcraft"])
def test_a_more_specific_agent_beats_the_generic_one(router: Router, message: str) -> None:
    assert router.decide(message).agent == "toby-technical"
    router.roster.add(LORE)
    decision = router.decide(message)
    assert decision.agent == LORE.id
    assert [candidate.agent for candidate in decision.candidates[:2]] == [LORE.id, "toby-technical"]
    router.roster.remove(LORE.id)
    assert router.decide(message).agent == "toby-technical"


@pytest.mark.parametrize("message", ["write me a poem", "escríbeme un poema"])
def test_a_chosen_agent_gets_the_message_whatever_it_says(router: Router, message: str) -> None:
    decision = router.decide(message, RoutingContext(requested_agent="peter-logical"))
    assert (decision.agent, decision.stage) == ("peter-logical", Stage.EXPLICIT)


@pytest.mark.parametrize("message", ["check my email", "revisa mi correo"])
def test_choosing_the_supervisor_means_routing_by_content(router: Router, message: str) -> None:
    assert router.decide(message, RoutingContext(requested_agent="cleo-supervisor")).agent == "gmail"


def test_an_unknown_agent_is_a_clear_error_that_names_it_and_a_near_one(router: Router) -> None:
    with pytest.raises(UnknownAgent, match=r"toby-tecnical.*toby-technical"):
        router.decide("hello", RoutingContext(requested_agent="toby-tecnical"))


@pytest.mark.parametrize("message", ["add milk to my shopping list", "añade leche a mi lista de la compra"])
def test_a_paused_agent_is_never_routed_and_cannot_be_chosen(router: Router, message: str) -> None:
    notes = router.roster.get("notes")
    assert notes is not None
    router.roster.replace(notes.evolve(status=AgentStatus.PAUSED))
    decision = router.decide(message)
    assert decision.agent != "notes"
    assert ("notes", "paused") in [(each.agent, each.cause) for each in decision.excluded]
    assert after(router, "notes", "what about eggs?").agent != "notes"
    with pytest.raises(AgentUnavailable, match="paused"):
        router.decide(message, RoutingContext(requested_agent="notes"))
    router.roster.replace(notes)
    assert router.decide(message).agent == "notes"


@pytest.mark.parametrize(
    ("first", "agent", "follow_up"),
    [
        ("add milk to my shopping list", "notes", "what about eggs?"),
        ("añade leche a mi lista de la compra", "notes", "¿y huevos?"),
        ("how are the ski conditions today?", "ski", "and tomorrow?"),
        ("¿cómo está la nieve hoy para esquiar?", "ski", "y mañana?"),
        ("who invented the telephone?", "toby-technical", "tell me more"),
        ("¿quién inventó el teléfono?", "toby-technical", "cuéntame más"),
        ("what is 17% of 250?", "peter-logical", "explain that"),
        ("¿cuánto es el 17% de 250?", "peter-logical", "explica eso"),
    ],
)
def test_a_follow_up_stays_with_the_agent_that_answered(router: Router, first: str, agent: str, follow_up: str) -> None:
    assert router.decide(first).agent == agent
    decision = after(router, agent, follow_up)
    assert (decision.agent, decision.stage) == (agent, Stage.FOLLOW_UP), decision.reason


@pytest.mark.parametrize(
    ("message", "agent"),
    [
        ("what about my inbox, any unread email?", "gmail"),
        ("¿y mi correo, hay algo sin leer en la bandeja?", "gmail"),
        ("also, how is the snow at Meadows?", "ski"),
        ("también, ¿cómo está la nieve en Meadows?", "ski"),
    ],
)
def test_a_follow_up_moves_on_when_another_agent_clearly_wins(router: Router, message: str, agent: str) -> None:
    assert after(router, "notes", message).agent == agent


@pytest.mark.parametrize(
    "message", ["thanks", "gracias", "thank you!", "¡muchas gracias!", "hello", "hola", "ok", "vale"]
)
@pytest.mark.parametrize("last", [None, "notes"])
def test_small_talk_is_answered_by_the_supervisor_herself(router: Router, message: str, last: str | None) -> None:
    decision = router.decide(message, RoutingContext(last_agent=last))
    assert (decision.agent, decision.stage) == (None, Stage.SMALL_TALK)


@pytest.mark.parametrize(
    ("message", "agent"),
    [
        ("great, now check my email", "gmail"),
        ("genial, ahora revisa mi correo", "gmail"),
        ("thanks! add eggs to my shopping list", "notes"),
        ("¡gracias! añade huevos a mi lista de la compra", "notes"),
    ],
)
def test_thanks_with_a_request_is_not_small_talk(router: Router, message: str, agent: str) -> None:
    assert router.decide(message).agent == agent


@pytest.mark.parametrize("message", ["skip the intro", "sáltate la introducción"])
def test_a_word_inside_another_word_hits_nobody(router: Router, message: str) -> None:
    decision = router.decide(message)
    assert decision.agent != "ski"
    assert "ski" not in [candidate.agent for candidate in decision.candidates]


@pytest.mark.parametrize("message", ["check my email inbox", "revisa el correo de mi bandeja"])
def test_email_is_recognised_by_its_intent(standard: Router, message: str) -> None:
    decision = standard.decide(message)
    assert (decision.agent, decision.stage) == ("gmail", Stage.INTENTS)
    assert decision.confidence >= 0.7


@pytest.mark.parametrize("message", ["xyzzy plugh", "qwertz asdfgh"])
def test_what_nobody_knows_is_closed_with_what_the_roster_can_do(router: Router, message: str) -> None:
    decision = router.decide(message)
    assert (decision.agent, decision.stage) == (None, Stage.FINALIZE)
    assert "Ami" in decision.reason


def test_helpers_and_the_supervisor_are_never_chosen_by_content(router: Router) -> None:
    agents = [agent for agent in router.roster if not agent.role.routable]
    assert len(agents) == 3
    for agent in agents:
        for text in (*agent.examples, *agent.tags, agent.name, agent.description):
            assert router.decide(text).agent not in {each.id for each in agents}
