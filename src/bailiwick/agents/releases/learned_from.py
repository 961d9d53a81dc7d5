"""Training data: what there is to learn from, and what will have been learned from it."""

from collections.abc import Iterable, Sequence

from bailiwick_router.core.agents import Agent
from bailiwick_router.examples import lasting, taught, training_digest
from bailiwick_router.learning_versions import LATEST

Corrections = Sequence[tuple[str, str]]


class TrainingData:
    """What there is to learn from: lasting agents, and what people corrected."""

    __slots__ = ("agents", "corrections", "digest", "examples", "learning", "left_out")

    def __init__(
        self,
        agents: Iterable[Agent],
        corrections: Corrections,
        encoder: str | None,
        *,
        on: bool,
        learning: int = LATEST,
    ) -> None:
        known = lasting(agents)
        self.learning = learning
        """The version of the rules of learning."""
        self.agents = tuple(taught(known, corrections))
        """By id; of very many agents those that there is most to learn of."""
        self.left_out = len(known) - len(self.agents)
        """How many agents nothing is learned of, because there are too many; routing decides them without examples."""
        ids = {agent.id for agent in self.agents}
        self.corrections = tuple(pair for pair in corrections if pair[1] in ids)
        self.examples = sum(len(agent.examples) for agent in self.agents) + len(self.corrections)
        """How many messages there are to learn from."""
        learns = on and self.examples > 0
        self.digest = training_digest(self.agents, self.corrections, encoder, learning=learning) if learns else ""
        """Digest of the classifier that is made of it; empty when none is."""
