"""Relearning: the classifier that a router would have if its agents were changed."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from bailiwick_router.core.agents import Agent
from bailiwick_router.examples import train
from bailiwick_router.examples.training_texts import CORRECTION
from bailiwick_router.learning_versions import LATEST

if TYPE_CHECKING:
    from bailiwick_router.examples.model import Classifier

MOST_EXAMPLES, MOST_AGENTS = 2_000, 150
"""Examples and agents up to which learning anew takes about a second."""


class Train(Protocol):
    """Makes a classifier of agents and corrections, as `bailiwick_router.examples.train` does, wherever it is."""

    def __call__(
        self, agents: Iterable[Agent], corrections: Sequence[tuple[str, str]] = (), *, learning: int = LATEST
    ) -> "Classifier":
        """Return it, learned with a version of the rules of learning."""
        ...


def is_quick(classifier: "Classifier") -> bool:
    """Whether there is so little to learn that a user may wait for it."""
    return len(classifier.examples.texts) <= MOST_EXAMPLES and len(classifier.agents) <= MOST_AGENTS


def relearned(classifier: "Classifier", agents: Iterable[Agent], make: Train | None = None) -> "Classifier":
    """Return a classifier of the agents, with the corrections, the encoder and the rules of the one there is.

    `make` trains it with that encoder; without one it is trained in this thread.
    """
    corrections = corrections_of(classifier)
    learning = classifier.learning
    if make is None:
        return train(agents, corrections, classifier.encoder, learning=learning)
    return make(agents, corrections, learning=learning)


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
