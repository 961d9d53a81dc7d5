"""Rosters, releases and golden cases on a test database, without the rest of the product."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

from bailiwick.agents.releases.canaries import Canaries
from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.publishing import Publishing
from bailiwick.agents.releases.trials import ReleaseTrials
from bailiwick.agents.releases.working_copy import WorkingCopy
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.golden import Golden
from bailiwick.features.routing.releases import Releases
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.settings import Settings
from bailiwick.models.catalog import Catalog
from bailiwick_router.core.agents import Agent, Origin, Role
from bailiwick_router.core.decisions import Decision, RoutingContext
from bailiwick_router.examples import train
from bailiwick_router.pipeline import Router
from bailiwick_router.release_content import settings_with
from bailiwick_router.rules import RoutingSettings

SHIPPED = (
    Agent(id="cleo-supervisor", name="Cleo", role=Role.SUPERVISOR, origin=Origin.BUILTIN),
    Agent(
        id="cook",
        name="Cook",
        role=Role.SPECIALIST,
        origin=Origin.BUILTIN,
        tags=("recipe", "soup"),
        examples=("how do I make onion soup", "what goes with rice"),
    ),
    Agent(
        id="ski",
        name="Ski",
        role=Role.SPECIALIST,
        origin=Origin.BUILTIN,
        tags=("snow", "slopes"),
        examples=("is there fresh snow", "which slopes are open"),
    ),
)


@dataclass(frozen=True)
class Releasing:
    """One process."""

    stores: Stores
    background: Background
    rosters: Rosters
    releases: Releases
    golden: Golden
    publishing: Publishing
    learning: Learning
    canaries: Canaries

    async def decide(self, user: str, message: str, *, key: str | None = None, **context: object) -> Decision:
        """Return the decision, once all that is to be learned for it has been."""
        await self.rosters.learned(user)
        return await self.rosters.decide(user, message, RoutingContext(**context), key)  # pyright: ignore[reportArgumentType]  (tests name fields of a context)

    async def choices(self, user: str, messages: Sequence[str]) -> list[Decision]:
        """Return the decisions on messages, without what differs from time to time."""
        return [bare(await self.decide(user, message)) for message in messages]


def bare(decision: Decision) -> Decision:
    """Return a decision without its id and times."""
    return replace(decision, id=None, created_at=None, microseconds=0.0)


@asynccontextmanager
async def releasing(
    stores: Stores, *, on: bool = True, shipped: Sequence[Agent] = SHIPPED
) -> AsyncGenerator[Releasing]:
    """Yield a process that works on the stores."""
    rules = RoutingSettings()

    def make_router(roster, changed):
        return Router(roster, settings=settings_with(changed, rules), classifier=None)

    async with Background() as background:
        learning = Learning(background, train, on=on, shipped=shipped)
        trials, working = ReleaseTrials(make_router, learning), WorkingCopy(stores, shipped)
        publishing = Publishing(stores.database, stores, working, trials, background)
        canaries = Canaries(stores.database, stores, publishing, background)
        rosters = Rosters(
            stores.database,
            stores,
            shipped=shipped,
            functions={},
            make_router=make_router,
            runtime_life=timedelta(minutes=30),
            publishing=publishing,
            learning=learning,
            remembered=RememberedReads(stores.database, Bus(stores.database)),
        )
        releases = Releases(
            stores.database,
            stores,
            rosters,
            publishing,
            working,
            trials,
            learning,
            canaries,
            settings=rules,
            messages=100,
            models=Catalog(Settings(ollama_url=""), environment={}),
        )
        golden = Golden(stores.database, stores, rosters, releases)
        yield Releasing(stores, background, rosters, releases, golden, publishing, learning, canaries)
