"""Requests about a store in English and Spanish, read without a model; and what is said then."""

import pytest

from bailiwick.tools.records import PastCall, Request
from bailiwick_router.core.language import detect_language
from bailiwick_skills.money.amounts import spoken
from bailiwick_skills.shop.periods import MONTHS
from bailiwick_skills.shop.sale_requests import written_amount
from bailiwick_skills.shop.tools import shopify_tools


class Nowhere:
    def __init__(self):
        self.services = {"shopify": "https://{shop}/admin/api/2026-07/graphql.json"}


TOOLS = {tool.spec.name: tool for tool in shopify_tools(Nowhere(), None, None)}


def read(text):
    """Return the tool that would be called and its arguments."""
    request = Request(text=text, language=detect_language(text))
    found = [(tool.recogniser.read(request), name) for name, tool in TOOLS.items()]
    best = max(((one.confidence, name, one) for one, name in found if one), default=None)
    return None if best is None else (best[1].removeprefix("shopify"), dict(best[2].arguments))


ORDERS, PRODUCTS, SEARCH, CUSTOMERS = "GetOrders", "GetProducts", "SearchProducts", "GetCustomers"
FIGURES, PRICE = "GetAnalytics", "UpdateProductPrice"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did we sell this week?", (FIGURES, {"metric": "sales", "period": "this_week"})),
        ("¿Qué hemos vendido esta semana?", (FIGURES, {"metric": "sales", "period": "this_week"})),
        ("ventas de la semana", (FIGURES, {"metric": "sales", "period": "this_week"})),
        ("¿Cuánto facturó mi tienda la semana pasada?", (FIGURES, {"metric": "sales", "period": "last_week"})),
        ("Please give me a sales report for July", (FIGURES, {"metric": "sales", "period": "july"})),
        ("best sellers this month", (FIGURES, {"metric": "top_products", "period": "this_month"})),
        (
            "¿Cuáles son los más vendidos de marzo en todas las tiendas?",
            (FIGURES, {"metric": "top_products", "period": "march", "store": "all"}),
        ),
        ("Who are our best customers?", (FIGURES, {"metric": "top_customers"})),
        ("¿Cuál es el ticket medio de este año?", (FIGURES, {"metric": "average_order_value", "period": "this_year"})),
        ("show the refunds of the last 7 days", (FIGURES, {"metric": "refunds", "period": "last_7_days"})),
        (
            "sales in tea-time.myshopify.com yesterday",
            (FIGURES, {"metric": "sales", "period": "yesterday", "store": "tea-time.myshopify.com"}),
        ),
        ("orders of today", (ORDERS, {"period": "today"})),
        ("pedidos de hoy", (ORDERS, {"period": "today"})),
        ("How many orders did we get today?", (ORDERS, {"period": "today", "limit": 50})),
        ("¿Qué pedidos siguen sin enviar?", (ORDERS, {"status": "unfulfilled"})),
        ("Which orders are unpaid?", (ORDERS, {"status": "unpaid"})),
        ("where is order #1042?", (ORDERS, {"query": "name:1042"})),
        ("¿Se ha enviado ya el pedido de Laura Gómez?", (ORDERS, {"query": '"Laura Gómez"'})),
        ("How many products are low in stock?", (PRODUCTS, {"low_stock": 5, "limit": 50})),
        ("¿Qué productos están agotados?", (PRODUCTS, {"low_stock": 0, "limit": 50})),
        ("Which products have fewer than 10 left?", (PRODUCTS, {"low_stock": 9, "limit": 50})),
        ("List all products in my Shopify catalog", (PRODUCTS, {})),
        ("Lista todos los productos de mi catálogo de Shopify", (PRODUCTS, {})),
        ("Search my products for candles", (SEARCH, {"text": "candles"})),
        ("Busca velas entre mis productos", (SEARCH, {"text": "velas"})),
        ("Find the product with SKU TS-100", (SEARCH, {"text": "TS-100"})),
        ("¿A cuánto vendemos la bolsa de lona?", (SEARCH, {"text": "bolsa de lona"})),
        ("How much inventory is left of the blue mug?", (SEARCH, {"text": "blue mug"})),
        ("find customer Laura Gomez", (CUSTOMERS, {"query": '"Laura Gomez"'})),
        ("¿Cuántos clientes tenemos?", (CUSTOMERS, {})),
        ("Raise the price of the linen shirt to 39 dollars", (PRICE, {"product": "linen shirt", "price": "39"})),
        ("Cambia el precio de la camisa de lino a 19,99", (PRICE, {"product": "camisa de lino", "price": "19.99"})),
        (
            "Change the price of the Linen shirt from 24 to 19.99",
            (PRICE, {"product": "Linen shirt", "price": "19.99", "old_price": "24"}),
        ),
        ("pon la taza azul a 12 €", (PRICE, {"product": "taza azul", "price": "12"})),
    ],
)
def test_a_request_becomes_the_call_that_answers_it(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Refund order 1042",
        "Reembolsa el pedido 1042",
        "Create a discount code for returning customers",
        "How can I sell more of the ceramic plates?",
        "¿Cómo vendo más platos?",
        "lower the price of the shirt by 10%",
        "Write a poem about sales",
        "Compare sales of this quarter with the last one",
        "What is the weather today?",
        "Set an alarm to 7",
        "Hello",
        "in order to win we train every week",
        "x" * 500,
        "",
        "Update the price of the poster",
    ],
)
def test_what_the_tools_cannot_do_is_not_read_as_something_they_can(text):
    assert read(text) is None


