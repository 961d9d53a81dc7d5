import pytest

from bailiwick.runs.actions import TITLE_LENGTH, title_of


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Solve 2x + 5 = 15", "Solve 2x + 5 = 15"),
        ("\n  First line  \nsecond", "First line"),
        ("```notes.txt\nmilk\n```", "notes.txt"),
        ("```\nmilk\n```", "milk"),
        ("```", "```"),
        ("Run this: ```bash\nls\n```", "Run this:"),
    ],
)
def test_a_thread_is_called_after_the_first_line_that_says_something(message: str, title: str):
    assert title_of(message) == title


def test_a_long_title_is_cut_with_an_ellipsis():
    title = title_of("word " * 100)
    assert len(title) <= TITLE_LENGTH
    assert title.endswith("…")
