"""Snippets, fused rankings and citations."""

from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.fusion import fused
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.snippets import LENGTH, snippet_of
from bailiwick.tools.documents.citations import Citation, citations_in, with_citations
from bailiwick.tools.documents.records import citation


@given(st.text(max_size=3000), st.lists(st.text("abcdeé ", min_size=1, max_size=6), max_size=4))
def test_marks_lie_inside_the_snippet_and_on_words(text, words):
    snippet, marks = snippet_of(text, words)
    assert len(snippet) <= LENGTH + 2
    assert all(0 <= left < right <= len(snippet) for left, right in marks)
    assert all(snippet[left:right].isalnum() or "_" not in snippet[left:right] for left, right in marks)


def test_a_snippet_shows_the_part_with_most_words_without_markup():
    text = (
        "# Start\n\n" + "filler words here. " * 60 + "The **notice period** is [three](http://x) months. " + "end " * 90
    )
    snippet, marks = snippet_of(text, ["notice", "periods"])
    assert "notice period is three months" in snippet
    assert [snippet[left:right] for left, right in marks] == ["notice", "period"]
    assert snippet.startswith("…")
    assert snippet.endswith("…")


def test_forms_and_accents_are_marked():
    snippet, marks = snippet_of("La canción y las canciones.", ["cancion"])
    assert [snippet[left:right] for left, right in marks] == ["canción", "canciones"]


def test_what_both_rankings_have_comes_before_what_one_has():
    ranked = fused([["a", "b", "c"], ["c", "d"]])
    assert [item for item, _ in ranked] == ["c", "a", "b", "d"]
    assert ranked[0][1] == 1 / 63 + 1 / 61


def test_citations_are_found_and_only_known_ones_are_replaced():
    one, two = (uuid7(), uuid7()), (uuid7(), uuid7())
    text = f"A {citation(*one)} b {citation(*two)} c {citation(*one)} [[doc:x#y]] [[doc:{one[0]}]]"
    assert citations_in(text) == [Citation(*one), Citation(*two)]
    shown = with_citations(text, lambda found: "[1]" if found == Citation(*one) else None)
    assert shown == f"A [1] b {citation(*two)} c [1] [[doc:x#y]] [[doc:{one[0]}]]"
