"""Courtesies around what is asked, and what only looks like one."""

import pytest

from bailiwick.tools.phrases import core_of, without_courtesies


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("add milk to my list, if you don't mind", "add milk to my list"),
        ("add milk to my list thanks mate", "add milk to my list"),
        ("apunta leche, anda", "apunta leche"),
        ("apunta leche porfa guapa", "apunta leche"),
        ("¿apuntas leche, quieres?", "apuntas leche"),
        ("add yerba mate", "add yerba mate"),
        ("add tea, coffee, mate", "add tea, coffee, mate"),
        ("anota que mi novio es muy guapo", "anota que mi novio es muy guapo"),
        ("¿qué quieres?", "qué quieres"),
        ("¿cómo anda?", "cómo anda"),
    ],
)
def test_a_courtesy_at_the_end_is_taken_off_and_a_word_of_what_is_asked_is_not(text, asked):
    assert core_of(text) == without_courtesies(text) == asked
