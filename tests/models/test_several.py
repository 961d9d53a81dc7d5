"""Several requests in one message are told apart without a model, and what is quoted or leans on another is not."""

from bailiwick.models.several import pieces


def told_apart(text: str) -> list[tuple[str, bool]]:
    """Return the pieces of a text, with whether each leans on the one before it, as if all of them were read."""
    return [(text[piece.start : piece.end], piece.leans) for piece in pieces(text, lambda _: True)]


def test_each_request_is_a_piece():
    assert told_apart("remind me to call Ana tomorrow; what is 12 * 7") == [
        ("remind me to call Ana tomorrow", False),
        ("what is 12 * 7", False),
    ]


def test_a_piece_that_points_at_the_one_before_it_leans_also_behind_what_is_dictated():
    assert told_apart("remind me to call Ana tomorrow and also delete it")[-1] == ("delete it", True)
    assert told_apart("recuérdame llamar a Ana mañana y además bórralo")[-1] == ("bórralo", True)


def test_nothing_is_cut_within_quotes_or_behind_an_abbreviation():
    assert told_apart('remember that Ana said "I am late. Remind me to call Bob tomorrow"') == []
    assert told_apart("remember that I see Dr. Who tomorrow") == []
