"""Explanations: what of a record only explains the choice, worked out when it is read."""

from collections.abc import Callable, Mapping
from typing import Any


class Explanation:
    """Fields of a record that are worked out on the first call, from the roster as it was at the decision.

    An index has it called before it changes; one that is no longer reachable is not worked out at all.
    """

    __slots__ = ("__weakref__", "_fields", "_make")

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make: Callable[[], Mapping[str, Any]] | None = make
        self._fields: Mapping[str, Any] = {}

    def __call__(self) -> Mapping[str, Any]:
        """Return the fields by name."""
        make = self._make
        if make is not None:
            self._fields = make()
            self._make = None
        return self._fields
