"""Sales of some days, counted order by order; sums are exact."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Self

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
)
from bailiwick_skills.shop.answers import decimal, mapping, moment, money, next_page, nodes, short_id, text, whole
from bailiwick_skills.shop.periods import Days
from bailiwick_skills.shop.queries import MORE_LINES, SALES, SALES_WITH_LINES
from bailiwick_skills.shop.searches import within
from bailiwick_skills.shop.shop import Shop

MOST_ORDERS, MOST_WITH_LINES = 4_000, 1_500
"""Orders that are counted, of more the earliest: what a shop's allowance lets be asked in a few minutes."""
PAGE, PAGE_WITH_LINES = 150, 18
"""Orders of one page: no question may cost more than a thousand points."""
MOST_LINES_PAGES = 20
"""Pages of one order's lines."""


@dataclass(slots=True)
class Day:
    """What one day brought."""

    orders: int = 0
    sales: Decimal = Decimal(0)
    refunds: Decimal = Decimal(0)


@dataclass(slots=True)
class Sold:
    """What of one product was sold."""

    title: str
    quantity: int = 0
    sales: Decimal = Decimal(0)


@dataclass(slots=True)
class Bought:
    """What one customer bought."""

    name: str
    ever: int
    """Orders in all, to this day."""
    orders: int = 0
    sales: Decimal = Decimal(0)


@dataclass(slots=True)
class Sales:
    """What the orders of some days come to; cancelled ones and tests are left out.

    Sales are what orders came to with taxes and shipping; refunds are those of the same orders, whenever they were
    made.
    """

    days: Days
    by_day: dict[date, Day] = field(default_factory=dict[date, Day])
    products: dict[str, Sold] = field(default_factory=dict[str, Sold])
    customers: dict[str, Bought] = field(default_factory=dict[str, Bought])
    cancelled: int = 0
    counted: int = 0
    """Orders looked at."""
    until: date | None = None
    """Where there were too many: the day in which counting stopped."""

    def __post_init__(self) -> None:
        """Have a day for each, so that none is left out where nothing was sold."""
        self.by_day = {self.days.first + timedelta(days=number): Day() for number in range(self.days.count)}

    @property
    def orders(self) -> int:
        """How many orders count."""
        return sum(day.orders for day in self.by_day.values())

    @property
    def sales(self) -> Decimal:
        """What they came to."""
        return sum((day.sales for day in self.by_day.values()), Decimal(0))

    @property
    def refunds(self) -> Decimal:
        """What of it was paid back."""
        return sum((day.refunds for day in self.by_day.values()), Decimal(0))

    @property
    def average(self) -> Decimal | None:
        """What an order came to in the mean; nothing without orders."""
        return self.sales / self.orders if self.orders else None

    @property
    def returning(self) -> Decimal | None:
        """The share of its known customers that have ordered more than once so far; nothing without customers."""
        known = self.customers.values()
        return Decimal(sum(one.ever > 1 for one in known)) / len(known) if known else None

    def stopped(self) -> Self:
        """Note that counting stopped in the last day that has orders."""
        self.until = max((at for at, day in self.by_day.items() if day.orders), default=self.days.first)
        return self

    def add(self, node: Mapping[str, Any]) -> bool:
        """Count one order; return whether it is a sale."""
        at = moment(node.get("createdAt"))
        if not self.days.holds(at):
            return False
        self.counted += 1
        if node.get("test") is True:
            return False
        if node.get("cancelledAt") is not None:
            self.cancelled += 1
            return False
        total = money(node.get("totalPriceSet"))
        day = self.by_day[at.astimezone(self.days.zone).date()]
        day.orders += 1
        day.sales += total
        day.refunds += money(node.get("totalRefundedSet"))
        customer = mapping(node.get("customer"))
        if key := short_id(customer.get("id")):
            bought = self.customers.setdefault(
                key, Bought(text(customer.get("displayName")), whole(customer.get("numberOfOrders")))
            )
            bought.orders += 1
            bought.sales += total
        return True

    def add_line(self, node: Mapping[str, Any]) -> None:
        """Count one line of an order that counts, as much of it as was not taken out of it or sent back."""
        title = text(node.get("title"))
        key = short_id(mapping(node.get("product")).get("id")) or title
        sold = self.products.setdefault(key, Sold(title))
        unit = mapping(mapping(node.get("discountedUnitPriceAfterAllDiscountsSet")).get("shopMoney")).get("amount")
        quantity = max(whole(node.get("currentQuantity")), 0)
        sold.quantity += quantity
        sold.sales += quantity * (Decimal(0) if unit is None else decimal(unit))

    def months(self) -> Mapping[str, Day]:
        """Return the days summed up by month, `2026-07`."""
        found: dict[str, Day] = {}
        for at, day in self.by_day.items():
            month = found.setdefault(f"{at:%Y-%m}", Day())
            month.orders += day.orders
            month.sales += day.sales
            month.refunds += day.refunds
        return found


async def sales_of(shop: Shop, days: Days, *, lines: bool = False, most: int | None = None) -> Sales:
    """Count the sales of some days, page by page; with `lines` also what products were sold.

    When there are more orders than `most`, or the shop lets no more be asked, it stops and says so in `until`. Raises
    `CallFailed` when not even a first page comes.
    """
    sales = Sales(days)
    most = most or (MOST_WITH_LINES if lines else MOST_ORDERS)
    after: str | None = None
    seen: set[str] = set()
    while True:
        try:
            after = await _add_page(shop, sales, seen, after, lines=lines)
        except CallFailed as failure:
            if failure.error_class is not ErrorClass.RATE_LIMIT or not seen:
                raise
            return sales.stopped()
        if after is None:
            return sales
        if len(seen) >= most:
            return sales.stopped()


async def _add_page(shop: Shop, sales: Sales, seen: set[str], after: str | None, *, lines: bool) -> str | None:
    """Count one page of orders; return where the next begins."""
    query, first = (SALES_WITH_LINES, PAGE_WITH_LINES) if lines else (SALES, PAGE)
    data = await shop.ask(query, {"first": first, "after": after, "query": within(sales.days)})
    for node in nodes(data.get("orders")):
        identity = text(node.get("id"))
        # An order that changed its place between two pages is counted once.
        if identity in seen:
            continue
        seen.add(identity)
        if sales.add(node) and lines:
            await _add_lines(shop, sales, node)
    return next_page(data.get("orders"))


async def _add_lines(shop: Shop, sales: Sales, node: Mapping[str, Any]) -> None:
    connection = node.get("lineItems")
    for _ in range(MOST_LINES_PAGES):
        for line in nodes(connection):
            sales.add_line(line)
        after = next_page(connection)
        if after is None:
            return
        data = await shop.ask(MORE_LINES, {"id": node.get("id"), "after": after})
        connection = mapping(data.get("order")).get("lineItems")
