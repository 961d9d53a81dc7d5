"""Budgets: caps on what one execution may use."""

from dataclasses import dataclass

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget(Record):
    """A cap; an execution that reaches one stops and says which."""

    steps: int = 50
    """Journaled model and tool calls."""
    seconds: float = 1800.0
    """Wall-clock time of work, in seconds; waiting for a person does not count."""
    tokens: int | None = None
    """Input and output tokens together; None for no cap."""
    depth: int = 3
    """How deep helpers may call helpers; 1 means the agent's own helpers only, 0 none."""
    agents: int = 20
    """Helper calls of one execution, all levels together."""
