"""Products, orders and customers, read from a local Shopify."""

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick_skills.shop.stores import StoreLabel, StoreState


def test_products_come_with_exact_prices_stock_and_their_number(candles, call):
    candles.put("Linen shirt", "24.00", stock=3, sku="TS-100")
    candles.put("Blue mug", "9.5", "11.00", stock=0, variants=("Small", "Large"))
    candles.put("Gift card", "50.00", stock=None)
    (store,) = call("shopifyGetProducts")["stores"]
    assert (store["store"], store["currency"], store["total"], store["next"]) == (candles.domain, "EUR", 3, None)
    mug, card, shirt = store["products"]
    assert (mug["price"], mug["highestPrice"], mug["stock"]) == ("9.50", "11.00", 0)
    assert [variant["title"] for variant in mug["variants"]] == ["Small", "Large"]
    assert (card["title"], card["stock"]) == ("Gift card", None)
    assert (shirt["price"], shirt["highestPrice"], shirt["variants"][0]["sku"]) == ("24.00", None, "TS-100")


def test_what_is_low_in_stock_leaves_out_what_is_not_counted(candles, call):
    candles.put("Shirt", "1.00", stock=5)
    candles.put("Mug", "1.00", stock=6)
    candles.put("Gift card", "50.00", stock=None)
    (store,) = call("shopifyGetProducts", low_stock=5)["stores"]
    assert [product["title"] for product in store["products"]] == ["Shirt"]
    assert store["total"] == 1


def test_pages_follow_one_another_by_cursor_until_the_last(candles, call):
    for number in range(7):
        candles.put(f"Candle {number}", "1.00")
    titles, cursor = [], None
    for expected in (3, 3, 1):
        (store,) = call("shopifyGetProducts", limit=3, cursor=cursor)["stores"]
        assert len(store["products"]) == expected
        titles += [product["title"] for product in store["products"]]
        cursor = store["next"]
    assert titles == [f"Candle {number}" for number in range(7)]
    assert cursor is None


@pytest.mark.parametrize("text", ["linen", "Linen shir", "TS-100", 'TS-100" OR title:*', "linen) OR (mug"])
def test_a_search_finds_by_words_or_sku_and_nothing_in_it_is_syntax(candles, call, text):
    candles.put("Linen shirt", "24.00", sku="TS-100")
    candles.put("Blue mug", "9.50", sku="M-1")
    (store,) = call("shopifySearchProducts", text=text)["stores"]
    found = [product["title"] for product in store["products"]]
    assert found == (["Linen shirt"] if text in ("linen", "Linen shir", "TS-100") else [])


def test_orders_of_a_period_are_those_of_the_days_where_the_store_is(candles, call):
    candles.sell("2026-07-13T23:59:59+02:00", "1.00")
    candles.sell("2026-07-14T00:00:00+02:00", "2.00", customer="Ana López", lines=(("Mug", 2, "1.00"),))
    candles.sell("2026-07-14T21:59:59Z", "3.00", paid=False)
    candles.sell("2026-07-14T22:00:00Z", "4.00")
    (store,) = call("shopifyGetOrders", period="yesterday")["stores"]
    assert [order["total"] for order in store["orders"]] == ["3.00", "2.00"]
    assert (store["since"], store["until"], store["total"]) == ("2026-07-14", "2026-07-14", 2)
    assert store["orders"][0]["payment"] == "pending"
    assert store["orders"][1] | {"lines": []} == {
        "id": "1002",
        "name": "#1002",
        "createdAt": "2026-07-14T00:00+02:00",
        "customer": "Ana López",
        "total": "2.00",
        "refunded": None,
        "payment": "paid",
        "fulfilment": "unfulfilled",
        "cancelled": False,
        "test": False,
        "lines": [],
        "moreLines": False,
    }
    assert store["orders"][1]["lines"] == [{"title": "Mug", "variant": None, "quantity": 2}]


