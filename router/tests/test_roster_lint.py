"""Lint of a whole roster: what only shows when its agents are seen together."""

from itertools import product

import pytest

from bailiwick_router import Agent, AgentStatus, Role, Roster, Router, RoutingSettings, lint, lint_roster, train
from bailiwick_router import agent_lint as lint_module

SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru"]


def agent(agent_id: str, *tags: str, **fields) -> Agent:
    return Agent(id=agent_id, name=agent_id, role=Role.SPECIALIST, tags=tags, languages=["en"], **fields)


def told(router: Router) -> list[tuple[str, str, str]]:
    return [(each.agent, each.code, each.value) for each in lint_roster(router)]


def test_each_agent_is_told_what_lint_says_of_it_alone_in_the_order_of_the_roster():
    agents = [agent("b", "oven", "ovens", "the"), agent("a", "wheel", "!!"), agent("c", "wheel", keywords=["?"])]
    roster = Roster(agents)
    assert told(Router(roster)) == [(each.id, w.code, w.value) for each in agents for w in lint(each, roster)]
    assert len(told(Router(roster))) >= 4


def test_an_example_that_two_agents_share_is_said_of_both():
    one = agent("one", "oven", examples=["Bake an oven cake", "oven heat", "oven door"])
    two = agent("two", "wheel", examples=["bake an OVEN cake!", "wheel tyre", "wheel door"])
    assert told(Router(Roster([one, two]))) == [
        ("one", "example-shared", "Bake an oven cake"),
        ("two", "example-shared", "bake an OVEN cake!"),
        ("two", "example-elsewhere", "bake an OVEN cake!"),
    ]


def test_an_example_that_goes_elsewhere_or_nowhere_is_named():
    cook = agent("cook", "oven", examples=["heat the oven", "is dinner ready", "my wheel smells of the oven door"])
    driver = agent("driver", "wheel", "wheel smells")
    found = [
        each
        for each in lint_roster(Router(Roster([cook, driver]), classifier=None))
        if each.code == "example-elsewhere"
    ]
    assert [(each.agent, each.value) for each in found] == [("cook", cook.examples[1]), ("cook", cook.examples[2])]
    assert "reaches nobody" in found[0].message
    assert "goes to “driver”" in found[1].message


def test_a_router_that_has_learned_the_examples_sends_them_home():
    cook = agent("cook", "oven", examples=["is dinner ready", "what do we eat tonight", "bake a cake for dinner"])
    driver = agent("driver", "wheel", examples=["fill up with petrol", "the engine is too hot", "new tyres for winter"])
    router = Router(Roster([cook, driver]), classifier=None)
    assert {code for _, code, _ in told(router)} == {"example-elsewhere"}
    router.learn(train(router.roster))
    assert told(router) == []


def test_agents_without_examples_are_named_beside_those_that_have_some():
    taught = agent("taught", "oven", examples=["heat the oven", "clean the oven", "oven door"])
    resting = agent("resting", "boat", status="paused")
    router = Router(Roster([taught, agent("untaught", "wheel"), resting]))
    assert told(router) == [("untaught", "no-examples", "")]
    assert told(Router(Roster([agent("untaught", "wheel"), resting]))) == []


def test_the_work_grows_with_the_roster_not_with_its_square(monkeypatch):
    """Counted in agents that are looked at as rivals: the costly part of lint."""
    words = ["".join(each) for each in product(SYLLABLES, repeat=3)]

    def looked_at(size: int) -> int:
        router = Router(Roster([agent(f"a{n}", "helper", words[n], words[-n - 1]) for n in range(size)]))
        looks = 0

        def counted(slots, most):
            nonlocal looks
            for slot in list(slots)[:most]:
                looks += 1
                yield slot

        monkeypatch.setattr(lint_module, "islice", counted)
        lint_roster(router)
        return looks

    assert looked_at(400) <= 2.2 * looked_at(200)


def test_agents_that_are_linted_together_have_the_roster_read_once(monkeypatch):
    members = [agent(f"a{n}", "helper", examples=[f"say number {n}", f"tell {n}", "say the same"]) for n in range(50)]
    coming = [each.evolve(id=f"b{n}", examples=[f"ask {n}", "say the same"]) for n, each in enumerate(members)]
    roster, reads = Roster(members), []

    def counted(example):
        reads.append(example)
        return words_of_example(example)

    expected = [lint(each, roster) for each in coming]
    words_of_example = lint_module.same_words
    monkeypatch.setattr(lint_module, "same_words", counted)
    assert list(lint_module.lint_all(coming, roster)) == expected
    assert sum(each.startswith("say number") for each in reads) == len(members)


@pytest.mark.parametrize(
    ("agents", "said_of"),
    [
        ([Agent(id="cook", name="Cook", tags=["soup"])], []),
        ([Agent(id="cook", name="Cook", tags=["soup"], status=AgentStatus.PAUSED)], ["cook"]),
        ([], ["cleo-supervisor"]),
    ],
)
def test_that_nobody_gets_what_no_agent_fits_although_somebody_is_named_for_it_is_said(agents, said_of):
    router = Router(Roster(agents), settings=RoutingSettings(default_agent="cook"))
    found = [each for each in lint_roster(router) if each.code == "rest-unavailable"]
    assert [(each.agent, each.value) for each in found] == [(agent, "cook") for agent in said_of]
