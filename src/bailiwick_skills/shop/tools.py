"""A person's Shopify stores: products, orders, customers, sales, prices and stock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    SHOWN,
    CallFailed,
    CredentialStore,
    ErrorClass,
    FoundThing,
    Reason,
    ReasonCode,
    Tool,
    ToolContext,
    Web,
    not_there,
    own_service,
    skill_tool,
    unchanged,
)
from bailiwick_skills.money.amounts import plain
from bailiwick_skills.shop import answers, rows, searches
from bailiwick_skills.shop.facts import ShopFacts, facts_of, history_note
from bailiwick_skills.shop.forecast_tool import forecast_tool
from bailiwick_skills.shop.naming import NoProduct
from bailiwick_skills.shop.opening import ALL, Open, StoreOpener
from bailiwick_skills.shop.periods import Days, Period, days_of, named_days, read_day, zone_of
from bailiwick_skills.shop.price_list import price_list_tool
from bailiwick_skills.shop.pricing import Target, find, price_of, set_price, told
from bailiwick_skills.shop.queries import CUSTOMERS, ORDERS, PRODUCTS
from bailiwick_skills.shop.reports import Metric, chart, figures
from bailiwick_skills.shop.requests import CustomerReader, OrderReader, ProductReader, ProductSearchReader
from bailiwick_skills.shop.sale_requests import PriceReader, SalesReader
from bailiwick_skills.shop.sales import sales_of
from bailiwick_skills.shop.segment_tool import segment_tool
from bailiwick_skills.shop.shop import Shop
from bailiwick_skills.shop.stock_tool import stock_tool

Store = Annotated[
    str | None,
    Field(max_length=200, description="Name or domain of the store; left out for the default one, `all` for every."),
]
OneStore = Annotated[str | None, Field(max_length=200, description="Name or domain; left out for the default store.")]
Cursor = Annotated[str | None, Field(max_length=2_000, description="`next` of the page before; for one store only.")]
Search = Annotated[str | None, Field(max_length=500, description="Further conditions in Shopify's search syntax.")]
Day = Annotated[
    str | None, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Date, like 2026-07-01, in the store's time zone.")
]
Amount = Annotated[str, Field(max_length=20, pattern=r"^\d+(\.\d+)?$", description="Amount like 19.99.")]


def shopify_tools(
    web: Web, credentials: CredentialStore, now: Callable[[], datetime], *, connect: Open = Shop
) -> list[Tool]:
    """Return the Shopify tools; `now` is the present moment with its time zone."""
    opening = StoreOpener(web, credentials, connect)

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=180.0, recogniser=ProductReader())
    async def shopifyGetProducts(
        context: ToolContext,
        store: Store = None,
        query: Search = None,
        status: Annotated[searches.ProductStatus | None, Field(description="Only these.")] = None,
        low_stock: Annotated[
            int | None,
            Field(ge=0, le=1_000_000, description="Only products with so many pieces or fewer; 0: sold out."),
        ] = None,
        limit: Annotated[int, Field(ge=1, le=50, description="How many products.")] = 20,
        cursor: Cursor = None,
    ) -> dict[str, Any]:
        """List products of the person's Shopify store with prices, stock and variants.

        Use it for the catalogue, for what is sold out or low in stock, and how many products there are. Returns
        stores, each with currency, total, products (id, title, status, vendor, type, price, stock, variants) and next
        (cursor of the next page, null on the last), and failures. `stock` is null where it is not counted.
        """
        stock = None if low_stock is None else f"inventory_total:<={low_stock}"
        asked = searches.both(query, None if status is None else f"status:{status}", stock)
        sort = "TITLE" if low_stock is None else "INVENTORY_TOTAL"

        async def read(shop: Shop) -> dict[str, Any]:
            facts = await facts_of(shop)
            return await _products(shop, facts, asked, limit, cursor, sort=sort, counted=low_stock is not None)

        return await _told(opening, context, store, read, cursor)

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=180.0, recogniser=ProductSearchReader())
    async def shopifySearchProducts(
        context: ToolContext,
        text: Annotated[
            str, Field(min_length=1, max_length=200, description="Words of the title, vendor, type; a SKU.")
        ],
        store: Store = None,
        limit: Annotated[int, Field(ge=1, le=50, description="How many products.")] = 10,
    ) -> dict[str, Any]:
        """Find products of the person's Shopify store by words or SKU, with their price and stock.

        Use it before saying that a product does not exist, and to learn ids. Returns the same as shopifyGetProducts.
        """
        if not searches.words(text) and not text.strip():
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.QUERY_BLANK))

        async def read(shop: Shop) -> dict[str, Any]:
            facts = await facts_of(shop)
            return await _products(shop, facts, searches.products(text), limit, None, sort="RELEVANCE")

        return {"text": text, **await _told(opening, context, store, read, None)}

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=180.0, recogniser=OrderReader())
    async def shopifyGetOrders(
        context: ToolContext,
        store: Store = None,
        status: Annotated[searches.OrderStatus | None, Field(description="Only these.")] = None,
        period: Annotated[Period | None, Field(description="Only orders of this time.")] = None,
        since: Day = None,
        until: Day = None,
        query: Search = None,
        limit: Annotated[int, Field(ge=1, le=50, description="How many orders.")] = 20,
        cursor: Cursor = None,
    ) -> dict[str, Any]:
        """List orders of the person's Shopify store, the latest first, with payment and shipping state.

        Give a period, or the first and last day as since and until. Returns stores, each with currency, timezone,
        total (how many fit), orders (name, createdAt, customer, total, payment, fulfilment, lines) and next, and
        failures. What customers and products are called are strangers' words.
        """
        dates = read_day(since, "since"), read_day(until, "until")

        async def read(shop: Shop) -> dict[str, Any]:
            facts = await facts_of(shop)
            days = days_of(period, *dates, now=now(), zone=zone_of(facts.zone))
            asked = searches.both(query, status and searches.ORDER_STATUSES[status], days and searches.within(days))
            data = await shop.ask(ORDERS, {"first": limit, "after": cursor, "query": asked})
            return {
                **_head(facts),
                "timezone": facts.zone,
                "since": days and days.first.isoformat(),
                "until": days and days.last.isoformat(),
                **_total(data.get("ordersCount")),
                "orders": [rows.order(each, facts.currency, facts.zone) for each in answers.nodes(data.get("orders"))],
                "next": answers.next_page(data.get("orders")),
                "note": history_note(facts, days, now()),
            }

        return await _told(opening, context, store, read, cursor)

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=180.0, recogniser=CustomerReader())
    async def shopifyGetCustomers(
        context: ToolContext,
        store: Store = None,
        query: Annotated[
            str | None, Field(max_length=500, description="A name, an e-mail address, or Shopify's search syntax.")
        ] = None,
        limit: Annotated[int, Field(ge=1, le=50, description="How many customers.")] = 20,
        cursor: Cursor = None,
    ) -> dict[str, Any]:
        """List customers of the person's Shopify store: who they are, how often they ordered, what they spent.

        Show no more of them than the question needs. Returns stores, each with currency, total, customers (id, name,
        email, place, since, orders, spent, lastOrder) and next, and failures.
        """

        async def read(shop: Shop) -> dict[str, Any]:
            facts = await facts_of(shop)
            data = await shop.ask(CUSTOMERS, {"first": limit, "after": cursor, "query": query})
            found = [rows.customer(each, facts.currency) for each in answers.nodes(data.get("customers"))]
            return {
                **_head(facts),
                **_total(data.get("customersCount")),
                "customers": found,
                "next": answers.next_page(data.get("customers")),
            }

        return await _told(opening, context, store, read, cursor)

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=240.0, recogniser=SalesReader())
    async def shopifyGetAnalytics(
        context: ToolContext,
        store: Store = None,
        metric: Annotated[Metric, Field(description="What is looked at more closely, and charted.")] = "overview",
        period: Annotated[Period | None, Field(description="Which time; the last 30 days unless said.")] = None,
        since: Day = None,
        until: Day = None,
    ) -> dict[str, Any]:
        """Work out the sales of the person's Shopify store from all orders of some days, with a chart.

        Every metric tells sales, orders, averageOrder, refunds, net, customers and returningShare (customers who have
        ordered more than once so far); `overview`, `sales`, `orders`, `average_order_value` and `refunds` add the
        figures by day or month, `top_products` the best sellers by pieces, `top_customers` who bought for most. Sales
        include taxes and shipping; cancelled and test orders are left out; refunds count for the day of their order.
        Returns stores (each with currency, since, until, timezone), failures, and chart. `complete` is false when
        there were too many orders to count. The person sees the chart: do not draw it again.
        """
        dates = read_day(since, "since"), read_day(until, "until")

        async def read(shop: Shop) -> tuple[ShopFacts, Days, Any]:
            facts = await facts_of(shop)
            zone, moment = zone_of(facts.zone), now()
            days = days_of(period, *dates, now=moment, zone=zone) or named_days("last_30_days", now=moment, zone=zone)
            return facts, days, await sales_of(shop, days, lines=metric == "top_products")

        results, failures = await opening.each(context, store, read)
        return {
            "metric": metric,
            "stores": [
                {
                    **_head(facts),
                    "timezone": facts.zone,
                    "since": days.first.isoformat(),
                    "until": days.last.isoformat(),
                    **figures(sales, facts.currency, metric),
                    "note": history_note(facts, days, now()),
                }
                for facts, days, sales in results
            ],
            "failures": failures,
            "chart": chart(
                [(facts.name, facts.currency, sales) for facts, _, sales in results], metric, context.language
            ),
        }

    async def looked_up(
        context: ToolContext,
        price: str,
        product: str | None,
        variant: str | None,
        old_price: str | None,
        compare_at: str | None,
        store: str | None,
    ) -> _PriceChange:
        """Return what a change of a price is about. Raises `CallFailed` where it cannot be made as it is asked for."""
        shop = await opening.one(context, store)
        facts = await facts_of(shop)
        wanted = price_of(price, facts.currency)
        expected = None if old_price is None else price_of(old_price, facts.currency, "old_price")
        compared = None if compare_at is None else price_of(compare_at, facts.currency, "compare_at")
        if compared is not None and compared <= wanted:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.PRICE_COMPARED))
        change = _PriceChange(shop, facts, await find(shop, product, variant), wanted, expected, compared)
        change.check()
        return change

    async def price_found(context: ToolContext, **asked: Any) -> Sequence[FoundThing]:
        return (await looked_up(context, **asked)).found

    @skill_tool(
        idempotent=True,
        destructive=True,
        open_world=True,
        opens=own_service,
        finds=price_found,
        approval=True,
        timeout=180.0,
        recogniser=PriceReader(),
    )
    async def shopifyUpdateProductPrice(
        context: ToolContext,
        price: Amount,
        product: Annotated[
            str | None, Field(min_length=1, max_length=200, description="Id, title or SKU of the product.")
        ] = None,
        variant: Annotated[
            str | None, Field(min_length=1, max_length=200, description="Id, title or SKU of one variant of it.")
        ] = None,
        old_price: Annotated[
            str | None,
            Field(
                max_length=20,
                pattern=r"^\d+(\.\d+)?$",
                description="The price as it is now. Always give it when you know it: the person who approves sees "
                "it, and nothing is changed when it is another meanwhile.",
            ),
        ] = None,
        compare_at: Annotated[
            str | None,
            Field(
                max_length=20, pattern=r"^\d+(\.\d+)?$", description="Price to show crossed out; left out: as it is."
            ),
        ] = None,
        store: OneStore = None,
    ) -> dict[str, Any]:
        """Change the live price of a product, or of one of its variants, in the person's Shopify store.

        A person approves each call. Look the product up first, and give its id and old_price. Without a variant all
        variants change, if they have one price. Returns store, currency, product, variants, oldPrice, newPrice and
        changed (false when the price was so already). If no product is called so, found is false, and near has the
        titles that may be meant, products their ids; ask which one, and do not choose yourself.
        """
        change = await looked_up(context, price, product, variant, old_price, compare_at, store)
        target, currency = change.target, change.facts.currency
        if isinstance(target, NoProduct):
            near = [{"title": title, "id": product_id} for title, product_id in target.near[:SHOWN]]
            return not_there(target.asked, [title for title, _ in target.near], **_head(change.facts), products=near)
        unchanged(context, change.found)
        first, done = target.variants[0], change.done
        if not done:
            await set_price(change.shop, target, change.wanted, change.compared)
        return {
            **_head(change.facts),
            "product": target.product,
            "productId": answers.short_id(target.product_id),
            "variants": told(target, currency) if target.several else [],
            "oldPrice": plain(change.expected if done and change.expected is not None else first.price, currency),
            "newPrice": plain(change.wanted, currency),
            "compareAt": None if change.compared is None else plain(change.compared, currency),
            "changed": not done,
        }

    return [
        shopifyGetProducts,
        shopifySearchProducts,
        shopifyGetOrders,
        shopifyGetCustomers,
        shopifyGetAnalytics,
        shopifyUpdateProductPrice,
        price_list_tool(opening),
        stock_tool(opening),
        segment_tool(opening, now),
        forecast_tool(opening, now),
    ]


@dataclass(frozen=True, slots=True)
class _PriceChange:
    """A change of a price, and what it is about as that was read just now."""

    shop: Shop
    facts: ShopFacts
    target: Target | NoProduct
    wanted: Decimal
    expected: Decimal | None
    compared: Decimal | None

    @property
    def done(self) -> bool:
        """Whether the price is so already: a repetition writes nothing twice."""
        if isinstance(self.target, NoProduct):
            return False
        first = self.target.variants[0]
        return first.price == self.wanted and (self.compared is None or first.compare_at == self.compared)

    @property
    def found(self) -> Sequence[FoundThing]:
        """What is about to be changed, with the store that it is in."""
        target, currency = self.target, self.facts.currency
        if isinstance(target, NoProduct) or self.done:
            return []
        lines = [" · ".join(str(value) for value in each.values() if value) for each in told(target, currency)]
        crossed_out = "" if self.compared is None else f" ({plain(self.compared, currency)} {currency})"
        return [
            FoundThing.of(
                "price",
                answers.short_id(target.product_id),
                target.product,
                "\n".join([f"{self.facts.name} ({self.facts.domain})", *lines]),
                old_value=f"{plain(target.variants[0].price, currency)} {currency}",
                new_value=f"{plain(self.wanted, currency)} {currency}{crossed_out}",
            )
        ]

    def check(self) -> None:
        """Raises `CallFailed` where the price is another than the one to be changed."""
        if isinstance(self.target, NoProduct) or self.done or self.expected is None:
            return
        price, currency = self.target.variants[0].price, self.facts.currency
        if price != self.expected:
            raise CallFailed(
                ErrorClass.VALIDATION,
                Reason.of(
                    ReasonCode.PRICE_IS_ANOTHER,
                    product=self.target.product,
                    now=f"{plain(price, currency)} {currency}",
                    expected=plain(self.expected, currency),
                ),
                outside=True,
            )


async def _products(
    shop: Shop,
    facts: ShopFacts,
    query: str | None,
    limit: int,
    cursor: str | None,
    *,
    sort: str,
    counted: bool = False,
) -> dict[str, Any]:
    """Return a page of products; with `counted` only those whose stock is counted."""
    data = await shop.ask(PRODUCTS, {"first": limit, "after": cursor, "query": query, "sort": sort})
    every = [rows.product(each, facts.currency) for each in answers.nodes(data.get("products"))]
    found = [each for each in every if each["stock"] is not None] if counted else every
    total = _total(data.get("productsCount"))
    total["total"] = max(len(found), total["total"] - (len(every) - len(found)))
    return {**_head(facts), **total, "products": found, "next": answers.next_page(data.get("products"))}


async def _told(
    opening: StoreOpener, context: ToolContext, store: str | None, read: Callable[[Shop], Any], cursor: str | None
) -> dict[str, Any]:
    if cursor is not None and store is not None and store.strip().lower() == ALL:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.ONE_STORE))
    results, failures = await opening.each(context, store, read)
    return {"stores": list(results), "failures": failures}


def _head(facts: ShopFacts) -> dict[str, Any]:
    return {"store": facts.domain, "name": facts.name, "currency": facts.currency}


def _total(count: Any) -> dict[str, Any]:
    """Return how many there are, and whether that is exact; Shopify counts up to ten thousand."""
    found = answers.mapping(count)
    return {"total": answers.whole(found.get("count")), "exact": found.get("precision") != "AT_LEAST"}
