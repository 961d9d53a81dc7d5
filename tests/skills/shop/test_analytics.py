"""Sales figures: every order counted once, sums exact, days those of the store."""

from decimal import Decimal

import pytest

from bailiwick_skills.shop.sales import PAGE


def analytics(call, **asked):
    return call("shopifyGetAnalytics", **asked)


def test_sales_are_summed_exactly_by_the_days_of_the_store(candles, call):
    candles.sell("2026-07-12T23:59:59+02:00", "1000.00")
    for _ in range(3):
        candles.sell("2026-07-12T22:00:00Z", "0.10", customer="Ana")
    candles.sell("2026-07-14T12:00:00+02:00", "19.99", customer="Bo", refunded="5.005")
    candles.sell("2026-07-14T13:00:00+02:00", "500.00", cancelled=True)
    candles.sell("2026-07-14T13:00:00+02:00", "500.00", test=True)
    result = analytics(call, period="this_week", metric="sales")
    (store,) = result["stores"]
    assert (store["since"], store["until"], store["timezone"]) == ("2026-07-13", "2026-07-15", "Europe/Madrid")
    assert (store["sales"], store["orders"], store["cancelled"]) == ("20.29", 4, 1)
    assert (store["averageOrder"], store["refunds"], store["net"]) == ("5.07", "5.00", "15.28")
    assert (store["customers"], Decimal(store["returningShare"])) == (2, Decimal("0.5"))
    assert [(day["date"], day["orders"], day["sales"]) for day in store["byDay"]] == [
        ("2026-07-13", 3, "0.30"),
        ("2026-07-14", 1, "19.99"),
        ("2026-07-15", 0, "0.00"),
    ]
    assert result["chart"] == {
        "type": "bar",
        "title": "Sales",
        "x": ["2026-07-13", "2026-07-14", "2026-07-15"],
        "series": [{"name": "Sales", "values": [0.3, 19.99, 0.0]}],
        "unit": "EUR",
    }


def test_best_sellers_are_counted_over_all_lines_of_all_orders(candles, call):
    many = tuple((f"Card {number:02}", 1, "1.00") for number in range(25))
    candles.sell("2026-07-13T10:00:00+02:00", "25.00", lines=(*many, ("Candle", 2, "3.10")))
    candles.sell("2026-07-14T10:00:00+02:00", "3.10", lines=(("Candle", 1, "3.10"),))
    candles.sell("2026-07-14T10:00:00+02:00", "99.00", lines=(("Vase", 50, "1.00"),), cancelled=True)
    result = analytics(call, period="this_week", metric="top_products", language="es")
    (store,) = result["stores"]
    assert store["topProducts"][0] == {"title": "Candle", "quantity": 3, "sales": "9.30"}
    assert len(store["topProducts"]) == 10
    assert "Vase" not in str(store["topProducts"])
    assert (result["chart"]["title"], result["chart"]["x"][0]) == ("Más vendidos", "Candle")
    assert result["chart"]["series"][0]["values"][0] == 3


def test_more_orders_than_a_page_are_each_counted_once(candles, call):
    for number in range(PAGE + 20):
        candles.sell(f"2026-06-{number % 30 + 1:02}T10:00:00+02:00", "0.01")
    (store,) = analytics(call, period="june")["stores"]
    assert (store["orders"], store["sales"]) == (PAGE + 20, f"{(PAGE + 20) / 100:.2f}")
    assert candles.asked("Sales") == 2


def test_too_many_orders_are_not_passed_off_as_all(candles, call, monkeypatch):
    for number in range(PAGE + 20):
        candles.sell(f"2026-06-{number % 30 + 1:02}T10:00:00+02:00", "1.00")
    monkeypatch.setattr("bailiwick_skills.shop.sales.MOST_ORDERS", PAGE)
    (store,) = analytics(call, period="june")["stores"]
    assert (store["complete"], store["orders"], store["countedUntil"]) == (False, PAGE, "2026-06-26")


def test_stores_of_different_currencies_stay_apart(shopify, candles, keys, call):
    york = shopify.open("york", token="shpat_0123456789abcdef0123", currency="JPY", zone="Asia/Tokyo")
    keys.add(york)
    candles.sell("2026-07-15T10:00:00+02:00", "2.50")
    york.sell("2026-07-15T00:30:00+09:00", "1200")
    result = analytics(call, period="today", store="all")
    assert [(store["sales"], store["currency"]) for store in result["stores"]] == [("2.50", "EUR"), ("1200", "JPY")]
    assert [series["name"] for series in result["chart"]["series"]] == ["Candle Corner (EUR)", "York (JPY)"]
    assert result["chart"]["unit"] == ""


def test_a_long_time_is_told_by_months_and_one_without_sales_has_no_chart(candles, call):
    assert analytics(call, period="last_year")["chart"] is None
    candles.sell("2025-03-30T02:30:00+02:00", "1.00")
    candles.sell("2025-10-26T02:30:00+01:00", "2.00")
    result = analytics(call, period="last_year")
    (store,) = result["stores"]
    assert len(store["byMonth"]) == 12
    assert [month["sales"] for month in store["byMonth"] if month["orders"]] == ["1.00", "2.00"]
    assert (result["chart"]["type"], len(result["chart"]["x"])) == ("line", 12)


@pytest.mark.parametrize(
    ("metric", "values"), [("orders", [2]), ("average_order_value", [2.5]), ("refunds", [1.0]), ("sales", [5.0])]
)
def test_each_metric_charts_its_own_figures(candles, call, metric, values):
    candles.sell("2026-07-15T10:00:00+02:00", "4.00", refunded="1.00")
    candles.sell("2026-07-15T11:00:00+02:00", "1.00")
    assert analytics(call, period="today", metric=metric)["chart"]["series"][0]["values"] == values


def test_customers_are_ranked_by_what_they_bought_and_told_apart_by_how_often(candles, call):
    candles.sell("2026-05-01T10:00:00+02:00", "1.00", customer="Ana")
    candles.sell("2026-07-15T10:00:00+02:00", "4.00", customer="Ana")
    candles.sell("2026-07-15T10:00:00+02:00", "9.00", customer="Bo")
    best = analytics(call, period="today", metric="top_customers")
    assert [row["name"] for row in best["stores"][0]["topCustomers"]] == ["Bo", "Ana"]
    again = analytics(call, period="today", metric="returning_customers")["chart"]
    assert again["series"] == [{"name": "New", "values": [1]}, {"name": "Returning", "values": [1]}]
