"""Learning versions: which rules of training, thresholds and evidence a release was learned and is decided with.

A release keeps its version, so that what was made earlier decides as it did; what is made anew has the latest.
"""

from collections.abc import Mapping
from typing import Any

FIRST = 1
"""What a release has that does not say: it was made before there was another."""
LATEST = 1
"""What new releases have, and routers whose settings do not say."""
VERSIONS = range(FIRST, LATEST + 1)
RULE = "learning"
"""The rule of a release that holds its version."""


def learning_of(rules: Mapping[str, Any]) -> int:
    """Return the learning version of a release's rules."""
    return rules.get(RULE, FIRST)
