"""Decisions: which agent a message goes to, and every reason why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick_router.core.late import LateRecord
from bailiwick_router.core.reasons import Reason
from bailiwick_router.core.record import Record


class Stage(StrEnum):
    """The steps of routing, in their order."""

    EXPLICIT = "explicit"
    ADDRESSED = "addressed"
    """The message itself names who is to answer: `@peter …`, `Peter, …`, `ask Peter …`."""
    FOLLOW_UP = "follow_up"
    CONTINUED = "continued"
    """The agent that answered last has a tool that reads the message as going on with what it answered."""
    SMALL_TALK = "small_talk"
    SPLIT = "split"
    """Two or three requests in one message, for agents of their own."""
    INTENTS = "intents"
    TOOLS = "tools"
    """A tool reads the whole message as a request to it, without a model."""
    EXAMPLES = "examples"
    PLUGIN = "plugin"
    """A stage that an installed plug-in brings."""
    TAGS = "tags"
    MODEL = "model"
    FINALIZE = "finalize"


class StageOutcome(StrEnum):
    """What a stage did."""

    DECIDED = "decided"
    PASSED = "passed"
    SKIPPED = "skipped"


class Mode(StrEnum):
    """Whether the agent answers alone or under the supervisor's eye."""

    DIRECT = "direct"
    SUPERVISED = "supervised"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingContext(Record):
    """All that a decision may depend on besides the message and the roster."""

    requested_agent: str | None = None
    """The agent the person chose (`agent_id` or metadata `requested_agent_id`)."""
    last_agent: str | None = None
    """The agent that answered last in this thread."""
    silence: int | None = None
    """Minutes of silence by which the conversation in this thread had ended; None while it goes on, and then alone
    there is a last agent."""
    continues: str | None = None
    """The tool of that agent that reads the message as going on with its last answer, and would not by itself."""
    for_team: Reason | None = None
    """Why the message is the supervisor's own, a question for the team itself or small talk, where what is built on the
    router has found that out; None where the router's own phrases are to say."""
    asked_for_last: bool = False
    """Whether the person has just asked for the last agent by name, and for nothing else: this is what for."""
    recalls: str | None = None
    """The tool that reads the message with what is remembered of the person, or with what they told just before, and
    would not read it otherwise."""
    read_as: str = ""
    """What the message asks with its typing mistakes put right, where `continues`, `for_team` or `recalls` say what was
    read in it only so."""
    mode: Mode = Mode.SUPERVISED
    """Direct or supervised; recorded, it does not change the choice."""
    excluded: Sequence[tuple[str, str]] = ()
    """Agents that may not be chosen now, each with its cause (`unhealthy`, `not permitted`, …)."""
    model_available: bool = False
    """Whether the stage that asks a model could; without it an open decision is closed by finalize."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence(Record):
    """One contribution to a candidate's score."""

    kind: str
    """`tag`, `word`, `keyword` or `pattern`."""
    field: str
    """The agent field it comes from: `tags`, `name`, `description`, `objective`, `keywords`, `patterns`."""
    text: str
    """The tag, word, keyword or pattern as the agent has it."""
    matched: str
    """The words of the message it matched."""
    weight: float
    """What it adds to the score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate(Record):
    """An agent with its scores."""

    agent: str
    """The agent's id."""
    score: float
    """The tag stage's score: +1 per distinct word, +2 per tag."""
    confidence: float
    """The intents stage's confidence, 0 to 1."""
    evidence: Sequence[Evidence] = ()
    """Where score and confidence come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion(Record):
    """An agent that was not considered, and why."""

    agent: str
    """The agent's id."""
    cause: str
    """`paused`, `archived`, `unhealthy`, `not permitted`, …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageReport(Record):
    """What one stage saw and did."""

    stage: Stage
    """Which stage."""
    outcome: StageOutcome
    """Decided, passed or skipped."""
    reason: str
    """Why, in one sentence."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleMatch(Record):
    """An example that is like the message."""

    agent: str
    """The agent it belongs to."""
    text: str
    """The example, or what a person corrected."""
    similarity: float
    """0 to 1."""
    source: str
    """`example` (an agent's own) or `correction` (a person said where it belongs)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedFeature(Record):
    """A word or group of words of the message that speaks for the agent in the classifier."""

    text: str
    """As it stands in the message."""
    weight: float
    """What it adds to the lead over the second best; below 0 it speaks against the agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned(LateRecord):
    """What the classifier of examples says of a message."""

    agent: str | None
    """The agent it finds most likely; None when it knows none that may be chosen."""
    confidence: float
    """Calibrated: of the messages with 0.9, nine in ten belong to the agent it names."""
    in_scope: float
    """0 to 1: how sure it is that the message is any agent's business."""
    refused: bool
    """Whether it holds the message to be no agent's business."""
    runner_up: str | None
    """The second most likely agent."""
    runner_up_confidence: float
    examples: Sequence[ExampleMatch]
    """The examples most like the message, at most five."""
    features: Sequence[LearnedFeature]
    """What in the message decided, strongest first; at most eight."""
    classifier: str
    """Digest of what the classifier was trained on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow(Record):
    """How an agent that gets no traffic yet would have done."""

    agent: str
    would_win: bool
    stage: Stage
    """The stage that decides when it takes part."""
    reason: str
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPart(LateRecord):
    """One of several requests in a message, with the trace of its own decision."""

    start: int
    """Where it begins in the message, in code points."""
    end: int
    """Where it ends: the first code point after it."""
    text: str
    """The part of the message; what its agent is asked."""
    agent: str
    """The id of the agent that it goes to."""
    leans: bool
    """It builds on the answers of the parts before it, and waits for them."""
    stage: Stage
    """The stage that decided."""
    confidence: float
    """0 to 1."""
    reason: str
    """Why, in one sentence."""
    margin: float
    """The winner's lead over the second best, in the deciding stage's own unit."""
    candidates: Sequence[Candidate]
    """The best 20 for this part, best first."""
    candidate_count: int
    """How many agents scored at all."""
    stages: Sequence[StageReport]
    """Every stage that looked at this part, in order."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
    asked: str = ""
    """What its agent is asked, where that is not the part as it stands; as in a decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(LateRecord):
    """The outcome of routing with its full trace.

    The same message, context and release give the same record, apart from `id`, `microseconds`
    and `created_at`.
    """

    agent: str | None
    """The chosen agent's id; None when the supervisor answers directly or no agent fits.

    Of a message with several requests it is the agent of the first; `parts` has them all.
    """
    stage: Stage
    """The stage that decided."""
    confidence: float
    """0 to 1."""
    reason: str
    """Why, in one sentence that a person can read."""
    candidates: Sequence[Candidate]
    """The best 20, best first."""
    candidate_count: int
    """How many agents scored at all."""
    excluded: Sequence[Exclusion]
    """Agents left out, with their cause."""
    margin: float
    """The winner's lead over the second best, in the deciding stage's own unit."""
    stages: Sequence[StageReport]
    """Every stage that ran, in order."""
    message: str
    """The message as it was given."""
    message_hash: str
    """Hex SHA-256 of the message in UTF-8."""
    language: str
    """`en` or `es`."""
    mode: Mode
    """Direct or supervised."""
    release: str
    """Digest of all that routing depends on: profile, settings, agents and their order."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
    shortlist: Sequence[str] = ()
    """Agents among which only a model could choose; empty once settled."""
    parts: Sequence[RequestPart] = ()
    """The requests of a message that was split, in order: two or three, or none."""
    learned: Learned | None = None
    """What the classifier of examples says, where it was asked."""
    asked: str = ""
    """What the agent is asked, where that is not the message as it stands: without greeting, lead-in and address, and
    with typing mistakes put right where it was understood only so."""
    last_agent: str | None = None
    """The agent that answered last in the thread; what follow-ups depend on."""
    canary: bool = False
    """Whether a candidate release decided, on its share of the messages."""
    shadows: Sequence[Shadow] = ()
    """How agents in the shadow would have done."""
    microseconds: float = 0.0
    """How long the decision took."""
    model_calls: int = 0
    """0 unless the stage that asks a model did."""
    id: str | None = None
    """Set when the decision is stored."""
    created_at: datetime | None = None
    """Set when the decision is stored."""
