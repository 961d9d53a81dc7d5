"""Slices: parts of each agent's examples that are held out in turn, to see what scores mean."""

import numpy as np
from numpy.typing import NDArray

from bailiwick_router.examples.rows import Floats, Ints, SparseRows

SLICES = 5
"""Parts of each agent's examples; fewer where there are fewer examples."""
COMPARED = 300
"""Examples of an agent that are compared with each other; of more, neighbours stand for those that are alike."""


def mixed_slices(owners: NDArray[np.intp], real: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the slice of each text that is an example (`real`), each agent's in turn; −1 for the others."""
    slices = np.full(len(owners), -1, np.intp)
    for own in _by_owner(owners, real):
        slices[own] = np.arange(len(own)) % SLICES
    return slices


def alike_slices(rows: SparseRows, owners: NDArray[np.intp], real: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the same, with examples that are alike in the same slice.

    People write examples that are like each other, and messages are less so: with one of them to go by, the others
    would look easier than messages are.
    """
    slices = np.full(len(owners), -1, np.intp)
    for own in _by_owner(owners, real):
        if len(own) > COMPARED:
            slices[own] = np.arange(len(own)) * SLICES // len(own)
        else:
            slices[own] = _alike(_similarities([rows.row(int(at)) for at in own]))
    return slices


def _by_owner(owners: NDArray[np.intp], real: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    return [real[owners[real] == owner] for owner in np.unique(owners[real])]


def _similarities(texts: list[tuple[Ints, Floats]]) -> Floats:
    """Return the products of all texts with each other."""
    columns, places = np.unique(np.concatenate([each for each, _ in texts]), return_inverse=True)
    dense = np.zeros((len(texts), len(columns)), np.float32)
    start = 0
    for number, (_, values) in enumerate(texts):
        dense[number, places[start : start + len(values)]] = values
        start += len(values)
    return dense @ dense.T


def _alike(similarities: Floats) -> NDArray[np.intp]:
    """Return for each text the seed that it is most like.

    Each seed is the text that is least like the seeds before it (Gonzalez 1985).
    """
    seeds = [0]
    while len(seeds) < min(SLICES, len(similarities)):
        seeds.append(int(similarities[seeds].max(axis=0).argmin()))
    return similarities[seeds].argmax(axis=0)
