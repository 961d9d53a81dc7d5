"""A forecast is the weekdays of the last weeks, says so, and is refused where there is too little to make one of."""

from datetime import date, timedelta

import pytest

from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import PastCall, Request
from bailiwick_router.core.language import detect_language
from bailiwick_skills.shop.forecast_requests import ForecastReader
from bailiwick_skills.shop.forecasts import estimate, mean_error, whole_weeks
from skills.shop.test_requests import read as best

FORECAST = "shopifyForecastSales"
TODAY = date(2026, 7, 15)
"""A Wednesday, in the tests of the whole tool."""
WEEK = [100.0, 10.0, 10.0, 10.0, 10.0, 30.0, 0.0]
"""What is sold from Monday to Sunday."""
SUNDAY = date(2026, 7, 12)


def days(first, count):
    return [first + timedelta(days=at) for at in range(count)]


def sell(shop, weeks, week=WEEK):
    """Sell the same every week, up to yesterday; returns how many orders that makes."""
    for at in range(1, weeks * 7 + 1):
        day = TODAY - timedelta(days=at)
        if amount := week[day.weekday()]:
            shop.sell(f"{day}T12:00:00+02:00", f"{amount:.2f}", customer="Ana")
    return len(shop.orders)


def test_weeks_that_are_all_alike_are_expected_again_without_a_doubt():
    found = estimate(WEEK * 5, SUNDAY, days(date(2026, 7, 20), 7))
    assert (found.expected, found.low, found.high) == (170.0, 170.0, 170.0)
    assert found.by_day == WEEK
    assert estimate(WEEK * 5, SUNDAY, days(date(2026, 7, 18), 2)).expected == 30.0
    assert mean_error(WEEK * 6, SUNDAY) == (2, 0.0)
    assert mean_error(WEEK * 4, SUNDAY) is None


def test_the_range_is_wider_the_more_the_weeks_differ():
    steady = [*WEEK, *(each * 1.1 for each in WEEK)] * 3
    wild = [*WEEK, *(each * 3 for each in WEEK)] * 3
    ranges = [estimate(each, SUNDAY, days(date(2026, 7, 20), 7)) for each in (steady, wild)]
    assert [round(each.expected) for each in ranges] == [178, 340]
    assert ranges[0].high - ranges[0].low < ranges[1].high - ranges[1].low
    assert all(each.low >= 0 for each in ranges)
    tested = mean_error(wild, SUNDAY)
    assert tested is not None
    assert tested[1] == pytest.approx(170, abs=60)


def test_weeks_before_the_first_sale_do_not_count_and_days_that_make_no_week_neither():
    assert whole_weeks([5.0, *[0.0] * 7, *WEEK, *WEEK]) == WEEK * 2
    assert whole_weeks([0.0] * 30) == ()


def test_next_week_is_what_a_week_has_been(candles, call):
    orders = sell(candles, 12)
    candles.sell("2026-07-15T09:00:00+02:00", "5000.00")
    result = call(FORECAST, period="next_week")
    [store] = result["stores"]
    assert (store["since"], store["until"]) == ("2026-07-20", "2026-07-26")
    assert store["sales"] == {"expected": "170.00", "low": "170.00", "high": "170.00"}
    assert store["orders"] == {"expected": 6, "low": 6, "high": 6}
    assert (store["weeks"], store["historySince"], store["historyUntil"]) == (12, "2026-04-22", "2026-07-14")
    assert (store["countedOrders"], store["soldSoFar"]) == (orders, None), "today is not over"
    assert (store["testedWeeks"], store["meanError"]) == (4, "0.00")
    assert result["chart"]["x"][0] == "2026-07-20"
    assert result["chart"]["series"][0]["values"] == WEEK


@pytest.mark.parametrize(
    ("period", "span", "expected", "sold"),
    [
        ("tomorrow", ("2026-07-16", "2026-07-16"), "10.00", None),
        ("next_7_days", ("2026-07-16", "2026-07-22"), "170.00", None),
        ("next_month", ("2026-08-01", "2026-08-31"), "810.00", None),
        ("this_week", ("2026-07-13", "2026-07-19"), "170.00", "110.00"),
        ("this_month", ("2026-07-01", "2026-07-31"), "710.00", "340.00"),
    ],
)
def test_each_time_is_the_days_that_are_meant(candles, call, period, span, expected, sold):
    sell(candles, 8)
    [store] = call(FORECAST, period=period)["stores"]
    assert ((store["since"], store["until"]), store["sales"]["expected"]) == (span, expected)
    assert store["soldSoFar"] == sold


