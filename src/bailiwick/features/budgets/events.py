"""What happens to limits on spending."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingLimitChanged(Event):
    """A limit on spending was set, changed or removed."""

    wire = "budget.changed"
    limit_id: str
    """The limit."""
    name: str
    """What it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingLimitNear(Event):
    """80 % of a limit on spending are used."""

    wire = "budget.near"
    limit_id: str
    """The limit."""
    name: str
    """What it is called."""
