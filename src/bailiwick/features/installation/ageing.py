"""Which data grow too old, by what features and plug-ins declare and administrators set."""

from collections.abc import Mapping, Sequence

from bailiwick.features.installation.reasons import InstallationReason
from bailiwick.features.installation.retention_store import OldTableRows
from bailiwick.kernel.ageing import Ageing
from bailiwick.kernel.database.plugin_migrations import TableRetention, schema_of
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.feature import Feature
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.settings import Settings, values_of

MOST_DAYS = 36_500


def ageing_kinds(stores: Stores, settings: Settings, features: Sequence[Feature]) -> Sequence[Ageing]:
    """Return the kinds of data of features that grow old, with the days that settings say."""
    found: list[Ageing] = []
    for each in features:
        if each.retention:
            kind = each.load(each.retention)
            days = getattr(settings.of(each.load(each.settings)), kind.setting)
            found.append(Ageing(kind=kind.kind, rows=stores[kind], days=days, setting=kind.setting))
    return found


def ageing_tables(
    stores: Stores, settings: Settings, declared: Mapping[str, Sequence[TableRetention]]
) -> Sequence[Ageing]:
    """Return the tables of plug-ins, `declared` by plug-in, with the days that the plug-in or an administrator says.

    Tables may share a setting. Raises `InvalidInput` for one that is no number of days, at least 1.
    """
    return [
        Ageing(
            kind=f"{plugin}.{each.table}",
            rows=OldTableRows(stores.database, schema_of(plugin), each.table, each.by),
            days=_days(each, settings),
            setting=each.setting,
            plugin=plugin,
        )
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
