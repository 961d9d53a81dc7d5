"""Which tables of plug-ins have rows that grow too old, by what they declare and administrators set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bailiwick.kernel.database.plugin_migrations import TableRetention, schema_of
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.settings import Settings, values_of

MOST_DAYS = 36_500


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
