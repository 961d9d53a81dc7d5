"""Replays: messages decided again, to see what a change of routing does to them."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayQuery(Record):
    """A message to be decided, with what is known about it."""

    text: str
    """The message."""
    agent: str | None = None
    """The agent it should go to, where `labelled`; None for a message that no agent should get."""
    labelled: bool = False
    """Whether a user said where it should go."""
    last_agent: str | None = None
    """The agent that answered last in the thread."""
    pinned: bool = False
    """Whether the label is a golden case, which may not break silently."""
    id: str | None = None
    """The decision or golden case it comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Record):
    """A message that goes to another agent than before."""

    text: str
    before: str | None
    """The agent that had it; None when there was none."""
    after: str | None
    before_stage: Stage
    after_stage: Stage
    expected: str | None = None
    """The agent it should go to, where `labelled`."""
    labelled: bool = False
    id: str | None = None
    """The decision or golden case it comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipGroup(Record):
    """All messages that go from one agent to another."""

    before: str | None
    after: str | None
    count: int
    samples: Sequence[Flip]
    """The first few of them, at most five."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentShare(Record):
    """How many messages an agent gets, before and after."""

    agent: str | None
    """None for the messages that no agent gets: the supervisor answers them."""
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenResult(Record):
    """How a golden case is decided."""

    id: str | None
    text: str
    expected: str | None
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport(Record):
    """What a release does to past messages and to golden cases, beside the one it is compared with."""

    messages: int
    """How many messages were decided, golden cases not counted."""
    flips: int
    """How many of them go elsewhere."""
    groups: Sequence[FlipGroup]
    """The flips by where they come from and go to, most first; at most 100 groups."""
    shares: Sequence[AgentShare]
    """Predicted traffic, most after first."""
    stages_before: Sequence[tuple[Stage, int]]
    """Messages by the stage that decided."""
    stages_after: Sequence[tuple[Stage, int]]
    model_before: int
    """Messages that only a model could settle."""
    model_after: int
    golden: int
    """How many golden cases there are."""
    golden_passed: int
    golden_broken: Sequence[GoldenResult]
    """Right before and wrong after; at most 100."""
    golden_fixed: Sequence[GoldenResult]
    """Wrong before and right after; at most 100."""
    golden_failing: int
    """Wrong after, whether or not they were before."""
    p50_microseconds: float
    """A decision of the new release."""
    p99_microseconds: float
    milliseconds: float
    """How long all of it took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySummary(Record):
    """What came of deciding a set of messages with one roster."""

    messages: int
    labelled: int
    correct: int
    accuracy: float | None
    """Share of the labelled messages that went where they should; None without labels."""
    refused: int
    """Messages that no agent got, or that were left to a model."""
    refused_share: float
    stages: Sequence[tuple[Stage, int]]
    p50_microseconds: float
    p99_microseconds: float
    seconds: float
    """All decisions together, without reading and training."""
    nobodys: int = 0
    """Labelled messages that no agent should get."""
    nobodys_refused: int = 0
    """How many of them no agent got."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult(Record):
    """What became of one message."""

    text: str
    """The first 500 characters of it."""
    agent: str | None
    """Who gets it; None when there is none."""
    stage: Stage
    """The stage that decided."""
    confidence: float
    """0 to 1."""
    expected: str | None = None
    """Who should get it, where a user said so."""
    correct: bool | None = None
    """None where it is not known who should get it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Record):
    """What became of messages, in their order."""

    summary: ReplaySummary
    results: Sequence[ReplayResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Record):
    """Edits that would send messages elsewhere, with what they fix and what they break."""

    kind: str
    """`misroute` (a person said wrong agent), `model` (a model settled it) or `word` (a word says too much)."""
    reason: str
    """Why, in one sentence."""
    edits: Sequence[Edit]
    fixes: Sequence[ReplayQuery]
    """Labelled messages that go right with the edits and went wrong without; at most 20."""
    breaks: Sequence[ReplayQuery]
    """Labelled messages that go wrong with the edits and went right without; at most 20."""
    breaks_golden: int
    """How many of those are pinned."""
    flips: int
    """How many unlabelled messages of the recent traffic go elsewhere."""
    messages: int
    """How many messages were tried."""
    saves: int = 0
    """How many model calls of the recent traffic it would have saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralWord(Record):
    """A word of an agent that says too little: it is in many messages that go to others."""

    agent: str
    field: str
    """`tags`, `keywords`, or a text field."""
    text: str
    """The tag, keyword or word as the agent has it."""
    messages: int
    """Messages of the recent traffic that hold it."""
    elsewhere: int
    """Those of them that another agent got, or no agent."""
    wrong: int
    """Those that this agent got and a person said it should not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficEffect(Record):
    """What an agent gets of the recent traffic."""

    agent: str
    messages: int
    """How many messages were decided."""
    wins: int
    """How many of them it gets."""
    gains: int
    """Those it gets that others had."""
    losses: int
    """Those it had that others get."""
