"""The platform while it is opened: features find what there is in it, and add what is theirs."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from bailiwick.kernel.database.for_each_user import Duty
from bailiwick.kernel.platform import Platform, by_class

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class House(Platform):
    """A platform that parts are added to, and what features offer to others that do not know them."""

    parts: dict[type[Any], object] = field(default_factory=dict[type[Any], object])
    duties: list[Duty] = field(default_factory=list[Duty])
    """What is done every hour for every user."""
    kept_up: dict[str, Callable[[], Coroutine[Any, Any, None]]] = field(default_factory=dict[str, Any])
    """What a worker does as long as it lives, by name."""
    offered: dict[type[Any], list[Any]] = field(default_factory=dict[type[Any], list[Any]])

    def add(self, *parts: object) -> None:
        """Have these be parts of the process."""
        self.parts.update(by_class(*parts))

    def offers(self, kind: type[T]) -> list[T]:
        """Return what features offer of this kind, in a list that grows while more of them are opened."""
        return cast(list[T], self.offered.setdefault(kind, []))
