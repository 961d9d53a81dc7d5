"""The overview: what happens now and what happened lately."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import Query
from pydantic import AwareDatetime

from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.features.installation.overview import DayMetrics, HourMetrics
from bailiwick.features.installation.overview_store import OverviewStore
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Reply
from bailiwick.models.catalog import Catalog
from bailiwick.people.callers import Reader
from bailiwick.runs.threads.turn_store import TurnStore
from bailiwick.runs.threads.turns import Turn
from bailiwick_router.core.agents import AgentStatus

overview = router("overview")


class AgentCount(Reply):
    """How many agents the caller can reach."""

    active: int
    total: int


class ModelState(Reply):
    """Which model answers."""

    configured: bool
    """False while only the offline model answers."""
    default: str
    """The model of agents that name none."""


class Overview(Reply):
    """What happens now and what happened lately."""

    cursor: str
    """Follow `/api/events` with this as `after`, and nothing is missed."""
    agents: AgentCount
    today: DayMetrics
    hours: list[HourMetrics]
    """The latest 24 hours, oldest first, those without executions included."""
    running: list[Turn]
    """Executions that are pending, running or waiting, latest first, at most 100."""
    model: ModelState


@overview.get("/api/overview", operation_id="getOverview", summary="What is going on?", responses=documented(401))
async def get_overview(
    caller: Reader,
    platform: CurrentPlatform,
    since: Annotated[
        AwareDatetime | None,
        Query(
            description="When the caller's day began (ISO 8601 with an offset), at most 48 hours ago; "
            "nothing for the beginning of the first of the 24 hours that are listed.",
            examples=["2026-01-31T00:00:00+01:00"],
        ),
    ] = None,
) -> Overview:
    """Return live figures, and the cursor from which to follow what comes."""
    user_id, stores = caller.user.id, platform.stores
    everyone = await platform[Rosters].all(user_id)
    models = await platform[Catalog].of(user_id, (await platform[PersonalPreferences].get(user_id)).model)
    async with platform.database.as_user(user_id, snapshot=True):
        # The cursor first: what is committed after it was drawn comes with the stream, and may show here already.
        cursor_state = await stores[EventStore].cursor_state(user_id)
        figures = await stores[OverviewStore].figures(user_id, since or _a_day_ago())
        running = await stores[TurnStore].unfinished(user_id)
    active = sum(agent.status is AgentStatus.ACTIVE for agent in everyone)
    return Overview(
        cursor=str(cursor_state.now),
        agents=AgentCount(active=active, total=len(everyone)),
        today=figures.today,
        hours=list(figures.hours),
        running=list(running),
        model=ModelState(configured=models.configured, default=models.resolve(None)),
    )


def _a_day_ago() -> datetime:
    return datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(hours=23)
