"""The events of streams as items, made and written once for all who read the same."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

MOST_MADE = 64
"""Items that are kept for readers who have not had them yet."""


@dataclass(slots=True)
class StreamItem:
    """One event of a stream. Those who read the same get the same item, which no caller changes."""

    id: str | None
    """Resume after it; `<sequence of the last fact>.<characters of the open model call's text>` of an execution, a
    cursor of a user; None for what a resumed reader gets again."""
    kind: str
    data: dict[str, Any]
    written: bytes | None = field(default=None, compare=False, repr=False)
    """As it goes over the wire, once it was written for one of its readers."""


def shared(made: dict[Hashable, StreamItem], key: Hashable, make: Callable[[], StreamItem]) -> StreamItem:
    """Return the item of a key among the latest that were made, made if there is none."""
    item = made.get(key)
    if item is None:
        item = made[key] = make()
        if len(made) > MOST_MADE:
            del made[next(iter(made))]
    return item
