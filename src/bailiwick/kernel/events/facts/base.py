"""Events: facts in the past tense, with the names they have on the wire."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from bailiwick_router.core.record import Record, names_of

PLAIN = frozenset((str, int, float, bool))
"""Most values are of these types, which JSON has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Record):
    """Something that happened."""

    wire: ClassVar[str]
    """Its name on the wire."""
    stored: ClassVar[bool] = True
    """A fact is stored and replayable; a stream event is not."""

    def data(self) -> dict[str, Any]:
        """Return its fields as JSON-ready camelCase data."""
        return {spelled: _json(getattr(self, name)) for name, spelled in names_of(type(self))}


def _json(value: Any) -> Any:
    if value is None or type(value) in PLAIN:
        return value
    if isinstance(value, Record):
        return {spelled: _json(getattr(value, name)) for name, spelled in names_of(type(value))}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [_json(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Record):
    """A stored event as it is read back."""

    id: int
    """Grows with time within a user."""
    execution_id: str | None
    """None for events of the roster and of conversations."""
    sequence: int
    """From 1 within the execution; 0 where there is none."""
    kind: str
    """The event's wire name."""
    agent: str | None
    data: dict[str, Any]
    at: datetime
    swarm_id: str | None = None
    """The swarm in which it happened in a turn of a resident; None outside of turns. This and what follows is known
    of a fact that is read, not of one that was just stored."""
    resident_id: str | None = None
    """Whose turn it was; `agent` may be a helper in it."""
