"""The house while it is opened: features find what there is in it, and add what is theirs."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

from bailiwick.kernel.database.for_each_user import Duty
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.platform import by_class
from bailiwick.kernel.settings import Settings

T = TypeVar("T")


class House:
    """Parts by their classes, and what features offer to others that do not know them."""

    def __init__(self, settings: Settings, database: Database, stores: Stores) -> None:
        self.settings = settings
        self.database = database
        self.stores = stores
        self.parts: dict[type[Any], object] = {}
        self.duties: list[Duty] = []
        """What is done every hour for every user."""
        self.kept_up: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {}
        """What a worker does as long as it lives, by name."""
        self._offers: dict[type[Any], list[Any]] = {}

    def add(self, *parts: object) -> None:
        """Have these be parts of the process."""
        self.parts.update(by_class(*parts))

    def __getitem__(self, kind: type[T]) -> T:
        """Return the part of this class. Raises `KeyError` where there is none, or none yet."""
        return cast(T, self.parts[kind])

    def offers(self, kind: type[T]) -> list[T]:
        """Return what features offer of this kind, in a list that grows while more of them are opened."""
        return cast(list[T], self._offers.setdefault(kind, []))
