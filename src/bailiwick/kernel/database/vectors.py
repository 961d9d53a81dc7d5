"""Points as pgvector writes them."""

from collections.abc import Sequence


def as_vector(point: Sequence[float]) -> str:
    """Return a point in the input format of pgvector's type."""
    return "[" + ",".join(format(number, ".7g") for number in point) + "]"
