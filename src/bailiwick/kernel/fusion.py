"""Makes one ranking out of several."""

from collections import defaultdict
from collections.abc import Sequence

CONSTANT = 60
"""How little the very first ranks stand out; the value of the paper."""
LEAST_COSINE = 0.25
"""Texts whose embeddings lie further apart have nothing to do with one another, with the models in use."""


def fused(rankings: Sequence[Sequence[str]]) -> list[tuple[str, float]]:
    """Return what stands in any of the rankings with its score, best first, ties in the order of the rankings.

    The score is the sum of 1 / (60 + rank) over the rankings that have it (reciprocal rank fusion: Cormack, Clarke,
    Büttcher, SIGIR 2009): it needs no scores that can be compared, only places.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            scores[item] += 1 / (CONSTANT + rank)
    return sorted(scores.items(), key=lambda one: -one[1])
