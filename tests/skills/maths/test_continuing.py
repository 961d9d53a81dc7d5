"""What goes on with a calculation, and what does not."""

import pytest

from bailiwick.tools.records import PastCall, Request
from bailiwick_skills.maths.tools import NAME, calculator_tools

[CALCULATOR] = calculator_tools()


def after(expression: str, result: str) -> PastCall:
    return PastCall(name=NAME, arguments={"expression": expression}, result={"result": result})


def read(text: str, *past: PastCall):
    return CALCULATOR.recogniser.read(Request(text=text, language="en", past_calls=past))


@pytest.mark.parametrize(
    ("before", "message", "expression"),
    [
        (after("2^100", "1024"), "divide that by 3", "(1024) / (3)"),
        (after("7 * 8", "56"), "times 2", "(56) * (2)"),
        (after("7 * 8", "56"), "and plus 4", "(56) + (4)"),
        (after("7 * 8", "56"), "half of that", "(56) / 2"),
        (after("7 * 8", "56"), "double it", "(56) * 2"),
        (after("7 * 8", "56"), "20% of that", "(20) / 100 * (56)"),
        (after("7 * 8", "56"), "súmale 5", "(56) + (5)"),
        (after("7 * 8", "56"), "divide eso entre 4", "(56) / (4)"),
        (after("7 * 8", "56"), "divide that by three", "(56) / (3)"),
        (after("7 * 8", "56"), "divídelo entre dos", "(56) / (2)"),
        (after("7 * 8", "56"), "triple it", "(56) * 3"),
        (after("7 * 8", "56"), "plus 20%", "(56) + 20%"),
        (after("7 * 8", "56"), "10% off", "(56) - 10%"),
        (after("7 * 8", "56"), "más un 21% de IVA", "(56) + 21%"),
        (after("10 / 3", "10/3"), "round it", "round(10/3)"),
        (after("10 / 3", "10/3"), "round it to 2 decimals", "round(10/3; 2)"),
        (after("10 / 3", "10/3"), "redondéalo a dos decimales", "round(10/3; 2)"),
        (after("sqrt(144)", "12"), "and 81?", "sqrt(81)"),
        (after("5!", "120"), "and 6?", "6!"),
        (after("12% of 340", "40.8"), "and 15%?", "15%*340"),
        (after("12% of 340", "40.8"), "¿y 400?", "12%*400"),
        (after("15% tip on 84.50", "12.675"), "and 20%?", "20% tip on 84.5"),
        (after("15% tip on 84.50", "12.675"), "and on $100?", "15% tip on 100"),
        (after("split 120 between 5 people", "24"), "and 6?", "split 120 between 6 people"),
        (after("split 120 between 5 people", "24"), "¿y entre 8 amigos?", "split 120 between 8 people"),
        (after("is 97 prime", "true"), "and 98?", "is 98 prime"),
        (
            after("loan of 200000 at 3.5% for 30 years", "898.09"),
            "and over 25 years?",
            "loan of 200000 at 3.5% for 25 years",
        ),
        (
            after("loan of 200000 at 3.5% for 30 years", "898.09"),
            "¿y al 4%?",
            "loan of 200000 at 4% for 30 years",
        ),
        (after("3x - 7 = 11", "x = 6"), "multiply it by 2", "(6) * (2)"),
        (after("convert 5 miles to km", "8.04672 km"), "and 10?", "10 mi to km"),
        (after("convert 5 miles to km", "8.04672 km"), "to meters", "5 mi to m"),
        (after("convert 5 miles to km", "8.04672 km"), "¿y 20 metros?", "20 m to km"),
        (after("x^2 - 4x + 3 = 0", "x = 1 or x = 3"), "derive it", "derivative of x^2 - 4x + 3"),
        (after("derivative of x^2 - 4x + 3", "2x - 4"), "now integrate it", "integral of x^2 - 4x + 3"),
        (after("(x + 1)(x - 1)", "x^2 - 1"), "expand it", "expand (x + 1)*(x - 1)"),
    ],
)
def test_a_short_message_goes_on_with_the_last_calculation(before, message, expression):
    found = read(message, before)
    assert found is not None
    assert found.arguments == {"expression": expression}
    assert read(message) is None, "by itself it says nothing"


@pytest.mark.parametrize("message", ["explica los pasos", "show me the steps", "step by step", "how?"])
def test_the_steps_of_the_last_calculation_are_shown(message):
    found = read(message, after("3x - 7 = 11", "x = 6"))
    assert found is not None
    assert found.arguments == {"expression": "3x - 7 = 11", "explain": True}


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (after("x^2 - 4x + 3 = 0", "x = 1 or x = 3"), "divide that by 3"),  # which of the two?
        (after("convert 5 miles to km", "8.04672 km"), "to kilograms"),
        (after("7 * 8", "56"), "to meters"),
        (after("7 * 8", "56"), "thanks"),
        (after("7 * 8", "56"), "and the weather?"),
        (PastCall(name="weatherInfo", arguments={}, result={}), "divide that by 3"),
    ],
)
def test_what_does_not_go_on_with_it_is_left_alone(before, message):
    assert read(message, before) is None


def test_a_message_that_asks_something_new_is_read_by_itself():
    found = read("what is 2 + 2", after("7 * 8", "56"))
    assert found is not None
    assert found.arguments == {"expression": "2 + 2"}


def test_what_goes_on_with_a_tip_goes_on_with_the_whole_bill():
    figures = {"tip": "12.675", "total": "97.175"}
    tip = PastCall(
        name=NAME, arguments={"expression": "15% tip on 84.50"}, result={"result": "12.675", "figures": figures}
    )
    assert read("divide that by 3", tip).arguments["expression"] == "(97.175) / (3)"
