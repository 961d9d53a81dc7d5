"""Misroutes: what a person said of a decision that was wrong."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Misroute(Record):
    """A person's word that a decision was wrong."""

    id: str
    """UUID."""
    decision_id: str
    """The decision; at most one misroute each."""
    message: str
    """The message that was routed."""
    chosen: str | None
    """The agent that routing chose; None when it chose none."""
    correct: str | None
    """The agent that should have had it; None when the person did not say."""
    note: str
    """What the person added; may be empty."""
    created_at: datetime
    """When it was reported, or reported anew."""
    execution_id: str | None = None
    """The run in which the right agent got the message, where it was sent on at once."""
