"""Coverage: how well agents' tags and patterns agree with their examples, counted on the examples themselves.

Where an agent's tags or patterns are in nearly all of its examples, a message without any is unlike them, whatever
else it shares with them. Where the messages that its tags lead are nearly all its own, they may be trusted for
messages that are like no example.
"""

from collections import Counter
from collections.abc import Sequence

from bailiwick_router.core.agents import Agent, AgentStatus
from bailiwick_router.examples.covered import Coverage
from bailiwick_router.index import RosterIndex
from bailiwick_router.profiles import Standard
from bailiwick_router.reading import Reading
from bailiwick_router.rules import RoutingSettings
from bailiwick_router.stage import Query

SIGNALS = frozenset({"tag", "pattern"})
"""Features of a message by which an agent says outright what is its business; a keyword alone says less."""
HELD = 3
"""Examples that hold a tag from which on it is known to what was learned."""
MOST = 3_000
"""Examples that are looked at; of more, every nth."""


def coverages(
    agents: Sequence[Agent], examples: Sequence[tuple[str, str]]
) -> tuple[dict[str, Coverage], frozenset[str]]:
    """Return the coverage of each agent, given the examples as (agent, text), all 0 where there is nothing to count.

    Return also which tags `HELD` examples hold or more, by the keys under which the index has them.
    """
    if not any(agent.tags or agent.patterns for agent in agents):
        return {agent.id: Coverage(0.0, 0.0) for agent in agents}, frozenset()
    profile, settings = Standard(), RoutingSettings()
    index = RosterIndex(profile)
    index.add(agent.evolve(status=AgentStatus.ACTIVE) for agent in agents)
    seen, held, led, right = ({agent.id: 0 for agent in agents} for _ in range(4))
    tags: Counter[str] = Counter()
    for agent, text in examples[:: max(1, -(-len(examples) // MOST))]:
        query = Query(Reading(text, profile), index, settings)
        seen[agent] += 1
        tags.update(key for each in query.scores.features if each.kind == "tag" for _, key in each.held)
        held[agent] += has_any(query, agent, SIGNALS)
        leader = query.name(query.leaders[0]) if query.leaders else None
        if leader is not None and has_any(query, leader, {"tag"}):
            led[leader] += 1
            right[leader] += leader == agent
    found = {
        agent.id: Coverage(held[agent.id] / max(1, seen[agent.id]), right[agent.id] / max(1, led[agent.id]))
        for agent in agents
    }
    return found, frozenset(key for key, count in tags.items() if count >= HELD)


def has_any(query: Query, agent: str, kinds: frozenset[str] | set[str], but: frozenset[str] = frozenset()) -> bool:
    """Whether an agent shares a feature of some kinds with a message; one that has a key among `but` does not count."""
    entry = query.index.entry(agent)
    if entry is None:
        return False
    features = query.scores.features_of(entry.slot)
    return any(
        features >> at & 1 and not (but and any(key in but for _, key in each.held))
        for at, each in enumerate(query.scores.features)
        if each.kind in kinds
    )
