"""What tasks and schedules of tasks have in common."""

from enum import StrEnum

MOST_TAGS = 20


LONGEST_DESCRIPTION = 20_000


class Priority(StrEnum):
    """How much it matters."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    URGENT = "urgent"

    @property
    def rank(self) -> int:
        """0 to 3; more matters more."""
        return list(Priority).index(self)
