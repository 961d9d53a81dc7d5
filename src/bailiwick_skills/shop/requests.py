"""How requests about products, orders and customers of a store are read without a model."""

from collections.abc import Mapping
from typing import Any

from bailiwick.plugin import (
    Language,
    Recognition,
    Request,
    fold,
    read,
)
from bailiwick_skills.shop import words as words
from bailiwick_skills.shop.phrases import ONE_WORD, SENTENCES, another_time, understood
from bailiwick_skills.shop.searches import quoted
from bailiwick_skills.shop.wordings import (
    ACTS,
    CATALOGUE,
    CUSTOMERS,
    LOW,
    LOW_STOCK,
    NO_PRODUCT,
    NOT_ORDERS,
    ONE_CUSTOMER,
    ORDER_NUMBER,
    ORDER_STATES,
    ORDERS,
    ORDERS_OF,
    SALES,
    SEARCHED,
    SOLD_OUT,
    STATES,
    STOCK,
    STOCK_BELOW,
)

QUOTES = "\"'“”«»‘’ "
MOST = 50
"""Rows that are asked for when the request wants to know how many."""


class ProductReader:
    """Reads "which products are out of stock?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which products are to be listed; nothing when the request is about something else."""
        found = understood(request.core)
        if found is None or ACTS.match(found[0]):
            return None
        folded, _, arguments = found
        arguments.pop("period", None)
        below = STOCK_BELOW.search(folded)
        if SOLD_OUT.search(folded):
            arguments["low_stock"] = 0
        elif below is not None and STOCK.search(folded):
            arguments["low_stock"] = max(int(str(below.group("count"))) - 1, 0)
        elif LOW_STOCK.search(folded):
            arguments["low_stock"] = LOW
        else:
            listed = read((CATALOGUE,), folded)
            if listed is None:
                return None
            state = listed.get("state") or STATES.get(listed.get("estado", ""))
            return Recognition(arguments={**arguments, **({"status": state} if state else {})}, confidence=0.9)
        return Recognition(arguments={**arguments, "limit": MOST}, confidence=0.93)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many there are, and a table."""
        return words.products(arguments, result, language)


class ProductSearchReader:
    """Reads "how much do we charge for the canvas bag?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return what product is looked for; nothing when the request is about something else."""
        found = understood(request.core)
        if found is None or "order" in found[0] or "pedido" in found[0]:
            return None
        core = request.core
        if named := SENTENCES.read("in_store", core):
            return Recognition(arguments={"text": named.slots["product"].strip(QUOTES)}, confidence=0.95)
        if (named := SENTENCES.read("left", core)) and NO_PRODUCT.search(fold(named.slots["product"])):
            return None
        _, written, arguments = found
        read_out = read(SEARCHED, written)
        text = read_out["text"].strip(QUOTES) if read_out else ""
        store = {"store": arguments["store"]} if "store" in arguments else {}
        return Recognition(arguments={"text": text, **store}, confidence=0.88) if text else None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the products, with price and stock."""
        return words.products(arguments, result, language)


class OrderReader:
    """Reads "how many orders did we get today?"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which orders are to be listed; nothing when the request is about something else."""
        if again := another_time(request, "shopifyGetOrders"):
            return Recognition(arguments=again, confidence=0.9)
        found = understood(request.core)
        if found is None:
            return None
        folded, written, arguments = found
        if not ORDERS.search(folded) or NOT_ORDERS.search(folded) or ACTS.match(folded):
            return None
        number = ORDER_NUMBER.search(folded)
        if number is not None:
            store = {"store": arguments["store"]} if "store" in arguments else {}
            return Recognition(arguments={**store, "query": f"name:{number.group('number')}"}, confidence=ONE_WORD)
        if any(pattern.search(folded) for metric, pattern in SALES if metric != "refunds"):
            return None
        status = next((name for name, pattern in ORDER_STATES if pattern.search(folded)), None)
        of = ORDERS_OF.search(folded)
        name = written[slice(*of.span(ORDERS_OF.groupindex["name"]))] if of is not None else ""
        if name[:1].isupper():
            return Recognition(arguments={**arguments, "query": quoted(name)}, confidence=0.92)
        if status is not None:
            arguments["status"] = status
        if any(word in folded for word in ("how many", "cuantos")):
            arguments["limit"] = MOST
        return Recognition(arguments=arguments, confidence=0.9 if arguments else ONE_WORD)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many there are, and a table."""
        return words.orders(arguments, result, language)


class CustomerReader:
    """Reads "list our customers"."""

    def read(self, request: Request) -> Recognition | None:
        """Return which customers are to be listed; nothing when the request is about something else."""
        found = understood(request.core)
        if found is None:
            return None
        folded, written, arguments = found
        store = {"store": arguments["store"]} if "store" in arguments else {}
        one = read((ONE_CUSTOMER,), written)
        if one is not None:
            name = one["name"].strip(QUOTES)
            return Recognition(arguments={**store, "query": quoted(name)}, confidence=0.92)
        if "period" not in arguments and CUSTOMERS.fullmatch(folded):
            return Recognition(arguments=store, confidence=0.9)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return how many there are, and a table."""
        return words.customers(arguments, result, language)
