"""`cryptoPrices` against a server that speaks CoinGecko's formats."""

import asyncio
import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import NoSecrets, PastCall, Request, ToolContext
from bailiwick_skills.coins.requests import read_prices
from bailiwick_skills.coins.tools import MOST_COINS, CryptoRecogniser, crypto_tools
from support.public_web import Internet, Reply
from support.weather_service import as_json

FREE, PAID = "http://gecko.internal:8080/api/v3", "http://paid.internal:8080/api/v3"
SETTINGS = {"coingecko_url": FREE, "coingecko_pro_url": PAID}
LIMIT = {"status": {"error_code": 429, "error_message": "You've exceeded the Rate Limit."}}
WORTH = {"bitcoin": 65_123.456, "ethereum": 3_000.5, "avalanche-2": 0.0000123, "pepe": 0.00001}
LISTED = [
    {"id": "pepe", "name": "Pepe", "api_symbol": "pepe", "symbol": "PEPE", "market_cap_rank": 40, "thumb": "x"},
    {"id": "pepe-2-0", "name": "Pepe 2.0", "api_symbol": "pepe-2-0", "symbol": "PEPE", "market_cap_rank": 1800},
    {"id": "baby-pepe", "name": "Baby Pepe", "api_symbol": "b", "symbol": "BABYPEPE", "market_cap_rank": None},
]
TWINS = [
    {"id": "sand-one", "name": "Sand", "symbol": "SAND", "market_cap_rank": 100},
    {"id": "sand-two", "name": "Sandy", "symbol": "SAND", "market_cap_rank": 150},
    {"id": "sand-three", "name": "Sandman", "symbol": "SAND", "market_cap_rank": None},
]


def prices(hit):
    asked = {name: values[0] for name, values in parse_qs(urlsplit(hit.url).query).items()}
    currency = asked["vs_currencies"]
    return as_json(
        {
            each: {
                currency: WORTH[each],
                f"{currency}_market_cap": WORTH[each] * 19e6,
                f"{currency}_24h_change": -2.3456,
                "last_updated_at": 1_795_000_000,
            }
            for each in asked["ids"].split(",")
            if each in WORTH
        }
    )


def search(hit):
    query = parse_qs(urlsplit(hit.url).query)["query"][0].lower()
    found = {"pepe": LISTED, "sand": TWINS}.get(query, [])
    return as_json({"coins": found, "exchanges": [], "icos": [], "categories": [], "nfts": []})


class Keys:
    def __init__(self, key):
        self._key = key

    async def open(self, name):
        return self._key if self._key and name == "coingecko" else await NoSecrets().open(name)


class Caller:
    """The tool at the end of a test's internet, with a clock that the test moves."""

    def __init__(self, internet):
        self.internet = internet
        self.now = 1_000.0
        [self.tool] = crypto_tools(internet.web(settings=SETTINGS), clock=lambda: self.now)
        for host, base in (("gecko.internal", FREE), ("paid.internal", PAID)):
            internet.names[host] = ["10.0.0.9"]
            internet.replies[f"{base}/simple/price"] = prices
            internet.replies[f"{base}/search"] = search

    def ask(self, coins, *, key="", user="u", **arguments):
        context = ToolContext(user_id=user, execution_id=None, agent_id=None, call_id="c", secrets=Keys(key))
        return asyncio.run(self.tool.run(context, {"coins": coins, **arguments}))

    def failure(self, coins, **arguments):
        with pytest.raises(CallFailed) as failed:
            self.ask(coins, **arguments)
        return failed.value

    def replies(self, reply, base=FREE, path="/simple/price"):
        self.internet.replies[f"{base}{path}"] = reply

    @property
    def hits(self):
        return self.internet.hits


@pytest.fixture(scope="module")
def net():
    with Internet() as internet:
        yield internet


@pytest.fixture
def caller(net):
    net.hits.clear()
    return Caller(net)


def test_the_price_of_a_coin_is_told_with_its_change_and_capitalisation(caller):
    told = caller.ask(["Bitcoin"], currency="EUR")
    assert told["coins"] == [
        {
            "id": "bitcoin",
            "symbol": "BTC",
            "name": "Bitcoin",
            "price": 65_123.456,
            "change24h": -2.35,
            "marketCap": 65_123.456 * 19e6,
            "updatedAt": "2026-11-18T11:06:40+00:00",
        }
    ]
    assert (told["currency"], told["problem"], told["unknown"], told["ambiguous"]) == ("EUR", None, [], [])
    [hit] = caller.hits
    assert "ids=bitcoin&vs_currencies=eur&include_market_cap=true&include_24hr_change=true" in hit.url
    assert "x-cg-demo-api-key" not in hit.headers


