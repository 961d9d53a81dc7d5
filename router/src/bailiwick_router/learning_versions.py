"""Learning versions: which rules of training, thresholds and evidence a release was learned and is decided with.

A release keeps its version, so that what was made earlier decides as it did; what is made anew has the latest.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningRules:
    """What differs from version to version."""

    own_words: float
    """Examples of an agent up to which what it says of itself weighs fully; with more it weighs ever less."""
    refused_wrongly: float
    """Share of the examples that are recognised and may yet be held to be no agent's business."""
    tags_weighed: bool
    """A tag of an agent that has examples speaks beside them only where fewer than three examples hold it.

    What examples hold, the classifier has weighed already, among all that the message says.
    """
    signs_most: float
    """Examples of an agent from which on it needs none of its tags or patterns in a message; see `examples_held`."""


LEARNING: Mapping[int, LearningRules] = {
    1: LearningRules(own_words=math.inf, refused_wrongly=0.0175, tags_weighed=False, signs_most=math.inf),
    2: LearningRules(own_words=math.inf, refused_wrongly=0.0175, tags_weighed=True, signs_most=80),
}
"""The versions, each with what it means; one is never changed once a release may have it."""
FIRST = min(LEARNING)
"""What a release has that does not say: it was made before there was another."""
LATEST = max(LEARNING)
"""What new releases have, and routers whose settings do not say."""
RULE = "learning"
"""The rule of a release that holds its version."""


def learning_of(rules: Mapping[str, Any]) -> int:
    """Return the learning version of a release's rules."""
    return rules.get(RULE, FIRST)
