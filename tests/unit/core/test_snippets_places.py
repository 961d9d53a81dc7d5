"""Where a search shows what it found."""

import pytest

from bailiwick.core.snippets import places_of


@pytest.mark.parametrize(
    ("sought", "text", "places"),
    [
        ("tax", "Tax and TAX, taxi", ((0, 3), (8, 11), (13, 16))),
        ("ñu", "El ÑU", ((3, 5),)),
        ("x", "İ x", ((2, 3),)),
        ("", "anything", ()),
        ("other", "anything", ()),
    ],
)
def test_places_are_those_of_the_text_whatever_the_case(
    sought: str, text: str, places: tuple[tuple[int, int], ...]
) -> None:
    assert places_of(sought, text) == places
