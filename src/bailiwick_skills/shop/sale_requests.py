"""How requests about sales, and for another price, are read without a model."""

from collections.abc import Mapping
from typing import Any

from bailiwick.plugin import (
    Language,
    Recognition,
    Request,
    chosen,
    read,
)
from bailiwick_skills.shop import words as words
from bailiwick_skills.shop.phrases import ONE_WORD, another_time, understood
from bailiwick_skills.shop.wordings import ACTS, PRICES, SALES

QUOTES = "\"'“”«»‘’ "


class SalesReader:
    """Reads "what did we sell this week?", and "and last month?" after it."""

    def read(self, request: Request) -> Recognition | None:
        """Return which figures of which time are wanted; nothing when the request is about something else."""
        if again := another_time(request, "shopifyGetAnalytics"):
            return Recognition(arguments=again, confidence=0.9)
        found = understood(request.core)
        if found is None or ACTS.match(found[0]):
            return None
        folded, _, arguments = found
        metric = next((name for name, pattern in SALES if pattern.search(folded)), None)
        if metric is None:
            return None
        return Recognition(arguments={**arguments, "metric": metric}, confidence=0.91 if arguments else ONE_WORD)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the figure first, then what it is made of."""
        return words.sales(arguments, result, language)


class PriceReader:
    """Reads "raise the price of the linen shirt to 39 dollars"."""

    def read(self, request: Request) -> Recognition | None:
        """Return the product and its new price; nothing when the request is about something else."""
        if (meant := chosen(request, "shopifyUpdateProductPrice")) and request.just_called is not None:
            return Recognition(arguments={**request.just_called.arguments, "product": meant}, confidence=0.97)
        found = understood(request.core)
        if found is None:
            return None
        _, written, arguments = found
        wanted = read(PRICES, written)
        if wanted is None:
            return None
        price = written_amount(wanted["new"], request.language)
        old = written_amount(wanted["old"], request.language) if "old" in wanted else None
        product = wanted["product"].strip(QUOTES)
        if price is None or not product or ("old" in wanted and old is None):
            return None
        read_out = {"product": product, "price": price, **({"old_price": old} if old else {})}
        store = {"store": arguments["store"]} if arguments.get("store", "all") != "all" else {}
        return Recognition(arguments={**read_out, **store}, confidence=0.97)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the old price and the new one."""
        return words.price(result, language)


def written_amount(written: str, language: Language) -> str | None:
    """Return an amount as programs read it, from `19,99`, `1.299,00` or `1,299.00`; nothing when it is none.

    Where one sign could mean either, it stands for what it does in the language: `1.299` is more than a thousand in
    Spanish.
    """
    text = written.rstrip(".,")
    points, commas = text.count("."), text.count(",")
    if points and commas:
        mark = max(".", ",", key=text.rfind)
    elif points + commas > 1:
        mark = ""
    else:
        sign = "." if points else ","
        thousands = "," if language == "en" else "."
        groups = text.partition(sign)
        mark = "" if sign == thousands and len(groups[2]) == 3 and 0 < len(groups[0]) <= 3 else sign
    whole, _, rest = text.rpartition(mark) if mark and mark in text else (text, "", "")
    whole = whole.replace(".", "").replace(",", "")
    if not whole.isdigit() or (rest and not rest.isdigit()) or (mark and mark in text and not 1 <= len(rest) <= 3):
        return None
    return f"{whole}.{rest}" if rest else whole
