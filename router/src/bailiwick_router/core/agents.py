"""Agents: who is on the roster, what each is for and how it works."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from bailiwick_router.core.budgets import Budget
from bailiwick_router.core.reasons import Reason
from bailiwick_router.core.record import Record

SUPERVISOR_ID = "cleo-supervisor"
"""The agent that supervises, answers small talk and closes what no agent fits."""


class Role(StrEnum):
    """What part an agent plays."""

    SUPERVISOR = "supervisor"
    SPECIALIST = "specialist"
    HELPER = "helper"
    RESIDENT = "resident"
    CUSTOM = "custom"

    @property
    def routable(self) -> bool:
        """Whether routing may choose an agent of this role by its content."""
        return self in (Role.SPECIALIST, Role.CUSTOM)


class AgentStatus(StrEnum):
    """Only active agents are routed."""

    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"
    SHADOW = "shadow"
    """It gets no messages; decisions say which it would have got."""


class Origin(StrEnum):
    """Where an agent came from."""

    BUILTIN = "builtin"
    PLUGIN = "plugin"
    USER = "user"
    RUNTIME = "runtime"
    AGENT = "agent"


class ReviewPolicy(StrEnum):
    """When the supervisor looks at an answer before it goes out."""

    NEVER = "never"
    ON_DOUBT = "on_doubt"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent(Record):
    """A named member of the roster.

    Sequences may be given as lists; they are kept as tuples.
    """

    id: str
    """Unique within what one user can reach; lower-case letters, digits, `-` and `_`."""
    name: str
    """What people call it."""
    description: str = ""
    """One sentence for people and for a model that chooses between agents."""
    role: Role = Role.CUSTOM
    """Supervisor, specialist, helper, resident or custom."""
    objective: str = ""
    """What it is there to achieve."""
    instructions: str = ""
    """The system prompt."""
    kind: str = "model"
    """What carries it out: `model` (the default) or `callable` (a Python function from a plug-in)."""
    model: str | None = None
    """`provider:model`, or nothing for the default model."""
    fallbacks: Sequence[str] | None = None
    """Models that are asked in turn where that one does not answer, `offline` for rules and tools alone; None for those
    of the installation."""
    temperature: float = 0.7
    """Sampling temperature, 0 to 2."""
    max_tokens: int = 4000
    """Longest answer of one model call, in tokens."""
    tags: Sequence[str] = ()
    """Words and phrases people use for its field; a tag found in a message scores 2."""
    keywords: Sequence[str] = ()
    """Words that signal an intent; each adds 0.2 to its confidence, up to 0.6."""
    patterns: Sequence[str] = ()
    """Linear-time regular expressions; each that matches adds 0.3 to its confidence, up to 0.6."""
    examples: Sequence[str] = ()
    """Requests it should get, as people would write them."""
    languages: Sequence[str] = ("en", "es")
    """ISO 639-1 codes of the languages it is described in; they choose the stemmers."""
    tools: Sequence[str] = ()
    """Linear-time regular expressions over tool names, matched against the whole name."""
    helpers: Sequence[str] = ()
    """Ids of the helpers it may call; `*` for every agent of role `helper`."""
    needs: Sequence[str] = ()
    """What it cannot work without: `mcp:NAME`, `store:KIND`, `credential:NAME`, `sandbox:javascript` or
    `sandbox:shell`."""
    context_window: int = -1
    """How many earlier messages of the thread it sees; -1 for all."""
    silence_minutes: int | None = None
    """Minutes of silence after which a conversation with it has ended; 0 for never, None for what the person set."""
    recall: bool = True
    """Whether it is given what is remembered of the person, and may look it up."""
    remember: bool = True
    """Whether it may write down what is to be remembered."""
    max_iterations: int = 8
    """How many model calls one execution may make."""
    announcement: str = ""
    """What a voice says while it starts, e.g. "Checking your email. "."""
    priority: int = 0
    """Breaks ties in scoring; higher wins."""
    color: str = "#6B7280"
    """Hex colour of its avatar."""
    icon: str = "robot"
    """Phosphor icon name of its avatar."""
    status: AgentStatus = AgentStatus.ACTIVE
    """Active, paused, archived or in the shadow."""
    origin: Origin = Origin.USER
    """Builtin, plugin, user, runtime or agent."""
    review: ReviewPolicy = ReviewPolicy.ON_DOUBT
    """When its supervised answers are reviewed."""
    budget: Budget = Budget()
    """Caps on what one execution of it may use."""
    created_at: datetime | None = None
    """When it was registered; None for agents from files."""
    updated_at: datetime | None = None
    """When it was last edited."""
    last_used_at: datetime | None = None
    """When it last carried out an execution."""
    expires_at: datetime | None = None
    """When a runtime agent is removed unless it is used again or kept."""

    def __post_init__(self) -> None:
        for name in SEQUENCE_FIELDS:
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if self.fallbacks is not None:
            object.__setattr__(self, "fallbacks", tuple(self.fallbacks))
        for name, enum in ENUM_FIELDS.items():
            object.__setattr__(self, name, enum(getattr(self, name)))

    def evolve(self, **changes: Any) -> Self:
        """Return a copy with `changes` applied."""
        return replace(self, **changes)

    @property
    def routable(self) -> bool:
        """Whether routing by content may choose it now."""
        return self.role.routable and self.status is AgentStatus.ACTIVE


SEQUENCE_FIELDS = ("tags", "keywords", "patterns", "examples", "languages", "tools", "helpers", "needs")
ENUM_FIELDS: dict[str, type[StrEnum]] = {
    "role": Role,
    "status": AgentStatus,
    "origin": Origin,
    "review": ReviewPolicy,
}
AGENT_FIELDS = tuple(field.name for field in fields(Agent))
ROUTING_FIELDS = (
    "id",
    "name",
    "description",
    "objective",
    "role",
    "status",
    "tags",
    "keywords",
    "patterns",
    "examples",
    "languages",
    "priority",
)
"""The fields that routing reads; a change to any of them is a new release."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintWarning(Record):
    """Something about an agent that will surprise its author; a warning never refuses."""

    code: str
    """Stable name, e.g. `tag-never-matches`."""
    field: str
    """The agent field it is about."""
    value: str
    """The offending value."""
    message: str
    """What is wrong and what to do, in one sentence, in English."""
    why: Reason
    """The same as a code with values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintFinding(Record):
    """Something about an agent of the roster that will surprise people."""

    agent: str
    """The agent's id."""
    code: str
    """Stable name, e.g. `tag-never-matches`."""
    field: str
    """The agent field it is about."""
    value: str
    """The offending value."""
    message: str
    """What is wrong and what to do, in one sentence, in English."""
    why: Reason
    """The same as a code with values."""
