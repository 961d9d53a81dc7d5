"""What tasks and schedules of tasks have in common."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

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


class PlannedTask(Protocol):
    """A task that is written down, and perhaps carried out, at certain times."""

    @property
    def title(self) -> str:
        """What is to be done, in one line."""
        ...

    @property
    def description(self) -> str:
        """More about it."""
        ...

    @property
    def agent_id(self) -> str | None:
        """Who is to do it; None lets routing choose."""
        ...

    @property
    def supervised(self) -> bool:
        """Whether the supervisor looks on although an agent is named."""
        ...

    @property
    def priority(self) -> Priority:
        """How urgent it is."""
        ...

    @property
    def tags(self) -> Sequence[str]:
        """What it is found by."""
        ...

    @property
    def run(self) -> bool:
        """Whether it is carried out at once; otherwise it waits on the board."""
        ...
