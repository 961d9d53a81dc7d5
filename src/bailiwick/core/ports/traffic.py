"""What routing has done with past messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.traffic import ModelShare, Traffic
from bailiwick_router.core.replays import ReplayQuery


class TrafficStore(Protocol):
    """Past messages, read from their decisions. Messages for an agent that the person chose were not routed by
    content: they count in flows only."""

    async def recent(self, user_id: str, limit: int, *, by_model: bool = False) -> Sequence[ReplayQuery]:
        """Return the latest messages (10,000 at most), latest first, each with its decision's id and, as `agent`,
        who got it; not labelled. With `by_model` only those that a model settled, among the latest 10,000."""
        ...

    async def flows(self, user_id: str, since: datetime) -> Traffic:
        """Return which stage gave how many messages to whom since a time."""
        ...

    async def model_share(self, user_id: str, limit: int) -> ModelShare:
        """Return how many of the latest messages (10,000 at most) a model settled."""
        ...

    async def corrections(self, user_id: str, limit: int) -> Sequence[ReplayQuery]:
        """Return the latest messages of which a person said who should have had them, latest report first, labelled
        with that agent, each with its decision's id."""
        ...
