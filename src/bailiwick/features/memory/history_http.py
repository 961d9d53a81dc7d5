"""The knowledge graph: its changes, taking them back, forgetting, and moving it out as a file."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query
from starlette.responses import StreamingResponse

from bailiwick.features.memory.fields import (
    ChangePage,
    ChangeView,
    Forget,
    ForgottenView,
    QueryScope,
    RelationView,
    Remains,
    Things,
    by_person,
)
from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.import_http import EXAMPLE, JSON_LINES
from bailiwick.features.memory.lines import export_lines, joined
from bailiwick.features.memory.reasons import MemoryReason
from bailiwick.features.memory.records import USER_SCOPE, Change, Neighbourhood, Observation
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_alone
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Limit, PathUuid
from bailiwick.kernel.reasons import Reason
from bailiwick.people.callers import Keeper, Reader, Runner

knowledge_history = router("knowledge")


@knowledge_history.get(
    "/api/knowledge/changes", operation_id="listKnowledgeChanges", summary="List changes", responses=documented(401)
)
async def list_changes(
    caller: Reader,
    platform: CurrentPlatform,
    scope: QueryScope = USER_SCOPE,
    before: Annotated[
        str | None,
        Query(pattern="^[0-9]{1,18}$", description="Only earlier ones: the `nextBefore` of the page before."),
    ] = None,
    limit: Limit = 50,
) -> ChangePage:
    """Return what happened to the graph, latest first."""
    found = await platform.stores[KnowledgeHistory].changes(
        caller.user.id, scope=scope, before=int(before) if before else None, limit=limit
    )
    return ChangePage(changes=list(found), next_before=str(found[-1].position) if len(found) == limit else None)


@knowledge_history.get(
    "/api/knowledge/changes/{id}",
    operation_id="getKnowledgeChange",
    summary="Read a change",
    responses=documented(401, 404),
)
async def get_change(change_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> ChangeView:
    """Return a change with what it added and removed."""
    detail = await platform.stores[KnowledgeHistory].change(caller.user.id, change_id)
    return ChangeView(
        change=detail.change,
        added=_things(detail.added, detail.added_observations),
        removed=_things(detail.removed, detail.removed_observations),
    )


@knowledge_history.post(
    "/api/knowledge/changes/{id}/undo",
    operation_id="undoKnowledgeChange",
    summary="Take a change back",
    responses=documented(401, 404, 409),
)
async def undo_change(change_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Change:
    """Take a change back and return the change that did; not while something later depends on it."""
    return await platform.stores[KnowledgeHistory].undo(caller.user.id, change_id, by_person())


@knowledge_history.post(
    "/api/knowledge/forget",
    operation_id="forgetKnowledge",
    summary="Forget for good",
    responses=documented(400, 401, 413, 415),
)
async def forget(
    body: Annotated[Forget, Content(examples=[{"entityIds": ["0197d1a5-7c3e-7b1f-9d7e-1f2d3c4b5a69"]}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> ForgottenView:
    """Erase things from the graph, its history, its search and the facts about its changes; it cannot be undone.

    An entity goes with all that any entity of its name has ever had. Says which executions and conversations hold
    traces. Ids of nothing are passed over.
    """
    if not (body.entity_ids or body.observation_ids or body.relation_ids):
        raise InvalidInput(Reason.of(MemoryReason.NOTHING_TO_FORGET))
    gone = await platform.stores[KnowledgeHistory].forget(
        caller.user.id,
        by_person(),
        entity_ids=body.entity_ids,
        observation_ids=body.observation_ids,
        relation_ids=body.relation_ids,
    )
    return ForgottenView(
        entities=gone.entities,
        observations=gone.observations,
        relations=gone.relations,
        remains=Remains(executions=list(gone.executions), conversations=list(gone.conversations)),
    )


@knowledge_history.get(
    "/api/knowledge/export",
    operation_id="exportKnowledge",
    summary="Export as JSON lines",
    response_class=StreamingResponse,
    responses={
        **documented(401),
        200: {"description": "The graph.", "content": {JSON_LINES: {"schema": {"type": "string"}, "example": EXAMPLE}}},
    },
)
async def export(
    caller: Reader,
    platform: CurrentPlatform,
    scope: QueryScope = USER_SCOPE,
    provenance: Annotated[bool, Query(description="Also say who wrote each observation, when and where from.")] = False,
) -> StreamingResponse:
    """Return the graph in the file format of the MCP reference server for memory, a line for each entity, then a line
    for each relation."""
    await audited_alone(platform.database, caller.user.id, Act.KNOWLEDGE_EXPORTED, "user", caller.user.id)
    lines = export_lines(platform.stores[KnowledgeViews], caller.user.id, scope=scope, provenance=provenance)
    headers = {"Content-Disposition": 'attachment; filename="memory.jsonl"'}
    return StreamingResponse(joined(lines), media_type=JSON_LINES, headers=headers)


def _things(found: Neighbourhood, observations: tuple[Observation, ...]) -> Things:
    return Things(
        entities=list(found.entities),
        observations=list(observations),
        relations=[RelationView.of(each) for each in found.relations],
    )
