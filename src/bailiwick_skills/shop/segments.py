"""Customers of a shop by a rule: by orders, by what they spent, new ones, those who came back or stayed away."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from bailiwick.plugin import CallFailed, ErrorClass
from bailiwick_skills.shop.answers import decimal, mapping, moment, money, next_page, nodes, short_id, text, whole
from bailiwick_skills.shop.periods import Days
from bailiwick_skills.shop.queries import KNOWN_CUSTOMERS, SALES
from bailiwick_skills.shop.sales import MOST_ORDERS, PAGE
from bailiwick_skills.shop.searches import both, within
from bailiwick_skills.shop.shop import Shop

Segment = Literal["buyers", "new", "returning", "lapsed"]
MOST_CUSTOMERS = 3_000
"""Customers that are looked at, of more those that changed longest ago."""
CUSTOMERS_PAGE = 200


@dataclass(slots=True)
class Buyer:
    """A customer as far as a rule needs it."""

    name: str
    orders: int = 0
    spent: Decimal = Decimal(0)
    last: date | None = None
    """The day of the last order that counts, where the store is."""
    ever: int = 0
    """Orders in all, to this day."""
    since: int = 0
    """Of those, the ones since the first day that is looked at, also cancelled ones and tests."""


@dataclass(slots=True)
class FoundCustomers:
    """The customers that a rule fits, the ones who spent most first."""

    buyers: Sequence[Buyer] = ()
    counted: int = 0
    """Customers, or orders, that were looked at."""
    until: date | None = None
    """Where there were too many orders: the day in which counting stopped."""
    complete: bool = True


async def customers_by_totals(shop: Shop, *, orders: int, spent: Decimal | None) -> FoundCustomers:
    """Return who has bought so often and for so much in all, by Shopify's own totals of each customer."""
    asked = _totals(orders, spent)
    return await _known(shop, asked, lambda each: _reaches(each, orders, spent))


async def lapsed_customers(
    shop: Shop, first: date, days: Days, *, orders: int, spent: Decimal | None, hidden_before: date | None
) -> FoundCustomers:
    """Return who has bought so often and for so much in all, but not since the day `first`.

    `days` says the time zone of the store. Of an order before `hidden_before` the token is not told; None where it is
    told of all.
    """

    def stayed_away(each: Buyer) -> bool:
        if not _reaches(each, orders, spent):
            return False
        if each.last is None:
            return each.orders > 0 and hidden_before is not None and hidden_before <= first
        return each.last < first

    return await _known(shop, _totals(orders, spent), stayed_away, days)


async def customers_of(shop: Shop, days: Days, today: date, fits: Callable[[Buyer], bool]) -> FoundCustomers:
    """Return who bought on some days and fits; cancelled orders and tests do not count.

    All orders since the first of the days are looked at, up to `MOST_ORDERS`, so that `Buyer.since` is known.
    """
    seen: dict[str, Buyer] = {}
    found, after, ids = FoundCustomers(), None, set[str]()
    every = Days(days.first, max(days.last, today), days.zone)
    while True:
        try:
            data = await shop.ask(SALES, {"first": PAGE, "after": after, "query": within(every)})
        except CallFailed as failure:
            if failure.error_class is not ErrorClass.RATE_LIMIT or not ids:
                raise
            found.complete = False
            break
        for node in nodes(data.get("orders")):
            if (identity := text(node.get("id"))) not in ids:
                ids.add(identity)
                found.until = _count(node, seen, days)
        after = next_page(data.get("orders"))
        found.complete = after is None or len(ids) < MOST_ORDERS
        if after is None or not found.complete:
            break
    found.counted = len(ids)
    found.until = None if found.complete else found.until
    found.buyers = _ranked(each for each in seen.values() if each.orders and fits(each))
    return found


def _count(node: Mapping[str, Any], seen: dict[str, Buyer], days: Days) -> date:
    """Count an order with its customer; return its day."""
    at = moment(node.get("createdAt"))
    day = at.astimezone(days.zone).date()
    customer = mapping(node.get("customer"))
    if key := short_id(customer.get("id")):
        buyer = seen.setdefault(
            key, Buyer(text(customer.get("displayName")), ever=whole(customer.get("numberOfOrders")))
        )
        buyer.since += 1
        if days.holds(at) and node.get("test") is not True and node.get("cancelledAt") is None:
            buyer.orders += 1
            buyer.spent += money(node.get("totalPriceSet"))
            buyer.last = day if buyer.last is None else max(buyer.last, day)
    return day


def _totals(orders: int, spent: Decimal | None) -> str | None:
    """Return the search for customers who reach at least about as much."""
    return both(f"orders_count:>={orders}", f"total_spent:>={int(spent)}" if spent is not None else None)


def _reaches(each: Buyer, orders: int, spent: Decimal | None) -> bool:
    return each.orders >= orders and (spent is None or each.spent >= spent)


async def _known(
    shop: Shop, asked: str | None, fits: Callable[[Buyer], bool], days: Days | None = None
) -> FoundCustomers:
    found, after = FoundCustomers(), None
    chosen: list[Buyer] = []
    while True:
        data = await shop.ask(KNOWN_CUSTOMERS, {"first": CUSTOMERS_PAGE, "after": after, "query": asked})
        page = nodes(data.get("customers"))
        found.counted += len(page)
        chosen += [each for each in (_buyer(node, days) for node in page) if fits(each)]
        after = next_page(data.get("customers"))
        found.complete = after is None
        if after is None or found.counted >= MOST_CUSTOMERS:
            break
    found.buyers = _ranked(chosen)
    return found


def _buyer(node: Mapping[str, Any], days: Days | None) -> Buyer:
    spent, last = mapping(node.get("amountSpent")).get("amount"), mapping(node.get("lastOrder")).get("createdAt")
    at = None if last is None else moment(last)
    orders = whole(node.get("numberOfOrders"))
    return Buyer(
        name=text(node.get("displayName")),
        orders=orders,
        spent=Decimal(0) if spent is None else decimal(spent),
        last=None if at is None else (at if days is None else at.astimezone(days.zone)).date(),
        ever=orders,
    )


def _ranked(buyers: Iterable[Buyer]) -> Sequence[Buyer]:
    return sorted(buyers, key=lambda each: (-each.spent, -each.orders, each.name))
