"""A text that shows no language is in the one that its reader prefers."""

import pytest

from bailiwick.core.language import detect_language


@pytest.mark.parametrize(("text", "found"), [("7 * 6", "es"), ("", "es"), ("what is this", "en"), ("qué es", "es")])
def test_only_what_shows_no_language_is_in_the_preferred_one(text, found):
    assert detect_language(text, "es") == found
    assert detect_language("7 * 6") == "en"
