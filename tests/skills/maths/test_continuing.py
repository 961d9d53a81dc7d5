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
