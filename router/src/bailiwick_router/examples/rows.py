"""Rows: a sparse matrix of texts by grams, with the few products that training and judging need."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class SparseRows:
    """Row r has `values[starts[r]:starts[r + 1]]` in the columns at the same places of `columns`."""

    starts: NDArray[np.int64]
    columns: Ints
    values: Floats
    width: int
    """How many columns there are."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    @classmethod
    def of(cls, rows: Sequence[tuple[Ints, Floats]], width: int) -> Self:
        """Return rows given as columns and values."""
        starts = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(columns) for columns, _ in rows], out=starts[1:])
        columns = np.concatenate([each for each, _ in rows] or [np.zeros(0, np.int32)]).astype(np.int32)
        values = np.concatenate([each for _, each in rows] or [np.zeros(0, np.float32)]).astype(np.float32)
        return cls(starts, columns, values, width)

    def row(self, number: int) -> tuple[Ints, Floats]:
        """Return the columns and values of one row."""
        part = slice(self.starts[number], self.starts[number + 1])
        return self.columns[part], self.values[part]

    def times(self, dense: Floats) -> Floats:
        """Return the product with a matrix of `width` rows: one row for each of these."""
        product = np.zeros((len(self), dense.shape[1]), np.float32)
        starts, columns, values = self.starts.tolist(), self.columns, self.values
        for number in range(len(self)):
            start, end = starts[number], starts[number + 1]
            if end > start:
                product[number] = values[start:end] @ dense[columns[start:end]]
        return product

    def each(self) -> Iterator[tuple[Ints, Floats]]:
        """Yield the columns and values of every row."""
        return (self.row(number) for number in range(len(self)))

    def taken(self, numbers: NDArray[np.intp]) -> "SparseRows":
        """Return some of the rows, in the given order."""
        return SparseRows.of([self.row(int(number)) for number in numbers], self.width)
