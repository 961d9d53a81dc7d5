"""What a calculation comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MathAnswer:
    """The outcome of one calculation."""

    kind: str
    """`arithmetic`, `equation`, `system`, `inequality`, `derivative`, `integral`, `limit`, `simplify`, `factor`,
    `expand`, `conversion` or the name of one that has one (`named.CALCULATIONS`)."""
    result: str
    """The exact result."""
    decimal: str | None = None
    """Its decimal approximation, where it differs from the exact result."""
    steps: tuple[str, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a named calculation was made of and all that it comes to, by name."""
