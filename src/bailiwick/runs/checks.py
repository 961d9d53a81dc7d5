"""What features have looked at when a process and its installation are looked through."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bailiwick.kernel.platform import Platform
from bailiwick.people.records import User
from bailiwick.runs.findings import Finding

Check = Callable[[Platform, User], Awaitable[list[Finding]]]
"""Looks at one thing for one user."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What features have looked at."""

    of_servers: Sequence[Check] = ()
    """Only of a process that stays."""
