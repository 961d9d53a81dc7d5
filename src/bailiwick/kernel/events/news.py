"""News: a user's facts as readers follow them, and places among them."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts import Fact
from bailiwick.kernel.places import Place
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, order=True)
class Cursor:
    """A place among all facts of a user, in the order in which their transactions became final.

    Ids are drawn before their transactions commit, so that a lower id can appear after a higher one; in the order
    of (transaction, id), read up to the oldest transaction that is still open, nothing ever appears behind.
    """

    transaction: int
    id: int

    def __str__(self) -> str:
        """Return its form on the wire."""
        return f"{self.transaction}.{self.id}"

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        """Read the form on the wire; None for any other text."""
        parts = text.split(".")
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 18 for part in parts):
            return None
        return cls(int(parts[0]), int(parts[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorState:
    """How a reader's cursor stands to what is stored."""

    now: Cursor
    """Everything before it is final; a reader that begins here misses nothing that is yet to come."""
    next_transaction: int
    """No transaction from this one on has begun."""
    pruned_in: int
    """Facts of this transaction and of earlier ones may have been pruned."""
    behind: int
    """Facts after the reader's cursor, counted up to the limit given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """Facts after a cursor."""

    facts: tuple[tuple[Cursor, Fact], ...]
    """In order."""
    cursor: Cursor
    """Where to read on."""
    more: bool
    """Whether there are more to be read at once."""
    pending: bool
    """Whether there are facts that wait for an older transaction to end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCall(Record):
    """A model call that has begun and has no answer yet."""

    execution_id: str
    agent: str
    """The agent's id."""
    call: str
    """Which model call; pieces of its text name it."""
    place: Place = Place()
    """Where in the work on the execution the model was asked."""
