"""Forecasts the sales of the person's Shopify stores from those of the last weeks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from bailiwick.plugin import (
    CallFailed,
    ErrorClass,
    Language,
    Reason,
    ReasonCode,
    Tool,
    ToolContext,
    own_service,
    skill_tool,
)
from bailiwick_skills.money.amounts import plain, rounded
from bailiwick_skills.shop.facts import ShopFacts, facts_of
from bailiwick_skills.shop.forecast_requests import ForecastReader
from bailiwick_skills.shop.forecasts import (
    FEWEST_ORDERS,
    FEWEST_WEEKS,
    MOST_AHEAD,
    MOST_WEEKS,
    WEEK,
    Estimate,
    estimate,
    mean_error,
    whole_weeks,
)
from bailiwick_skills.shop.opening import StoreOpener
from bailiwick_skills.shop.periods import SHORT_HISTORY, Days, month_after, zone_of
from bailiwick_skills.shop.sales import MOST_ORDERS, Sales, sales_of
from bailiwick_skills.shop.shop import Shop

Span = Literal[
    "tomorrow",
    "next_7_days",
    "next_week",
    "next_30_days",
    "next_month",
    "next_quarter",
    "next_year",
    "this_week",
    "this_month",
]


@dataclass(frozen=True, slots=True)
class SalesForecast:
    """What is expected of a time, and what it was made of."""

    first: date
    last: date
    """The days that are asked for."""
    days: Sequence[date]
    """Those of them that are to come, today with them."""
    sold: Decimal | None
    """What was sold on those before today; None where there are none."""
    ordered: int
    sales: Estimate
    orders: Estimate
    weeks: int
    until: date
    """The last day of the weeks that it was made of."""
    counted: int
    """Orders in them."""
    tested: tuple[int, float] | None
    """See `mean_error`."""


def forecast_tool(opening: StoreOpener, now: Callable[[], datetime]) -> Tool:
    """Return `shopifyForecastSales`; `now` is the present moment with its time zone."""

    @skill_tool(read_only=True, open_world=True, opens=own_service, timeout=300.0, recogniser=ForecastReader())
    async def shopifyForecastSales(
        context: ToolContext,
        period: Annotated[Span, Field(description="Which time; weeks begin on Monday.")] = "next_30_days",
        metric: Annotated[Literal["sales", "orders"], Field(description="Which of them is charted.")] = "sales",
        store: Annotated[
            str | None,
            Field(max_length=200, description="Name or domain of the store; left out for the default one, `all`."),
        ] = None,
    ) -> dict[str, Any]:
        """Forecast the sales of the person's Shopify store: the mean of each weekday in the last 4 to 12 whole weeks.

        There is no trend, no season and no holiday in it; say so. Returns stores, each with currency, since and until,
        sales and orders (expected, low and high: four of five such times lie between), soldSoFar of a time that has
        begun, weeks, historySince, historyUntil and countedOrders that it was made of, and testedWeeks and meanError
        (by how much it would have been off in a week). Fails where there are too few orders. The person sees the chart.
        """

        async def read(shop: Shop) -> tuple[ShopFacts, SalesForecast]:
            facts = await facts_of(shop)
            return facts, await _forecast(shop, facts, period, now())

        results, failures = await opening.each(context, store, read)
        return {
            "metric": metric,
            "stores": [_told(facts, found) for facts, found in results],
            "failures": failures,
            "chart": _chart(*results[0], metric, context.language) if len(results) == 1 else None,
        }

    return shopifyForecastSales


async def _forecast(shop: Shop, facts: ShopFacts, period: Span, now: datetime) -> SalesForecast:
    zone = zone_of(facts.zone)
    today = now.astimezone(zone).date()
    first, last = _days_of(period, today)
    if (last - today).days > MOST_AHEAD:
        raise _refused(ReasonCode.FORECAST_TOO_FAR, count=MOST_AHEAD)
    sales = await _history(shop, facts, today, zone)
    yesterday = today - timedelta(days=1)
    daily = whole_weeks([float(day.sales) for day in sales.by_day.values()])
    orders = [float(day.orders) for day in sales.by_day.values()][len(sales.by_day) - len(daily) :]
    weeks, counted = len(daily) // WEEK, int(sum(orders))
    if weeks < FEWEST_WEEKS or counted < FEWEST_ORDERS:
        raise _refused(ReasonCode.FORECAST_TOO_LITTLE, count=counted, weeks=FEWEST_WEEKS, least=FEWEST_ORDERS)
    days = [max(first, today) + timedelta(days=at) for at in range((last - max(first, today)).days + 1)]
    past = [sales.by_day[first + timedelta(days=at)] for at in range(max((today - first).days, 0))]
    return SalesForecast(
        first=first,
        last=last,
        days=days,
        sold=sum((day.sales for day in past), Decimal(0)) if past else None,
        ordered=sum(day.orders for day in past),
        sales=estimate(daily, yesterday, days),
        orders=estimate(orders, yesterday, days),
        weeks=weeks,
        until=yesterday,
        counted=counted,
        tested=mean_error(daily, yesterday),
    )


async def _history(shop: Shop, facts: ShopFacts, today: date, zone: Any) -> Sales:
    """Return the sales of the last weeks before today; fewer weeks where there are more orders than can be counted."""
    seen = MOST_WEEKS if "read_all_orders" in facts.scopes else SHORT_HISTORY // WEEK
    for weeks in (seen, FEWEST_WEEKS + 1):
        # The days of a month that has begun are among them: five weeks hold it.
        first = today - timedelta(days=weeks * WEEK)
        sales = await sales_of(shop, Days(first, today - timedelta(days=1), zone))
        if sales.until is None:
            return sales
    raise _refused(ReasonCode.FORECAST_TOO_MUCH, count=MOST_ORDERS)


def _days_of(period: Span, today: date) -> tuple[date, date]:
    day = timedelta(days=1)
    monday = today - today.weekday() * day
    month, year = today.replace(day=1), date(today.year + 1, 1, 1)
    quarter = month
    while quarter.month % 3 != 1 or quarter <= today:
        quarter = month_after(quarter)
    spans = {
        "tomorrow": (today + day, today + day),
        "next_7_days": (today + day, today + 7 * day),
        "next_week": (monday + 7 * day, monday + 13 * day),
        "next_30_days": (today + day, today + 30 * day),
        "next_month": (month_after(month), month_after(month_after(month)) - day),
        "next_quarter": (quarter, month_after(month_after(month_after(quarter))) - day),
        "next_year": (year, date(year.year, 12, 31)),
        "this_week": (monday, monday + 6 * day),
        "this_month": (month, month_after(month) - day),
    }
    return spans[period]


def _told(facts: ShopFacts, found: SalesForecast) -> dict[str, Any]:
    currency = facts.currency
    sold = found.sold or Decimal(0)
    return {
        "store": facts.domain,
        "name": facts.name,
        "currency": currency,
        "timezone": facts.zone,
        "since": found.first.isoformat(),
        "until": found.last.isoformat(),
        "sales": {name: plain(sold + Decimal(str(round(value, 4))), currency) for name, value in _values(found.sales)},
        "orders": {name: found.ordered + round(value) for name, value in _values(found.orders)},
        "soldSoFar": None if found.sold is None else plain(found.sold, currency),
        "weeks": found.weeks,
        "historySince": (found.until - timedelta(days=found.weeks * WEEK - 1)).isoformat(),
        "historyUntil": found.until.isoformat(),
        "countedOrders": found.counted,
        "testedWeeks": 0 if found.tested is None else found.tested[0],
        "meanError": None if found.tested is None else plain(Decimal(str(round(found.tested[1], 4))), currency),
    }


def _values(found: Estimate) -> Sequence[tuple[str, float]]:
    return ("expected", found.expected), ("low", found.low), ("high", found.high)


def _chart(facts: ShopFacts, found: SalesForecast, metric: str, language: Language) -> dict[str, Any]:
    of = found.sales if metric == "sales" else found.orders
    titles = {"sales": ("Expected sales", "Ventas previstas"), "orders": ("Expected orders", "Pedidos previstos")}
    title = titles[metric][language == "es"]
    values = [
        float(rounded(Decimal(str(round(each, 4))), facts.currency)) if metric == "sales" else round(each, 1)
        for each in of.by_day
    ]
    return {
        "type": "bar" if len(values) <= 10 else "line",
        "title": title,
        "x": [day.isoformat() for day in found.days],
        "series": [{"name": title, "values": values}],
        "unit": facts.currency if metric == "sales" else "",
    }


def _refused(code: ReasonCode, **values: int) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(code, **values))
