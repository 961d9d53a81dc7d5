"""Learning versions: by which rules what agents say of themselves speaks beside what their examples taught.

A release keeps its version, so that what was made earlier decides as it did; what is made anew has the latest.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningRules:
    """What differs from version to version."""

    tags_weighed: bool
    """A tag of an agent that has examples speaks beside them only where fewer than three examples hold it.

    What examples hold, the classifier has weighed already, among all that the message says.
    """
    signs_most: float
    """Examples of an agent from which on it needs none of its tags or patterns in a message; see `examples_held`."""


LEARNING: Mapping[int, LearningRules] = {
    1: LearningRules(tags_weighed=False, signs_most=math.inf),
    2: LearningRules(tags_weighed=True, signs_most=80),
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
