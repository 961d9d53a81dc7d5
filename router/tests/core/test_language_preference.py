"""A text that shows no language is in the one that its reader prefers."""

import pytest

from bailiwick_router.core.language import detect_language, preferred_language


@pytest.mark.parametrize(("text", "found"), [("7 * 6", "es"), ("", "es"), ("what is this", "en"), ("qué es", "es")])
def test_only_what_shows_no_language_is_in_the_preferred_one(text, found):
    assert detect_language(text, "es") == found
    assert detect_language("7 * 6") == "en"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en;q=0.2, es;q=0.9", "es"),
        ("fr, de", "en"),
        ("fr, es;q=0.1", "es"),
        ("es;q=0", "en"),
        ("es;q=much, en;q=0.1", "en"),
        (",;,", "en"),
    ],
)
def test_the_language_that_a_request_prefers_is_the_one_of_ours_that_it_wants_most(header, language):
    assert preferred_language(header) == language
