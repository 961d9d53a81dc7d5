"""What a calculation comes to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MathAnswer:
    """The outcome of one calculation."""

    kind: str
    """`arithmetic`, `equation`, `system`, `inequality`, `derivative`, `integral`, `limit`, `simplify`, `factor`,
    `expand` or `conversion`."""
    result: str
    """The exact result."""
    decimal: str | None = None
    """Its decimal approximation, where it differs from the exact result."""
    steps: tuple[str, ...] = ()
