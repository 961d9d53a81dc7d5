"""Sales as tools tell them: figures, a table's rows, and a chart."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal

from bailiwick.plugin import (
    Language,
)
from bailiwick_skills.money.amounts import plain, rounded
from bailiwick_skills.shop.sales import Day, Sales

Metric = Literal[
    "overview",
    "sales",
    "orders",
    "average_order_value",
    "top_products",
    "top_customers",
    "returning_customers",
    "refunds",
]
TOP = 10
MOST_POINTS = 92
"""Days that a chart shows one by one; of more, months."""
BARS = 10
"""Points up to which a chart has bars."""
TITLES: Mapping[str, tuple[str, str]] = {
    "overview": ("Sales", "Ventas"),
    "sales": ("Sales", "Ventas"),
    "orders": ("Orders", "Pedidos"),
    "average_order_value": ("Average order value", "Ticket medio"),
    "top_products": ("Best sellers", "Más vendidos"),
    "top_customers": ("Best customers", "Mejores clientes"),
    "returning_customers": ("Customers", "Clientes"),
    "refunds": ("Refunds", "Reembolsos"),
}
"""Of charts, in English and Spanish."""
SERIES = {"units": ("Units", "Unidades"), "new": ("New", "Nuevos"), "returning": ("Returning", "Recurrentes")}


def figures(sales: Sales, currency: str, metric: Metric) -> dict[str, Any]:
    """Return what a store's sales come to; amounts are exact text in its currency."""
    average, returning = sales.average, sales.returning
    found: dict[str, Any] = {
        "sales": plain(sales.sales, currency),
        "orders": sales.orders,
        "averageOrder": None if average is None else plain(average, currency),
        "refunds": plain(sales.refunds, currency),
        "net": plain(sales.sales - sales.refunds, currency),
        "cancelled": sales.cancelled,
        "customers": len(sales.customers),
        "returningShare": None if returning is None else f"{returning:.4f}",
        "complete": sales.until is None,
        "countedOrders": sales.counted,
    }
    if sales.until is not None:
        found["countedUntil"] = sales.until.isoformat()
    if metric == "top_products":
        best = sorted(sales.products.values(), key=lambda one: (-one.quantity, -one.sales, one.title))[:TOP]
        found["topProducts"] = [
            {"title": one.title, "quantity": one.quantity, "sales": plain(one.sales, currency)}
            for one in best
            if one.quantity
        ]
    elif metric == "top_customers":
        buyers = sorted(sales.customers.values(), key=lambda one: (-one.sales, one.name))[:TOP]
        found["topCustomers"] = [
            {"name": one.name, "orders": one.orders, "sales": plain(one.sales, currency)} for one in buyers
        ]
    else:
        found["byDay" if _daily(sales) else "byMonth"] = [
            {
                "date": at,
                "orders": day.orders,
                "sales": plain(day.sales, currency),
                "refunds": plain(day.refunds, currency),
            }
            for at, day in _points(sales).items()
        ]
    return found


def chart(each: Sequence[tuple[str, str, Sales]], metric: Metric, language: Language) -> dict[str, Any] | None:
    """Return a chart of the sales of one or more stores, given with name and currency; nothing without a point.

    Fields: `type` (`line` or `bar`), `title`, `x`, `series` of `name` and `values`, and `unit`, which is empty where
    it differs between the series.
    """
    spanish = language == "es"
    title = TITLES[metric][spanish]
    units = {currency for _, currency, _ in each}
    unit = units.pop() if len(units) == 1 and metric not in ("orders", "top_products", "returning_customers") else ""
    if metric in ("top_products", "top_customers"):
        return _ranking(each, metric, title, unit, spanish)
    if metric == "returning_customers":
        x = [name for name, _, _ in each]
        again = [sum(one.ever > 1 for one in sales.customers.values()) for _, _, sales in each]
        new = [len(sales.customers) - count for (_, _, sales), count in zip(each, again, strict=True)]
        rows = (("new", new), ("returning", again))
        series = [{"name": SERIES[key][spanish], "values": values} for key, values in rows]
        return {"type": "bar", "title": title, "x": x, "series": series, "unit": ""} if sum(new + again) else None
    x = sorted({at for _, _, sales in each for at in _points(sales)})
    if not any(sales.counted for _, _, sales in each):
        return None
    series = [
        {
            "name": _series_name(name, currency, unit, metric, alone=len(each) == 1, title=title),
            "values": [_value(_points(sales).get(at), metric, currency) for at in x],
        }
        for name, currency, sales in each
    ]
    return {"type": "bar" if len(x) <= BARS else "line", "title": title, "x": x, "series": series, "unit": unit}


def _series_name(name: str, currency: str, unit: str, metric: Metric, *, alone: bool, title: str) -> str:
    if alone:
        return title
    return name if unit or metric == "orders" else f"{name} ({currency})"


def _ranking(
    each: Sequence[tuple[str, str, Sales]], metric: Metric, title: str, unit: str, spanish: bool
) -> dict[str, Any] | None:
    rows: list[tuple[str, Any]] = []
    for name, currency, sales in each:
        suffix = f" ({name})" if len(each) > 1 else ""
        if metric == "top_products":
            rows += [(one.title + suffix, one.quantity) for one in sales.products.values() if one.quantity]
        elif unit:
            rows += [(one.name + suffix, float(rounded(one.sales, currency))) for one in sales.customers.values()]
    rows = sorted(rows, key=lambda row: (-row[1], row[0]))[:TOP]
    name = SERIES["units"][spanish] if metric == "top_products" else TITLES["sales"][spanish]
    series = [{"name": name, "values": [value for _, value in rows]}]
    return (
        {"type": "bar", "title": title, "x": [label for label, _ in rows], "series": series, "unit": unit}
        if rows
        else None
    )


def _daily(sales: Sales) -> bool:
    return sales.days.count <= MOST_POINTS


def _points(sales: Sales) -> Mapping[str, Day]:
    if _daily(sales):
        return {at.isoformat(): day for at, day in sales.by_day.items()}
    return sales.months()


def _value(day: Day | None, metric: Metric, currency: str) -> float | int | None:
    if day is None:
        return None
    if metric == "orders":
        return day.orders
    if metric == "average_order_value":
        return float(rounded(day.sales / day.orders, currency)) if day.orders else None
    amount: Decimal = day.refunds if metric == "refunds" else day.sales
    return float(rounded(amount, currency))
