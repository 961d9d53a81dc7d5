"""How the API is asked: at the pace it allows, again where that is safe, never elsewhere; and what refusals become."""

import json

import pytest

from bailiwick.kernel.resilience import CallFailed, ErrorClass
from support.shopify_server import VERSION

PRODUCTS = "shopifyGetProducts"


def throttled(left: float, cost: float = 300.0):
    """What Shopify says when a question costs more than is in the bucket."""
    status = {"maximumAvailable": 2000.0, "currentlyAvailable": left, "restoreRate": 100.0}
    cost_of = {"requestedQueryCost": cost, "actualQueryCost": None, "throttleStatus": status}
    errors = [{"message": "Throttled", "extensions": {"code": "THROTTLED"}}]
    return 200, {"errors": errors, "extensions": {"cost": cost_of}}, {}


def once(answer):
    """Answer so the first time an operation arrives, then as usual."""
    seen: set[str] = set()

    def refuse(request):
        if request.operation in seen:
            return None
        seen.add(request.operation)
        return answer

    return refuse


def test_a_throttled_question_waits_until_the_bucket_holds_its_cost_and_is_put_again(candles, call, clock):
    candles.put("Candle", "1.00")
    candles.refuse = lambda request: throttled(50.0) if request.operation == "Products" and not clock.waits else None
    (store,) = call(PRODUCTS)["stores"]
    assert store["total"] == 1
    assert clock.waits == [pytest.approx(2.5)], "(300 - 50) points at 100 a second"
    assert candles.asked("Products") == 2


def test_the_next_page_waits_before_it_is_asked_for_rather_than_being_throttled(shopify, candles, call, clock):
    for number in range(400):
        candles.sell(f"2026-07-{number % 15 + 1:02}T10:00:00+02:00", "1.00")
    candles.bucket.most = candles.bucket.left = 1000.0
    candles.bucket.at, usual, shopify.clock = 0.0, shopify.clock, clock
    try:
        (store,) = call("shopifyGetAnalytics", period="this_month")["stores"]
    finally:
        shopify.clock = usual
    assert (store["orders"], store["complete"]) == (400, True)
    assert candles.asked("Sales") == 3, "no page was asked for in vain"
    assert len(clock.waits) >= 2
    assert sum(clock.waits) < 60


def test_waiting_ends_and_the_failure_says_to_try_later(candles, call, clock):
    candles.refuse = lambda request: throttled(0.0, 2000.0)
    with pytest.raises(CallFailed, match="asks for a pause") as failed:
        call(PRODUCTS)
    assert failed.value.error_class is ErrorClass.RATE_LIMIT
    assert 3 <= len(candles.requests) <= 5
    assert sum(clock.waits) <= 150


def test_a_pause_that_shopify_asks_for_in_seconds_is_kept(candles, call, clock):
    candles.refuse = once((429, {"errors": "Exceeded"}, {"retry-after": "2.5"}))
    assert call(PRODUCTS)["stores"]
    assert clock.waits[0] == 2.5


def test_a_fault_of_shopify_is_asked_about_once_more_and_then_told(candles, call):
    candles.refuse = once((503, b"<html>down</html>", {}))
    assert call(PRODUCTS)["stores"]
    candles.refuse = lambda request: (502, b"<html>down</html>", {})
    before = len(candles.requests)
    with pytest.raises(CallFailed, match="fault of its own at present"):
        call(PRODUCTS)
    assert len(candles.requests) == before + 2


@pytest.mark.parametrize(
    ("status", "sentence", "kind"),
    [
        (401, "does not take its token; give it another one under Settings, Stores", ErrorClass.AUTHENTICATION),
        (402, "frozen", ErrorClass.TOOL),
        (403, "does not let this token in", ErrorClass.AUTHENTICATION),
        (404, "knows no store", ErrorClass.TOOL),
        (423, "locked by Shopify", ErrorClass.TOOL),
        (418, "answered with status 418", ErrorClass.TOOL),
        (302, "answered with status 302", ErrorClass.TOOL),
    ],
)
def test_each_refusal_is_a_sentence_that_says_what_to_do(candles, call, status, sentence, kind):
    candles.refuse = lambda request: (status, {"errors": "x"}, {"location": "https://elsewhere.example/"})
    with pytest.raises(CallFailed, match=sentence) as failed:
        call(PRODUCTS)
    assert failed.value.error_class is kind
    assert len(candles.requests) == 1, "nothing is asked again that cannot get better"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"not json", "did not answer with the data"),
        (b"[]", "did not answer with the data"),
        (b'{"data": null}', "did not answer with the data"),
        (b'{"data": {"shop": null}}', "did not answer with the data"),
        (json.dumps({"errors": "Bad\n\x1b[31mthing" * 200}).encode(), r"refused: Bad  ?\[31mthing.*…$"),
        (json.dumps({"errors": [{"message": "x", "extensions": {"code": "SHOP_INACTIVE"}}]}).encode(), "is closed"),
        (json.dumps({"errors": [None]}).encode(), "refused: …"),
    ],
)
def test_an_answer_that_is_none_is_told_as_one(candles, call, body, sentence):
    candles.refuse = lambda request: (200, body, {})
    with pytest.raises(CallFailed, match=sentence):
        call(PRODUCTS)


def test_a_missing_scope_is_named(candles, call):
    candles.scopes = ("read_products",)
    with pytest.raises(CallFailed, match="Give its app the scope read_orders in Shopify") as failed:
        call("shopifyGetOrders")
    assert failed.value.error_class is ErrorClass.AUTHENTICATION


def test_the_id_and_secret_of_an_app_are_exchanged_for_a_token_of_a_day(shopify, candles, keys, call):
    candles.apps["0123456789abcdef0123456789abcdef"] = "shpss_0123456789abcdef"
    keys.add(candles, "0123456789abcdef0123456789abcdef\nshpss_0123456789abcdef")
    assert call(PRODUCTS)["stores"]
    assert {request.token for request in candles.requests} == {"shpat_of_a_day_1"}
    keys.add(candles, "0123456789abcdef0123456789abcdef\nshpss_another_secret_")
    with pytest.raises(CallFailed, match="does not take this client id and secret"):
        call(PRODUCTS)
    keys.add(candles, "an_app_that_is_not_installed\nshpss_0123456789abcdef")
    with pytest.raises(CallFailed, match="not installed in candle-corner"):
        call(PRODUCTS)


def test_the_token_goes_to_the_store_alone_even_when_it_leads_elsewhere(shopify, candles, call):
    shopify.outside.clear()
    elsewhere = f"{shopify.api.partition('/{shop}')[0]}/elsewhere/admin/api/{VERSION}/graphql.json"
    candles.refuse = lambda request: (307, {}, {"location": elsewhere})
    with pytest.raises(CallFailed):
        call(PRODUCTS)
    assert shopify.outside == []


def test_what_the_server_does_not_know_is_refused_by_it_so_that_these_tests_can_fail(shopify, candles):
    from support.shopify_server import SCHEMA, Refused

    for wrong in (
        "query A { shop { nickname } }",
        "query A { orders(first: 1, newest: true) { nodes { id } } }",
        "query A($x: String) { shop { name } }",
        "query A { orders(first: 1, sortKey: TODAY) { nodes { id } } }",
        "query A { shop }",
    ):
        with pytest.raises(Refused):
            SCHEMA.check(wrong, {})
