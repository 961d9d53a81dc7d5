"""Customers by a rule: counted exactly, in the time that was meant, with the rule said."""

import pytest

from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import PastCall, Request
from bailiwick_router.core.language import detect_language
from bailiwick_skills.shop.segment_requests import SegmentReader
from skills.shop.test_requests import read as best

FIND = "shopifySegmentCustomers"


@pytest.fixture
def customers(candles):
    """Now is July 15, 2026: Ana bought in three months, Bo once long ago, Cy for the first time, Di once cancelled."""
    candles.sell("2025-11-01T10:00:00+01:00", "100.00", customer="Ana")
    candles.sell("2026-03-01T10:00:00+01:00", "300.00", customer="Ana")
    candles.sell("2026-07-10T10:00:00+02:00", "50.00", customer="Ana")
    candles.sell("2025-12-01T10:00:00+01:00", "900.00", customer="Bo")
    candles.sell("2026-07-12T10:00:00+02:00", "20.00", customer="Cy")
    candles.sell("2026-07-13T10:00:00+02:00", "30.00", customer="Cy")
    candles.sell("2026-07-13T10:00:00+02:00", "70.00", customer="Di", cancelled=True)
    candles.sell("2026-07-13T11:00:00+02:00", "10.00")
    return candles


def names(result):
    return [each["name"] for each in result["stores"][0]["customers"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"min_orders": 3}, ["Ana"]),
        ({"min_orders": 2}, ["Ana", "Cy"]),
        ({"min_spent": "450"}, ["Bo", "Ana"]),
        ({"min_spent": "450.01"}, ["Bo"]),
        ({"min_orders": 2, "period": "this_year"}, ["Ana", "Cy"]),
        ({"min_orders": 2, "period": "this_month"}, ["Cy"]),
        ({"min_spent": "40", "period": "this_month"}, ["Cy", "Ana"]),
        ({"since": "2025-11-01", "until": "2025-12-31"}, ["Bo", "Ana"]),
        ({"segment": "new"}, ["Cy"]),
        ({"segment": "new", "period": "december"}, ["Bo"]),
        ({"segment": "returning"}, ["Ana"]),
        ({"segment": "returning", "min_spent": "60"}, []),
        ({"segment": "lapsed"}, ["Bo"]),
        ({"segment": "lapsed", "days": 300}, []),
        ({"segment": "lapsed", "days": 3}, ["Bo", "Ana"]),
        ({"segment": "lapsed", "period": "this_month"}, ["Bo"]),
        ({"segment": "lapsed", "days": 3, "min_orders": 3}, ["Ana"]),
        ({"segment": "lapsed", "days": 3, "min_spent": "450.01"}, ["Bo"]),
    ],
    ids=str,
)
def test_a_rule_finds_those_whom_it_fits(customers, call, asked, found):
    result = call(FIND, **asked)
    assert names(result) == found
    assert (result["stores"][0]["total"], result["stores"][0]["complete"]) == (len(found), True)


def test_a_customer_is_told_with_what_counts_for_the_rule(customers, call):
    in_all, this_month = (call(FIND, min_orders=2, **time)["stores"][0] for time in ({}, {"period": "this_month"}))
    assert in_all["customers"][0] == {"name": "Ana", "orders": 3, "spent": "450.00", "lastOrder": "2026-07-10"}
    assert in_all["rule"] == {"segment": "buyers", "minOrders": 2, "minSpent": None}
    assert this_month["customers"] == [{"name": "Cy", "orders": 2, "spent": "50.00", "lastOrder": "2026-07-13"}]
    assert (this_month["rule"]["since"], this_month["rule"]["until"]) == ("2026-07-01", "2026-07-15")


def test_too_many_are_not_passed_off_as_all(customers, call, monkeypatch):
    monkeypatch.setattr("bailiwick_skills.shop.segments.MOST_CUSTOMERS", 2)
    monkeypatch.setattr("bailiwick_skills.shop.segments.CUSTOMERS_PAGE", 2)
    result = call(FIND)
    assert (result["stores"][0]["complete"], result["stores"][0]["counted"]) == (False, 2)
    assert "Only 2 customers were looked at; there are more." in SegmentReader().say({}, result, "en")
    monkeypatch.setattr("bailiwick_skills.shop.segments.MOST_ORDERS", 3)
    monkeypatch.setattr("bailiwick_skills.shop.segments.PAGE", 3)
    result = call(FIND, period="last_12_months")
    assert "los primeros 3 pedidos, hasta el 1 mar" in SegmentReader().say({}, result, "es")


@pytest.mark.parametrize("segment", ["new", "returning"])
def test_who_is_new_is_not_told_where_not_all_orders_were_counted(customers, call, monkeypatch, segment):
    monkeypatch.setattr("bailiwick_skills.shop.segments.MOST_ORDERS", 3)
    monkeypatch.setattr("bailiwick_skills.shop.segments.PAGE", 3)
    with pytest.raises(CallFailed, match="only the first 3 orders could be counted"):
        call(FIND, segment=segment, period="last_12_months")
    assert call(FIND, segment=segment, since="2026-07-13")["stores"][0]["complete"]


