"""A canary is taken back when it does significantly worse, and only then."""

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from bailiwick.agents.releases.canary import LEAST_DECISIONS, SIGNIFICANCE, chance, taken_back
from bailiwick.agents.releases.choosing import drawn
from bailiwick.agents.releases.records import CanaryMetrics


@st.composite
def figures(draw):
    decided, others = draw(st.integers(0, 400)), draw(st.integers(0, 1000))
    return CanaryMetrics(
        decided=decided, wrong=draw(st.integers(0, decided)), others=others, others_wrong=draw(st.integers(0, others))
    )


@given(figures())
def test_it_is_taken_back_after_enough_decisions_and_when_chance_would_hardly_do_that(given):
    why = taken_back(given)
    worse = given.wrong * given.others > given.others_wrong * given.decided
    unlikely = given.others > 0 and chance(given) < SIGNIFICANCE
    assert (why is not None) == (given.decided >= LEAST_DECISIONS and worse and unlikely)
    if why is not None:
        assert why.values["wrong"] == given.wrong


@given(figures())
def test_the_chance_is_one_of_a_probability_and_falls_with_every_wrong_decision(given):
    assert 0 <= chance(given) <= 1
    if given.wrong == 0:
        assert math.isclose(chance(given), 1)
    if given.wrong > 0:
        fewer = CanaryMetrics(
            decided=given.decided,
            wrong=given.wrong - 1,
            others=given.others,
            others_wrong=given.others_wrong + (given.others_wrong < given.others),
        )
        assert chance(given) <= chance(fewer) or given.others_wrong == given.others


def test_the_chance_is_that_of_fishers_tea_tasting():
    # Four of eight cups, three of them told rightly: (4·4 + 1) / 70.
    assert math.isclose(chance(CanaryMetrics(decided=4, wrong=3, others=4, others_wrong=1)), 17 / 70)


def test_one_that_is_as_good_is_seldom_taken_back():
    dice = random.Random(7)
    taken = 0
    for _ in range(300):
        wrong, others_wrong = (sum(dice.random() < 0.1 for _ in range(count)) for count in (100, 500))
        taken += taken_back(CanaryMetrics(decided=100, wrong=wrong, others=500, others_wrong=others_wrong)) is not None
    assert taken <= 9  # 3 are to be expected


@given(st.text(), st.integers(1, 100))
def test_who_is_drawn_for_a_share_is_drawn_for_every_larger_one(key, share):
    assert drawn(key, share) == drawn(key, share)
    assert not drawn(key, share) or all(drawn(key, larger) for larger in range(share, 101))
    assert drawn(key, 100)


def test_a_share_is_as_large_as_it_says():
    for share in (1, 10, 50, 99):
        of_ten_thousand = sum(drawn(f"thread {number}", share) for number in range(10_000))
        assert abs(of_ten_thousand - 100 * share) < 300