@pytest.mark.parametrize(
    ("written", "language", "amount"),
    [
        ("19,99", "es", "19.99"),
        ("19,99", "en", "19.99"),
        ("1.299,00", "es", "1299.00"),
        ("1,299.00", "en", "1299.00"),
        ("1.299", "es", "1299"),
        ("1,299", "en", "1299"),
        ("1.5", "es", "1.5"),
        ("39.", "en", "39"),
        ("1.2.3", "en", "123"),
        ("1,2345", "en", None),
        (",5", "es", None),
    ],
)
def test_an_amount_is_read_as_its_language_writes_it(written, language, amount):
    assert written_amount(written, language) == amount


@pytest.mark.parametrize(
    ("amount", "currency", "english", "spanish"),
    [
        ("1234.5", "EUR", "€1,234.50", "1234,50 €"),
        ("12345.5", "EUR", "€12,345.50", "12.345,50 €"),
        ("-3", "USD", "-$3.00", "-3,00 $"),
        ("1200", "JPY", "¥1,200", "1200 ¥"),
        ("1", "MXN", "MXN 1.00", "1,00 MXN"),
        ("0.125", "KWD", "KWD 0.125", "0,125 KWD"),
        ("0.125", "EUR", "€0.12", "0,12 €"),
    ],
)
def test_money_is_written_as_each_language_does(amount, currency, english, spanish):
    assert (spoken(amount, currency, "en"), spoken(amount, currency, "es")) == (english, spanish)


def say(call, name, text, language):
    request = Request(text=text, language=language)
    arguments = TOOLS[name].recogniser.read(request).arguments
    return TOOLS[name].recogniser.say(arguments, call(name, language=language, **arguments), language)


def test_an_answer_begins_with_the_figure_and_has_a_table(candles, call):
    candles.sell("2026-07-13T10:00:00+02:00", "1200.50", customer="Ana")
    candles.sell("2026-07-14T10:00:00+02:00", "34.00", customer="Ana")
    english = say(call, "shopifyGetAnalytics", "What did we sell this week?", "en")
    lead = "**Candle Corner** sold **€1,234.50** in 2 orders from July 13, 2026 to July 15, 2026."
    assert english.startswith(lead)
    assert "| Jul 14 | 1 | €34.00 |" in english
    assert "- Average order: €617.25" in english
    spanish = say(call, "shopifyGetAnalytics", "¿Qué hemos vendido esta semana?", "es")
    lead = "**Candle Corner** ha vendido **1234,50 €** en 2 pedidos del 13 de julio de 2026 al 15 de julio de 2026."
    assert spanish.startswith(lead)
    assert "| 14 jul | 1 | 34,00 € |" in spanish


def test_words_of_strangers_are_shown_as_words(candles, call):
    candles.sell("2026-07-15T10:00:00+02:00", "1.00", customer="[click](https://evil.example) | **x** <b>\nnext")
    answer = say(call, "shopifyGetOrders", "orders of today", "en")
    assert "\\[click\\](https://evil.example) \\| \\*\\*x\\*\\* \\<b\\> next" in answer
    assert len([line for line in answer.splitlines() if line.startswith("|")]) == 3


def test_a_price_that_was_changed_is_told_with_the_old_one(candles, call):
    candles.put("Camisa de lino", "24.00")
    answer = say(call, "shopifyUpdateProductPrice", "Cambia el precio de la camisa de lino a 19,99", "es")
    assert answer == "El precio de **Camisa de lino** en Candle Corner es ahora 19,99 €; antes era 24,00 €."


def test_every_month_has_a_name_in_both_languages():
    assert len(MONTHS) == 12
    for month, spanish in (("january", "enero"), ("december", "diciembre"), ("may", "mayo")):
        assert (
            read(f"sales in {month}") == read(f"ventas de {spanish}") == (FIGURES, {"metric": "sales", "period": month})
        )


def test_another_time_alone_goes_on_with_figures_and_orders():
    sold = PastCall(
        name="shopifyGetAnalytics",
        arguments={"metric": "sales", "period": "this_week", "store": "tea-time"},
        result={"stores": [], "failures": [], "chart": None},
    )
    for text in ("and last month?", "what about last month", "¿y el mes pasado?", "last month?"):
        found = TOOLS["shopifyGetAnalytics"].recogniser.read(
            Request(text=text, language=detect_language(text), past_calls=[sold], just_called=sold)
        )
        assert found is not None, text
        assert found.arguments == {"metric": "sales", "period": "last_month", "store": "tea-time"}, text
    assert read("and last month?") is None
    for text in ("and what about tomorrow?", "what did I do last month"):
        request = Request(text=text, language="en", past_calls=[sold], just_called=sold)
        assert TOOLS["shopifyGetAnalytics"].recogniser.read(request) is None, text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how many linen shirts are left?", (SEARCH, {"text": "linen shirts"})),
        ("cuantas camisas de lino quedan", (SEARCH, {"text": "camisas de lino"})),
        ("search for soap in my store", (SEARCH, {"text": "soap"})),
        ("busca jabon en mi tienda", (SEARCH, {"text": "jabon"})),
        ("look for candles in the online store", (SEARCH, {"text": "candles"})),
        ("how many days are left?", None),
        ("how many tasks are left", None),
        ("¿cuántos días quedan?", None),
        ("search for soap", None),
        ("search for soap on the web", None),
    ],
)
def test_what_is_left_and_a_search_in_the_store_are_read(text, expected):
    assert read(text) == expected
