"""The nine tools of the shared knowledge graph, with the contract of the MCP reference server for memory."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bailiwick.features.memory.found import FoundInMemory
from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.reasons import MemoryReason
from bailiwick.features.memory.records import (
    USER_SCOPE,
    EntityDraft,
    KnowledgeGraph,
    ObservationDraft,
    Provenance,
    RelationDraft,
    WrittenBy,
)
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick.tools.toolbox import unchanged

LENIENT = ConfigDict(extra="ignore", strict=True, use_attribute_docstrings=True)
"""Items of the nine tools may carry more than is read, as with the reference server."""
UNDO = "/api/knowledge/changes/{change}/undo"
"""Where what a call changed is taken back, by the change that its result tells."""


class EntityItem(BaseModel):
    """An entity."""

    model_config = LENIENT

    name: Annotated[str, Field(description="The name of the entity.")]
    entityType: Annotated[str, Field(description="The type of the entity, e.g. person, project, place.")]
    observations: Annotated[list[str], Field(description="What is known of it, one fact each.")]


class RelationItem(BaseModel):
    """A relation."""

    model_config = LENIENT

    from_name: Annotated[str, Field(alias="from", description="The name of the entity where the relation starts.")]
    to: Annotated[str, Field(description="The name of the entity where the relation ends.")]
    relationType: Annotated[
        str, Field(description="How the first is related to the second, in active voice: works at.")
    ]


class AddedItem(BaseModel):
    """Observations to be added."""

    model_config = LENIENT

    entityName: Annotated[str, Field(description="The name of the entity to add the observations to.")]
    contents: Annotated[list[str], Field(description="What to add, one fact each.")]


class DeletedItem(BaseModel):
    """Observations to be deleted."""

    model_config = LENIENT

    entityName: Annotated[str, Field(description="The name of the entity that has the observations.")]
    observations: Annotated[list[str], Field(description="What to delete, each exactly as it is written.")]


Entities = Annotated[list[EntityItem], Field(description="The entities to create.")]
Relations = Annotated[list[RelationItem], Field(description="The relations, each between two names.")]
Additions = Annotated[list[AddedItem], Field(description="What to add to which entity.")]
Deletions = Annotated[list[DeletedItem], Field(description="What to delete from which entity.")]
EntityNames = Annotated[list[str], Field(description="Names of the entities to delete, exactly as they are written.")]
ScopeName = Annotated[
    Literal["user", "session"],
    Field(description="user: lasting; session: of this conversation, gone 12 hours after its last use."),
]
Source = Annotated[
    str | None, Field(max_length=2_000, description="Where it comes from: an address, a document, who said it.")
]
PageLimit = Annotated[int | None, Field(ge=1, le=1_000, description="At most so many entities; all when left out.")]
PageOffset = Annotated[int, Field(ge=0, le=10_000_000, description="Entities to leave out at the beginning.")]


MOST_LOOKED_UP = 1_000
"""Entities of one result whose origin is looked up; a larger result is from outside if anything in memory is."""


def memory_tools(stores: Stores) -> list[Tool]:
    """Return the nine tools."""
    knowledge, views, history = stores[KnowledgeStore], stores[KnowledgeViews], stores[KnowledgeHistory]
    looking = FoundInMemory(knowledge, views)

    @skill_tool(idempotent=True, memory="writes", undo=UNDO)
    async def create_entities(
        context: ToolContext, entities: Entities, scope: ScopeName = "user", source: Source = None
    ) -> dict[str, Any]:
        """Create new entities in the knowledge graph, the memory shared by all agents.

        An entity is a person, project, place or thing worth remembering. Those whose name exists are left out:
        add to them with add_observations. Returns the entities that were created.
        """
        made = await knowledge.create_entities(
            context.user_id,
            [EntityDraft(item.name, item.entityType, tuple(item.observations)) for item in entities],
            by(context, source),
            scope=scope_of(context, scope),
        )
        return {
            "entities": [entity_json(entity) for entity in made],
            **await change_of(context, scope_of(context, scope)),
        }

    @skill_tool(idempotent=True, memory="writes", undo=UNDO)
    async def create_relations(
        context: ToolContext, relations: Relations, scope: ScopeName = "user", source: Source = None
    ) -> dict[str, Any]:
        """Create relations between entities of the knowledge graph, in active voice: Ana works at Acme.

        Relations that exist are left out. Returns the relations that were created.
        """
        made = await knowledge.create_relations(
            context.user_id, _relations(relations), by(context, source), scope=scope_of(context, scope)
        )
        told = [relation_json(relation) for relation in made]
        return {"relations": told, **await change_of(context, scope_of(context, scope))}

    @skill_tool(idempotent=True, memory="writes", undo=UNDO)
    async def add_observations(
        context: ToolContext, observations: Additions, scope: ScopeName = "user", source: Source = None
    ) -> dict[str, Any]:
        """Add observations (facts, one each) to entities that exist in the knowledge graph.

        Fails when an entity does not exist. Returns for each item what was added: what was known is left out.
        """
        drafts = [ObservationDraft(item.entityName, tuple(item.contents)) for item in observations]
        added = await knowledge.add_observations(
            context.user_id, drafts, by(context, source), scope=scope_of(context, scope)
        )
        told = [{"entityName": item.entity_name, "addedObservations": list(item.contents)} for item in added]
        return {"results": told, **await change_of(context, scope_of(context, scope))}

    async def entities_found(context: ToolContext, entityNames: list[str], scope: str) -> Sequence[FoundThing]:
        where = scope_of(context, scope)
        async with knowledge.holding(context.user_id, scope=where):
            return await looking.entities(context.user_id, where, entityNames)

    @skill_tool(idempotent=True, destructive=True, finds=entities_found, undo=UNDO)
    async def delete_entities(
        context: ToolContext, entityNames: EntityNames, scope: ScopeName = "user"
    ) -> dict[str, Any]:
        """Delete entities and their relations from the knowledge graph. Only what the person wants gone."""
        where = scope_of(context, scope)
        async with knowledge.holding(context.user_id, scope=where):
            if context.found is not None:
                unchanged(context, await looking.entities(context.user_id, where, entityNames))
            await knowledge.delete_entities(context.user_id, entityNames, by(context), scope=where)
            return await deleted(context, where, "Entities")

    async def observations_found(
        context: ToolContext, deletions: list[DeletedItem], scope: str
    ) -> Sequence[FoundThing]:
        where = scope_of(context, scope)
        async with knowledge.holding(context.user_id, scope=where):
            return await looking.observations(context.user_id, where, _observations(deletions))

    @skill_tool(idempotent=True, destructive=True, finds=observations_found, undo=UNDO)
    async def delete_observations(
        context: ToolContext, deletions: Deletions, scope: ScopeName = "user"
    ) -> dict[str, Any]:
        """Delete observations from entities of the knowledge graph, each given exactly as it is written."""
        drafts, where = _observations(deletions), scope_of(context, scope)
        async with knowledge.holding(context.user_id, scope=where):
            if context.found is not None:
                unchanged(context, await looking.observations(context.user_id, where, drafts))
            await knowledge.delete_observations(context.user_id, drafts, by(context), scope=where)
            return await deleted(context, where, "Observations")

    async def relations_found(context: ToolContext, relations: list[RelationItem], scope: str) -> Sequence[FoundThing]:
        return await looking.relations(context.user_id, scope_of(context, scope), _relations(relations))

    @skill_tool(idempotent=True, destructive=True, finds=relations_found, undo=UNDO)
    async def delete_relations(context: ToolContext, relations: Relations, scope: ScopeName = "user") -> dict[str, Any]:
        """Delete relations from the knowledge graph, each given exactly as it is written. The entities stay."""
        drafts, where = _relations(relations), scope_of(context, scope)
        async with knowledge.holding(context.user_id, scope=where):
            if context.found is not None:
                unchanged(context, await looking.relations(context.user_id, where, drafts))
            await knowledge.delete_relations(context.user_id, drafts, by(context), scope=where)
            return await deleted(context, where, "Relations")

    async def deleted(context: ToolContext, scope: str, what: str) -> dict[str, Any]:
        """Return the result of a deletion; of one in an execution with the change that takes it back."""
        return {"success": True, "message": f"{what} deleted successfully", **await change_of(context, scope)}

    async def change_of(context: ToolContext, scope: str) -> dict[str, Any]:
        """Return the change that a call in an execution has made as `change`; nothing where it made none."""
        call_id = by(context).call_id
        latest = [] if call_id is None else await history.changes(context.user_id, scope=scope, limit=1)
        return next(({"change": each.id} for each in latest if each.provenance.call_id == call_id), {})

    @skill_tool(read_only=True, memory="reads")
    async def read_graph(
        context: ToolContext, limit: PageLimit = None, offset: PageOffset = 0, scope: ScopeName = "user"
    ) -> dict[str, Any]:
        """Read the knowledge graph: all entities with their observations, and all relations.

        It may be large: prefer search_nodes, open_nodes or summarize_graph, or read it in pages with limit and
        offset (a page has the relations that begin at its entities).
        """
        where = scope_of(context, scope)
        async with knowledge.reading(context.user_id, scope=where):
            graph = await knowledge.read(context.user_id, scope=where, limit=limit, offset=offset)
            return await shown(context, where, graph)

    @skill_tool(read_only=True, memory="reads")
    async def search_nodes(
        context: ToolContext,
        query: Annotated[str, Field(description="Text to find in names, types and observations, whatever the case.")],
        limit: PageLimit = None,
        offset: PageOffset = 0,
        scope: ScopeName = "user",
    ) -> dict[str, Any]:
        """Search the knowledge graph for entities that contain a text literally; one word finds more than a phrase.

        Returns the entities with all their observations, and the relations that name one of them.
        """
        where = scope_of(context, scope)
        async with knowledge.reading(context.user_id, scope=where):
            graph = await knowledge.search(context.user_id, query, scope=where, limit=limit, offset=offset)
            return await shown(context, where, graph)

    @skill_tool(read_only=True, memory="reads")
    async def open_nodes(
        context: ToolContext,
        names: Annotated[list[str], Field(description="Names of entities, exactly as they are written.")],
        scope: ScopeName = "user",
    ) -> dict[str, Any]:
        """Read single entities of the knowledge graph by their names, and the relations that name one of them."""
        where = scope_of(context, scope)
        async with knowledge.reading(context.user_id, scope=where):
            return await shown(context, where, await knowledge.open(context.user_id, names, scope=where))

    async def shown(context: ToolContext, scope: str, graph: KnowledgeGraph) -> dict[str, Any]:
        """Return a graph as the nine tools show it, and note if strangers had a hand in it."""
        names = {entity.name for entity in graph.entities}
        names.update(end for each in graph.relations for end in (each.from_name, each.to_name))
        known = list(names) if len(names) <= MOST_LOOKED_UP else None
        if names and await views.marked(context.user_id, scope=scope, names=known):
            context.reading.note_outside()
        return graph_json(graph)

    return [
        create_entities,
        create_relations,
        add_observations,
        delete_entities,
        delete_observations,
        delete_relations,
        read_graph,
        search_nodes,
        open_nodes,
    ]


def by(context: ToolContext, source: str | None = None) -> Provenance:
    """Return who calls."""
    if context.execution_id is not None:
        author = WrittenBy.AGENT
    else:
        author = WrittenBy.PERSON if context.agent_id is None else WrittenBy.CLIENT
    return Provenance(
        author=author,
        agent_id=context.agent_id,
        execution_id=context.execution_id,
        # Outside of executions nothing repeats a call.
        call_id=None if context.execution_id is None else context.call_id,
        source=source or "",
        tainted=context.tainted,
    )


def scope_of(context: ToolContext, scope: str) -> str:
    """Return the scope that a tool's argument means. Raises `CallFailed` where there is no conversation."""
    if scope == "user":
        return USER_SCOPE
    if context.conversation_id is None:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(MemoryReason.NO_SESSION))
    return context.conversation_id


def entity_json(entity: EntityDraft) -> dict[str, Any]:
    """Return an entity as the nine tools show it."""
    return {"name": entity.name, "entityType": entity.entity_type, "observations": list(entity.observations)}


def relation_json(relation: RelationDraft) -> dict[str, Any]:
    """Return a relation as the nine tools show it."""
    return {"from": relation.from_name, "to": relation.to_name, "relationType": relation.relation_type}


def graph_json(graph: KnowledgeGraph) -> dict[str, Any]:
    """Return a graph as the nine tools show it."""
    return {
        "entities": [entity_json(entity) for entity in graph.entities],
        "relations": [relation_json(relation) for relation in graph.relations],
    }


def _observations(items: Sequence[DeletedItem]) -> list[ObservationDraft]:
    return [ObservationDraft(item.entityName, tuple(item.observations)) for item in items]


def _relations(items: Sequence[RelationItem]) -> list[RelationDraft]:
    return [RelationDraft(item.from_name, item.to, item.relationType) for item in items]
