"""Canaries: a candidate that decides a share of the messages is taken back when it does worse."""

from math import comb

from bailiwick.agents.releases.records import CanaryMetrics
from bailiwick.kernel.reasons import Reason, ReasonCode

LEAST_DECISIONS = 20
"""Decisions of a canary before it is judged."""
SIGNIFICANCE = 0.01
"""How unlikely chance has to be."""


def chance(figures: CanaryMetrics) -> float:
    """Return how likely it is that a canary as good as the published release has so many wrong decisions, or more.

    Fisher's exact test, one-sided (R. A. Fisher, "The Design of Experiments", 1935): of n + m decisions, n of the
    canary's, k + l are wrong. If chance alone decided which, the canary would have at least k of them with probability
    sum over i from k of C(k + l, i) * C(n + m - k - l, n - i) / C(n + m, n).
    """
    decided, wrong = figures.decided, figures.wrong
    everything, all_wrong = decided + figures.others, wrong + figures.others_wrong
    ways = comb(everything, decided)
    worse = sum(
        comb(all_wrong, each) * comb(everything - all_wrong, decided - each)
        for each in range(wrong, min(all_wrong, decided) + 1)
    )
    return worse / ways


def taken_back(figures: CanaryMetrics) -> Reason | None:
    """Return why a canary is to be taken back; None while it may go on.

    It is taken back after 20 decisions or more of which a larger part is wrong than of the published release's, when
    `chance` is below 1 in 100. Wrong is what a person reported, and what ended in a failed execution.
    """
    if figures.decided < LEAST_DECISIONS or figures.wrong * figures.others <= figures.others_wrong * figures.decided:
        return None
    if figures.others == 0 or chance(figures) >= SIGNIFICANCE:
        return None
    return Reason.of(
        ReasonCode.CANARY_DID_WORSE,
        wrong=figures.wrong,
        decided=figures.decided,
        others_wrong=figures.others_wrong,
        others=figures.others,
    )
