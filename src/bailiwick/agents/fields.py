"""The fields of an agent as clients write them."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from bailiwick.agents.reserved_ids import RESERVED_IDS
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.wire import AgentId, Body, Name, Real, Whole, not_blank
from bailiwick.kernel.lacks import NEED_PATTERN
from bailiwick.kernel.reasons import Reason, ReasonCode, reason_of
from bailiwick.people.preferences import MOST_SILENCE
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent, AgentStatus, ReviewPolicy, Role
from bailiwick_router.core.budgets import Budget
from bailiwick_router.core.reasons.faults import WrongValue
from bailiwick_router.patterns import compile_pattern


def linear(pattern: str) -> str:
    """Return `pattern`. Raises `ValueError` unless it is a regular expression that runs in linear time."""
    try:
        compile_pattern(pattern)
    except InvalidInput as error:
        raise WrongValue(reason_of(error.said)) from None
    return pattern


Phrase = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(not_blank)]
Pattern = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(linear)]
Example = Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(not_blank)]
NeedText = Annotated[str, Field(pattern=NEED_PATTERN)]
HelperId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^([a-z0-9][a-z0-9_-]*|\*)$")]
ModelText = Annotated[str, Field(min_length=1, max_length=200)]
LanguageCode = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
LongText = Annotated[str, Field(max_length=4000)]


class BudgetFields(Body):
    """Caps on what one execution may use."""

    steps: Annotated[Whole, Field(ge=1, le=10_000)] = 50
    """Journaled model and tool calls."""
    seconds: Annotated[Real, Field(gt=0, le=86_400)] = 1800.0
    """Wall-clock time of work, in seconds."""
    tokens: Annotated[Whole, Field(ge=1, le=10**12)] | None = None
    """Input and output tokens together; None for no cap."""
    depth: Annotated[Whole, Field(ge=0, le=10)] = 3
    """How deep helpers may call helpers; 1 means the agent's own helpers only, 0 none."""
    agents: Annotated[Whole, Field(ge=0, le=1000)] = 20
    """Helper calls of one execution, all levels together."""


