"""Linear support vector machines, one per agent against all others, all trained in the same passes.

Each is the w with the least |w|² ÷ 2 + Σ cost × max(0, 1 − y w·x)², y being 1 for the agent's texts and −1 for others,
found by coordinate descent on its dual (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008). A pass visits the texts in
turn and updates all machines at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.examples.rows import Floats

PASSES = 6
"""Visits of each text; more change the judgements little."""
BIAS = np.float32(0.7)
"""What stands in the column of every text that is the same for all."""
_GOLDEN = 0.6180339887498949
"""Fractional parts of its multiples are spread evenly: the order of the visits is mixed, and always the same."""


@dataclass(frozen=True, slots=True)
class Machines:
    """What passes have come to."""

    weights: Floats
    """Column × machine."""
    duals: Floats
    """Text × machine: how much the text counts for the weights."""


def machines(
    texts: Sequence[tuple[NDArray[np.intp] | slice, Floats]],
    width: int,
    own: NDArray[np.intp],
    cost: Floats,
    count: int,
    passes: range = range(PASSES),
    begun: Machines | None = None,
) -> Machines:
    """Return the machines after some passes, by their numbers, from nothing or going on with what has `begun`.

    `texts` are columns (of `width`) and values, `own` is the machine of each text and `cost` what an error on it
    costs; there are `count` machines. What has begun is written to.
    """
    if begun is None:
        begun = Machines(np.zeros((width, count), np.float32), np.zeros((len(texts), count), np.float32))
    weights, duals = begun.weights, begun.duals
    flat = weights.reshape(-1)
    slack = 1 / (2 * cost)
    curves = np.array([float(x @ x) for _, x in texts], np.float32) + slack
    rows = np.arange(width) * count
    starts = [rows[columns, None] for columns, _ in texts]
    """By text: where the weights of its columns begin."""
    # Written to again and again: what numpy would make anew for each visit takes longer than the arithmetic.
    most = max((len(x) for _, x in texts), default=0)
    nears, steps = np.empty((2, most, count), np.float32)
    gradient, change, down = np.empty((3, count), np.float32)
    for number in passes:
        order = np.argsort((np.arange(len(texts)) + number * len(texts)) * _GOLDEN % 1, kind="stable")
        for at in order.tolist():
            columns, x = texts[at]
            dual, near = duals[at], nears[: len(x)]
            if isinstance(columns, slice):
                near[:] = weights[columns]
            else:
                weights.take(columns, 0, near, "clip")
            scores = x @ near
            # For all machines but its own the text is an example of what is not theirs: y is −1.
            np.multiply(slack[at], dual, out=gradient)
            np.subtract(gradient, 1, out=gradient)
            np.subtract(gradient, scores, out=gradient)
            mine = own[at]
            gradient[mine] += 2 * scores[mine]
            np.divide(gradient, -curves[at], out=change)
            np.maximum(np.negative(dual, out=down), change, out=change)
            moved = change.nonzero()[0]
            if not len(moved):
                continue
            dual += change
            change[mine] = -change[mine]
            upright = x[:, None]
            if len(moved) * 4 < count:
                flat[starts[at] + moved] = near.take(moved, 1) - upright * change.take(moved)
            else:
                weights[columns] = np.subtract(near, np.multiply(upright, change, out=steps[: len(x)]), out=near)
    return begun