def test_days_without_an_order_go_with_those_who_stayed_away(customers, call):
    for segment in ("buyers", "new", "returning"):
        with pytest.raises(CallFailed, match="Days without an order"):
            call(FIND, segment=segment, days=30)


def test_without_old_orders_it_is_said_what_may_be_missing(customers, call):
    customers.scopes = tuple(each for each in customers.scopes if each != "read_all_orders")
    assert call(FIND, segment="lapsed")["stores"][0]["note"]["code"] == "store-short-history"
    assert call(FIND, segment="lapsed", days=30)["stores"][0]["note"] is None


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        (
            {"min_orders": 2, "period": "this_year"},
            "2 customers with at least 2 orders from January 1, 2026 to July 15, 2026.",
            "2 clientes con al menos 2 pedidos del 1 de enero de 2026 al 15 de julio de 2026.",
        ),
        (
            {"min_spent": "450"},
            "2 customers with at least €450.00 spent in all.",
            "2 clientes con al menos 450,00 € gastados en total.",
        ),
        (
            {"segment": "lapsed"},
            "1 customer who bought before has not bought since April 16, 2026.",
            "1 cliente que compró alguna vez no ha comprado nada desde el 16 de abril de 2026.",
        ),
        (
            {"segment": "lapsed", "min_orders": 1, "min_spent": "500"},
            "1 customer who bought before, with at least 1 order and at least €500.00 spent, has not bought since",
            "1 cliente que compró alguna vez, con al menos 1 pedido y al menos 500,00 € gastados, no ha comprado nada",
        ),
        (
            {"segment": "new"},
            "1 customer bought for the first time from June 16, 2026 to July 15, 2026.",
            "1 cliente compró por primera vez del 16 de junio de 2026 al 15 de julio de 2026.",
        ),
        (
            {"segment": "returning"},
            "1 customer who had bought before bought again from June 16",
            "1 cliente que ya había comprado antes volvió a comprar del 16 de junio",
        ),
    ],
)
def test_the_rule_is_said_with_the_answer(customers, call, text, english, spanish):
    result = call(FIND, **text)
    assert english in SegmentReader().say({}, result, "en")
    assert spanish in SegmentReader().say({}, result, "es")


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("which customers bought more than 3 times this year?", {"min_orders": 4, "period": "this_year"}),
        ("Show me customers who have ordered at least three times", {"min_orders": 3}),
        ("how many customers bought more than once in the last 30 days", {"min_orders": 2, "period": "last_30_days"}),
        ("customers with 5 or more orders", {"min_orders": 5}),
        ("who bought more than twice?", {"min_orders": 3}),
        ("which customers spent more than 500 euros?", {"min_spent": "500"}),
        ("list customers who spent over $1,299.50 last year", {"min_spent": "1299.50", "period": "last_year"}),
        ("which of our customers have not bought anything for six months?", {"segment": "lapsed", "days": 180}),
        ("customers who havent ordered in the last 90 days", {"segment": "lapsed", "days": 90}),
        ("who are our inactive customers", {"segment": "lapsed"}),
        ("which customers did not buy this month?", {"segment": "lapsed", "period": "this_month"}),
        ("who are our new customers this month?", {"segment": "new", "period": "this_month"}),
        ("which customers came back this month", {"segment": "returning", "period": "this_month"}),
        ("¿Qué clientes han comprado más de 3 veces este año?", {"min_orders": 4, "period": "this_year"}),
        ("clientes con al menos 5 pedidos", {"min_orders": 5}),
        ("quien ha comprado mas de una vez este mes", {"min_orders": 2, "period": "this_month"}),
        ("¿Qué clientes han gastado más de 1.500 €?", {"min_spent": "1500"}),
        ("clientes que no compran desde hace 90 días", {"segment": "lapsed", "days": 90}),
        ("¿Qué clientes no compran desde hace seis meses?", {"segment": "lapsed", "days": 180}),
        ("que clientes no han comprado nada en los ultimos 3 meses", {"segment": "lapsed", "days": 90}),
        ("clientes inactivos", {"segment": "lapsed"}),
        ("¿cuántos clientes nuevos tuvimos este mes?", {"segment": "new", "period": "this_month"}),
        ("muéstrame los clientes recurrentes", {"segment": "returning"}),
    ],
)
def test_a_request_for_customers_by_a_rule_is_read(text, arguments):
    assert best(text) == ("SegmentCustomers", arguments)


@pytest.mark.parametrize(
    "text",
    [
        "who are our best customers?",
        "how many customers do we have?",
        "what share of our customers are returning customers this month?",
        "create a discount code for new customers",
        "find customer Laura Gomez",
        "clientes que más compran",
    ],
)
def test_what_is_no_rule_is_left_to_others(text):
    found = best(text)
    assert found is None or found[0] != "SegmentCustomers"


def test_the_same_rule_is_asked_for_another_time():
    call = PastCall(name=FIND, arguments={"segment": "lapsed", "days": 90}, result={"stores": [], "failures": []})
    text = "and last month?"
    request = Request(text=text, language=detect_language(text), past_calls=(call,), just_called=call)
    found = SegmentReader().read(request)
    assert found is not None
    assert found.arguments == {"segment": "lapsed", "period": "last_month"}
