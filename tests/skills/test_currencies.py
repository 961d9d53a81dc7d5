"""`convertCurrency` against a server that speaks Frankfurter's format."""

import asyncio
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick_router.core.language import detect_language
from bailiwick_skills.currencies.rates import Rates
from bailiwick_skills.currencies.reasons import CurrenciesReason
from bailiwick_skills.currencies.tools import STALE, CurrencyRecogniser, currency_tools
from support.public_web import Internet, Reply
from support.weather_service import as_json

BASE = "http://rates.internal:8080/v1"
LATEST = {
    "amount": 1.0,
    "base": "EUR",
    "date": "2026-11-25",
    "rates": {"USD": 1.0563, "GBP": 0.8345, "JPY": 162.4, "MXN": 21.5},
}
CONTEXT = ToolContext(user_id="u", execution_id=None, agent_id=None, call_id="c")


class Caller:
    """The tool at the end of a test's internet, with a clock that the test moves."""

    def __init__(self, internet):
        self.internet = internet
        self.now = 1_000.0
        [self.tool] = currency_tools(internet.web(settings={"exchange_rates_url": BASE}), clock=lambda: self.now)
        internet.names["rates.internal"] = ["10.0.0.9"]
        self.replies(as_json(LATEST))

    def replies(self, reply):
        self.internet.replies[f"{BASE}/latest"] = reply

    def ask(self, source, target, **more):
        return asyncio.run(self.tool.run(CONTEXT, {"source": source, "target": target, **more}))

    def failure(self, source, target, **more):
        with pytest.raises(CallFailed) as failed:
            self.ask(source, target, **more)
        return failed.value

    def say(self, result, language="en"):
        return self.tool.recogniser.say({}, result, language)


@pytest.fixture(scope="module")
def net():
    with Internet() as internet:
        yield internet


@pytest.fixture
def caller(net):
    net.hits.clear()
    return Caller(net)


def test_an_amount_is_converted_with_the_rate_its_day_and_its_source(caller):
    told = caller.ask("dollars", "EUR", amount=200)
    assert told == {
        "amount": 200.0,
        "source": "USD",
        "target": "EUR",
        "rate": 0.946701,
        "result": 189.34,
        "day": "2026-11-25",
        "ratesOf": "European Central Bank",
        "ageSeconds": 0,
        "problem": None,
    }
    assert caller.say(told) == (
        "$200.00 is €189.34. Reference rate of the European Central Bank of 25 November 2026: 1 USD = 0.9467 EUR."
    )
    assert caller.say(told, "es") == (
        "200,00 $ son 189,34 €. Cambio de referencia del Banco Central Europeo del 25 de noviembre de 2026:"
        " 1 USD = 0,9467 EUR."
    )


@pytest.mark.parametrize(
    ("source", "target", "amount", "result", "words"),
    [
        ("eur", "jpy", 10.0, 1624.0, "€10.00 is ¥1,624."),
        ("usd", "eur", 0.5, 0.47, "$0.50 is €0.47."),
        ("jpy", "usd", 0.01, 0.00006504, "¥0.01 is $0.00006504."),
        ("jpy", "usd", 1.5, 0.009756, "¥1.5 is $0.009756."),
        ("usd", "jpy", 0.0, 0.0, "$0.00 is ¥0."),
    ],
)
def test_amounts_have_the_digits_of_their_currency_and_smaller_ones_four(caller, source, target, amount, result, words):
    told = caller.ask(source, target, amount=amount)
    assert told["result"] == result
    assert caller.say(told).startswith(words)


def test_rates_are_asked_for_once_an_hour_for_everybody(caller):
    caller.ask("usd", "eur")
    caller.ask("gbp", "jpy")
    assert [hit.url for hit in caller.internet.hits] == [f"{BASE}/latest?base=EUR"]
    caller.now += 3_601
    caller.ask("usd", "eur")
    assert len(caller.internet.hits) == 2


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"down", 503),
        Reply(b"not json"),
        as_json({**LATEST, "date": "yesterday"}),
        as_json({**LATEST, "rates": {"USD": -1, "GBP": "1", "JPY": None, "MXN": float("inf")}}),
        as_json({**LATEST, "rates": []}),
        as_json({**LATEST, "base": "USD"}),
        as_json([]),
        Reply(b"", 429, {"Retry-After": "30"}),
    ],
)
def test_without_an_answer_that_holds_rates_it_is_said_that_none_can_be_had(caller, reply):
    caller.replies(reply)
    failed = caller.failure("usd", "eur")
    assert isinstance(failed.said, Reason)
    assert failed.said.code is CurrenciesReason.NO_RATES
    assert str(failed).startswith("No exchange rate can be had now: ")
    assert failed.said.text("es").startswith("Ahora no se puede pedir ningún tipo de cambio: ")


def test_the_last_known_rate_is_told_with_its_day_when_no_newer_one_can_be_had(caller):
    caller.ask("usd", "eur")
    caller.replies(Reply(b"down", 503))
    caller.now += 86_400 * 3
    told = caller.ask("usd", "eur", amount=10)
    assert told["result"] == 9.47
    assert told["problem"] is not None
    assert caller.say(told).startswith("No newer rate can be had now (")
    assert "this is the last one I know. $10.00 is €9.47." in caller.say(told)
    assert "of 25 November 2026" in caller.say(told)
    assert caller.say(told, "es").startswith("Ahora no se pueden pedir cambios nuevos (")
    caller.now += STALE
    assert caller.failure("usd", "eur").said.code is CurrenciesReason.NO_RATES