def test_orders_are_found_by_state_and_by_number(candles, call):
    candles.sell("2026-07-14T10:00:00+02:00", "1.00", shipped=True)
    candles.sell("2026-07-14T11:00:00+02:00", "2.00", cancelled=True)
    candles.sell("2026-07-14T12:00:00+02:00", "3.00", paid=False)

    def totals(**asked):
        return [order["total"] for order in call("shopifyGetOrders", **asked)["stores"][0]["orders"]]

    assert totals(status="unfulfilled") == ["3.00"]
    assert totals(status="cancelled") == ["2.00"]
    assert totals(status="unpaid") == ["3.00"]
    assert totals(query="name:1001") == ["1.00"]
    assert totals(since="2026-07-01", until="2026-07-10") == []


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"since": "2026-07-10", "until": "2026-07-01"}, "before the first"),
        ({"since": "2026-08-01"}, "before the first"),
        ({"since": "2026-08-01", "until": "2026-08-02"}, "still to come"),
        ({"since": "2020-01-01", "until": "2026-01-01"}, "more than two years"),
        ({"since": "2026-02-30"}, "no day 2026-02-30"),
        ({"status": "open", "store": "all", "cursor": "c1"}, "concerns one store"),
    ],
)
def test_days_and_pages_that_cannot_be_meant_are_refused_with_a_sentence(candles, call, asked, sentence):
    with pytest.raises(CallFailed, match=sentence) as failed:
        call("shopifyGetOrders", **asked)
    assert failed.value.error_class is ErrorClass.VALIDATION


def test_a_long_look_back_without_the_scope_for_it_says_what_may_be_missing(candles, call):
    candles.scopes = tuple(scope for scope in candles.scopes if scope != "read_all_orders")
    note = call("shopifyGetOrders", period="this_year")["stores"][0]["note"]
    assert note == {"code": "store-short-history", "values": {"count": 60}}
    assert call("shopifyGetOrders", period="this_week")["stores"][0]["note"] is None


def test_customers_are_told_with_what_they_ordered_and_spent(candles, call):
    candles.sell("2026-07-01T10:00:00+02:00", "10.10", customer="Ana López")
    candles.sell("2026-07-02T10:00:00+02:00", "5.20", customer="Ana López")
    candles.sell("2026-07-02T10:00:00+02:00", "1.00", customer="Bo Chen")
    (store,) = call("shopifyGetCustomers", query='"Ana López"')["stores"]
    assert store["total"] == 1
    (ana,) = store["customers"]
    assert (ana["name"], ana["orders"], ana["spent"], ana["place"]) == ("Ana López", 2, "15.30", "Madrid, Spain")
    assert ana["lastOrder"]["name"] == "#1002"


def test_all_stores_are_read_and_one_that_fails_hides_none_of_the_others(shopify, candles, keys, call):
    tea = shopify.open("tea-time", token="shpat_0123456789abcdef0123", currency="USD")
    closed = shopify.open("closed", token="another_token_than_held")
    keys.add(tea)
    keys.add(closed)
    tea.put("Oolong", "7.00")
    candles.put("Candle", "3.00")
    found = call("shopifyGetProducts", store="all")
    assert {store["name"]: store["currency"] for store in found["stores"]} == {
        "Candle Corner": "EUR",
        "Tea Time": "USD",
    }
    (failure,) = found["failures"]
    assert failure["store"] == closed.domain
    assert failure["problem"]["code"] == "store-key-refused"
    assert not closed.requests


def test_a_store_is_meant_by_name_domain_or_part_and_never_guessed(shopify, candles, keys, call):
    for shop in ("tea-time", "tea-house"):
        label = StoreLabel(name=shop.replace("-", " ").title(), state=StoreState.OK)
        keys.add(shopify.open(shop, token="shpat_0123456789abcdef0123"), label=label)
    for said in ("Tea Time", "tea-time", "TEA-TIME.myshopify.com"):
        assert call("shopifyGetProducts", store=said)["stores"][0]["name"] == "Tea Time"
    assert call("shopifyGetProducts")["stores"][0]["name"] == "Candle Corner"
    with pytest.raises(CallFailed, match=r"Say which store is meant: Tea House .*, Tea Time"):
        call("shopifyGetProducts", store="tea")
    with pytest.raises(CallFailed, match="There is no store 'coffee'"):
        call("shopifyGetProducts", store="coffee")


def test_without_a_store_it_says_where_one_is_added(call):
    with pytest.raises(CallFailed, match=r"No Shopify store is connected. Add one under Settings, Stores"):
        call("shopifyGetOrders")
