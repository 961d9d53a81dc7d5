"""Relearning: the classifier that a router would have if its agents were changed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bailiwick.core.agents import Agent
from bailiwick.routing.examples import train
from bailiwick.routing.examples.material import CORRECTION

if TYPE_CHECKING:
    from bailiwick.routing.examples.model import Classifier

MOST_EXAMPLES = 2_000
"""Examples up to which learning anew takes about a second."""


def is_quick(classifier: "Classifier") -> bool:
    """Whether there is so little to learn that somebody may wait for it."""
    return len(classifier.examples.texts) <= MOST_EXAMPLES


def relearned(classifier: "Classifier", agents: Iterable[Agent]) -> "Classifier":
    """Return a classifier of the agents, with the corrections and the encoder of the one there is."""
    return train(agents, corrections_of(classifier), classifier.encoder)


def corrections_of(classifier: "Classifier") -> list[tuple[str, str]]:
    """Return the corrections that a classifier learned from and that still counted, by agent."""
    examples = classifier.examples
    starts = examples.starts.tolist()
    return [
        (examples.texts[at], agent)
        for agent, first, last in zip(classifier.agents, starts[:-1], starts[1:], strict=True)
        for at in range(first, last)
        if examples.sources[at] == CORRECTION
    ]
