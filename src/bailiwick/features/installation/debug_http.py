"""Debugging: what happened, as stored facts."""

from collections import Counter
from typing import Annotated
from uuid import UUID

from fastapi import Query

from bailiwick.kernel.events.facts import EVENTS, Fact
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import LARGEST_ID, MAX_WORKER_ID, Limit, Reply, Search
from bailiwick.people.callers import Reader

debug = router("debug")

EXAMPLES = sorted(event.wire for event in EVENTS if event.stored)[:2]
FactId = Annotated[int | None, Query(ge=0, le=LARGEST_ID)]


class FactList(Reply):
    """Stored facts."""

    events: list[Fact]
    last_id: int | None
    """Give this as `afterId` to read what came since; null where there is nothing."""


class Statistics(Reply):
    """How many facts of each kind are stored."""

    total: int
    kinds: dict[str, int]


@debug.get(
    "/api/debug/events",
    operation_id="listEvents",
    summary="Read what happened",
    responses=documented(401),
)
async def list_events(
    caller: Reader,
    platform: CurrentPlatform,
    kind: Annotated[
        tuple[str, ...],
        Query(max_length=50, description="Only these kinds; repeat the parameter.", examples=[EXAMPLES]),
    ] = (),
    agent: Annotated[
        str | None, Query(max_length=MAX_WORKER_ID, description="Only events of this agent or resident.")
    ] = None,
    execution_id: Annotated[
        UUID | None, Query(alias="executionId", description="Only events of this execution.")
    ] = None,
    search: Search = None,
    after_id: Annotated[FactId, Query(alias="afterId", description="Only later ones, oldest first.")] = None,
    before_id: Annotated[FactId, Query(alias="beforeId", description="Only earlier ones.")] = None,
    limit: Limit = 100,
) -> FactList:
    """Return the caller's stored facts, latest first; with `afterId` oldest first."""
    found = await platform.stores[EventStore].recent(
        caller.user.id,
        kinds=kind,
        agent=agent,
        execution_id=str(execution_id) if execution_id else None,
        search=search,
        after_id=after_id,
        before_id=before_id,
        limit=limit,
    )
    return FactList(events=list(found), last_id=max((fact.id for fact in found), default=None))


@debug.get(
    "/api/debug/events/stats",
    operation_id="getEventStatistics",
    summary="Count what happened",
    responses=documented(401),
)
async def get_statistics(caller: Reader, platform: CurrentPlatform) -> Statistics:
    """Return how many facts of each kind are stored."""
    counts = Counter(dict(await platform.stores[EventStore].statistics(caller.user.id)))
    return Statistics(total=counts.total(), kinds=dict(counts.most_common()))
