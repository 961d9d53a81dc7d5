"""What is computed from texts of the knowledge graph."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.memory.texts import END, claim_of, key_of, lowered, sought, term, trigrams
from bailiwick.kernel.search_words import folded
from support.peers import node

SCRIPT = """
const lower = []
for (let point = 0; point < 0x110000; point++) {
  if (point >= 0xd800 && point <= 0xdfff) continue
  const text = String.fromCodePoint(point)
  if (text.toLowerCase() !== text) lower.push([text, text.toLowerCase()])
}
console.log(JSON.stringify(lower))
"""


def test_every_character_is_lowered_as_javascript_does_it() -> None:
    done = subprocess.run([str(node()), "-e", SCRIPT], capture_output=True, check=True)
    expected = dict(json.loads(done.stdout))
    assert len(expected) > 1400
    characters = [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point <= 0xDFFF]
    wrong = [text for text in characters if lowered(text) != expected.get(text, text)]
    assert wrong == []


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_whatever_a_text_contains_its_trigrams_contain(text: str, one: int, other: int) -> None:
    low = lowered(text)
    part = low[min(one, other) : max(one, other)]
    if len(part) > 2:
        assert set(sought(part)) <= trigrams(low)
    elif part:
        assert any(gram.startswith(part) for gram in trigrams(low))


@given(st.text(st.characters(exclude_characters=END), max_size=20))
def test_no_trigram_looks_like_a_term(text: str) -> None:
    assert all(not gram.startswith(END * 3) for gram in trigrams(text))
    assert term(text).startswith(END * 3)


def test_a_name_has_one_key_of_64_bits() -> None:
    assert key_of("Ana") == key_of("Ana") != key_of("ana")
    assert -(2**63) <= key_of("\ud800") < 2**63


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Málaga", "malaga"),
        ("ÑANDÚ", "nandu"),
        ("a\u0301" * 3, "aaa"),
        ("plain", "plain"),
    ],
)
def test_a_folded_text_has_no_case_and_no_diacritics(text: str, expected: str) -> None:
    assert folded(text) == expected


@pytest.mark.parametrize(
    ("content", "about"),
    [
        ("favourite colour is green", "favourite colour"),
        ("My favourite colour: blue", "favourite colour"),
        ("Ana lives in Lugo", "lives in"),
        ("vive en Lugo", "vive en"),
        ("el color favorito es verde", "color favorito"),
        ("port = 8080", "port"),
        ("Ana is tall", None),
        ("is tall", None),
        ("it is late", None),
        ("prefers trains", None),
        ("see https://a.example", None),
        ("", None),
        ("x" * 500 + " is long", None),
    ],
)
def test_an_observation_says_something_about_what_has_one_value(content: str, about: str | None) -> None:
    assert claim_of(content, "Ana") == about
