"""The platform: what a running process consists of, as endpoints and commands see it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar, cast

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.settings import Settings


class Working(StrEnum):
    """Whether this process carries out executions."""

    YES = "yes"
    IF_NONE = "if-none"
    """As soon as no other worker lives."""
    NO = "no"


T = TypeVar("T")


def by_class(*parts: object) -> dict[type[Any], object]:
    """Return parts by their classes."""
    return {type(part): part for part in parts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The parts of a process, each found by its class: `platform[Tasks]`."""

    settings: Settings
    database: Database
    stores: Stores
    parts: dict[type[Any], object]

    def __getitem__(self, kind: type[T]) -> T:
        """Return the part of this class. Raises `KeyError` where the process has none."""
        return cast(T, self.parts[kind])
