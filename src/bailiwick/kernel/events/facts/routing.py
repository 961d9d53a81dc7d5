"""What happens to the rules of routing."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.reasons import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingPublished(Event):
    """A release was published: it decides from now on."""

    wire = "routing.published"
    number: int
    """The release's number."""
    author: str
    """`person`, `agent`, `upgrade` or `restore`."""
    reason: str
    """Why, in a sentence."""
    changes: int
    """In how many places it differs from the one before."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingCandidate(Event):
    """A release waits to be published."""

    wire = "routing.candidate"
    number: int
    """The release's number."""
    reason: str
    """Why it was made, in a sentence."""
    changes: int
    """In how many places it differs from the published one."""
    breaks: int
    """How many golden cases it gets wrong that are right now, where that kept it from being published at once."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingCanaryEnded(Event):
    """A candidate no longer decides a share of the messages."""

    wire = "routing.canary_ended"
    number: int
    """The release's number."""
    reason: str
    """Why, in a sentence."""
    by_rule: bool
    """Whether it did so badly that the rules took it back."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