@pytest.mark.parametrize("coins", [["BTC", "eth"], "bitcoin, Ether", ["bitcoin", "ethereum", "BITCOIN"]])
def test_symbols_names_and_ids_of_usual_coins_need_no_search(caller, coins):
    assert {coin["id"] for coin in caller.ask(coins)["coins"]} == {"bitcoin", "ethereum"}
    assert len(caller.hits) == 1


def test_a_rare_coin_is_searched_for_once_a_day(caller):
    assert [coin["id"] for coin in caller.ask(["pepe"])["coins"]] == ["pepe"]
    caller.now += 3_600
    caller.ask(["Pepe"])
    assert len([hit for hit in caller.hits if "/search" in hit.url]) == 1


def test_a_symbol_of_several_coins_is_told_and_not_guessed(caller):
    told = caller.ask(["sand", "bitcoin"])
    assert [coin["id"] for coin in told["coins"]] == ["bitcoin"]
    assert [option["id"] for option in told["ambiguous"][0]["options"]] == ["sand-one", "sand-two"]
    said = caller.tool.recogniser.say({}, told, "en")
    assert "Several coins are called sand; which one?" in said
    assert "- Sand (`sand-one`)" in said


def test_a_coin_that_nobody_lists_is_said(caller):
    assert "no coin called zzz" in str(caller.failure(["zzz"]))
    told = caller.ask(["zzz", "btc"])
    assert (told["unknown"], len(told["coins"])) == (["zzz"], 1)


def test_a_coin_without_a_price_is_said_and_not_made_up(caller):
    told = caller.ask(["dogecoin", "bitcoin"])
    assert told["withoutPrice"] == ["Dogecoin"]
    assert "Without a price in USD: Dogecoin" in caller.tool.recogniser.say({}, told, "en")


@pytest.mark.parametrize("currency", ["galactic credits", "xxx", "🙂"])
def test_a_currency_that_is_not_quoted_is_refused_before_anything_is_asked(caller, currency):
    failed = caller.failure(["bitcoin"], currency=currency)
    assert failed.error_class is ErrorClass.VALIDATION
    assert "usd, eur" in str(failed)
    assert caller.hits == []


@pytest.mark.parametrize("coins", [[], "", " , ", ["x" * 61], [f"c{n}" for n in range(MOST_COINS + 1)], [1], None])
def test_coins_that_are_none_or_too_many_are_refused(caller, coins):
    assert caller.failure(coins).error_class is ErrorClass.VALIDATION
    assert caller.hits == []


def test_only_a_few_rare_coins_are_looked_up_in_one_call(caller):
    assert "at most 5" in str(caller.failure([f"rare{number}" for number in range(7)]))
    assert len(caller.hits) == 5


def test_prices_are_kept_for_a_minute_for_everybody(caller):
    caller.ask(["bitcoin"], user="ann")
    caller.now += 55
    assert caller.ask(["btc"], user="bob")["ageSeconds"] == 55
    assert len(caller.hits) == 1
    caller.now += 10
    assert caller.ask(["bitcoin"])["ageSeconds"] == 0
    assert len(caller.hits) == 2


def test_when_the_service_asks_to_wait_it_is_left_alone_that_long(caller):
    caller.replies(as_json(LIMIT, 429, **{"Retry-After": "40"}))
    failed = caller.failure(["bitcoin"])
    assert (failed.error_class, failed.retry_after) == (ErrorClass.RATE_LIMIT, 40)
    caller.now += 30
    failed = caller.failure(["ethereum"])
    assert (failed.error_class, failed.retry_after) == (ErrorClass.RATE_LIMIT, 10)
    assert len(caller.hits) == 1
    caller.now += 11
    caller.replies(prices)
    assert caller.ask(["bitcoin"])["coins"]


def test_a_limit_of_one_persons_key_holds_up_nobody_else(caller):
    caller.replies(as_json(LIMIT, 429))
    caller.failure(["bitcoin"], key="key-of-ann")
    caller.replies(prices)
    assert caller.failure(["ethereum"], key="key-of-ann").error_class is ErrorClass.RATE_LIMIT
    assert caller.ask(["bitcoin"], key="key-of-bob")["coins"]
    assert caller.ask(["ethereum"])["coins"]


def test_a_limit_told_in_the_body_of_a_good_answer_is_one(caller):
    caller.replies(as_json(LIMIT))
    assert caller.failure(["bitcoin"]).error_class is ErrorClass.RATE_LIMIT
    caller.now += 59
    assert caller.failure(["bitcoin"]).retry_after == 1
    assert len(caller.hits) == 1


