"""The knowledge graph: looking at it and writing to it."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query

from bailiwick.features.memory.fields import (
    AddedObservations,
    Contradictions,
    CreatedEntities,
    CreatedRelations,
    EntityChanges,
    EntityPage,
    EntityView,
    FoundEntities,
    Merge,
    NeighbourhoodView,
    NewEntities,
    NewObservations,
    NewRelations,
    QueryScope,
    RelationPage,
    RelationView,
    by_person,
)
from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.records import USER_SCOPE, EntityDraft, RelationDraft, Summary
from bailiwick.features.memory.search import KnowledgeSearch
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Offset, PathUuid, Search
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Reader, Runner
from bailiwick.people.limited import Searcher

knowledge = router("knowledge")

PageSize = Annotated[int, Query(ge=1, le=500, description="How many at most.")]


@knowledge.get(
    "/api/knowledge", operation_id="summarizeKnowledge", summary="The graph in figures", responses=documented(401)
)
async def summarize(caller: Reader, platform: CurrentPlatform, scope: QueryScope = USER_SCOPE) -> Summary:
    """Return how much there is, of which types, what contradicts, and which scopes there are."""
    return await platform.stores[KnowledgeViews].summary(caller.user.id, scope=scope)


@knowledge.get(
    "/api/knowledge/entities", operation_id="listEntities", summary="List entities", responses=documented(401)
)
async def list_entities(
    caller: Reader,
    platform: CurrentPlatform,
    scope: QueryScope = USER_SCOPE,
    search: Search = None,
    entity_type: Annotated[str | None, Query(alias="entityType", max_length=500, description="Only this type.")] = None,
    tainted: Annotated[
        bool, Query(description="Only those with observations written after strangers' words were read.")
    ] = False,
    limit: PageSize = 50,
    offset: Offset = 0,
) -> EntityPage:
    """Return entities, latest first; `search` finds a text in names, types and observations, whatever the case."""
    found = await platform.stores[KnowledgeViews].entities(
        caller.user.id,
        scope=scope,
        search=search or "",
        entity_type=entity_type,
        tainted=tainted,
        limit=limit,
        offset=offset,
    )
    return EntityPage(entities=list(found.entities), total=found.total, more=found.more)


@knowledge.get(
    "/api/knowledge/search",
    operation_id="searchKnowledge",
    summary="Search by words",
    responses=documented(401, busy=["rate-limit"]),
)
async def search_by_words(
    caller: Searcher,
    platform: CurrentPlatform,
    q: Annotated[str, Query(min_length=1, max_length=500, description="Words, in any form.", examples=["Berlin"])],
    scope: QueryScope = USER_SCOPE,
    limit: Annotated[int, Query(ge=1, le=100, description="How many at most.")] = 20,
) -> FoundEntities:
    """Return the entities that have these words, best first: English and Spanish word forms, accents aside.

    Where an embedder is configured, entities of lasting memory are found by meaning, too.
    """
    return FoundEntities(
        results=list(await platform[KnowledgeSearch].search(caller.user.id, q, scope=scope, limit=limit))
    )


@knowledge.post(
    "/api/knowledge/entities",
    operation_id="createEntities",
    summary="Add entities",
    status_code=201,
    responses=documented(400, 401, 404, 413, 415),
    dependencies=[Once],
)
async def create_entities(
    body: Annotated[
        NewEntities,
        Content(examples=[{"entities": [{"name": "Ana", "entityType": "person", "observations": ["prefers trains"]}]}]),
    ],
    caller: Runner,
    platform: CurrentPlatform,
) -> CreatedEntities:
    """Add those whose name no entity has yet, with their observations."""
    user, drafts = (
        caller.user.id,
        [EntityDraft(each.name, each.entity_type, tuple(each.observations)) for each in body.entities],
    )
    stores = platform.stores
    async with platform.database.as_user(user):
        made = await stores[KnowledgeStore].create_entities(user, drafts, by_person(body.source), scope=body.scope)
        names = [entity.name for entity in made]
        found = await stores[KnowledgeViews].entities(user, scope=body.scope, names=names, limit=len(names) or 1)
    known = dict.fromkeys(each.name for each in body.entities if each.name not in set(names))
    return CreatedEntities(created=list(reversed(found.entities)), existing=list(known))


@knowledge.get(
    "/api/knowledge/entities/{id}", operation_id="getEntity", summary="Read an entity", responses=documented(401, 404)
)
async def get_entity(
    entity_id: PathUuid, caller: Reader, platform: CurrentPlatform, limit: PageSize = 200
) -> EntityView:
    """Return an entity with its observations, who wrote each, and its relations; `limit` of each at most."""
    return EntityView.of(await platform.stores[KnowledgeViews].entity(caller.user.id, entity_id, limit=limit))


@knowledge.patch(
    "/api/knowledge/entities/{id}",
    operation_id="changeEntity",
    summary="Rename an entity",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def change_entity(
    entity_id: PathUuid,
    body: Annotated[EntityChanges, Content(examples=[{"name": "Ana García"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> EntityView:
    """Change name or type; its relations follow. The entity gets a new id, since the old one can come back."""
    if body.name is None and body.entity_type is None:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ONE_OF, names="name, entityType"))
    user, stores = caller.user.id, platform.stores
    async with platform.database.as_user(user):
        new_id = await stores[KnowledgeHistory].rewrite(
            user, entity_id, by_person(), name=body.name, entity_type=body.entity_type
        )
        return EntityView.of(await stores[KnowledgeViews].entity(user, new_id))


@knowledge.delete(
    "/api/knowledge/entities/{id}",
    operation_id="deleteEntity",
    summary="Delete an entity",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_entity(entity_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> None:
    """Delete an entity with its observations and relations; it can be undone until it is forgotten."""
    await platform.stores[KnowledgeHistory].remove(caller.user.id, by_person(), entity_id=entity_id)


@knowledge.post(
    "/api/knowledge/entities/{id}/observations",
    operation_id="addObservations",
    summary="Add observations",
    status_code=201,
    responses=documented(400, 401, 404, 413, 415),
    dependencies=[Once],
)
async def add_observations(
    entity_id: PathUuid,
    body: Annotated[NewObservations, Content(examples=[{"contents": ["lives in Lisbon"], "source": "her letter"}])],
    caller: Runner,
    platform: CurrentPlatform,
) -> AddedObservations:
    """Add what the entity has not got yet; what it replaces is deleted with it, all or nothing."""
    user, stores = caller.user.id, platform.stores
    async with platform.database.as_user(user):
        added = await stores[KnowledgeHistory].observe(user, entity_id, body.contents, by_person(body.source))
        if added and body.replaces is not None:
            await stores[KnowledgeHistory].remove(user, by_person(), observation_id=body.replaces)
        return AddedObservations(added=list(added))


@knowledge.delete(
    "/api/knowledge/observations/{id}",
    operation_id="deleteObservation",
    summary="Delete an observation",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_observation(observation_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> None:
    """Delete one observation; it can be undone until it is forgotten."""
    await platform.stores[KnowledgeHistory].remove(caller.user.id, by_person(), observation_id=observation_id)


@knowledge.get(
    "/api/knowledge/entities/{id}/neighbours",
    operation_id="getNeighbours",
    summary="What is around an entity",
    responses=documented(401, 404),
)
async def get_neighbours(
    entity_id: PathUuid,
    caller: Reader,
    platform: CurrentPlatform,
    depth: Annotated[int, Query(ge=1, le=3, description="How many relations away at most.")] = 1,
    limit: PageSize = 50,
) -> NeighbourhoodView:
    """Return the entity, first, with those around it, and the relations among them."""
    found = await platform.stores[KnowledgeViews].neighbours(caller.user.id, entity_id, depth=depth, limit=limit)
    return NeighbourhoodView.of(found)


@knowledge.get(
    "/api/knowledge/graph",
    operation_id="getKnowledgeGraph",
    summary="The best-connected entities",
    responses=documented(401),
)
async def get_graph(
    caller: Reader, platform: CurrentPlatform, scope: QueryScope = USER_SCOPE, limit: PageSize = 300
) -> NeighbourhoodView:
    """Return the entities that most relations name, and the relations among them: a start for a picture."""
    found = await platform.stores[KnowledgeViews].best_connected(caller.user.id, scope=scope, limit=limit)
    return NeighbourhoodView.of(found)


@knowledge.get(
    "/api/knowledge/relations", operation_id="listRelations", summary="List relations", responses=documented(401)
)
async def list_relations(
    caller: Reader, platform: CurrentPlatform, scope: QueryScope = USER_SCOPE, limit: PageSize = 50, offset: Offset = 0
) -> RelationPage:
    """Return relations, latest first."""
    found, total = await platform.stores[KnowledgeViews].relations(
        caller.user.id, scope=scope, limit=limit, offset=offset
    )
    return RelationPage(relations=[RelationView.of(each) for each in found], total=total)


@knowledge.post(
    "/api/knowledge/relations",
    operation_id="createRelations",
    summary="Add relations",
    status_code=201,
    responses=documented(400, 401, 404, 413, 415),
    dependencies=[Once],
)
async def create_relations(
    body: Annotated[
        NewRelations, Content(examples=[{"relations": [{"from": "Ana", "to": "Acme", "relationType": "works at"}]}])
    ],
    caller: Runner,
    platform: CurrentPlatform,
) -> CreatedRelations:
    """Add those that are not there yet, between names; there need be no entity of a name."""
    user, stores = caller.user.id, platform.stores
    drafts = [RelationDraft(each.from_, each.to, each.relation_type) for each in body.relations]
    async with platform.database.as_user(user):
        made = await stores[KnowledgeStore].create_relations(user, drafts, by_person(), scope=body.scope)
        latest, _ = await stores[KnowledgeViews].relations(user, scope=body.scope, limit=len(made)) if made else ([], 0)
    return CreatedRelations(created=[RelationView.of(each) for each in reversed(latest)])


@knowledge.delete(
    "/api/knowledge/relations/{id}",
    operation_id="deleteRelation",
    summary="Delete a relation",
    status_code=204,
    responses=documented(401, 404),
)
async def delete_relation(relation_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> None:
    """Delete one relation; it can be undone until it is forgotten."""
    await platform.stores[KnowledgeHistory].remove(caller.user.id, by_person(), relation_id=relation_id)


@knowledge.post(
    "/api/knowledge/merge",
    operation_id="mergeEntities",
    summary="Merge entities",
    responses=documented(400, 401, 404, 413, 415),
)
async def merge_entities(
    body: Annotated[
        Merge,
        Content(
            examples=[
                {
                    "into": "0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69",
                    "from": ["0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a70"],
                }
            ]
        ),
    ],
    caller: Runner,
    platform: CurrentPlatform,
) -> EntityView:
    """Move the observations and relations of some entities to another one; who wrote what, and when, stays."""
    user, stores = caller.user.id, platform.stores
    async with platform.database.as_user(user):
        kept = await stores[KnowledgeHistory].merge(user, body.into, body.from_, by_person())
        return EntityView.of(await stores[KnowledgeViews].entity(user, kept))


@knowledge.get(
    "/api/knowledge/conflicts", operation_id="listConflicts", summary="What contradicts", responses=documented(401)
)
async def list_conflicts(
    caller: Reader, platform: CurrentPlatform, scope: QueryScope = USER_SCOPE, limit: PageSize = 50
) -> Contradictions:
    """Return observations of one entity that give different values for the same thing."""
    found = await platform.stores[KnowledgeViews].contradictions(caller.user.id, scope=scope, limit=limit)
    return Contradictions(conflicts=list(found))
