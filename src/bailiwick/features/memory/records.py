"""The knowledge graph: entities, what was observed about them, how they belong together, and who said so."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick_router.core.record import Record

PERSON = "default_user"
"""Name of the entity that stands for the person, as clients of the reference server call it."""
USER_SCOPE = "user"
"""The scope that lasts; every other scope is a conversation's id."""
SESSION_HOURS = 12
"""How long a conversation's own memory lasts after it was last written to."""


class WrittenBy(StrEnum):
    """Who wrote something down."""

    PERSON = "person"
    AGENT = "agent"
    CLIENT = "client"
    """A program that speaks MCP to us, on behalf of the person who started it."""
    IMPORT = "import"


class ChangeKind(StrEnum):
    """What a change did."""

    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"
    MERGED = "merged"
    IMPORTED = "imported"
    UNDONE = "undone"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance(Record):
    """Who wrote something down, in which work, and where it comes from."""

    author: WrittenBy
    agent_id: str | None = None
    execution_id: str | None = None
    call_id: str | None = None
    """The tool call that wrote it: the idempotency key of the change."""
    source: str = ""
    """Where it was found: a text or an address; empty when no user said."""
    tainted: bool = False
    """Whether the work that wrote it had read what strangers wrote before."""


@dataclass(frozen=True, slots=True)
class EntityDraft:
    """An entity as the nine tools see it."""

    name: str
    entity_type: str
    observations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationDraft:
    """A relation as the nine tools see it: between names, whether or not there are such entities."""

    from_name: str
    to_name: str
    relation_type: str


@dataclass(frozen=True, slots=True)
class ObservationDraft:
    """Observations about the entity of a name, to be added or deleted."""

    entity_name: str
    contents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactDraft:
    """A fact to be remembered, and how what it is about is related to something else, if it is."""

    about: str
    entity_type: str
    fact: str
    relation: str | None = None
    to: str = ""
    to_type: str = "thing"


@dataclass(frozen=True, slots=True)
class RememberedFacts:
    """What became of facts that were to be remembered."""

    new: tuple[bool, ...]
    """Of each fact, whether it was not known."""
    change: str | None
    """The id of the change that wrote them down; None where nothing was new."""


@dataclass(frozen=True, slots=True)
class KnowledgeGraph:
    """Entities and relations, each in the order in which they were written."""

    entities: tuple[EntityDraft, ...]
    relations: tuple[RelationDraft, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation(Record):
    """One sentence about an entity."""

    id: str
    content: str
    created_at: datetime
    provenance: Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityBrief(Record):
    """An entity in short."""

    id: str
    name: str
    entity_type: str
    observations: int
    """How many observations it has."""
    relations: int
    """How many relations name it."""
    tainted: bool
    """Whether it or an observation was written by work that had read what strangers wrote."""
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitiesFound(Record):
    """A page of entities, latest first."""

    entities: tuple[EntityBrief, ...]
    total: int
    """How many there are on all pages."""
    more: bool
    """Whether there may be more than `total`: what a text is found in is counted up to a thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Record):
    """A relation and the entities that it names."""

    id: str
    from_name: str
    to_name: str
    relation_type: str
    from_id: str | None
    """None while there is no entity of that name."""
    to_id: str | None
    tainted: bool
    """Whether it was written by work that had read what strangers wrote."""
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity(Record):
    """An entity with what is known of it."""

    id: str
    scope: str
    name: str
    entity_type: str
    created_at: datetime
    observations: tuple[Observation, ...]
    """In the order in which they were written."""
    more_observations: int
    """How many were left out at the end."""
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood(Record):
    """Entities and the relations among them."""

    entities: tuple[EntityBrief, ...]
    relations: tuple[Relation, ...]
    more: int
    """How many entities were left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntity(Record):
    """An entity that a search by words found."""

    entity: EntityBrief
    score: float
    matches: tuple[Observation, ...]
    """The observations that fit best, three at most."""
    words: tuple[str, ...]
    """The words of the search that it has, in any form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction(Record):
    """Observations about one entity of which at most one can hold."""

    entity_id: str
    entity_name: str
    about: str
    """What they give different values for, e.g. `favourite colour`."""
    observations: tuple[Observation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Record):
    """What one call did to the graph."""

    id: str
    scope: str
    position: int
    """Grows by one with each change of its scope."""
    kind: ChangeKind
    at: datetime
    provenance: Provenance
    entities: tuple[str, ...]
    """Names of entities that it concerns, 20 at most; without those forgotten since."""
    count: int
    """How many entities, relations and observations it added or removed."""
    undone_by: str | None
    """The change that took it back."""
    undoable: bool
    """Whether its kind can be undone and it has not been; what depends on it is found out on trying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDetail(Record):
    """What a change added and removed, as far as it has not been forgotten."""

    change: Change
    added: Neighbourhood
    added_observations: tuple[Observation, ...]
    removed: Neighbourhood
    removed_observations: tuple[Observation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten(Record):
    """What was forgotten, and where traces of it remain."""

    entities: int
    observations: int
    relations: int
    executions: tuple[str, ...]
    """Executions that wrote it down: their messages, steps and events still hold their texts."""
    conversations: tuple[str, ...]
    """The conversations of these executions; deleting them deletes those traces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeCount(Record):
    """How many entities there are of a type."""

    entity_type: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeSummary(Record):
    """One graph in short."""

    scope: str
    conversation_id: str | None
    entities: int
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary(Record):
    """A graph in figures."""

    entities: int
    observations: int
    relations: int
    types: tuple[TypeCount, ...]
    """The 20 most frequent."""
    tainted: int
    """Entities that were written after reading what strangers wrote, or have such an observation."""
    conflicts: int
    last_change: Change | None
    scopes: tuple[ScopeSummary, ...]
    """The graphs of this person: the lasting one first, then those of conversations, latest first; 100 at most."""
