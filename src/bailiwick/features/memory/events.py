"""What happens to the memory."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeChanged(Event):
    """The knowledge graph changed."""

    wire = "knowledge.changed"
    change: str
    """`created`, `updated`, `deleted`, `imported`, `undone` or `forgotten`."""
    entities: tuple[str, ...]
    """Names of entities that changed, the first 20."""
    count: int
    """How many entities, relations and observations changed in all."""
