"""Which limits concern a model call, when their periods begin, and what a call may use at most."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bailiwick.features.budgets.prices import CallPrice
from bailiwick.features.budgets.records import (
    DOLLAR,
    LimitPeriod,
    LimitScope,
    LimitState,
    Spending,
    SpendingLimit,
)
from bailiwick.kernel.usage import Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.models.counting import size_of
from bailiwick.runs.records import Execution

ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)
"""Where the period begins of what never begins anew."""
LEAST_ANSWER = 256
"""Tokens; a call with less room for its answer is not made."""
NEAR = 0.8
"""Share of a limit at which people are told."""


def begins(period: LimitPeriod, now: datetime, zone: ZoneInfo) -> datetime:
    """Return when the period began that it is now."""
    local = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case LimitPeriod.DAY:
            return local.astimezone(UTC)
        case LimitPeriod.MONTH:
            return local.replace(day=1).astimezone(UTC)
        case LimitPeriod.ALWAYS:
            return ALWAYS


def ends(period: LimitPeriod, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Return when the next period begins; None where there is none."""
    local = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case LimitPeriod.DAY:
            return (local + timedelta(days=1)).astimezone(UTC)
        case LimitPeriod.MONTH:
            return (local.replace(day=1) + timedelta(days=32)).replace(day=1).astimezone(UTC)
        case LimitPeriod.ALWAYS:
            return None


def concerned(
    limits: Iterable[SpendingLimit], agents: frozenset[str], subjects: "RunSubjects"
) -> Sequence[SpendingLimit]:
    """Return the limits that concern a call which these agents answer for."""
    return [each for each in limits if _concerns(each, agents, subjects)]


@dataclass(frozen=True, slots=True)
class RunSubjects:
    """What a run belongs to."""

    conversation: str | None
    swarm: str | None = None
    task: str | None = None

    @classmethod
    def of(cls, execution: Execution) -> "RunSubjects":
        """Return what an execution belongs to."""
        return cls(execution.conversation_id, execution.swarm_id, execution.task_id)


def _concerns(limit: SpendingLimit, agents: frozenset[str], subjects: RunSubjects) -> bool:
    match limit.scope:
        case LimitScope.EVERYBODY | LimitScope.PERSON:
            return True
        case LimitScope.AGENT:
            return limit.subject in agents
        case LimitScope.CONVERSATION:
            return limit.subject == subjects.conversation
        case LimitScope.SWARM:
            return limit.subject == subjects.swarm
        case LimitScope.TASK:
            return limit.subject == subjects.task


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstCase:
    """What a model call may use at most; money in billionths of a US dollar."""

    input: int
    """Tokens of what is sent, rather too many."""
    input_money: int
    token_money: int
    """Of each token of the answer."""
    least: int
    """Tokens of the shortest answer for which it is made."""
    most: int
    """Tokens of the longest answer."""
    model_calls: int = 1
    tool_calls: int = 0

    @property
    def at_least(self) -> Spending:
        """What the call uses with the shortest answer for which it is made."""
        money = (self.input_money + self.least * self.token_money) / DOLLAR
        return Spending(
            money=money,
            tokens=self.input + self.least,
            model_calls=self.model_calls,
            tool_calls=self.tool_calls,
        )


ONE_TOOL_CALL = WorstCase(input=0, input_money=0, token_money=0, least=0, most=0, model_calls=0, tool_calls=1)
"""What a tool call uses."""


def worst_case(question: ModelRequest, price: CallPrice) -> WorstCase:
    """Return what a call may use at most."""
    sent = size_of(question).at_most
    return WorstCase(
        input=sent,
        input_money=math.ceil(sent * price.input * DOLLAR / 1_000_000),
        token_money=math.ceil(price.output * DOLLAR / 1_000_000),
        least=min(LEAST_ANSWER, question.max_tokens),
        most=question.max_tokens,
    )


def charged(usage: Usage, price: CallPrice) -> int:
    """Return what a call cost, in billionths of a US dollar: by list price where that is known."""
    if usage.cost > 0 and not price.set_here:
        return math.ceil(usage.cost * DOLLAR)
    return math.ceil((usage.input_tokens * price.input + usage.output_tokens * price.output) * DOLLAR / 1_000_000)


def share_of(limit: SpendingLimit, used: Spending) -> float:
    """Return what is used of what is used up first."""
    return max((_share(part, whole) for part, whole in amounts(limit, used) if whole is not None), default=0.0)


def amounts(limit: SpendingLimit, used: Spending) -> Sequence[tuple[float, float | None]]:
    """Return what is used of each amount, and what the limit allows of it: money, tokens, model calls, tool calls and
    seconds."""
    return (
        (used.money, limit.money),
        (used.tokens, limit.tokens),
        (used.model_calls, limit.model_calls),
        (used.tool_calls, limit.tool_calls),
        (used.seconds, limit.seconds),
    )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


def state_of(share: float) -> LimitState:
    """Return how a limit stands of which a share is used."""
    if share >= 1.0:
        return LimitState.REACHED
    return LimitState.NEAR if share >= NEAR else LimitState.FREE
