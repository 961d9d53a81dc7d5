"""All agents together: lists, the graph, figures, cleanup, import and export."""

from typing import Annotated

from fastapi import Body as Content
from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from bailiwick.agents import health_checks as health
from bailiwick.agents.fields import EXAMPLE_AGENT, NamedAgent, portable
from bailiwick.agents.graph import Graph
from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.agents.metrics.agent_metrics import AgentMetrics
from bailiwick.agents.rosters import ImportReport, Rosters
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import AgentId, Body, Limit, Offset, Reply, Search
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.reasons import Reason
from bailiwick.people.callers import Keeper, Reader
from bailiwick_router.core.agents import Agent, AgentStatus, Role

roster = router("agents")

MAX_IMPORT = 2000


class AgentList(Reply):
    """A part of the roster."""

    agents: list[Agent]
    total: Annotated[int, Field(description="How many there are with these filters, on all pages.")]


class Removed(Reply):
    """What a cleanup removed."""

    removed: Annotated[list[str], Field(description="Ids of the agents removed.")]


class RosterTotals(Reply):
    """What all agents did together."""

    executions: int
    completed: int
    unanswered: int
    """Those of the completed that did nothing for who asked."""
    failed: int
    cancelled: int
    success_rate: float | None
    input_tokens: int
    output_tokens: int
    cost: float
    model_calls: int
    tool_calls: int


class AllFigures(Reply):
    """Figures per agent and in total."""

    agents: list[AgentMetrics]
    total: RosterTotals


class AgentHealth(Reply):
    """Whether an agent could answer now."""

    id: str
    healthy: bool
    detail: Annotated[str, Field(description="What is missing and how to fix it, in English; empty when nothing is.")]
    lacks: Annotated[list[Lack], Field(description="The same as codes with values.")]
    warnings: Annotated[
        list[str], Field(description="What it wants and cannot have now, in English; it works without.")
    ]
    wants: Annotated[list[Reason], Field(description="The same as codes with values.")]
    model: Annotated[
        str | None, Field(description="Full name of the model that it would use now; null for one that uses none.")
    ]
    model_why: Annotated[Reason | None, Field(description="Why that one.")]


class HealthList(Reply):
    """The health of the whole roster."""

    agents: list[AgentHealth]


class AgentBundle(Body):
    """Agents to carry from one place to another."""

    agents: Annotated[list[NamedAgent], Field(max_length=MAX_IMPORT)]


@roster.get(
    "/api/agents",
    operation_id="listAgents",
    summary="List agents",
    response_model=AgentList,
    responses=documented(401),
)
async def list_agents(
    caller: Reader,
    platform: CurrentPlatform,
    role: Annotated[Role | None, Query(description="Only agents of this role.")] = None,
    status: Annotated[AgentStatus | None, Query(description="Only agents of this status.")] = None,
    search: Search = None,
    limit: Limit = 200,
    offset: Offset = 0,
) -> Response:
    """Return the agents the caller can reach, in the order of their registration."""
    view = await platform[Rosters].view(caller.user.id)
    text = (search or "").casefold()

    def write() -> bytes:
        found = [
            agent
            for agent in view.agents
            if (role is None or agent.role is role)
            and (status is None or agent.status is status)
            and text in f"{agent.id}\n{agent.name}\n{agent.description}\n{' '.join(agent.tags)}".casefold()
        ]
        return AgentList(agents=found[offset : offset + limit], total=len(found)).model_dump_json().encode()

    return Response(view.text((role, status, text, limit, offset), write), media_type="application/json")


@roster.get(
    "/api/agents/sync",
    operation_id="syncAgents",
    summary="Read the whole roster",
    response_model=AgentList,
    responses=documented(401),
)
async def sync_agents(caller: Reader, platform: CurrentPlatform) -> Response:
    """Return every agent the caller can reach: built-in, own and runtime."""
    view = await platform[Rosters].view(caller.user.id)

    def write() -> bytes:
        return AgentList(agents=list(view.agents), total=len(view.agents)).model_dump_json().encode()

    return Response(view.text("all", write), media_type="application/json")