def test_too_little_or_too_far_is_refused_with_the_reason(candles, call):
    with pytest.raises(CallFailed, match="too little to forecast from: 0 orders of late"):
        call(FORECAST)
    sell(candles, 3)
    with pytest.raises(CallFailed, match=r"18 orders of late\. It takes 20 orders in at least 4 weeks"):
        call(FORECAST)
    sell(candles, 8)
    for period in ("next_quarter", "next_year"):
        with pytest.raises(CallFailed, match="too far ahead"):
            call(FORECAST, period=period)


def test_only_the_orders_that_the_token_is_told_of_are_looked_at(candles, call):
    candles.scopes = tuple(each for each in candles.scopes if each != "read_all_orders")
    sell(candles, 12)
    assert call(FORECAST)["stores"][0]["weeks"] == 8


def test_of_too_many_orders_fewer_weeks_are_counted_or_none(candles, call, monkeypatch):
    sell(candles, 12)
    monkeypatch.setattr("bailiwick_skills.shop.sales.MOST_ORDERS", 50)
    monkeypatch.setattr("bailiwick_skills.shop.sales.PAGE", 10)
    assert call(FORECAST)["stores"][0]["weeks"] == 5
    monkeypatch.setattr("bailiwick_skills.shop.sales.MOST_ORDERS", 10)
    with pytest.raises(CallFailed, match="more than can be counted"):
        call(FORECAST)


def test_the_answer_says_how_it_was_made(candles, call):
    sell(candles, 12)
    english = ForecastReader().say({}, call(FORECAST, period="this_month"), "en")
    assert english.startswith("**Candle Corner** will sell about **€710.00** from July 1, 2026 to July 31, 2026;")
    assert "the mean of each day of the week over the last 12 whole weeks, April 22, 2026 to July 14, 2026" in english
    assert "Trends, seasons and holidays are not in it." in english
    assert "Of that, €340.00 is sold already, up to yesterday." in english
    assert "it would have been off by €0.00 a week on average" in english
    spanish = ForecastReader().say({}, call(FORECAST, period="next_week", metric="orders"), "es")
    assert spanish.startswith("**Candle Corner** tendrá unos **6** pedidos del 20 de julio de 2026")
    assert "No tiene en cuenta tendencias, temporadas ni festivos." in spanish


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("how much will we sell next month?", {"metric": "sales", "period": "next_month"}),
        ("how much are we going to make next week", {"metric": "sales", "period": "next_week"}),
        ("Forecast our sales for next month", {"metric": "sales", "period": "next_month"}),
        ("give me a sales forecast for the next 30 days", {"metric": "sales", "period": "next_30_days"}),
        ("how much will we sell this month in my store?", {"metric": "sales", "period": "this_month"}),
        ("what will our revenue be next quarter?", {"metric": "sales", "period": "next_quarter"}),
        ("sales forecast", {"metric": "sales"}),
        ("how many orders will we get tomorrow?", {"metric": "orders", "period": "tomorrow"}),
        ("¿Cuánto venderemos la semana que viene?", {"metric": "sales", "period": "next_week"}),
        ("cuanto vamos a vender el mes que viene", {"metric": "sales", "period": "next_month"}),
        ("dame una previsión de ventas del próximo mes", {"metric": "sales", "period": "next_month"}),
        ("prevision de ventas", {"metric": "sales"}),
        ("¿qué ventas podemos esperar mañana?", {"metric": "sales", "period": "tomorrow"}),
        ("¿cuántos pedidos tendremos esta semana?", {"metric": "orders", "period": "this_week"}),
    ],
)
def test_a_request_for_a_forecast_is_read(text, arguments):
    assert best(text) == ("ForecastSales", arguments)


@pytest.mark.parametrize(
    "text",
    [
        "what did we sell this month?",
        "weather forecast for next week",
        "¿qué hemos vendido este mes?",
        "and next week?",
    ],
)
def test_what_is_no_request_for_a_forecast_is_left_to_others(text):
    found = best(text)
    assert found is None or found[0] != "ForecastSales"


def test_another_time_is_asked_for_after_it():
    call = PastCall(name=FORECAST, arguments={"metric": "orders", "period": "next_week"}, result={"stores": []})
    for text, period in (("and next month?", "next_month"), ("¿y mañana?", "tomorrow"), ("this month", "this_month")):
        request = Request(text=text, language=detect_language(text), past_calls=(call,), just_called=call)
        found = ForecastReader().read(request)
        assert found is not None, text
        assert found.arguments == {"metric": "orders", "period": period}
