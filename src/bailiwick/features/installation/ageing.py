"""Which tables of plug-ins have rows that grow too old, by what they declare and administrators set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.kernel.database.plugin_migrations import TableRetention, schema_of
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.settings import Settings, values_of

MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeingTable:
    """A table of a plug-in whose rows may grow too old."""

    plugin: str
    name: str
    by: str
    """The column that says how old a row is."""
    days: float | None
    """None for ever."""
    setting: str = ""
    """The setting that says otherwise, if there is one."""

    @property
    def schema(self) -> str:
        """Where it lies."""
        return schema_of(self.plugin)

    @property
    def title(self) -> str:
        """How people tell it from others, e.g. `reading_list.books`."""
        return f"{self.plugin}.{self.name}"


def ageing_tables(settings: Settings, declared: Mapping[str, Sequence[TableRetention]]) -> Sequence[AgeingTable]:
    """Return the tables of plug-ins, `declared` by plug-in, with the days that the plug-in or an administrator says.

    Tables may share a setting. Raises `InvalidInput` for one that is no number of days, at least 1.
    """
    return [
        AgeingTable(plugin=plugin, name=each.table, by=each.by, days=_days(each, settings), setting=each.setting)
        for plugin, tables in declared.items()
        for each in tables
    ]


def _days(table: TableRetention, settings: Settings) -> float | None:
    if not table.setting:
        return table.days
    usual = "" if table.days is None else f"{table.days:g}"
    said = (values_of(settings, {table.setting: (usual, table.description)})[table.setting] or "").strip()
    if not said:
        return None
    if not said.isdecimal() or not 1 <= int(said) <= MOST_DAYS:
        raise InvalidInput(Reason.of(InstallationReason.PLUGIN_DAYS, setting=table.setting), field=table.setting)
    return float(said)
