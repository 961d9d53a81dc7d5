"""What a classifier keeps of how well an agent's tags and patterns agree with its examples; `coverage.py` counts it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was counted for one agent."""

    held: float
    """Share of its examples that hold one of its tags or patterns."""
    right: float
    """Share of its own among the examples of all agents in which it leads the tags stage by a tag."""