def test_a_currency_without_a_rate_is_said_with_those_that_have_one(caller):
    failed = caller.failure("euros", "argentine pesos")
    assert failed.error_class is ErrorClass.VALIDATION
    assert "no rate for ARS" in str(failed)
    assert "EUR, GBP, JPY, MXN, USD" in str(failed)


def test_a_name_of_no_currency_is_asked_back_for_before_anything_is_requested(caller):
    assert caller.failure("galactic credits", "eur").said.code is CurrenciesReason.WHICH_CURRENCY
    assert caller.internet.hits == []


RATE = st.floats(min_value=1e-4, max_value=1e5)


@given(st.floats(min_value=0, max_value=1e9), RATE, RATE)
def test_there_and_back_again_is_the_same_amount(amount, one, other):
    rates = Rates(date(2026, 11, 25), {"EUR": 1.0, "AAA": one, "BBB": other})
    there, back = rates.between("AAA", "BBB"), rates.between("BBB", "AAA")
    assert there is not None
    assert back is not None
    assert amount * there * back == pytest.approx(amount)
    assert rates.between("AAA", "AAA") == pytest.approx(1)
    assert rates.between("AAA", "ZZZ") is None


def read(text, *past):
    found = CurrencyRecogniser().read(Request(text=text, language=detect_language(text), past_calls=past))
    return None if found is None else dict(found.arguments)


BEFORE = PastCall(
    name="convertCurrency", arguments={"source": "USD", "target": "EUR", "amount": 100.0}, result={"result": 94.67}
)


@pytest.mark.parametrize(
    ("text", "amount", "source", "target"),
    [
        ("200 usd in eur", 200, "USD", "EUR"),
        ("200usd to eur", 200, "USD", "EUR"),
        ("how much is 100 dollars in euros", 100, "USD", "EUR"),
        ("how much is a hundred dollars in euros?", 100, "USD", "EUR"),
        ("what's $50 in pounds", 50, "USD", "GBP"),
        ("100€ to usd", 100, "EUR", "USD"),
        ("convert 1,250.50 pounds to euros", 1250.5, "GBP", "EUR"),
        ("how many euros is 20 pounds", 20, "GBP", "EUR"),
        ("how many yen do i get for 300 swiss francs?", 300, "CHF", "JPY"),
        ("exchange rate from usd to eur", None, "USD", "EUR"),
        ("dollar to euro exchange rate", None, "USD", "EUR"),
        ("usd to eur", None, "USD", "EUR"),
        ("how much is the dollar in euros", None, "USD", "EUR"),
        ("cuántos euros son 100 dólares", 100, "USD", "EUR"),
        ("cuantos euros son cien dolares", 100, "USD", "EUR"),
        ("¿cuánto son 1.500 euros en dólares?", 1500, "EUR", "USD"),
        ("cuánto es 20 libras en euros", 20, "GBP", "EUR"),
        ("convierte 50 euros a pesos mexicanos", 50, "EUR", "MXN"),
        ("pasa 12,50 libras a euros", 12.5, "GBP", "EUR"),
        ("¿a cuánto está el dólar en euros?", None, "USD", "EUR"),
        ("tipo de cambio de dólar a euro", None, "USD", "EUR"),
        ("¿cuál es el cambio del euro al dólar hoy?", None, "EUR", "USD"),
    ],
)
def test_questions_for_money_in_another_currency_are_recognised(text, amount, source, target):
    expected = {"source": source, "target": target} | ({} if amount is None else {"amount": amount})
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("and in pounds?", {"target": "GBP"}),
        ("in yen please", {"target": "JPY"}),
        ("¿y en libras?", {"target": "GBP"}),
        ("and 200?", {"amount": 200}),
        ("and two hundred?", {"amount": 200}),
        ("¿y 50 libras?", {"amount": 50, "source": "GBP"}),
        ("the other way round", {"source": "EUR", "target": "USD"}),
        ("y al revés", {"source": "EUR", "target": "USD"}),
    ],
)
def test_a_short_message_goes_on_with_a_conversion(text, expected):
    assert read(text, BEFORE) == {**BEFORE.arguments, **expected}


def test_a_call_that_failed_is_not_gone_on_with():
    failed = PastCall(name="convertCurrency", arguments={}, result=None, why=Reason.of(CurrenciesReason.WHICH_CURRENCY))
    assert read("the other way round", failed) is None
    assert read("and 200?", failed) is None


@pytest.mark.parametrize(
    "text",
    [
        "10 pounds in kg",
        "5 miles to km",
        "how much is bitcoin in euros",
        "how much is a coffee in paris",
        "what is 100 in binary",
        "200 usd",
        "change my password to hunter2",
        "usd to usd",
        "and in paris?",
        "x" * 5_000,
        "\ud800 usd in eur",
    ],
)
def test_other_requests_are_left_alone(text):
    assert read(text) is None
