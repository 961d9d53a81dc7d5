"""Short messages are told apart by their function words and marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick_router.core.language import detect_language, told_language


@pytest.mark.parametrize(
    "text",
    [
        "¿Qué hora es en Tokio?",
        "resuelve 2x + 5 = 15 y explica los pasos",
        "y mañana?",
        "gracias",
        "hola",
        "añade leche a la lista",
        "cuanto es 3 + 4",
        "ayudame con un diseño creativo para mi blog",
        "he comprado los huevos",
        "vale",
        "y el sabado?",
        "llama a mi madre",
        "hay correos importantes",
        "borra comprar huevos",
    ],
)
def test_spanish_is_recognised(text):
    assert detect_language(text) == "es"


@pytest.mark.parametrize(
    "text",
    [
        "What time is it in Tokyo?",
        "Solve 2x + 5 = 15 and explain the steps",
        "and tomorrow?",
        "thanks",
        "",
        "add milk to my shopping list",
        "15% of 80",
        "x^2 + y^2 = 25",
        "Explain the Second War in Warcraft",
        "run bash: ls -la",
        "he is ill",
        "rename my todo list",
        "costa mesa weather",
        "buy milk",
    ],
)
def test_everything_else_is_english(text):
    assert detect_language(text) == "en"


@pytest.mark.parametrize("text", ["ok", "no", "bitcoin", "12%", "Ana", "Madrid", "a ver", "me too"])
def test_words_of_both_languages_or_of_none_leave_it_to_what_was_said_before(text):
    assert told_language(text) is None
    assert (detect_language(text, "es"), detect_language(text, "en")) == ("es", "en")


@given(st.text())
def test_any_text_has_a_language(text):
    assert detect_language(text) in ("en", "es")
