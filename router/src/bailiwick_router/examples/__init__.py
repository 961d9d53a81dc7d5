"""The examples stage: a classifier learned from the agents' examples and from people's corrections.

It needs numpy, which is loaded when something is trained or read: the library itself stays quick to import.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bailiwick_router.core.agents import Agent
from bailiwick_router.examples.training_texts import lasting, taught, training_digest
from bailiwick_router.learning_versions import LATEST

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier, Encoder

__all__ = ["from_bytes", "lasting", "learned_from", "taught", "train", "training_digest"]


def train(
    agents: Iterable[Agent],
    corrections: Sequence[tuple[str, str]] = (),
    encoder: "Encoder | None" = None,
    *,
    learning: int = LATEST,
) -> "Classifier":
    """Return a classifier of messages by the agents they belong to.

    `agents` is a roster; of each agent that routing could choose, examples count, and what it says of itself.
    `corrections` are messages with the agent each belongs to, oldest first. `encoder` adds the meaning of texts to
    their words. `learning` is the version of the rules of learning. The same input gives the same classifier, whatever
    the order of the agents.
    """
    from bailiwick_router.examples.training import trained  # loads numpy

    return trained(agents, corrections, encoder, learning)


def learned_from(agents: Iterable[Agent], learning: int = LATEST) -> "Classifier | None":
    """Return what the examples of a roster's lasting agents teach; `None` where there are none."""
    known = lasting(agents)
    return train(known, learning=learning) if any(agent.examples for agent in known) else None


def from_bytes(data: bytes, encoder: "Encoder | None" = None) -> "Classifier":
    """Return the classifier that `Classifier.to_bytes` has stored; one trained with an encoder needs the same again.

    Raises `InvalidInput` for bytes that are no classifier of this version.
    """
    from bailiwick_router.examples.model import Classifier  # loads numpy

    return Classifier.from_bytes(data, encoder)
