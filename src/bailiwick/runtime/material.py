"""Material: what there is to learn from, and what will have been learned from it."""

from collections.abc import Iterable, Sequence

from bailiwick.core.agents import Agent, Origin
from bailiwick.routing.examples import training_digest

MOST_AGENTS = 500
"""Agents of a roster that anything is learned for; memory and time of training grow with agents times examples."""
Corrections = Sequence[tuple[str, str]]


class Material:
    """What there is to learn from: lasting agents, and what people corrected."""

    __slots__ = ("agents", "corrections", "digest", "examples")

    def __init__(self, agents: Iterable[Agent], corrections: Corrections, encoder: str | None, *, on: bool) -> None:
        self.agents = tuple(agent for agent in agents if agent.role.routable and agent.origin is not Origin.RUNTIME)
        known = {agent.id for agent in self.agents}
        self.corrections = tuple(pair for pair in corrections if pair[1] in known)
        self.examples = sum(len(agent.examples) for agent in self.agents) + len(self.corrections)
        """How many messages there are to learn from."""
        learns = on and self.examples > 0 and len(self.agents) <= MOST_AGENTS
        self.digest = training_digest(self.agents, self.corrections, encoder) if learns else ""
        """Digest of the classifier that is made of it; empty when none is."""
