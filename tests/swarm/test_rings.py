"""Who waits in a ring is found by going round it."""

from hypothesis import given
from hypothesis import strategies as st

from bailiwick.features.swarm.rings import ringed

NAMES = "abcdef"


def test_what_leads_into_a_ring_or_out_of_it_is_no_part_of_it():
    ring = {("a", "b"), ("b", "c"), ("c", "a")}
    assert ringed(ring | {("x", "a"), ("c", "y"), ("y", "z")}) == ring
    assert ringed({("a", "b"), ("b", "c")}) == set()
    assert ringed({("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), ("b", "c")}) == {
        ("a", "b"),
        ("b", "a"),
        ("c", "d"),
        ("d", "c"),
    }
    assert ringed(set()) == set()


def test_a_ring_of_a_thousand_is_found():
    ring = {(f"{n}", f"{(n + 1) % 1000}") for n in range(1000)}
    assert ringed(ring) == ring


@given(st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(lambda pair: pair[0] != pair[1])))
def test_a_pair_is_in_a_ring_if_walking_on_leads_back(pairs):
    def leads_back(who, whom):
        reached = {whom}
        for _ in NAMES:
            reached |= {to for start, to in pairs if start in reached}
        return who in reached

    assert ringed(pairs) == {(who, whom) for who, whom in pairs if leads_back(who, whom)}
