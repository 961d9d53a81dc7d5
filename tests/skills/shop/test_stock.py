"""The stock is changed once, as it was asked, and never when there are no longer as many as a person was shown."""

import asyncio

import pytest

from bailiwick.kernel.reasons import ReasonCode
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import PastCall, Request, ToolContext
from bailiwick_router.core.language import detect_language
from bailiwick_skills.shop.shop import Shop
from bailiwick_skills.shop.stock_requests import StockReader
from bailiwick_skills.shop.tools import shopify_tools
from skills.shop.conftest import NOW

SET = "shopifyUpdateStock"


@pytest.fixture
def tool(web, keys, clock):
    """The tool itself, whose calls can be asked about, agreed to and made again."""

    def connect(web, domain, secret):
        return Shop(web, domain, secret, sleep=clock.sleep, clock=clock)

    every = shopify_tools(web, keys, lambda: NOW, connect=connect)
    return next(each for each in every if each.spec.name == SET)


def context(keys, found=None):
    return ToolContext(user_id="somebody", execution_id=None, agent_id=None, call_id="run:1", secrets=keys, found=found)


def run(tool, keys, found=None, **arguments):
    return asyncio.run(tool.run(context(keys, found), arguments))


def shown(tool, keys, **arguments):
    return asyncio.run(tool.found(context(keys), arguments))


def test_a_stock_is_set_and_what_was_before_is_told(candles, call):
    candles.put("Blue mug", "9.50", stock=10)
    result = call(SET, product="blue  MUG", quantity=12)
    assert (result["before"], result["after"], result["changed"]) == (10, 12, True)
    assert candles.stock("Blue mug") == 12
    [change] = candles.changes
    assert change["quantities"][0]["changeFromQuantity"] == 10
    again = call(SET, product="Blue mug", quantity=12)
    assert (again["before"], again["changed"]) == (12, False)
    assert len(candles.changes) == 1


def test_pieces_are_added_and_taken_out(candles, call):
    candles.put("Red shirt", "20.00", stock=3)
    assert call(SET, product="red shirts", change=5)["after"] == 8
    assert candles.stock("Red shirt") == 8


def test_a_person_is_shown_before_and_after_and_the_location(candles, tool, keys):
    candles.put("Blue mug", "9.50", stock=10)
    [found] = shown(tool, keys, product="Blue mug", change=5)
    assert (found.kind, found.title, found.old_value, found.new_value) == ("stock", "Blue mug", "10", "15")
    assert found.excerpt == "Candle Corner (candle-corner.myshopify.com)\nShop"
    assert shown(tool, keys, product="Blue mug", quantity=10) == [], "nobody is asked about nothing"
    with pytest.raises(CallFailed, match="There are only 10 of Blue mug; nothing was changed"):
        shown(tool, keys, product="Blue mug", change=-11)
    assert candles.changes == []


@pytest.mark.parametrize("asked", [{"change": 5}, {"quantity": 15}], ids=str)
def test_a_call_that_is_made_again_after_a_crash_has_no_further_effect(candles, tool, keys, asked):
    candles.put("Blue mug", "9.50", stock=10)
    found = shown(tool, keys, product="Blue mug", **asked)
    first = run(tool, keys, found, product="Blue mug", **asked)
    again = run(tool, keys, found, product="Blue mug", **asked)
    assert (first["before"], first["after"], first["changed"]) == (10, 15, True)
    assert again == first
    candles.restock("Blue mug", 14)
    assert run(tool, keys, found, product="Blue mug", **asked) == first, "one was sold since"
    assert (candles.stock("Blue mug"), len(candles.changes)) == (14, 1)


def test_a_call_that_nobody_had_to_agree_to_is_carried_out_once_too(candles, tool, keys):
    candles.put("Blue mug", "9.50", stock=10)
    for _ in range(2):
        result = run(tool, keys, product="Blue mug", change=5)
        assert (result["before"], result["after"]) == (10, 15)
    assert candles.stock("Blue mug") == 15


@pytest.mark.parametrize("asked", [{"change": 5}, {"quantity": 15}], ids=str)
def test_a_stock_that_has_changed_since_a_person_was_shown_it_is_left_alone(candles, tool, keys, asked):
    candles.put("Blue mug", "9.50", stock=10)
    found = shown(tool, keys, product="Blue mug", **asked)
    candles.restock("Blue mug", 9)
    with pytest.raises(CallFailed, match="has changed since"):
        run(tool, keys, found, product="Blue mug", **asked)
    assert (candles.stock("Blue mug"), candles.changes) == (9, [])


