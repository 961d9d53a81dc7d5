"""Monitoring: figures of the whole installation, read at most so often however often they are asked for."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bailiwick.agents.metrics.plan import BEGINNING
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.features.metrics.actions import MetricReports
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.jobs.jobs import Jobs
from bailiwick.kernel.metric_sums import MetricSums

FRESH_SECONDS = 5.0
"""Life of what says how the installation stands."""
SUMMED_SECONDS = 60.0
"""Life of what is summed up over all people and times."""
MOST_NAMES = 50
"""Models and tools that are told apart, the busiest; the others are one, named `other`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What was done since there is anything known about it."""

    executions: MetricSums
    models: Mapping[str, MetricSums]
    tools: Mapping[str, MetricSums]
    unfinished: int
    people: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulse:
    """How the installation stands."""

    jobs: Mapping[str, int]
    workers: int
    sums: Sums


class Monitoring:
    """Reads figures of every user together; no name and no word of a user is among them."""

    def __init__(self, stores: Stores, jobs: Jobs, reports: MetricReports) -> None:
        self._stores = stores
        self._jobs = jobs
        self._reports = reports
        self._lock = asyncio.Lock()
        self._pulse: tuple[float, Pulse] | None = None
        self._sums: tuple[float, Sums] | None = None

    async def pulse(self) -> Pulse:
        """Return how the installation stands, at most 5 seconds old; sums at most a minute."""
        async with self._lock:
            now = time.monotonic()
            if self._pulse is None or now - self._pulse[0] > FRESH_SECONDS:
                if self._sums is None or now - self._sums[0] > SUMMED_SECONDS:
                    self._sums = (now, await self._sum_up())
                pulse = Pulse(
                    jobs=await self._jobs.counts(), workers=await self._jobs.live_workers(), sums=self._sums[1]
                )
                self._pulse = (now, pulse)
            return self._pulse[1]

    async def _sum_up(self) -> Sums:
        edges = (BEGINNING, datetime.now(UTC))
        users = await self._reports.users_to_count()
        executions, unfinished = MetricSums(), 0
        models: dict[str, MetricSums] = {}
        tools: dict[str, MetricSums] = {}
        for user_id in users:
            for each in await self._stores[MetricStore].sums(user_id, MetricKind.ALL, edges):
                executions += each.sums
            for kind, found in ((MetricKind.MODEL, models), (MetricKind.TOOL, tools)):
                for each in await self._stores[MetricStore].sums(user_id, kind, edges, by_agent=False):
                    found[each.subject] = found.get(each.subject, MetricSums()) + each.sums
            unfinished += await self._stores[MetricStore].unfinished(user_id)
        return Sums(
            executions=executions,
            models=_busiest(models),
            tools=_busiest(tools),
            unfinished=unfinished,
            people=len(users),
        )


def _busiest(found: Mapping[str, MetricSums]) -> Mapping[str, MetricSums]:
    names = sorted(found, key=lambda name: (-found[name].count, name))
    others = sum((found[name] for name in names[MOST_NAMES:]), MetricSums())
    kept = {name: found[name] for name in names[:MOST_NAMES]}
    return kept | {"other": others} if others.count else kept
