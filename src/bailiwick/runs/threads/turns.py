"""Turns: executions as a conversation shows them, without what was passed to tools and what they returned."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick.kernel.cited import CitedPage
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import PassedOver
from bailiwick.kernel.usage import ExecutionStatus, Outcome, Usage
from bailiwick.runs.files.made import MadeFile
from bailiwick.runs.files.records import SentFile
from bailiwick.runs.records import Failure, StepKind, StepStatus
from bailiwick.runs.reviews import FlagCause, VerdictKind
from bailiwick.runs.threads.records import ThreadSummary
from bailiwick_router.core.decisions import Mode, Stage
from bailiwick_router.core.record import Record

MESSAGE_CHARACTERS = 300
"""How much of a person's message a turn shows."""
MATCHED_WORDS = 8
"""How many words of a message a turn shows at most as the reason for its agent."""


class Rating(StrEnum):
    """What a person thought of an answer."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(Record):
    """What a person said about an answer."""

    rating: Rating | None
    """None when they took it back."""
    note: str | None
    """What they added."""


@dataclass(frozen=True, slots=True)
class MatchedWord(Record):
    """A word of the message that spoke for the chosen agent."""

    text: str
    """As it stands in the message."""
    kind: str
    """`tag`, `word`, `keyword` or `pattern`."""


@dataclass(frozen=True, slots=True)
class TurnPart(Record):
    """One of several requests in a message."""

    agent: str
    """The id of the agent that does it."""
    text: str
    """The part of the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDecision(Record):
    """Why the agent was chosen, in short."""

    id: str
    """The stored decision with its whole trace."""
    agent: str | None
    """The chosen agent's id; None when the supervisor answers directly or no agent fits."""
    stage: Stage
    """The stage that decided."""
    reason: str
    """Why, in one sentence."""
    confidence: float
    """0 to 1."""
    microseconds: float
    """How long the decision took."""
    model_calls: int
    """0 unless a model was asked."""
    matched: Sequence[MatchedWord]
    """Words that spoke for the agent, each once, at most 8, in the order of the message."""
    parts: Sequence[TurnPart] = ()
    """The requests of a message that was split, in order; none of any other message."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse(Record):
    """One call of a tool."""

    key: str
    """Its key in the journal."""
    name: str
    """The tool's name."""
    agent_id: str | None
    """Who called it."""
    status: StepStatus
    error: str | None
    """Why it failed, in one sentence."""
    milliseconds: float | None
    """How long it took; None while it runs."""
    why: Reason | None = None
    """The error as a code with values; None where there is none."""
    kind: StepKind = StepKind.TOOL
    """`tool`, or `helper` for a call of another agent; what that one does has this key in the `path` of its place."""
    place: Place = Place()
    """Where in the work on the execution the call was made."""
    helper: str | None = None
    """The agent that it calls as a helper; None of any other call."""
    task: str | None = None
    """What a helper was told to do, the first 300 characters; None for other tools."""
    charted: bool = False
    """Whether its result holds a `chart`: `{type, title, x, series, unit}`."""
    undo: str | None = None
    """Where it is undone by a POST; None where it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReview(Record):
    """What the supervisor thought of the answer, at last."""

    verdict: VerdictKind
    """`accept`, `revise` or `flag`."""
    reason: str
    """Why, in one sentence."""
    cause: FlagCause | None
    """Why it is flagged; None unless it is, or for one of before causes were noted."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStandIn(Record):
    """Which model answered, since the one that was to did not."""

    model: str
    """Full name of the one that answered last; `offline` for rules and tools."""
    passed_over: Sequence[PassedOver]
    """Which ones were to answer before it, in order, and why each did not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMisroute(Record):
    """A person's word that the agent was the wrong one."""

    correct_agent: str | None
    """Who should have had it; None when they did not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Record):
    """One execution in short."""

    id: str
    """The execution's UUID."""
    conversation_id: str
    message: str
    """The first 300 characters of what the person asked."""
    mode: Mode
    requested_agent: str | None
    """The agent the person chose."""
    after_silence: bool
    """Whether silence had ended the conversation before it: it begins another one in the same thread."""
    agent_id: str | None
    """The agent that works on it, once routed."""
    status: ExecutionStatus
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    outcome: Outcome | None
    """What it came to; None unless it completed."""
    waiting_for: str | None
    """What a waiting execution waits for, in one sentence."""
    failure: Failure | None
    usage: Usage
    """What it used; 0 until it is over."""
    decision: TurnDecision | None
    tools: Sequence[ToolUse]
    """Calls of tools and of helpers, in order, those that helpers made among them."""
    review: TurnReview | None
    feedback: Rating | None
    misroute: TurnMisroute | None
    pinned: bool
    """Whether a golden case was made of its decision: the agent was the right one."""
    summary: ThreadSummary | None = None
    """The conversation up to this turn in short, which models read in place of it since it was made."""
    cited: Sequence[CitedPage] = ()
    """The pages that its texts cite, as the providers of its models say; those of helpers stand in their steps."""
    files: Sequence[SentFile] = ()
    """The files that were sent with the message, in order, without those that were deleted since."""
    made: Sequence[MadeFile] = ()
    """The files that its tools left, also those of helpers, oldest first; of one written several times the last."""
    stand_in: TurnStandIn | None = None
    """Which model answered for another one; None where the one did that was to."""
    waiting_why: Reason | None = None
    """What it waits for, as a code with values; None where there is none."""
    swarm_id: str | None = None
    """The swarm in which it is a turn."""
    resident_id: str | None = None
    """Whose turn it is."""
