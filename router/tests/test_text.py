"""Normalising, words and tokens."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_router.stems import stem
from bailiwick_router.stopwords import STOP_WORDS
from bailiwick_router.text import message_hash, normalise, tokens_of, words_of


def tokens(text: str) -> list[str]:
    return tokens_of(words_of(normalise(text)))


def test_case_and_diacritics_do_not_matter():
    assert normalise("¿Añade PIÑA, mañana?") == "¿anade pina, manana?"
    assert normalise("e\u0301") == normalise("é") == "e"


def test_words_shorter_than_three_characters_are_not_tokens():
    assert tokens("Go to the UI, ok? x2y 3d") == ["the", "x2y"]
    assert words_of(normalise("Go to the UI")) == ["go", "to", "the", "ui"]


def test_words_end_at_everything_that_is_not_a_letter_or_digit():
    assert tokens("snake_case e-mail's http://example.org") == ["snake", "case", "mail", "http", "example", "org"]


def test_scripts_without_spaces_are_cut_into_bigrams():
    assert tokens("天气预报") == ["天气", "气预", "预报"]
    assert tokens("iPhone手机") == ["iphone", "手机"]
    assert tokens("山") == ["山"]
    assert len(tokens("สวัสดี")) >= 2


def test_greek_and_cyrillic_are_words_like_any_other():
    assert tokens("Καλημέρα и погода") == ["καλημερα", "погода"]


@given(st.text())
def test_normalising_twice_changes_nothing(text):
    once = normalise(text)
    assert normalise(once) == once


@pytest.mark.parametrize("text", ["\u0301" * 200_000, "\u0301\u0316" * 100_000, "a" + "\u0316\u0301" * 99_999])
def test_a_flood_of_combining_marks_costs_little(text):
    started = time.perf_counter()
    assert words_of(normalise(text)) in ([], ["a"])
    assert time.perf_counter() - started < 20


@given(st.text(st.characters(codec=None, categories=None)))
def test_any_text_has_a_hash(text):
    assert len(message_hash(text)) == 64


def test_different_lone_surrogates_have_different_hashes():
    assert message_hash("\ud800") != message_hash("\ud801")


def test_words_of_one_stem_are_equal_in_their_language():
    assert stem("running", "en") == stem("runs", "en")
    assert stem("recetas", "es") == stem("receta", "es")
    assert stem("cocinar", "es") == stem("cocina", "es")
    assert stem("care", "en") != stem("car", "en")
    assert stem("wort", "de") == "wort"


def test_stop_words_are_written_as_tokens_are():
    for word in STOP_WORDS:
        assert tokens(word) == [word]
