"""How requests for groups of customers are read without a model; the wordings are in `sentences`."""

from collections.abc import Callable, Mapping
from typing import Any

from bailiwick.plugin import Language, Recognition, Request, SentenceReading, in_digits
from bailiwick_skills.shop import words as words
from bailiwick_skills.shop.phrases import SENTENCES, another_time, understood
from bailiwick_skills.shop.sale_requests import written_amount

TOOL = "shopifySegmentCustomers"
LONGEST_STAY = 3_650
"""Days."""


class SegmentReader:
    """Reads "which customers bought more than 3 times this year?", and "and last year?" after it."""

    def read(self, request: Request) -> Recognition | None:
        """Return the rule and the time; nothing when the request is about something else."""
        if again := another_time(request, TOOL):
            return Recognition(
                arguments={name: value for name, value in again.items() if name != "days"}, confidence=0.9
            )
        found = understood(request.core)
        if found is None:
            return None
        _, written, about = found
        for said in dict.fromkeys((written, in_digits(written, request.language))):
            for intent in INTENTS:
                if reading := SENTENCES.read(intent, said):
                    rule = INTENTS[intent](reading, request.language)
                    if rule is None:
                        return None
                    return Recognition(arguments={**rule, **about}, confidence=0.95, language=_language(reading))
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many they are, by which rule, and a table."""
        del arguments
        return words.segment(result, language)


def _over_orders(reading: SentenceReading, language: Language) -> dict[str, Any] | None:
    del language
    return {"min_orders": min(_times(reading) + 1, 10_000)}


def _orders(reading: SentenceReading, language: Language) -> dict[str, Any] | None:
    del language
    return {"min_orders": min(max(_times(reading), 1), 10_000)}


def _spend(reading: SentenceReading, language: Language) -> dict[str, Any] | None:
    figures = "".join(each for each in reading.slots["amount"] if each.isdigit() or each in ".,")
    amount = written_amount(figures, language)
    return None if amount is None else {"min_spent": amount}


def _lapsed(reading: SentenceReading, language: Language) -> dict[str, Any] | None:
    del language
    if "number" not in reading.slots:
        return {"segment": "lapsed"}
    days = int(reading.slots["number"]) * int(reading.slots["unit"])
    return {"segment": "lapsed", "days": days} if 1 <= days <= LONGEST_STAY else None


def _kind(segment: str) -> "Rule":
    def rule(reading: SentenceReading, language: Language) -> dict[str, Any] | None:
        del reading, language
        return {"segment": segment}

    return rule


Rule = Callable[[SentenceReading, Language], dict[str, Any] | None]
"""Makes the arguments of what a sentence says; None where that is no rule."""
INTENTS: Mapping[str, Rule] = {
    "bought_over": _over_orders,
    "bought_at_least": _orders,
    "spent": _spend,
    "lapsed": _lapsed,
    "new_customers": _kind("new"),
    "returning_customers": _kind("returning"),
}
"""What makes the rule of each sentence."""


def _times(reading: SentenceReading) -> int:
    return int(reading.slots.get("often") or reading.slots["number"])


def _language(reading: SentenceReading) -> Any:
    return reading.language
