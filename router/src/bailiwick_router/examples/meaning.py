"""Meaning: scores of agents by what an encoder makes of a text, beside those by its words.

Two for each agent: a support vector machine on the vectors, which is the better judge where there are many examples,
and the likeness to the mean of the agent's vectors, which is the better one where there are few, and tells best
whether a message is anybody's business.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.examples.rows import Floats
from bailiwick_router.examples.svm import BIAS, machines

MACHINES, LIKENESS = np.float32(2), np.float32(4)
"""What the two scores count beside that of the words."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was learned of the vectors of examples."""

    middle: Floats
    """Mean of the vectors of all examples; all others are taken from there, and scaled to length 1."""
    weights: Floats
    """Place in a vector × agent, and a last row for what is the same for all texts."""
    centres: Floats
    """Place in a vector × agent: mean of the agent's vectors from the middle, of length 1."""

    def scores(self, vectors: Floats) -> Floats:
        """Return text × agent."""
        away = _of_length_one(vectors - self.middle)
        return MACHINES * (away @ self.weights[:-1] + BIAS * self.weights[-1]) + LIKENESS * (away @ self.centres)


def learned_meaning(
    vectors: Floats, owners: NDArray[np.intp], cost: Floats, seen: NDArray[np.intp], agents: int
) -> Meaning:
    """Return what is learned from the vectors of the texts that are `seen`."""
    middle = vectors[seen].mean(axis=0, dtype=np.float64).astype(np.float32)
    away = _of_length_one(vectors[seen] - middle)
    wide = np.concatenate([away, np.full((len(away), 1), BIAS)], axis=1)
    every = slice(0, wide.shape[1])
    weights = machines([(every, text) for text in wide], wide.shape[1], owners[seen], cost[seen], agents).weights
    centres = np.zeros((agents, vectors.shape[1]), np.float32)
    np.add.at(centres, owners[seen], away * cost[seen][:, None])
    return Meaning(middle, weights, np.ascontiguousarray(_of_length_one(centres).T))


def _of_length_one(rows: Floats) -> Floats:
    lengths = np.sqrt(np.einsum("...i,...i->...", rows, rows))
    return rows / np.maximum(lengths, np.float32(1e-9))[..., None]
