"""Figures over a time, and what people prefer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.metrics import ErrorSample, MetricKind
from bailiwick.core.preferences import Preferences
from bailiwick.core.tallies import Summed


class MetricStore(Protocol):
    """Sums over what ended within a time."""

    async def sums(
        self,
        user_id: str,
        kind: MetricKind,
        edges: Sequence[datetime],
        *,
        agent: str | None = None,
        subject: str | None = None,
        by_agent: bool = True,
        by_subject: bool = True,
    ) -> Sequence[Summed]:
        """Return tallies of the slots between `edges` (ascending), of one agent and subject if given.

        Agents and subjects are told apart unless told otherwise; what nothing happened to is left out.
        """
        ...

    async def counts(
        self,
        user_id: str,
        kind: MetricKind,
        edges: Sequence[datetime],
        *,
        agent: str | None = None,
        subject: str | None = None,
        by_agent: bool = True,
        by_subject: bool = True,
    ) -> Sequence[Summed]:
        """Like `sums`, but of a tally the count only."""
        ...

    async def unfinished(self, user_id: str, agent: str | None = None) -> int:
        """How many executions are not over, at most 1,000."""
        ...

    async def names(self, user_id: str, ids: Sequence[str]) -> Mapping[str, str]:
        """Return what those of these are called that are residents, or groups of a swarm, and still there."""
        ...

    async def samples(
        self, user_id: str, classes: Sequence[str], since: datetime, until: datetime, agent: str | None = None
    ) -> Mapping[str, ErrorSample]:
        """Return the latest failed execution of each class that ended within a time."""
        ...

    async def roll(self, user_id: str, *, hours: int = 24) -> bool:
        """Sum up the next hours that are over, at most so many, and the latest three again; return whether there are
        more. Doing it again changes nothing."""
        ...


class PreferenceStore(Protocol):
    """What people prefer."""

    async def get(self, user_id: str) -> Preferences:
        """Return what the person prefers; what nobody said is nothing or the default."""
        ...

    async def save(self, user_id: str, preferences: Preferences) -> None:
        """Replace what the person prefers."""
        ...
