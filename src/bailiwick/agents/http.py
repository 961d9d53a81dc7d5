"""One agent: made, read, changed, copied, kept, checked, deleted."""

from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Body as Content
from fastapi import Query
from pydantic import AfterValidator, Field, TypeAdapter
from starlette.responses import Response

from bailiwick.agents.fields import EXAMPLE_AGENT, AgentChanges, NamedAgent, NewAgent
from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.metrics.agent_metric_store import AgentMetricStore
from bailiwick.agents.metrics.agent_metrics import AgentActivity
from bailiwick.agents.rosters import Registered, Rosters
from bailiwick.kernel.days import midnights
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.health import Health
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import PathAgentId, Reply
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.zones import known_zone
from bailiwick.people.callers import Keeper, Reader
from bailiwick_router.core.agents import Agent, LintWarning

agents = router("agents")

AGENT = TypeAdapter(Agent)
UNNAMED_EXAMPLE = {name: value for name, value in EXAMPLE_AGENT.items() if name != "id"}


Zone = Annotated[
    str,
    Query(max_length=64, description="IANA name of the zone whose midnights divide days.", examples=["Europe/Madrid"]),
    AfterValidator(known_zone),
]


class LintReport(Reply):
    """What will surprise the author of an agent."""

    warnings: Annotated[list[LintWarning], Field(description="Warnings; they never refuse.")]


@agents.post(
    "/api/agents/create",
    operation_id="createAgent",
    summary="Create a lasting agent",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[Once],
)
async def create_agent(
    body: Annotated[NamedAgent, Content(examples=[EXAMPLE_AGENT])], caller: Keeper, platform: CurrentPlatform
) -> Registered:
    """Create an agent that stays; it is routable at once. Warnings say what will surprise its author."""
    return await platform[Rosters].create(caller.user.id, body.agent())


@agents.post(
    "/api/agents/register",
    operation_id="registerAgent",
    summary="Register a runtime agent",
    status_code=201,
    responses=documented(400, 401, 413, 415),
    dependencies=[Once],
)
async def register_agent(
    body: Annotated[NewAgent, Content(examples=[UNNAMED_EXAMPLE])], caller: Keeper, platform: CurrentPlatform
) -> Registered:
    """Register an agent under an id `custom_<milliseconds>`; routable at once; it expires when unused."""
    return await platform[Rosters].register(caller.user.id, body.changes())


@agents.post(
    "/api/agents/lint",
    operation_id="lintAgent",
    summary="Check an agent without saving it",
    responses=documented(400, 401, 413, 415),
)
async def lint_agent(
    body: Annotated[NamedAgent, Content(examples=[EXAMPLE_AGENT])], caller: Reader, platform: CurrentPlatform
) -> LintReport:
    """Say what would surprise the author of this agent."""
    return LintReport(warnings=list(await platform[Rosters].lint(caller.user.id, body.agent())))


@agents.get(
    "/api/agents/{agentId}",
    operation_id="getAgent",
    summary="Read an agent",
    response_model=Agent,
    responses=documented(401, 404),
)
async def get_agent(agent_id: PathAgentId, caller: Reader, platform: CurrentPlatform) -> Response:
    """Return one agent."""
    view = await platform[Rosters].view(caller.user.id)
    text = view.text(agent_id, lambda: AGENT.dump_json(view.agent(agent_id), by_alias=True))
    return Response(text, media_type="application/json")


@agents.put(
    "/api/agents/{agentId}",
    operation_id="updateAgent",
    summary="Change an agent",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def update_agent(
    agent_id: PathAgentId,
    body: Annotated[AgentChanges, Content(examples=[{"status": "paused"}, {"tags": ["garden", "roses"]}])],
    caller: Keeper,
    platform: CurrentPlatform,
) -> Registered:
    """Change the given fields; those left out keep their value.

    A built-in agent is changed for the caller only.
    """
    changes = body.changes()
    if not changes:
        raise InvalidInput(Reason.of(ReasonCode.NOTHING_TO_CHANGE))
    return await platform[Rosters].update(caller.user.id, agent_id, changes)


@agents.delete(
    "/api/agents/{agentId}",
    operation_id="deleteAgent",
    summary="Delete an agent",
    status_code=204,
    responses=documented(401, 404, 409),
)
async def delete_agent(agent_id: PathAgentId, caller: Keeper, platform: CurrentPlatform) -> None:
    """Delete an agent of the caller's. Agents that ship with the product can be paused, not deleted."""
    await platform[Rosters].delete(caller.user.id, agent_id)


@agents.post(
    "/api/agents/{agentId}/duplicate",
    operation_id="duplicateAgent",
    summary="Copy an agent",
    status_code=201,
    responses=documented(400, 401, 404, 409),
    dependencies=[Once],
)
async def duplicate_agent(agent_id: PathAgentId, caller: Keeper, platform: CurrentPlatform) -> Registered:
    """Add a copy of an agent under a free id."""
    return await platform[Rosters].duplicate(caller.user.id, agent_id)


@agents.post(
    "/api/agents/{agentId}/keep",
    operation_id="keepAgent",
    summary="Keep a runtime agent",
    responses=documented(400, 401, 404, 409),
    dependencies=[Once],
)
async def keep_agent(agent_id: PathAgentId, caller: Keeper, platform: CurrentPlatform) -> Registered:
    """Turn a runtime agent into a lasting one."""
    return await platform[Rosters].keep(caller.user.id, agent_id)


@agents.post(
    "/api/agents/{agentId}/reset",
    operation_id="resetAgent",
    summary="Undo the changes to a built-in agent",
    responses=documented(400, 401, 404, 409),
    dependencies=[Once],
)
async def reset_agent(agent_id: PathAgentId, caller: Keeper, platform: CurrentPlatform) -> Agent:
    """Make a built-in or plug-in agent as it ships."""
    return await platform[Rosters].reset(caller.user.id, agent_id)


@agents.get(
    "/api/agents/{agentId}/health",
    operation_id="getAgentHealth",
    summary="Could the agent answer now?",
    responses=documented(401, 404),
)
async def get_agent_health(agent_id: PathAgentId, caller: Reader, platform: CurrentPlatform) -> Health:
    """Say whether the agent could do its work now, and what is missing if not; nothing is called that costs."""
    return await platform[HealthChecks].one(caller.user.id, agent_id)


@agents.get(
    "/api/agents/{agentId}/metrics",
    operation_id="getFiguresOfAgent",
    summary="Read an agent's figures",
    responses=documented(401, 404),
)
async def get_figures(
    agent_id: PathAgentId,
    caller: Reader,
    platform: CurrentPlatform,
    days: Annotated[int, Query(ge=1, le=90, description="How many days, today included.")] = 14,
    timezone: Zone = "UTC",
) -> AgentActivity:
    """Return what the agent did day by day, how it failed, how it was rated, and its latest executions."""
    await platform[Rosters].get(caller.user.id, agent_id)
    begins = midnights(datetime.now(UTC), days, ZoneInfo(timezone))
    return await platform.stores[AgentMetricStore].of_agent(caller.user.id, agent_id, begins)
