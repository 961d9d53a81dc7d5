"""Linear support vector machines, one per agent against all others, all trained in the same passes.

Each is the w with the least |w|² ÷ 2 + Σ cost × max(0, 1 − y w·x)², y being 1 for the agent's texts and −1 for others,
found by coordinate descent on its dual (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008). A pass visits the texts in
turn and updates all machines at once.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bailiwick.routing.examples.rows import Floats, Ints

PASSES = 6
"""Visits of each text; more change the judgements little."""
BIAS = np.float32(0.7)
"""What stands in the column of every text that is the same for all."""
_GOLDEN = 0.6180339887498949
"""Fractional parts of its multiples are spread evenly: the order of the visits is mixed, and always the same."""


def machines(
    texts: Sequence[tuple[Ints | slice, Floats]], width: int, own: NDArray[np.intp], cost: Floats, count: int,
    passes: int = PASSES,
) -> Floats:  # fmt: skip
    """Return weights, column × machine.

    `texts` are columns (of `width`) and values, `own` is the machine of each text and `cost` what an error on it
    costs; there are `count` machines.
    """
    weights = np.zeros((width, count), np.float32)
    duals = np.zeros((len(texts), count), np.float32)
    slack = 1 / (2 * cost)
    curves = np.array([float(x @ x) for _, x in texts], np.float32) + slack
    for number in range(passes):
        order = np.argsort((np.arange(len(texts)) + number * len(texts)) * _GOLDEN % 1, kind="stable")
        for at in order.tolist():
            columns, x = texts[at]
            dual = duals[at]
            scores = x @ weights[columns]
            # For all machines but its own the text is an example of what is not theirs: y is −1.
            gradient = slack[at] * dual - 1 - scores
            mine = own[at]
            gradient[mine] += 2 * scores[mine]
            change = np.maximum(-dual, gradient / -curves[at])
            moved = np.flatnonzero(change)
            if not len(moved):
                continue
            dual += change
            change[mine] = -change[mine]
            if len(moved) * 4 < count and not isinstance(columns, slice):
                weights[columns[:, None], moved] -= x[:, None] * change[moved]
            else:
                weights[columns] -= x[:, None] * change
    return weights
