"""Metrics: what agents, models and tools did over a time, in figures."""

from typing import Annotated, Literal

from fastapi import Query, Response
from starlette.concurrency import run_in_threadpool

from bailiwick.agents.metrics.records import (
    CallTable,
    Delegations,
    Errors,
    ExecutionTable,
    Heatmap,
    Metrics,
    RoutingShares,
)
from bailiwick.features.metrics.actions import Asked, MetricReports
from bailiwick.features.metrics.fields import WhatIsAsked
from bailiwick.features.metrics.reasons import MetricsReason
from bailiwick.features.metrics.tables import csv_of
from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.reasons import Reason
from bailiwick.people.administrators import administers
from bailiwick.people.callers import Reader
from bailiwick_router.core.record import Record

metrics = router("metrics")

TableName = Literal["series", "agents", "models", "tools", "users", "delegations", "errors"]
PROBLEMS = documented(401, 404)


@metrics.get("/api/metrics", operation_id="getMetrics", summary="Read figures over time", responses=PROBLEMS)
async def get_metrics(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> Metrics:
    """Return what happened in a time, point by point, compared with the time before.

    With `model` or `tool` the figures are those of its calls instead of executions.
    """
    return await platform[MetricReports].overall(asked)


@metrics.get("/api/metrics/agents", operation_id="getMetricsOfAgents", summary="Compare agents", responses=PROBLEMS)
async def get_agents(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> ExecutionTable:
    """Return what each agent did, the busiest first."""
    return await platform[MetricReports].agents(asked)


@metrics.get("/api/metrics/models", operation_id="getMetricsOfModels", summary="Compare models", responses=PROBLEMS)
async def get_models(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> CallTable:
    """Return what each model was called for, the busiest first."""
    return await platform[MetricReports].models(asked)


@metrics.get("/api/metrics/tools", operation_id="getMetricsOfTools", summary="Compare tools", responses=PROBLEMS)
async def get_tools(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> CallTable:
    """Return how often each tool was called and how long it took, the busiest first."""
    return await platform[MetricReports].tools(asked)


@metrics.get("/api/metrics/users", operation_id="getMetricsOfPeople", summary="Compare people", responses=PROBLEMS)
async def get_people(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> ExecutionTable:
    """Return what agents did for each person, the busiest first; owners and administrators only."""
    return await people(
        caller.user.id, administers_now=administers(caller), reports=platform[MetricReports], asked=asked
    )


@metrics.get(
    "/api/metrics/delegations",
    operation_id="getDelegations",
    summary="See who hands work to whom",
    responses=PROBLEMS,
)
async def get_delegations(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> Delegations:
    """Return who handed work to whom, and how often."""
    return await platform[MetricReports].delegations(asked)


@metrics.get("/api/metrics/errors", operation_id="getMetricsOfErrors", summary="See what failed", responses=PROBLEMS)
async def get_errors(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> Errors:
    """Return how executions failed, by class of error."""
    return await platform[MetricReports].errors(asked)


@metrics.get(
    "/api/metrics/routing", operation_id="getMetricsOfRouting", summary="See which stages decide", responses=PROBLEMS
)
async def get_routing(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> RoutingShares:
    """Return which stages of routing decided, and how often a model was asked or nobody fitted."""
    return await platform[MetricReports].routing(asked)


@metrics.get("/api/metrics/heatmap", operation_id="getHeatmap", summary="See when work is done", responses=PROBLEMS)
async def get_heatmap(caller: Reader, platform: CurrentPlatform, asked: WhatIsAsked) -> Heatmap:
    """Return when executions ended, by day of the week and hour of the day."""
    return await platform[MetricReports].heatmap(asked)


@metrics.get(
    "/api/metrics/export.csv",
    operation_id="exportMetrics",
    summary="Take figures along",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}, "description": "The table"}, **PROBLEMS},
)
async def export(
    caller: Reader,
    platform: CurrentPlatform,
    asked: WhatIsAsked,
    table: Annotated[TableName, Query(description="Which table.")] = "series",
) -> Response:
    """Return a table for spreadsheets: UTF-8, one line of column names, cells that no program takes for formulas."""
    reports = platform[MetricReports]
    if table == "users":
        found: Record = await people(caller.user.id, administers_now=administers(caller), reports=reports, asked=asked)
    else:
        read = {
            "series": reports.overall,
            "agents": reports.agents,
            "models": reports.models,
            "tools": reports.tools,
            "delegations": reports.delegations,
            "errors": reports.errors,
        }[table]
        found = await read(asked)
    text = await run_in_threadpool(csv_of, found)
    name = f"bailiwick-{table}-{asked.range.since:%Y%m%d}-{asked.range.until:%Y%m%d}.csv"
    return Response(
        text, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def people(caller_id: str, *, administers_now: bool, reports: MetricReports, asked: Asked) -> ExecutionTable:
    """Return the figures of every user, or of the one person asked for. Raises `Forbidden`."""
    if not administers_now:
        raise Forbidden(Reason.of(MetricsReason.OTHERS_FIGURES))
    users = asked.users if tuple(asked.users) != (caller_id,) else await reports.users_to_count()
    return await reports.people(Asked(users=users, range=asked.range, agent=asked.agent))
