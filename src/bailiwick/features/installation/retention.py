"""Retention: how long each kind of data is kept."""

from dataclasses import dataclass, replace
from typing import Any

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention(Record):
    """Days for which each kind of data is kept; nothing for ever. What is at work is never deleted."""

    event_days: float | None
    """Facts that streams and the debug page show; the last one of each stream stays."""
    execution_days: float | None
    """Conversations that no user has touched for so long and that are not pinned, with messages, executions and their
    journals. Figures stay."""
    decision_days: float | None
    """Routing decisions, with what people said against them and what replays of as old releases quote. Golden cases
    stay, and what releases have learned."""
    mail_days: float | None
    """Mail of swarms that every user has read."""
    document_days: float | None
    """Documents that no user has changed for so long."""
    metric_days: float | None
    """Figures by hour and day."""

    def evolve(self, changes: dict[str, Any]) -> "Retention":
        """Return a copy with `changes` applied; what is no kind of data is passed over."""
        return replace(self, **{name: value for name, value in changes.items() if name in self.__slots__})


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionPreview(Record):
    """How much would be deleted now, of one person or of all; at most 10,000 of a kind and person are counted."""

    events: int = 0
    conversations: int = 0
    decisions: int = 0
    mails: int = 0
    documents: int = 0
    metrics: int = 0

    def __add__(self, other: "RetentionPreview") -> "RetentionPreview":
        return RetentionPreview(
            events=self.events + other.events,
            conversations=self.conversations + other.conversations,
            decisions=self.decisions + other.decisions,
            mails=self.mails + other.mails,
            documents=self.documents + other.documents,
            metrics=self.metrics + other.metrics,
        )
