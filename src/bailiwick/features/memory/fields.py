"""The knowledge graph on the wire."""

from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, Field

from bailiwick.features.memory.records import (
    USER_SCOPE,
    Change,
    Contradiction,
    Entity,
    EntityBrief,
    FoundEntity,
    Neighbourhood,
    Observation,
    Provenance,
    Relation,
    WrittenBy,
)
from bailiwick.kernel.http.wire import Body, Reply, storable

MOST_ITEMS = 500
"""Things that one request writes at most."""


Text = Annotated[str, Field(max_length=20_000), AfterValidator(storable)]
Label = Annotated[str, Field(min_length=1, max_length=2_000), AfterValidator(storable)]
Uuid = Annotated[str, Field(min_length=36, max_length=36, pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
ScopeField = Annotated[
    str, Field(pattern=r"^(user|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$", description="`user`, or a conversation.")
]
QueryScope = Annotated[
    str,
    Query(
        alias="scope",
        pattern=r"^(user|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$",
        description="`user` for lasting memory, or the id of a conversation for that conversation's own.",
    ),
]


class RelationView(Reply):
    """A relation and the entities that it names."""

    id: str
    from_: Annotated[str, Field(alias="from", description="Name of the entity where it starts.")]
    to: Annotated[str, Field(description="Name of the entity where it ends.")]
    relation_type: str
    from_id: Annotated[str | None, Field(description="Null while there is no entity of that name.")]
    to_id: Annotated[str | None, Field(description="Null while there is no entity of that name.")]
    created_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]

    @classmethod
    def of(cls, relation: Relation) -> "RelationView":
        """Return the relation as it is written on the wire."""
        return cls(
            id=relation.id,
            from_=relation.from_name,
            to=relation.to_name,
            relation_type=relation.relation_type,
            from_id=relation.from_id,
            to_id=relation.to_id,
            created_at=relation.created_at.isoformat(),
        )


class EntityView(Reply):
    """An entity with what is known of it."""

    id: str
    scope: str
    name: str
    entity_type: str
    created_at: Annotated[str, Field(json_schema_extra={"format": "date-time"})]
    observations: list[Observation]
    more_observations: Annotated[int, Field(description="How many were left out at the end.")]
    relations: list[RelationView]

    @classmethod
    def of(cls, entity: Entity) -> "EntityView":
        """Return the entity as it is written on the wire."""
        return cls(
            id=entity.id,
            scope=entity.scope,
            name=entity.name,
            entity_type=entity.entity_type,
            created_at=entity.created_at.isoformat(),
            observations=list(entity.observations),
            more_observations=entity.more_observations,
            relations=[RelationView.of(each) for each in entity.relations],
        )


class NeighbourhoodView(Reply):
    """Entities and the relations among them."""

    entities: list[EntityBrief]
    relations: list[RelationView]
    more: Annotated[int, Field(description="How many entities were left out.")]

    @classmethod
    def of(cls, found: Neighbourhood) -> "NeighbourhoodView":
        """Return them as they are written on the wire."""
        return cls(
            entities=list(found.entities),
            relations=[RelationView.of(each) for each in found.relations],
            more=found.more,
        )


class NewEntity(Body):
    """An entity to be added."""

    name: Label
    entity_type: Annotated[Text, Field(max_length=500)] = "thing"
    observations: Annotated[tuple[Text, ...], Field(max_length=MOST_ITEMS)] = ()


class NewEntities(Body):
    """Entities to be added."""

    entities: Annotated[list[NewEntity], Field(min_length=1, max_length=MOST_ITEMS)]
    source: Annotated[Text, Field(max_length=2_000)] = ""
    """Where it comes from: a text or an address."""
    scope: ScopeField = USER_SCOPE


class NewRelation(Body):
    """A relation to be added."""

    from_: Annotated[Label, Field(alias="from", description="Name of the entity where it starts.")]
    to: Annotated[Label, Field(description="Name of the entity where it ends.")]
    relation_type: Annotated[Label, Field(max_length=500)]


class NewRelations(Body):
    """Relations to be added."""

    relations: Annotated[list[NewRelation], Field(min_length=1, max_length=MOST_ITEMS)]
    scope: ScopeField = USER_SCOPE


class NewObservations(Body):
    """Observations to be added to an entity."""

    contents: Annotated[list[Annotated[Text, Field(min_length=1)]], Field(min_length=1, max_length=MOST_ITEMS)]
    source: Annotated[Text, Field(max_length=2_000)] = ""
    """Where they come from: a text or an address."""
    replaces: Uuid | None = None
    """An observation that is deleted if something was added: with one of each, the observation is changed."""


class EntityChanges(Body):
    """What can be changed about an entity."""

    name: Label | None = None
    entity_type: Annotated[Text, Field(max_length=500)] | None = None


class Merge(Body):
    """Entities to become one."""

    into: Uuid
    """The entity that stays."""
    from_: Annotated[list[Uuid], Field(alias="from", min_length=1, max_length=50)]
    """The entities whose observations and relations move to it."""


class Forget(Body):
    """What to forget for good."""

    entity_ids: Annotated[tuple[Uuid, ...], Field(max_length=MOST_ITEMS)] = ()
    observation_ids: Annotated[tuple[Uuid, ...], Field(max_length=MOST_ITEMS)] = ()
    relation_ids: Annotated[tuple[Uuid, ...], Field(max_length=MOST_ITEMS)] = ()


class EntityPage(Reply):
    """A page of entities, latest first."""

    entities: list[EntityBrief]
    total: Annotated[int, Field(description="How many there are with these filters, on all pages.")]
    more: Annotated[
        bool,
        Field(description="Whether there may be more: of a text found in many, `total` counts the latest thousand."),
    ]


class RelationPage(Reply):
    """A page of relations, latest first."""

    relations: list[RelationView]
    total: Annotated[int, Field(description="How many there are, on all pages.")]


class CreatedEntities(Reply):
    """What was added."""

    created: list[EntityBrief]
    existing: Annotated[list[str], Field(description="Names that entities had already; nothing was added to them.")]


class CreatedRelations(Reply):
    """What was added; relations that were there already are left out."""

    created: list[RelationView]


class AddedObservations(Reply):
    """What was added; observations that were there already are left out."""

    added: list[Observation]


class FoundEntities(Reply):
    """What a search by words found, best first."""

    results: list[FoundEntity]


class ChangePage(Reply):
    """A page of changes, latest first."""

    changes: list[Change]
    next_before: Annotated[str | None, Field(description="Give this as `before` for the next page; null on the last.")]


class Things(Reply):
    """What a change added or removed, as far as it has not been forgotten; 500 of each kind at most."""

    entities: list[EntityBrief]
    observations: list[Observation]
    relations: list[RelationView]


class ChangeView(Reply):
    """A change with what it added and removed."""

    change: Change
    added: Things
    removed: Things


class Contradictions(Reply):
    """Observations that give different values for the same thing."""

    conflicts: list[Contradiction]


class Remains(Reply):
    """Where traces of what was forgotten remain."""

    executions: Annotated[list[str], Field(description="Their messages, steps and events still hold the texts.")]
    conversations: Annotated[list[str], Field(description="Deleting these deletes those traces.")]


class ForgottenView(Reply):
    """What was forgotten, and where traces of it remain."""

    entities: int
    observations: int
    relations: int
    remains: Remains


def by_person(source: str = "") -> Provenance:
    """Return the provenance of what a person writes with the API."""
    return Provenance(author=WrittenBy.PERSON, source=source)
