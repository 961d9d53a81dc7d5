"""The bus cuts text so that every notification fits, and loses no character."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.events.bus import PIECE_BYTES, OpenText, _cut


@given(st.text(max_size=200).map(lambda text: text * 60))
def test_every_part_fits_into_a_notification_and_the_parts_make_the_text(text):
    parts = list(_cut(text))
    assert "".join(parts) == text
    for part in parts:
        assert len(json.dumps(part, ensure_ascii=False).encode("utf-8", "surrogatepass")) <= PIECE_BYTES + 8


def test_a_missed_piece_makes_the_open_text_unusable_until_it_starts_over():
    text = OpenText("c")
    text.add(0, "abc")
    text.add(10, "xyz")
    assert not text.whole
    text.add(0, "new")
    assert (text.whole, text.text) == (True, "new")


def test_a_piece_that_comes_twice_changes_nothing():
    text = OpenText("c")
    text.add(0, "abc")
    text.add(3, "def")
    text.add(3, "def")
    assert text.text == "abcdef"
