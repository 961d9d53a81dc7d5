"""What the router makes of the agents that ship: what it learns of them, and what lint says of them."""

import numpy as np
import pytest

from bailiwick import ReplayQuery, Roster, Router, Stage, compare, lint, lint_roster, shipped_agents, train
from bailiwick_router.comparison import outcomes


@pytest.fixture(scope="module")
def judged():
    """Messages that were not learned from, with the agent they belong to and what is said of them."""
    agents = [agent for agent in Roster(shipped_agents()) if agent.role.routable]
    found = []
    for turn in range(3):
        learned = train(
            agent.evolve(examples=[text for at, text in enumerate(agent.examples) if at % 3 != turn])
            for agent in agents
        )
        found += [(agent.id, learned.judge(text)) for agent in agents for text in agent.examples[turn::3]]
    return found


def test_of_the_messages_with_a_confidence_that_share_goes_right(judged):
    confidence = np.array([learned.confidence for _, learned in judged])
    right = np.array([learned.agent == agent for agent, learned in judged])
    assert right.mean() > 0.8
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.97), (0.97, 1.01)):
        inside = (confidence >= low) & (confidence < high)
        assert inside.sum() > 20
        # Never surer than it may be; unsure ones may be right more often.
        assert confidence[inside].mean() - right[inside].mean() < 0.1
        assert low < 0.5 or right[inside].mean() - confidence[inside].mean() < 0.1


def test_few_messages_of_somebody_are_refused(judged):
    assert np.mean([learned.refused for agent, learned in judged if learned.agent == agent]) < 0.05


def test_most_nonsense_is_refused():
    learned = train(Roster(shipped_agents()))
    nonsense = ["xq zzv wkjh pfft", "lorem ipsum dolor sit amet", "qwertz uiop asdf", "blorp florp glorp", "jjj kkk"]
    assert sum(learned.judge(text).refused for text in nonsense) >= 4


def test_every_shipped_agent_can_win():
    roster = Roster(shipped_agents())
    assert not [each for agent in roster for each in lint(agent, roster) if each.code == "never-wins"]


def test_what_was_learned_decides_in_a_comparison_as_it_does_in_a_record():
    taught = [agent.evolve(examples=agent.examples[:8]) for agent in Roster(shipped_agents())]
    before, after = (Router(Roster(taught[start:])) for start in (0, 5))
    for router in (before, after):
        router.learn(train(router.roster))
    queries = [ReplayQuery(text=f"{agent.examples[0]} {agent.examples[-1]}") for agent in taught]
    queries += [ReplayQuery(text=" ".join(example.split()[::2])) for agent in taught for example in agent.examples]
    for router in (before, after):
        decisions = [router.decide(query.text) for query in queries]
        assert [(each.agent, each.stage) for each in outcomes(router, queries)] == [
            (each.agent, each.stage) for each in decisions
        ]
        assert Stage.EXAMPLES in {each.stage for each in decisions}
    report = compare(before, after, queries, [])
    one, two = outcomes(before, queries), outcomes(after, queries)
    assert report.flips == sum(a.agent != b.agent for a, b in zip(one, two, strict=True)) > 5


def test_the_shipped_agents_send_their_examples_home():
    router = Router(Roster(shipped_agents()))
    router.learn(train(router.roster))
    odd = ("example-elsewhere", "example-shared", "no-examples")
    assert [each for each in lint_roster(router) if each.code in odd] == []
