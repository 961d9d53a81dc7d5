"""The platform: what a running process consists of, as endpoints and commands see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.settings import Settings

T = TypeVar("T")


def by_class(*parts: object) -> Mapping[type[Any], object]:
    """Return parts by their classes."""
    return {type(part): part for part in parts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The parts of a process, each found by its class: `platform[Tasks]`."""

    settings: Settings
    database: Database
    stores: Stores
    parts: Mapping[type[Any], object]

    def __getitem__(self, kind: type[T]) -> T:
        """Return the part of this class. Raises `KeyError` where the process has none."""
        return cast(T, self.parts[kind])
