"""What features have looked at when a process and its installation are looked through."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bailiwick.kernel.platform import Platform
from bailiwick.people.records import User
from bailiwick.runs.findings import Finding

Check = Callable[[Platform, User], Awaitable[list[Finding]]]
"""Looks at one thing for one user."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What features have looked at; each adds its own when it is opened."""

    always: list[Check] = field(default_factory=list[Check])
    of_servers: list[Check] = field(default_factory=list[Check])
    """Only of a process that stays."""
