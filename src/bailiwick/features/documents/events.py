"""What happens to documents."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.reasons import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentAdded(Event):
    """A document was uploaded, or written by an agent."""

    wire = "document.added"
    document_id: str
    """The document."""
    title: str
    """Its title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentIndexed(Event):
    """A document's text was read and can be searched."""

    wire = "document.indexed"
    document_id: str
    """The document."""
    title: str
    """Its title."""
    passages: int
    """How many passages it was cut into."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFailed(Event):
    """No text could be read out of a document."""

    wire = "document.failed"
    document_id: str
    """The document."""
    title: str
    """Its title."""
    reason: str
    """Why, in one sentence."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentDeleted(Event):
    """A document was deleted with everything of it."""

    wire = "document.deleted"
    document_id: str
    """The id it had."""
    title: str
    """The title it had."""
