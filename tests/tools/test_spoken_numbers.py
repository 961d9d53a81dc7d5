"""Numbers in words and in digits, as people write them."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.tools.spoken_numbers import in_digits, read_number


@pytest.mark.parametrize(
    ("text", "language", "digits"),
    [
        ("what is five plus twenty-one", "en", "what is 5 plus 21"),
        ("split a hundred and twenty between three people", "en", "split 120 between 3 people"),
        ("three point five percent of two thousand", "en", "3.5 percent of 2000"),
        ("cuanto es veintitres mas dieciseis", "es", "cuanto es 23 mas 16"),
        ("treinta y cinco por ciento de doscientos", "es", "35% de 200"),
        ("tres coma cinco por un millón", "es", "3,5 por 1000000"),
        ("veinte por tres", "en", "20 por 3"),
        ("three and a half hours", "en", "3.5 hours"),
        ("an hour and a half in minutes", "en", "1.5 hours in minutes"),
        ("two teams and half of them", "en", "2 teams and half of them"),
        ("siete horas y media", "es", "7.5 horas"),
        ("un kilo y cuarto", "es", "1.25 kilos"),
        ("a las cinco y media", "es", "a las 5 y media"),
        ("once por dos", "es", "11 por 2"),
        ("once upon a time", "en", "once upon a time"),
        ("5 miles in km", "en", "5 miles in km"),
        ("the second derivative", "en", "the second derivative"),
        ("no one knows", "en", "no one knows"),
        ("Crème brûlée for four", "en", "Crème brûlée for 4"),
        ("\ud800 two", "en", "\ud800 two"),
        ("", "en", ""),
    ],
)
def test_numbers_in_words_become_digits_and_the_rest_stays(text, language, digits):
    assert in_digits(text, language) == digits


@given(st.text(max_size=200), st.sampled_from(["en", "es"]))
def test_any_text_is_read(text, language):
    assert isinstance(in_digits(text, language), str)
    read_number(text, language)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("1,234.50", "en", "1234.5"),
        ("1.234,50", "en", "1234.5"),
        ("1.000", "es", "1000"),
        ("1.000", "en", "1"),
        ("1.000.000", "en", "1000000"),
        ("3,5", "en", "3.5"),
        (".5", "en", "0.5"),
        ("-7", "es", "-7"),
        ("200k", "en", "200000"),
        ("2 millones", "es", "2000000"),
        ("1,5,6", "en", None),
        ("5.", "en", None),
        ("five", "en", None),
    ],
)
def test_numbers_in_digits_are_read_as_each_language_groups_them(text, language, value):
    assert read_number(text, language) == (None if value is None else Fraction(value))


def test_the_library_is_loaded_with_the_first_text_that_may_need_it():
    script = "import sys, bailiwick.plugin, bailiwick_skills.maths.plugin, bailiwick_skills.currencies.plugin; "
    script += "sys.exit('text_to_num' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