@roster.get(
    "/api/agents/graph",
    operation_id="getGraph",
    summary="Read the way of a message",
    responses=documented(401),
)
async def get_graph(caller: Reader, platform: CurrentPlatform) -> Graph:
    """Return the stations a message passes and the ways between them, derived from the roster."""
    return await platform[Rosters].graph(caller.user.id)


@roster.get(
    "/api/agents/health",
    operation_id="getHealthOfAgents",
    summary="Which agents could answer now?",
    responses=documented(401),
)
async def get_health_of_agents(caller: Reader, platform: CurrentPlatform) -> HealthList:
    """Say of every agent whether it could do its work now, and what is missing if not; nothing is called that costs."""
    found = await platform[health.HealthChecks].all(caller.user.id)
    return HealthList(
        agents=[
            AgentHealth(
                id=agent_id,
                healthy=health.healthy,
                detail=health.detail,
                lacks=list(health.lacks),
                warnings=list(health.warnings),
                wants=list(health.wants),
                model=health.model,
                model_why=health.model_why,
            )
            for agent_id, health in found.items()
        ]
    )


@roster.get("/api/agents/metrics", operation_id="getAgentMetrics", summary="Read figures", responses=documented(401))
async def get_metrics(caller: Reader, platform: CurrentPlatform) -> AllFigures:
    """Return executions, success, times, tokens and cost, per agent and in total."""
    metrics = await platform.stores[AgentMetricStore].of_agents(caller.user.id)
    completed, failed = sum(m.completed for m in metrics), sum(m.failed for m in metrics)
    unanswered = sum(m.unanswered for m in metrics)
    total = RosterTotals(
        executions=sum(m.executions for m in metrics),
        completed=completed,
        unanswered=unanswered,
        failed=failed,
        cancelled=sum(m.cancelled for m in metrics),
        success_rate=(completed - unanswered) / (completed + failed) if completed + failed else None,
        input_tokens=sum(m.input_tokens for m in metrics),
        output_tokens=sum(m.output_tokens for m in metrics),
        cost=sum(m.cost for m in metrics),
        model_calls=sum(m.model_calls for m in metrics),
        tool_calls=sum(m.tool_calls for m in metrics),
    )
    return AllFigures(agents=list(metrics), total=total)


@roster.post(
    "/api/agents/cleanup",
    operation_id="cleanupAgents",
    summary="Remove runtime agents",
    responses=documented(400, 401),
    dependencies=[Once],
)
async def cleanup_agents(caller: Keeper, platform: CurrentPlatform) -> Removed:
    """Remove the caller's runtime agents (`custom_<milliseconds>`), and no others."""
    return Removed(removed=list(await platform[Rosters].cleanup(caller.user.id)))


@roster.get(
    "/api/agents/export",
    operation_id="exportAgents",
    summary="Download agents",
    response_model=AgentBundle,
    responses=documented(401, 404),
)
async def export_agents(
    caller: Reader,
    platform: CurrentPlatform,
    agent_ids: Annotated[
        tuple[AgentId, ...],
        Query(
            alias="id",
            max_length=100,
            description="Only these agents; repeat the parameter.",
            examples=[["toby-technical", "ski"]],
        ),
    ] = (),
) -> Response:
    """Return agents in the form that import takes: those named, else the caller's own and changed built-in ones."""
    exported = await platform[Rosters].export(caller.user.id, agent_ids)
    bundle = AgentBundle.model_construct(agents=[portable(agent) for agent in exported])
    disposition = {"Content-Disposition": 'attachment; filename="agents.json"'}
    return Response(bundle.model_dump_json(by_alias=True, indent=2), headers=disposition, media_type="application/json")


@roster.post(
    "/api/agents/import",
    operation_id="importAgents",
    summary="Add or replace agents",
    responses=documented(400, 401, 413, 415),
    dependencies=[Once],
)
async def import_agents(
    body: Annotated[AgentBundle, Content(examples=[{"agents": [EXAMPLE_AGENT]}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> ImportReport:
    """Add or replace agents, all or none; nothing is run. The body may be up to 5 MiB."""
    return await platform[Rosters].import_agents(caller.user.id, [one.agent() for one in body.agents])