class AgentFields(Body):
    """What people write about an agent besides its name."""

    description: Annotated[str, Field(max_length=2000)] = ""
    """One sentence for people and for a model that chooses between agents."""
    role: Role = Role.CUSTOM
    """Supervisor, specialist, helper, resident or custom; there is one supervisor only."""
    objective: LongText = ""
    """What it is there to achieve."""
    instructions: Annotated[str, Field(max_length=100_000)] = ""
    """The system prompt."""
    model: ModelText | None = None
    """`provider:model`, or nothing for the default model."""
    fallbacks: Annotated[tuple[ModelText, ...], Field(max_length=10)] | None = None
    """Models that are asked in turn where that one does not answer, `offline` for rules and tools alone; None for those
    of the installation."""
    temperature: Annotated[Real, Field(ge=0, le=2)] = 0.7
    """Sampling temperature."""
    max_tokens: Annotated[Whole, Field(ge=1, le=1_000_000)] = 4000
    """Longest answer of one model call, in tokens."""
    tags: Annotated[tuple[Phrase, ...], Field(max_length=200)] = ()
    """Words and phrases people use for its field."""
    keywords: Annotated[tuple[Phrase, ...], Field(max_length=200)] = ()
    """Words that signal an intent."""
    patterns: Annotated[tuple[Pattern, ...], Field(max_length=50)] = ()
    """Linear-time regular expressions over the message."""
    examples: Annotated[tuple[Example, ...], Field(max_length=5000)] = ()
    """Requests it should get, as people would write them."""
    languages: Annotated[tuple[LanguageCode, ...], Field(min_length=1, max_length=20)] = ("en", "es")
    """ISO 639-1 codes of the languages it is described in."""
    tools: Annotated[tuple[Pattern, ...], Field(max_length=200)] = ()
    """Linear-time regular expressions over tool names, matched against the whole name."""
    helpers: Annotated[tuple[HelperId, ...], Field(max_length=50)] = ()
    """Ids of the helpers it may call; `*` for every agent of role `helper`."""
    needs: Annotated[tuple[NeedText, ...], Field(max_length=20)] = ()
    """What it cannot work without: `mcp:NAME`, `store:KIND`, `credential:NAME`, `sandbox:javascript` or
    `sandbox:shell`."""
    context_window: Annotated[Whole, Field(ge=-1, le=10_000)] = -1
    """How many earlier messages of the thread it sees; -1 for all."""
    silence_minutes: Annotated[Whole, Field(ge=0, le=MOST_SILENCE)] | None = None
    """Minutes of silence after which a conversation with it has ended; 0 for never, None for what the person set."""
    recall: bool = True
    """Whether it is given what is remembered of the person, and may look it up."""
    remember: bool = True
    """Whether it may write down what is to be remembered."""
    max_iterations: Annotated[Whole, Field(ge=1, le=100)] = 8
    """How many model calls one execution may make."""
    announcement: Annotated[str, Field(max_length=300)] = ""
    """What a voice says while it starts."""
    priority: Annotated[Whole, Field(ge=-1000, le=1000)] = 0
    """Breaks ties in scoring; higher wins."""
    color: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")] = "#6B7280"
    """Hex colour of its avatar."""
    icon: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,60}$")] = "robot"
    """Phosphor icon name of its avatar."""
    status: AgentStatus = AgentStatus.ACTIVE
    """Active, paused or archived; only active agents are routed."""
    review: ReviewPolicy = ReviewPolicy.ON_DOUBT
    """When its supervised answers are reviewed."""
    budget: BudgetFields = BudgetFields()
    """Caps on what one execution of it may use."""

    def changes(self) -> dict[str, Any]:
        """Return the fields that the request named, as the core has them."""
        changes = self.given()
        if "budget" in changes:
            changes["budget"] = Budget(**self.budget.model_dump())
        return changes


class AgentChanges(AgentFields):
    """Fields to change; those left out keep their value."""

    name: Name = ""
    """What people call it."""


class NewAgent(AgentFields):
    """An agent to be registered; its id is given to it."""

    name: Name
    """What people call it."""


class NamedAgent(NewAgent):
    """An agent with its id."""

    id: Annotated[AgentId, Field(json_schema_extra={"not": {"enum": [*sorted(RESERVED_IDS)]}})]
    """Unique within what one user can reach; lower-case letters, digits, `-` and `_`."""

    @model_validator(mode="after")
    def _reachable(self) -> "NamedAgent":
        if self.id in RESERVED_IDS:
            raise WrongValue(Reason.of(ReasonCode.ID_MEANS_ELSE, id=self.id))
        if (self.role is Role.SUPERVISOR) != (self.id == SUPERVISOR_ID):
            raise WrongValue(Reason.of(ReasonCode.ROLE_OF_SUPERVISOR, id=SUPERVISOR_ID))
        return self

    def agent(self) -> Agent:
        """Return the agent of the core."""
        return Agent(**self.changes())


def portable(agent: Agent) -> NamedAgent:
    """Return what is exported of an agent: all that an import may set."""
    fields = {name: getattr(agent, name) for name in NamedAgent.model_fields}
    fields["budget"] = BudgetFields.model_construct(**asdict(agent.budget))
    return NamedAgent.model_construct(**fields)


EXAMPLE_AGENT: dict[str, Any] = {
    "id": "gardener",
    "name": "Gardener",
    "description": "Knows plants, soil and seasons.",
    "role": "specialist",
    "instructions": "Answer questions about gardening in a few plain sentences.",
    "tags": ["garden", "plants", "soil", "jardín", "plantas"],
    "keywords": ["prune", "water", "podar", "regar"],
    "patterns": ["when (do|should) i plant"],
    "examples": ["When do I prune my roses?"],
    "tools": ["getCurrentDateTime", "weatherInfo"],
}
