"""The words by which typing mistakes are known: those of the sentences of tools, and ordinary ones."""

import pytest

from bailiwick.features.reminders.requests import SetReader
from bailiwick.tools.spelling import ordinary_words, spelling_of, words_written
from bailiwick_router.spelling import Spelling


@pytest.fixture(scope="module")
def spelling() -> Spelling:
    found = spelling_of({"setReminder": SetReader(), "weather_info": None})
    assert found is not None
    return found


def test_the_words_of_templates_are_those_that_stand_in_them_in_every_language():
    words = set(words_written("bailiwick.features.reminders"))
    assert {"remind", "recuerdame", "recordatorio"} <= words
    assert list(words_written("bailiwick.kernel")) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("remnid me tomorow at 9 to call ana", "remind me tomorow at 9 to call ana"),
        ("recuredame mañana llamar a Luis", "recuerdame mañana llamar a Luis"),
        ("wether in madrid", "weather in madrid"),
    ],
)
def test_mistakes_are_put_right_and_misspellings_that_templates_know_stay(spelling: Spelling, typed: str, meant: str):
    assert spelling.readings(typed)[0] == meant


@pytest.mark.parametrize(
    "typed",
    [
        "i want to buy some stamps and a crate of apples",
        "dont forget that im late, its ana's birthday",
        "he comprado los huevos y la leche en el mercado",
        "nos vemos el domingo en casa de mis abuelos",
    ],
)
def test_what_people_write_every_day_has_no_mistakes(spelling: Spelling, typed: str):
    assert spelling.readings(typed) == ()


def test_ordinary_words_are_those_of_both_languages_with_and_without_their_marks():
    assert {"tomorrow", "don", "dont", "huevo", "manana", "cuanto"} <= ordinary_words()
    assert not {"wether", "teh", "tomorow", "cuanot"} & ordinary_words()
