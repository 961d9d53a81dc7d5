"""What a plug-in declares of its tables: the migrations that make them, their schema, and when rows are old."""

import re  # noqa: TID251  (own fixed patterns on names)
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.core.record import Record

FOLDER = "migrations"
"""The folder beside a plug-in in which its migrations lie."""
PREFIX = "plugin_"
"""How names of the schemas begin."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Names of plug-ins that may have tables, since the schema is named after them."""
MIGRATION = re.compile(r"(\d{4})_\w+\.sql")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRetention(Record):
    """For how long rows of a table of a plug-in are kept; upkeep deletes what is older."""

    table: str
    by: str
    """The column, `timestamptz`, that says how old a row is; a row where it is NULL stays."""
    days: float | None = None
    """None for ever."""
    setting: str = ""
    """The setting that may say otherwise, in days, or empty for ever; none where that is left out."""
    description: str = ""
    """What is told of the setting, a sentence."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of SQL that lies beside a plug-in."""

    number: int
    name: str
    """Of the file."""
    text: bytes


def schema_of(plugin: str) -> str:
    """Return the schema in which a plug-in's tables lie. Raises `Conflict` for a name that no schema can have."""
    if not NAME.fullmatch(plugin):
        raise Conflict(Reason.of(ReasonCode.PLUGIN_NAME, plugin=plugin))
    return PREFIX + plugin


def migrations_in(folder: Traversable | None) -> Sequence[Migration]:
    """Return the migrations that lie beside a plug-in, in order: `migrations/NNNN_words.sql`.

    Raises `Conflict` for a file whose name has no such number, or one that another has.
    """
    place = None if folder is None else folder / FOLDER
    if place is None or not place.is_dir():
        return ()
    found: dict[int, Migration] = {}
    for file in sorted(place.iterdir(), key=lambda each: each.name):
        named = MIGRATION.fullmatch(file.name)
        if file.name.endswith(".sql") and (named is None or int(named[1]) in found):
            raise Conflict(Reason.of(ReasonCode.PLUGIN_MIGRATION_NAME, file=file.name))
        if named is not None:
            found[int(named[1])] = Migration(int(named[1]), file.name, file.read_bytes())
    return list(found.values())