def test_a_change_whose_answer_was_lost_is_asked_for_again_with_the_same_key(candles, call):
    candles.put("Blue mug", "9.50", stock=10)
    lost = []

    def lose_the_first(request):
        if request.operation == "AdjustStock" and not lost:
            lost.append(request)
            return 502, b"", {}
        return None

    candles.refuse = lose_the_first
    assert call(SET, product="Blue mug", change=5)["after"] == 15
    assert len({request.variables["key"] for request in candles.requests if request.operation == "AdjustStock"}) == 1


def test_what_is_not_one_stock_is_asked_for(candles, call):
    candles.put("Shirt", "20.00", "20.00", variants=("S", "L"), stock=8)
    with pytest.raises(CallFailed, match=r"Which variant of Shirt\? They are: S 20\.00 \(\d+\), L 20\.00"):
        call(SET, product="Shirt", quantity=5)
    assert call(SET, product="Shirt", variant="l", quantity=5)["variant"] == "L"
    candles.put("Mug", "9.50", at={"Madrid": 4, "Lyon warehouse": 6})
    with pytest.raises(CallFailed, match=r"At which location\? Mug is kept at: Madrid, Lyon warehouse"):
        call(SET, product="Mug", quantity=5)
    told = call(SET, product="Mug", location="lyon", quantity=5)
    assert (told["location"], told["before"], candles.stock("Mug", "Madrid")) == ("Lyon warehouse", 6, 4)
    with pytest.raises(CallFailed, match="How many pieces"):
        call(SET, product="Mug", location="Madrid")
    with pytest.raises(CallFailed, match="quantity, change"):
        call(SET, product="Mug", location="Madrid", quantity=1, change=1)
    candles.put("Download", "1.00", stock=None)
    with pytest.raises(CallFailed, match="does not count the stock of Download"):
        call(SET, product="Download", quantity=1)
    assert call(SET, product="Tea", quantity=1)["found"] is False


def test_a_location_is_known_by_its_whole_id_and_never_by_a_part_of_one(candles, call):
    candles.put("Mug", "9.50", at={"Madrid": 4, "Lyon warehouse": 6})
    for digit in "0123456789":
        with pytest.raises(CallFailed, match="At which location"):
            call(SET, product="Mug", location=digit, quantity=5)
    assert candles.stock("Mug", "Madrid") == 4


def test_a_missing_scope_for_the_stock_is_named(candles, call):
    candles.put("Blue mug", "9.50", stock=10)
    for scope in ("write_inventory", "read_locations"):
        candles.scopes = tuple(each for each in candles.scopes if each != scope)
        with pytest.raises(CallFailed, match=f"Give its app the scope {scope} in Shopify"):
            call(SET, product="Blue mug", quantity=12)


def read(text, **more):
    found = StockReader().read(Request(text=text, language=detect_language(text), **more))
    return None if found is None else dict(found.arguments)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("set the stock of the blue mug to 12", {"product": "blue mug", "quantity": 12}),
        ("Please update the inventory of Blue Mug to twelve", {"product": "Blue Mug", "quantity": 12}),
        ("set blue mug stock to 1,200", {"product": "blue mug", "quantity": 1200}),
        ("change the blue mug's stock to 0 pieces", {"product": "blue mug", "quantity": 0}),
        ("add 5 red shirts to stock", {"product": "red shirts", "change": 5}),
        ("ok, add five more units of the red shirt to our inventory", {"product": "red shirt", "change": 5}),
        ("increase the stock of red shirt by 5", {"product": "red shirt", "change": 5}),
        ("restock the red shirts with 20", {"product": "red shirts", "change": 20}),
        ("remove 3 red shirts from stock", {"product": "red shirts", "change": -3}),
        (
            "reduce the stock of the red shirt by 3 in Madrid",
            {"product": "red shirt", "change": -3, "location": "Madrid"},
        ),
        (
            "set the stock of the blue mug to 12 in the store called tea-time",
            {"product": "blue mug", "quantity": 12, "store": "tea-time"},
        ),
        ("update the stock of the blue mug", {"product": "blue mug"}),
        ("pon el stock de la taza azul a 12", {"product": "taza azul", "quantity": 12}),
        ("actualiza las existencias de la Taza azul a doce unidades", {"product": "Taza azul", "quantity": 12}),
        ("cambia el inventario de taza azul a 1.200", {"product": "taza azul", "quantity": 1200}),
        ("añade 5 camisas rojas al stock", {"product": "camisas rojas", "change": 5}),
        ("anade cinco unidades de la camisa roja al inventario", {"product": "camisa roja", "change": 5}),
        ("sube el stock de la camisa roja en 5", {"product": "camisa roja", "change": 5}),
        ("quita 3 camisas rojas del stock", {"product": "camisas rojas", "change": -3}),
        (
            "baja las existencias de la camisa roja en 3 en el almacén de Lyon",
            {"product": "camisa roja", "change": -3, "location": "almacén de Lyon"},
        ),
        ("actualiza el stock de la taza azul", {"product": "taza azul"}),
    ],
)
def test_a_request_to_change_the_stock_is_read(text, arguments):
    assert read(text) == arguments


