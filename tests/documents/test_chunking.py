"""Passages are exact pieces of their text, cover all of it and are never too long."""

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bailiwick.tools.documents.chunking import MOST, outline_of, passages_of

LINES = st.one_of(
    st.sampled_from(
        [
            "# Title",
            "## Part two",
            "###### deep",
            "#no heading",
            "```",
            "```python",
            "~~~",
            "| a | b |",
            "|---|---|",
            "- item",
            "",
            " ",
            "\f",
            "\r",
            "Mr. Smith went. He came back! Why?",
            "word " * 90,
            "x" * 2500,
            "¿Qué? ¡Sí!",
            "\u2028",
            "e\u0301" * 40,
            "👩‍👩‍👧 " * 30,
            "\u202eabc",
            "    indented code",
        ]
    ),
    st.text(max_size=400),
)
TEXTS = st.lists(LINES, max_size=40).map("\n".join)


@given(TEXTS)
@settings(max_examples=200)
@example("a. " * 3000)
@example("```\n" + "code\n" * 1000)
@example("x" * 700 + "\n    indented code " + "y" * 700)
@example("a\n    indented code\n" + "y" * 1590)
@example("#" * 7 + " x\n# " + "y" * 5000)
def test_passages_are_exact_cover_everything_and_keep_to_the_cap(text):
    passages = passages_of(text)
    covered = bytearray(len(text))
    for passage in passages:
        assert 0 < passage.end - passage.start <= MOST
        piece = text[passage.start : passage.end]
        assert piece.strip() == piece
        assert len(piece.strip()) > 0
        covered[passage.start : passage.end] = b"\1" * (passage.end - passage.start)
    assert all(covered[at] or character.isspace() for at, character in enumerate(text))
    assert [p.start for p in passages] == sorted(p.start for p in passages)
    assert len({(p.start, p.end) for p in passages}) == len(passages)


def test_a_section_is_a_passage_with_the_headings_above_it():
    text = "# Contract\n\nIntro.\n\n## Notice\n\nThree months.\n\n## Money\n### Deposit\n\nTwo rents."
    found = [(passage.heading, text[passage.start : passage.end]) for passage in passages_of(text)]
    assert found == [
        ("Contract", "# Contract\n\nIntro."),
        ("Contract › Notice", "## Notice\n\nThree months."),
        ("Contract › Money › Deposit", "## Money\n### Deposit\n\nTwo rents."),
    ]
    assert [(each.heading, each.level, text[each.start]) for each in outline_of(text)] == [
        ("Contract", 1, "#"),
        ("Notice", 2, "#"),
        ("Money", 2, "#"),
        ("Deposit", 3, "#"),
    ]


def test_long_prose_is_cut_at_sentences_and_the_last_one_is_repeated():
    sentences = [f"Sentence number {n} says something of its own." for n in range(100)]
    text = " ".join(sentences)
    pieces = [text[p.start : p.end] for p in passages_of(text)]
    assert len(pieces) > 3
    for before, after in pairwise(pieces):
        assert before.endswith("own.")
        last = before[before.rindex("Sentence") :]
        assert after.startswith(last)


def test_tables_and_code_that_fit_are_kept_whole():
    table = "| a | b |\n|---|---|\n" + "| one | two |\n" * 60
    code = "```python\n" + "print('x')\n\n" * 60 + "```"
    text = f"Before it.\n\n{table}\nBetween.\n\n{code}\n\nAfter."
    pieces = [text[p.start : p.end] for p in passages_of(text)]
    assert any(table.strip() in piece for piece in pieces)
    assert any(code in piece for piece in pieces)


def test_a_passage_knows_the_page_it_begins_on():
    text = "First page.\f# Second\n\nMore.\fThird."
    assert [(text[p.start : p.end], p.page) for p in passages_of(text)] == [
        ("First page.", 1),
        ("# Second\n\nMore.\fThird.", 2),
    ]
    assert passages_of("No pages.")[0].page is None


def test_a_heading_inside_code_is_none():
    text = "```\n# not a heading\n```\n\n# One\n"
    assert [each.heading for each in outline_of(text)] == ["One"]