def test_when_newer_prices_cannot_be_had_the_last_are_told_with_their_age_first(caller):
    caller.ask(["bitcoin"])
    caller.now += 600
    caller.replies(as_json(LIMIT, 429))
    told = caller.ask(["bitcoin"])
    assert (told["ageSeconds"], told["coins"][0]["id"]) == (600, "bitcoin")
    assert caller.tool.recogniser.say({}, told, "en").startswith("These prices are 10 minutes old; they could not be")
    assert caller.tool.recogniser.say({}, told, "es").startswith("Estos precios tienen 10 minutos")
    caller.now += 3_600
    assert caller.failure(["bitcoin"]).error_class is ErrorClass.RATE_LIMIT


def test_a_demo_key_goes_into_its_header_and_a_paid_one_to_the_paid_address(caller):
    caller.ask(["bitcoin"], key=" demo-key\n")
    assert caller.hits[0].headers["x-cg-demo-api-key"] == "demo-key"
    wrong = {"status": {"error_code": 10010, "error_message": "If you are using Pro API key, change your root URL"}}
    caller.replies(as_json(wrong, 400))
    assert caller.ask(["ethereum"], key="paid-key")["coins"]
    assert (caller.hits[2].headers["x-cg-pro-api-key"], caller.hits[2].url.startswith(PAID)) == ("paid-key", True)
    assert "paid-key" not in caller.hits[2].url


@pytest.mark.parametrize(
    "reply",
    [
        as_json({"status": {"error_code": 10002, "error_message": "API Key Missing"}}, 401),
        as_json({}, 401),
        as_json({"error": {"status": {"error_code": 10005, "error_message": "limited to Pro subscribers"}}}, 403),
    ],
)
def test_a_key_that_is_refused_is_an_error_that_does_not_tell_it(caller, reply):
    caller.replies(reply)
    failed = caller.failure(["bitcoin"], key="canary-key")
    assert failed.error_class is ErrorClass.AUTHENTICATION
    assert "'coingecko'" in str(failed)
    assert "canary" not in str(failed)


def test_a_key_that_cannot_be_a_header_is_refused_before_anything_is_sent(caller):
    assert caller.failure(["bitcoin"], key="a\r\nb: c").error_class is ErrorClass.AUTHENTICATION
    assert caller.hits == []


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b"<html>Attention Required!", 403, {"Content-Type": "text/html"}), "status 403"),
        (Reply(b"<html>", 200), "data"),
        (Reply(b'{"bitcoin": {"usd": 6', 200), "data"),
        (as_json([]), "not known"),
        (as_json({"error": "internal"}, 500), "internal"),
        (Reply(b"[" * 100_000, 200), "data"),
        (Reply(b'"' + b"x" * (2 << 20) + b'"', 200), "more than was asked for"),
    ],
)
def test_whatever_else_the_service_answers_is_a_clear_error(caller, reply, words):
    caller.replies(reply)
    failed = caller.failure(["bitcoin"])
    assert failed.error_class is ErrorClass.TOOL
    assert words in str(failed)


@pytest.mark.parametrize("price", ["65000", None, -1, 1e400, True, [], {"usd": 1}, 10**400])
def test_a_price_that_is_no_number_is_none(caller, price):
    caller.replies(Reply(json.dumps({"bitcoin": {"usd": price}}).encode(), 200))
    assert caller.ask(["bitcoin"])["withoutPrice"] == ["Bitcoin"]


def test_odd_lists_of_coins_find_nothing(caller):
    caller.replies(as_json({"coins": [None, 7, {"name": "x"}, {"id": "a,b", "symbol": "ODD"}]}), path="/search")
    assert "no coin called odd" in str(caller.failure(["odd"]))
    caller.replies(as_json({"coins": 7}), path="/search")
    assert "not known" in str(caller.failure(["strange"]))


# in words


def test_the_answer_is_one_line_a_coin(caller):
    told = caller.ask(["bitcoin"])
    assert caller.tool.recogniser.say({}, told, "en") == (
        "**Bitcoin** (BTC): $65,123.46, ▼ 2.35 % in 24 h, market cap 1.24 trillion USD.\n\nSource: coingecko.com."
    )
    assert caller.tool.recogniser.say({}, told, "es") == (
        "**Bitcoin** (BTC): 65.123,46 $, ▼ 2,35 % en 24 h, capitalización 1,24 billones USD.\n\nFuente: coingecko.com."
    )
    assert "\n- **Ethereum**" in caller.tool.recogniser.say({}, caller.ask(["btc", "eth"]), "en")


@pytest.mark.parametrize(
    ("price", "english"),
    [(65_123.456, "$65,123.46"), (1.5, "$1.50"), (0.5, "$0.5000"), (0.00001234, "$0.00001234"), (0.0, "$0.00")],
)
def test_small_prices_keep_the_digits_that_tell_something(caller, price, english):
    told = caller.ask(["bitcoin"])
    told["coins"][0]["price"] = price
    assert f"(BTC): {english}," in caller.tool.recogniser.say({}, told, "en")


