"""References to a list that was just shown."""

import pytest

from bailiwick.tools.references import called, digits, picked, place_in, wanted

NOUNS = ("task", "tarea")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the second one", 2),
        ("the first", 1),
        ("First one please", 1),
        ("the last one?", -1),
        ("the second to last", -2),
        ("2nd task", 2),
        ("number 3", 3),
        ("task number two", 2),
        ("#4", 4),
        ("it", 0),
        ("that task", 0),
        ("el segundo", 2),
        ("la primera tarea", 1),
        ("La última", -1),
        ("la tarea número 3", 3),
        ("esa tarea", 0),
        ("esa", 0),
        ("the second chapter", None),
        ("the report", None),
        ("first aid", None),
        ("call Ana", None),
        ("3", None),
        ("", None),
    ],
)
def test_a_reference_is_a_place_in_a_list(text, place):
    assert place_in(text, NOUNS) == place


def test_a_reference_picks_what_is_there():
    assert picked("the second one", ["a", "b", "c"]) == "b"
    assert picked("la penúltima", ["a", "b", "c"]) == "b"
    assert picked("number 4", ["a", "b", "c"]) is None
    assert picked("it", ["a"]) == "a"
    assert picked("it", ["a", "b"]) is None, "of several nobody knows which"
    assert picked("the last one", []) is None


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("open the second", "b"),
        ("read the first one", "a"),
        ("show me the last task", "c"),
        ("tell me more about the third one", "c"),
        ("and the second one?", "b"),
        ("the second one", "b"),
        ("abre el segundo", "b"),
        ("léeme la última", "c"),
        ("cuéntame más de la primera", "a"),
        ("read the second chapter", None),
        ("open the window", None),
        ("delete the second one", None),
        ("open https://example.org", None),
        ("", None),
    ],
)
def test_a_thing_of_the_list_can_be_asked_for(text, thing):
    assert wanted(text, ["a", "b", "c"], NOUNS) == thing


def test_a_thing_is_called_by_its_name_or_by_whole_words_of_it():
    names = ["Plan the party", "Buy art, and paint", "Party"]
    assert called("art", names, str) == ["Buy art, and paint"]
    assert called("the party", names, str) == ["Plan the party", "Party"]
    assert called("party", names, str) == ["Party"]
    for words in ("", " ", "the", "milk"):
        assert called(words, names, str) == []


@pytest.mark.parametrize(("text", "number"), [("2", 2), ("#12", 12), ("00050", None), ("²", None), ("two", None)])
def test_digits_are_a_number(text, number):
    assert digits(text) == number
