"""Traffic: what routing has done with the messages of a time, and what could be done better."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick_router.core.agents import LintFinding
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.record import Record
from bailiwick_router.core.replays import Proposal, TrafficEffect


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFlow(Record):
    """How many messages a stage gave to an agent."""

    stage: Stage
    agent: str | None
    """None for messages that no agent got: the supervisor answers them."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic(Record):
    """Where the messages of a time went, by the stage that decided."""

    messages: int
    """How many there were, those for an agent that the person chose included."""
    flows: Sequence[AgentFlow]
    """Most messages first; at most 500."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelShare(Record):
    """How much of the recent traffic needed a model to be routed."""

    messages: int
    """How many messages were looked at."""
    model_calls: int
    """How many times a model was asked where one of them goes."""
    model_messages: int
    """How many of them a model settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Savings(Record):
    """Model calls of the recent traffic that rules could have saved."""

    messages: int
    """How many messages were looked at."""
    model_calls: int
    """How many times a model was asked where one of them goes."""
    model_share: float
    """Share of the messages that a model settled, 0 to 1."""
    proposals: Sequence[Proposal]
    """Rules that would have settled some of them, those that save most first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterLint(Record):
    """What is odd about a whole roster, and what its agents get of the recent traffic."""

    findings: Sequence[LintFinding]
    """In order of registration; at most 1,000."""
    effects: Sequence[TrafficEffect]
    """One for each agent that may be routed, compared with the rules that decide now."""
