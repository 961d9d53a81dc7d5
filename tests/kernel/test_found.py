"""What a person was shown holds for exactly that."""

from hypothesis import given
from hypothesis import strategies as st

from bailiwick.kernel.shown_calls import EXCERPT, FoundThing, was_shown

texts = st.text(max_size=30)
things = st.builds(FoundThing.of, texts, texts, texts, texts, old_value=st.none() | texts, new_value=st.none() | texts)


@given(things, things)
def test_two_things_have_one_digest_only_if_they_are_the_same(one: FoundThing, other: FoundThing) -> None:
    assert (one.digest == other.digest) == (one == other)


@given(st.lists(things), st.lists(things))
def test_nothing_may_be_touched_that_was_not_shown(now: list[FoundThing], shown: list[FoundThing]) -> None:
    assert was_shown(now, shown) == all(each in shown for each in now)
    assert was_shown([], shown)


def test_what_comes_after_the_excerpt_counts_too() -> None:
    begins = "x" * EXCERPT
    one, other = (FoundThing.of("note", "1", "Plan", begins + end) for end in ("a", "b"))
    assert one.excerpt == other.excerpt == begins[:-1] + "…"
    assert one.digest != other.digest
    hidden = FoundThing.of("entity", "1", "Ana", "lives in Lima", shown="person")
    assert hidden.excerpt == "person"
    assert hidden.digest == FoundThing.of("entity", "1", "Ana", "lives in Lima").digest
