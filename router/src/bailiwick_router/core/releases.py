"""Releases: the rules of routing as they were at a time, and what differs between two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingChange(Record):
    """One difference between two releases."""

    kind: str
    """`added`, `removed` or `changed`."""
    subject: str
    """`agent`, `rule` (a setting of routing) or `example` (what the router learned from a person)."""
    name: str
    """The agent's id or the setting's name."""
    field: str | None = None
    """The agent's field that changed."""
    before: Any = None
    after: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseContent(Record):
    """What a release holds: enough to decide as it does at any later time."""

    agents: Sequence[Mapping[str, Any]]
    """`ROUTING_FIELDS` of every lasting agent, in order of registration."""
    corrections: Sequence[tuple[str, str]]
    """What the router learned from people: (message, agent's id), oldest first."""
    rules: Mapping[str, Any]
    """Fields of `RoutingSettings` that differ from the installation's."""
