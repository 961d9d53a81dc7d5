"""Metrics: what agents, models and tools did over a time, in figures.

All figures of an execution, its calls included, count to the time at which it ended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick_router.core.record import Record


class MetricKind(StrEnum):
    """What is summed."""

    ALL = "all"
    """Executions, whoever carried them out."""
    EXECUTION = "execution"
    """Executions by agent."""
    MODEL = "model"
    """Calls by agent and model."""
    TOOL = "tool"
    """Calls by agent and tool."""
    STAGE = "stage"
    """Routing decisions by agent and the stage that decided."""
    ERROR = "error"
    """Failed executions by agent and class of error."""
    LINK = "link"
    """Work handed on, by who did and to whom."""
    APPROVAL = "approval"
    """Calls that a person was asked about, by agent."""
    FEEDBACK = "feedback"
    """Ratings by agent and rating, counting to the time at which they were given."""
    DECISION = "decision"
    """Routing decisions by who got the message and the stage that decided, counting to the time at which they were
    made."""
    SHADOW = "shadow"
    """Decisions in which an agent took part in the shadow, by it and by whether it would have `won` or `lost`."""


class MetricSpan(StrEnum):
    """How long each point of a series is."""

    HOUR = "hour"
    """Hours of UTC."""
    DAY = "day"
    """Days of the time zone asked for."""
    WEEK = "week"
    """Weeks of that time zone, from Monday on."""


class LinkKind(StrEnum):
    """How work was handed on."""

    ROUTED = "routed"
    """By the supervisor, or (from `person`) by a user who chose the agent."""
    HELPER = "helper"
    """By an agent that called another one as a helper."""
    REVIEW = "review"
    """By an agent whose answer was reviewed."""
    SWARM = "swarm"
    """By mail of a swarm; what was written to a group leads to the group."""


TO_GROUP = "group"
"""What the sum of a link says in place of `swarm` where it leads to a group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricTotals(Record):
    """Everything within a time."""

    executions: int
    """Executions that ended."""
    completed: int
    unanswered: int
    """Those of the completed that did nothing for who asked."""
    failed: int
    cancelled: int
    success_rate: float | None
    """Answered / (completed + failed); None while there is neither."""
    p50_ms: float | None
    """Half of those that completed or failed took at most so long, in milliseconds, within 2.44 %."""
    p95_ms: float | None
    """95 of 100 of them took at most so long."""
    mean_ms: float | None
    input_tokens: int
    output_tokens: int
    cost: float
    """US dollars by list price."""
    model_calls: int
    tool_calls: int
    approvals: int
    """Calls about which a person was asked."""
    feedback_up: int
    """Answers that were rated well."""
    feedback_down: int
    model_stage_share: float | None
    """Share of routing decisions that asked a model; None while there are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point(Record):
    """One point of a series."""

    at: datetime
    """When its time begins; it ends where the next one begins, the last one at `to`."""
    executions: int
    completed: int
    unanswered: int
    """Those of the completed that did nothing for who asked."""
    failed: int
    cancelled: int
    p50_ms: float | None
    p95_ms: float | None
    input_tokens: int
    output_tokens: int
    cost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics(Record):
    """Figures over a time, with those of the time before for comparison."""

    from_: datetime
    to: datetime
    span: MetricSpan
    timezone: str
    totals: MetricTotals
    previous: MetricTotals
    """Of a time of the same length that ends where this one begins."""
    series: Sequence[Point]
    """Oldest first, times in which nothing ended included."""
    running: int
    """Executions that are not over now and hence in none of these figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Record):
    """What one agent, model, tool or person did."""

    key: str
    """Agent's id, model's or tool's name, or person's id; empty for executions that no agent took up."""
    name: str | None
    """What people call it; None where it is not known (any more)."""
    completed: int
    unanswered: int
    """Those of the completed that did nothing for who asked."""
    failed: int
    success_rate: float | None
    """Answered / (completed + failed); None while there is neither."""
    p50_ms: float | None
    """Half of those that completed or failed took at most so long, in milliseconds, within 2.44 %."""
    p95_ms: float | None
    """95 of 100 of them took at most so long."""
    mean_ms: float | None
    input_tokens: int
    output_tokens: int
    tokens: int
    """Input and output together."""
    cost: float
    """US dollars by list price."""
    last_used_at: datetime | None
    """When the latest of them ended."""
    series: Sequence[int]
    """How many ended in each of the times of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionRow(Row):
    """What one agent or person did."""

    executions: int
    cancelled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow(Row):
    """What one model or tool was called for."""

    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Record):
    """A table of figures over a time."""

    from_: datetime
    to: datetime
    span: MetricSpan
    at: Sequence[datetime]
    """When each time of the rows' series begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionTable(Table):
    """Agents or people, the busiest first, at most 500."""

    rows: Sequence[ExecutionRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTable(Table):
    """Models or tools, the busiest first, at most 500."""

    rows: Sequence[CallRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Record):
    """Who takes part in handing work on."""

    id: str
    kind: str
    """`person`, `supervisor`, `agent`, `helper`, `resident`, `room`, or `nobody` where no agent fitted."""
    name: str | None = None
    """What people call it; None where it is not known (any more)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegation(Record):
    """Work handed on from one to another."""

    from_: str
    to: str
    kind: LinkKind
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegations(Record):
    """Who hands work to whom, and how often."""

    nodes: Sequence[Node]
    links: Sequence[Delegation]
    """The most frequent first, at most 500."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentErrors(Record):
    """How often one agent failed so."""

    agent_id: str
    """Empty for executions that no agent took up."""
    name: str | None
    """What people call it; None where it is not known (any more)."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSample(Record):
    """The latest failure of a class that is still stored."""

    execution_id: str
    message: str
    """What the person was told."""
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRow(Record):
    """One way in which executions failed."""

    error_class: str
    """One of `core.resilience.ErrorClass`."""
    count: int
    agents: Sequence[AgentErrors]
    """The most frequent first."""
    last_at: datetime | None
    sample: ErrorSample | None
    """None where it has been deleted, and where figures of several people are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPoint(Record):
    """Failures within one point of a series."""

    at: datetime
    counts: Mapping[str, int]
    """By class of error; classes without a failure are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors(Record):
    """How executions failed."""

    rows: Sequence[ErrorRow]
    """The most frequent first."""
    series: Sequence[ErrorPoint]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageShare(Record):
    """How often one stage of routing decided."""

    stage: str
    count: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingShares(Record):
    """Which stages of routing decided."""

    stages: Sequence[StageShare]
    """In the order in which routing asks them."""
    model_stage_share: float | None
    """Share of decisions that asked a model; None while there are none."""
    no_answer_share: float | None
    """Share of decisions in which no agent fitted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatCell(Record):
    """How many executions ended in one hour of one day of the week."""

    weekday: int
    """0 for Monday, 6 for Sunday, in the time zone asked for."""
    hour: int
    """0 to 23."""
    executions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Heatmap(Record):
    """When executions ended."""

    cells: Sequence[HeatCell]
    """All 168, Monday's first hour first."""