# without a model


def read(text, past=()):
    found = CryptoRecogniser().read(Request(text=text, language="en", past_calls=past))
    return None if found is None else dict(found.arguments)


@pytest.mark.parametrize(
    ("text", "coins", "currency"),
    [
        ("what's the price of bitcoin?", ["bitcoin"], None),
        ("BTC price", ["btc"], None),
        ("How much is Ethereum in euros right now?", ["ethereum"], "eur"),
        ("how much does one bitcoin cost", ["bitcoin"], None),
        ("what's bitcoin worth in pounds?", ["bitcoin"], "gbp"),
        ("bitcoin and ethereum prices", ["bitcoin", "ethereum"], None),
        ("price of SOL", ["sol"], None),
        ("price of BTC, ETH and DOGE in EUR", ["btc", "eth", "doge"], "eur"),
        ("how is dogecoin doing today?", ["dogecoin"], None),
        ("price of pepe coin", ["pepe"], None),
        ("Can you check the current price of litecoin, please?", ["litecoin"], None),
        ("precio de bitcoin en euros", ["bitcoin"], "eur"),
        ("¿Cuánto vale el bitcoin?", ["bitcoin"], None),
        ("¿A cuánto está el ethereum ahora?", ["ethereum"], None),
        ("¿Qué precio tiene Solana?", ["solana"], None),
        ("cotización del Bitcoin en dólares", ["bitcoin"], "usd"),
        ("precio del token pepe", ["pepe"], None),
        ("¿cuánto cuesta un bitcoin en pesos argentinos?", ["bitcoin"], "ars"),
        ("dime el precio de bitcoin y ethereum", ["bitcoin", "ethereum"], None),
    ],
)
def test_a_question_for_prices_is_read(text, coins, currency):
    assert read(text) == {"coins": coins} | ({"currency": currency} if currency else {})


@pytest.mark.parametrize(
    "text",
    [
        "price of milk",
        "how much is a car",
        "what is the value of pi",
        "how much is 5*5",
        "how is the link doing?",
        "update the price of my product",
        "how much does a ticket cost",
        "¿cuánto cuesta el sol?",
        "price of a ton",
        "convert 5 dollars to euros",
        "what is bitcoin?",
        "note that bitcoin is up",
        "precio del pan",
        "explain how ethereum works",
        "price of bitcoin in galactic credits",
        "how are you doing",
        "",
        "x" * 300,
    ],
)
def test_other_requests_are_left_to_others(text):
    assert read(text) is None


def test_a_follow_up_keeps_the_coins_or_the_currency(caller):
    past = (
        PastCall(
            name="cryptoPrices", arguments={"coins": ["bitcoin"], "currency": "usd"}, result=caller.ask(["bitcoin"])
        ),
    )
    assert read("and in euros?", past) == {"coins": ["bitcoin"], "currency": "eur"}
    assert read("¿y en libras?", past) == {"coins": ["bitcoin"], "currency": "gbp"}
    assert read("and ethereum?", past) == {"coins": ["ethereum"], "currency": "usd"}
    assert read("y solana en euros", past) == {"coins": ["solana"], "currency": "eur"}
    assert read("and in Madrid?", past) is None
    assert read("and in euros?") is None
    failed = replace(past[0], result=None, why=Reason.of(ReasonCode.CREDENTIAL_NEEDED, name="coingecko"))
    again = CryptoRecogniser().read(Request(text="in euros please", language="en", asked_back=failed))
    assert again is not None
    assert again.arguments == {"coins": ["bitcoin"], "currency": "eur"}, "also where the last call failed"
    past = (PastCall(name="cryptoPrices", arguments={"coins": ["sand"]}, result=caller.ask(["sand"])),)
    assert read("sand-two", past) == read("Sandy", past) == {"coins": ["sand-two"]}


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("bitcoin", {"coins": ["bitcoin"]}),
        ("Bitcoin?", {"coins": ["bitcoin"]}),
        ("btc in euros", {"coins": ["btc"], "currency": "eur"}),
        ("bitcoin and ethereum", {"coins": ["bitcoin", "ethereum"]}),
        ("bitcoin hoy", {"coins": ["bitcoin"]}),
        ("avalanche", None),
        ("stellar", None),
        ("near", None),
        ("ada", None),
        ("bitcoin mining", None),
        ("what is bitcoin", None),
        ("", None),
    ],
)
def test_the_name_of_a_coin_alone_asks_for_its_price(text, arguments):
    found = read_prices(Request(text=text, language="en"))
    assert (None if found is None else dict(found.arguments)) == arguments