@pytest.mark.parametrize(
    "text",
    [
        "how much stock is left of the blue mug?",
        "raise the price of the blue mug to 12 euros",
        "add 5 eggs to my shopping list",
        "which products are low in stock?",
        "buy 5 Apple stocks",
        "pon la taza azul a 12 €",
        "¿cuánto stock queda?",
        "undo",
        "12",
    ],
)
def test_what_changes_no_stock_is_left_to_others(text):
    assert read(text) is None


def past(arguments, result):
    return PastCall(name=SET, arguments=arguments, result=result)


@pytest.mark.parametrize("asked", [{"quantity": 12}, {"change": 2}])
def test_undo_takes_the_change_of_the_stock_back(candles, call, asked):
    candles.put("Blue mug", "9.50", stock=10)
    asked = {"product": "Blue mug", **asked}
    done = past(asked, call(SET, **asked))
    said = {language: StockReader().say(asked, done.result, language) for language in ("en", "es")}
    assert (
        said["en"]
        == 'The stock of **Blue mug** in Candle Corner is 12 now; it was 10. Say "undo" to take the change back.'
    )
    assert (
        said["es"]
        == "En Candle Corner hay ahora 12 de **Blue mug**; antes eran 10. Di «deshazlo» para deshacer el cambio."
    )
    for text in ("undo", "deshazlo"):
        arguments = read(text, past_calls=(done,), just_called=done)
        assert arguments is not None
        assert (arguments["change"], arguments["store"]) == (-2, candles.domain)
    candles.restock("Blue mug", 11)  # one was sold
    call(SET, **arguments)
    assert candles.stock("Blue mug") == 9
    nothing = past(asked, {**done.result, "changed": False})
    assert read("undo", past_calls=(nothing,), just_called=nothing) is None


@pytest.mark.parametrize(
    ("arguments", "text", "answer"),
    [
        ({"product": "Shirt", "quantity": 5}, "the L one", {"variant": "L"}),
        ({"product": "Shirt", "quantity": 5}, "l", {"variant": "l"}),
        ({"product": "Shirt", "quantity": 5}, "what is the weather?", None),
        ({"product": "Mug", "quantity": 5}, "in Madrid", {"location": "Madrid"}),
        ({"product": "Mug", "quantity": 5}, "en madrid", {"location": "madrid"}),
        ({"product": "Tea"}, "twelve", {"quantity": 12}),
        ({"product": "Tea"}, "make it 12", {"quantity": 12}),
        ({"product": "Tea"}, "que sean doce", {"quantity": 12}),
        ({"product": "Tea"}, "how many are there?", None),
    ],
)
def test_what_was_asked_back_for_is_read(candles, call, arguments, text, answer):
    candles.put("Shirt", "20.00", "20.00", variants=("S", "L"), stock=8)
    candles.put("Mug", "9.50", at={"Madrid": 4, "Lyon warehouse": 6})
    candles.put("Tea", "9.50", stock=1)
    with pytest.raises(CallFailed) as failed:
        call(SET, **arguments)
    asked = PastCall(name=SET, arguments=arguments, result=None, why=failed.value.said)
    assert asked.why.code in (ReasonCode.SAY_WHICH_VARIANT, ReasonCode.SAY_WHICH_LOCATION, ReasonCode.STOCK_HOW_MANY)
    assert read(text, past_calls=(asked,), asked_back=asked) == (None if answer is None else {**arguments, **answer})
