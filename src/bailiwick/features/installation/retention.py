"""Retention: how long each kind of data is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bailiwick.kernel.database.plugin_tables import TableRetention, schema_of
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.settings import Settings, values_of
from bailiwick_router.core.record import Record

MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention(Record):
    """Days for which each kind of data is kept; nothing for ever. What is at work is never deleted."""

    event_days: float | None
    """Facts that streams and the debug page show; the last one of each stream stays."""
    execution_days: float | None
    """Conversations that nobody has touched for so long and that are not pinned, with messages, executions and their
    journals. Figures stay."""
    decision_days: float | None
    """Routing decisions, with what people said against them and what replays of as old releases quote. Golden cases
    stay, and what releases have learned."""
    mail_days: float | None
    """Mail of swarms that everybody has read."""
    document_days: float | None
    """Documents that nobody has changed for so long."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeingTable:
    """A table of a plug-in whose rows grow too old."""

    schema: str
    name: str
    by: str
    """The column that says how old a row is."""
    days: float


def ageing_tables(settings: Settings, declared: Mapping[str, Sequence[TableRetention]]) -> Sequence[AgeingTable]:
    """Return the tables of plug-ins, `declared` by plug-in, of which an administrator or the plug-in keeps not all.

    Raises `InvalidInput` for a setting that is no number of days, at least 1; `ValueError` where two share one.
    """
    every = [(plugin, each) for plugin, tables in declared.items() for each in tables]
    named = [each for _, each in every if each.setting]
    options = {each.setting: ("" if each.days is None else f"{each.days:g}", each.description) for each in named}
    if len(options) < len(named):
        raise ValueError("Two tables of plug-ins share a setting.")
    chosen = values_of(settings, options)
    kept = [(plugin, each, _days(each, chosen)) for plugin, each in every]
    return [
        AgeingTable(schema=schema_of(plugin), name=each.table, by=each.by, days=days)
        for plugin, each, days in kept
        if days is not None
    ]


def _days(table: TableRetention, chosen: Mapping[str, str | None]) -> float | None:
    if not table.setting:
        return table.days
    said = (chosen[table.setting] or "").strip()
    if not said:
        return None
    if not said.isdecimal() or not 1 <= int(said) <= MOST_DAYS:
        raise InvalidInput(Reason.of(ReasonCode.PLUGIN_DAYS, setting=table.setting), field=table.setting)
    return float(said)
