"""Amounts of money in another currency."""

import time
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Language,
    Reason,
    Recognition,
    Remembered,
    Request,
    Tool,
    ToolContext,
    Web,
    as_data,
    own_service,
    reason_of,
    skill_tool,
)
from bailiwick_skills.currencies.rates import Frankfurter, Rates
from bailiwick_skills.currencies.reasons import CurrenciesReason
from bailiwick_skills.currencies.requests import read_conversion, say_conversion
from bailiwick_skills.money.amounts import fine
from bailiwick_skills.money.names import currency_named

FRESH, STALE = 3_600, 60 * 86_400
"""Seconds that rates are used without asking for newer ones, and that they are told of where none can be had."""
PER_MINUTE = 30
SOURCE = "European Central Bank"

CurrencyName = Annotated[str, Field(min_length=1, max_length=40)]


def currency_tools(web: Web, *, clock: Callable[[], float] = time.monotonic) -> list[Tool]:
    """Return `convertCurrency`; rates are kept for all calls of the process."""
    source_of_rates = Frankfurter(web)
    kept_rates: Remembered[Rates] = Remembered(fresh=FRESH, stale=STALE, most=1, clock=clock)

    @skill_tool(
        read_only=True,
        open_world=True,
        opens=own_service,
        timeout=20.0,
        per_minute=PER_MINUTE,
        recogniser=CurrencyRecogniser(),
    )
    async def convertCurrency(
        context: ToolContext,
        source: Annotated[
            str,
            Field(max_length=40, description="Code or name of the currency to convert from: usd, pounds. Never empty."),
        ],
        target: Annotated[CurrencyName, Field(description="Code or name of the currency to convert to.")],
        amount: Annotated[float, Field(ge=0, le=1e15, description="How much of it.")] = 1.0,
    ) -> dict[str, Any]:
        """Convert money by the reference rates of the European Central Bank; never convert from memory.

        `result` is rounded as its currency is. With `problem` say first of which day the rates are. Banks and cards
        charge other rates.
        """
        del context
        if not source.strip():
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(CurrenciesReason.FROM_WHICH_CURRENCY))
        codes = _code(source), _code(target)
        try:
            kept = await kept_rates.get("latest", source_of_rates.latest)
        except CallFailed as failure:
            raise CallFailed(
                failure.error_class,
                Reason.of(CurrenciesReason.NO_RATES, reason_of(failure.said)),
                retry_after=failure.retry_after,
                outside=failure.outside,
            ) from None
        rate = kept.value.between(*codes)
        if rate is None:
            missing = next(code for code in codes if code not in kept.value.per_euro)
            known = ", ".join(sorted(kept.value.per_euro))
            raise CallFailed(
                ErrorClass.VALIDATION, Reason.of(CurrenciesReason.NO_RATE_FOR, currency=missing, currencies=known)
            )
        return {
            "amount": amount,
            "source": codes[0],
            "target": codes[1],
            "rate": float(f"{rate:.6g}"),
            "result": float(fine(Decimal(str(amount * rate)), codes[1])),
            "day": kept.value.day.isoformat(),
            "ratesOf": SOURCE,
            "ageSeconds": round(kept.age),
            "problem": as_data(kept.problem),
        }

    return [convertCurrency]


def _code(name: str) -> str:
    """Return the code of a currency. Raises `CallFailed` (validation) for one that is not known."""
    code = currency_named(name)
    if code is None and len(name.strip()) == 3 and name.strip().isascii() and name.strip().isalpha():
        return name.strip().upper()
    if code is None:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(CurrenciesReason.WHICH_CURRENCY, currency=name[:40]))
    return code


class CurrencyRecogniser:
    """Reads questions for money in another currency, also "and in pounds?" and "and 50?" after one."""

    def read(self, request: Request) -> Recognition | None:
        """Return the amount and the currencies; None if the request is about something else."""
        return read_conversion(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the amount in both currencies, with the rate and its day."""
        del arguments
        return say_conversion(result, language)
