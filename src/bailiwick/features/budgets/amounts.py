"""Says that a limit is used up."""

from bailiwick.features.budgets.reasons import BudgetReason
from bailiwick.features.budgets.rules import amounts
from bailiwick.features.budgets.store import Reached
from bailiwick.kernel.reasons import Reason

CODES = (
    BudgetReason.MONEY_USED_UP,
    BudgetReason.TOKENS_USED_UP,
    BudgetReason.CALLS_USED_UP,
    BudgetReason.TOOL_CALLS_USED_UP,
    BudgetReason.TIME_USED_UP,
)
"""The reasons for which a run waits whose limit is used up, in the order of `amounts`."""


def dollars(money: float) -> str:
    """Return an amount of money: two digits after the point, more where it is less than a cent."""
    return f"${money:,.2f}" if money >= 0.01 or money == 0 else f"${money:.6f}".rstrip("0")


def reason_of(reached: Reached) -> Reason:
    """Return that a limit is used up, with what it allows of what is used up first."""
    limit, code = reached.limit, _first(reached)
    match code:
        case BudgetReason.MONEY_USED_UP:
            amount = dollars(limit.money or 0.0)
        case BudgetReason.TOKENS_USED_UP:
            amount = f"{limit.tokens or 0:,}"
        case BudgetReason.TOOL_CALLS_USED_UP:
            amount = f"{limit.tool_calls or 0:,}"
        case BudgetReason.TIME_USED_UP:
            amount = f"{limit.seconds or 0:,.10g}"
        case _:
            amount = f"{limit.model_calls or 0:,}"
    return Reason.of(code, name=limit.name, limit=amount, limit_id=limit.id)


def _first(reached: Reached) -> BudgetReason:
    shares = [_share(*each) for each in amounts(reached.limit, reached.used)]
    return CODES[shares.index(max(shares))]


def _share(part: float, whole: float | None) -> float:
    if whole is None:
        return -1.0
    return part / whole if whole else float("inf")
