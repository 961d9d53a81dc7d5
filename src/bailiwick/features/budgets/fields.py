"""Limits on spending on the wire: what clients write."""

from typing import Annotated

from pydantic import AfterValidator, Field

from bailiwick.features.budgets.records import (
    LONGEST_NAME,
    MOST_CALLS,
    MOST_MONEY,
    MOST_SECONDS,
    MOST_TOKENS,
    AtLimit,
    LimitPeriod,
    LimitScope,
)
from bailiwick.kernel.http.wire import Body, printable_name

LimitName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(printable_name)]
Money = Annotated[float, Field(ge=0, le=MOST_MONEY, allow_inf_nan=False, strict=True)]
Tokens = Annotated[int, Field(ge=0, le=MOST_TOKENS, strict=True)]
Calls = Annotated[int, Field(ge=0, le=MOST_CALLS, strict=True)]
Seconds = Annotated[float, Field(ge=0, le=MOST_SECONDS, allow_inf_nan=False, strict=True)]


class NewSpendingLimit(Body):
    """A limit to be set; it limits money, tokens, calls of models, calls of tools, time, or several of them."""

    scope: LimitScope
    """Whose calls it concerns; only administrators set one for everybody."""
    subject: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Id of the agent, conversation, swarm or task; of a person where an administrator sets it for them."""
    period: LimitPeriod = LimitPeriod.DAY
    """When it begins anew."""
    money: Money | None = None
    """US dollars."""
    tokens: Tokens | None = None
    """Sent and answered together."""
    model_calls: Calls | None = None
    tool_calls: Calls | None = None
    seconds: Seconds | None = None
    """Of work: the time that model and tool calls take, added up."""
    at_limit: AtLimit = AtLimit.WAIT
    """What a run does that reaches it."""
    name: LimitName | None = None
    """What it is called; else by what it is of."""


class SpendingLimitChanges(Body):
    """What is to change of a limit; what is left out stays, null takes an amount away."""

    name: LimitName | None = None
    money: Money | None = None
    """US dollars."""
    tokens: Tokens | None = None
    model_calls: Calls | None = None
    tool_calls: Calls | None = None
    seconds: Seconds | None = None
    """Of work: the time that model and tool calls take, added up."""
    at_limit: AtLimit | None = None
    """What a run does that reaches it."""
