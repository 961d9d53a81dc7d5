"""The health of agents: whether they could answer now."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Health(Record):
    """Whether an agent could answer now."""

    healthy: bool
    """True when nothing it needs is missing."""
    detail: str = ""
    """What is missing and how to fix it, in English; empty when nothing is."""
    lacks: Sequence[Lack] = ()
    """The same as codes with values; a plug-in's own agents may give only the detail."""
    warnings: Sequence[str] = ()
    """What it wants and cannot have now, each in one sentence in English; it works without."""
    wants: Sequence[Reason] = ()
    """The same as codes with values."""
    model: str | None = None
    """Full name of the model that it would use now; None for an agent that uses none."""
    model_why: Reason | None = None
    """Why that one."""

    @classmethod
    def of(cls, *lacks: Lack) -> "Health":
        """Return the health of what lacks these things: good where there are none."""
        return cls(healthy=not lacks, detail=" ".join(lack.said for lack in lacks), lacks=lacks)
