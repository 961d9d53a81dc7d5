"""Limits on spending, and what is used of them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick_router.core.record import Record

DOLLAR = 1_000_000_000
"""Money is counted in billionths of a US dollar."""
LONGEST_NAME = 80
MOST_MONEY = 1_000_000.0
"""US dollars."""
MOST_TOKENS = 1_000_000_000_000
MOST_CALLS = 1_000_000_000
MOST_SECONDS = 1_000_000_000


class LimitScope(StrEnum):
    """Whose calls a limit concerns."""

    EVERYBODY = "everybody"
    """Those of all people of the installation together."""
    PERSON = "person"
    """All those of a person."""
    AGENT = "agent"
    """Those that an agent makes, and those of runs that it works on."""
    CONVERSATION = "conversation"
    SWARM = "swarm"
    TASK = "task"


class LimitPeriod(StrEnum):
    """When a limit begins anew."""

    DAY = "day"
    MONTH = "month"
    ALWAYS = "always"
    """Never."""


class AtLimit(StrEnum):
    """What a run does that reaches a limit."""

    WAIT = "wait"
    """It waits until a person raises the limit, or it begins anew."""
    END = "end"
    """It ends and says why."""


class SpentBy(StrEnum):
    """By what spending is shown."""

    PERSON = "person"
    AGENT = "agent"
    MODEL = "model"
    DAY = "day"


class LimitState(StrEnum):
    """How much of a limit is used."""

    FREE = "free"
    NEAR = "near"
    """80 % or more."""
    REACHED = "reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingLimit(Record):
    """What some model and tool calls may use."""

    id: str
    user_id: str
    """Whose calls it concerns; of one for everybody who wrote it."""
    name: str
    scope: LimitScope
    subject: str | None
    """Id of the agent, conversation, swarm or task; None for everybody and a person."""
    period: LimitPeriod
    money: float | None
    """US dollars; None for as much as one likes."""
    tokens: int | None
    """Sent and answered together."""
    model_calls: int | None
    tool_calls: int | None
    seconds: float | None
    """Of work: the time that model and tool calls take, added up."""
    at_limit: AtLimit
    imposed: bool
    """Whether administrators wrote it for a person, who cannot change it."""
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending(Record):
    """What calls used, or may use."""

    money: float = 0.0
    """US dollars."""
    tokens: int = 0
    model_calls: int = 0
    tool_calls: int = 0
    seconds: float = 0.0
    """Of work; none are reserved."""

    def __add__(self, other: "Spending") -> "Spending":
        return Spending(
            money=self.money + other.money,
            tokens=self.tokens + other.tokens,
            model_calls=self.model_calls + other.model_calls,
            tool_calls=self.tool_calls + other.tool_calls,
            seconds=self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitUse(Record):
    """A limit and how it stands in its period."""

    limit: SpendingLimit
    subject_name: str | None
    """What people call the person, agent, conversation, swarm or task; None where it is gone, and for everybody."""
    used: Spending
    reserved: Spending
    """What calls under way hold."""
    state: LimitState
    share: float
    """What is used of what is used up first, 0 to 1 and above."""
    waiting: int
    """How many runs of the user who looks wait for it; also where some of it is left, but too little for their call."""
    begins: datetime | None
    """When its period began; None of one that never begins anew."""
    ends: datetime | None
    """When it begins anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingRow(Record):
    """What one person, agent or model used, or what was used on one day."""

    key: str
    name: str | None
    """What people call it; None where it has no other name."""
    money: float
    """US dollars, by list price; 0 where that is not known."""
    tokens: int
    model_calls: int
