"""All stores on one database."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from bailiwick.kernel.database.pool import Database

S = TypeVar("S")


class Stores:
    """The stores on one database, each found by its class: `stores[TaskStore]`.

    A store is made when it is first asked for. `given` are used in place of those of their classes.
    """

    def __init__(self, database: Database, *given: object) -> None:
        self.database = database
        self._stores: dict[Any, object] = {kind: store for store in given for kind in type(store).__mro__}

    def __getitem__(self, kind: Callable[[Database], S]) -> S:
        """Return the store of this class."""
        if kind not in self._stores:
            self._stores[kind] = kind(self.database)
        return cast(S, self._stores[kind])


class HasStores(Protocol):
    """A process, or the part of it that plug-ins are built on."""

    @property
    def database(self) -> Database:
        """Where transactions of a person begin."""
        ...

    @property
    def stores(self) -> Stores:
        """Where a person's data is kept."""
        ...
