"""Trials: releases decided with in a thread, on routers that no one else uses."""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence

from bailiwick.agents.releases.following import MakeRouter
from bailiwick.agents.releases.learned_from import TrainingData
from bailiwick.agents.releases.learning import Learning
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.comparison import compare
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.core.replays import ReplayQuery, ReplayReport
from bailiwick_router.learning_versions import learning_of
from bailiwick_router.pipeline import Router
from bailiwick_router.release_content import agents_of, deciding
from bailiwick_router.roster import Roster

MOST_SECONDS = 120.0
"""Longest that one comparison may take."""


class ReleaseTrials:
    """Makes routers of releases, with what they have learned, and compares two of them."""

    def __init__(self, make_router: MakeRouter, learning: Learning) -> None:
        self._make_router = make_router
        self._learning = learning
        self._turn = asyncio.Semaphore(1)

    def digest(self, content: ReleaseContent) -> str:
        """Return what decisions made with a release name as their release, before anything is learned for it."""
        agents = agents_of(content)
        training_data = self._training_data(agents, content)
        return self._make_router(Roster(), content.rules).release_of(Roster(agents).digest, training_data.digest)

    def _training_data(self, agents: Iterable[Agent], content: ReleaseContent) -> TrainingData:
        return self._learning.training_data(agents, content.corrections, learning_of(content.rules))

    async def router(self, content: ReleaseContent, now: Mapping[str, Agent]) -> Router:
        """Return a router of a release that is the caller's own, for one thread at a time; it has learned all that the
        release teaches.

        Agents are active as they are `now`.
        """
        agents = deciding(content, now)
        classifier = await self._learning.learned(self._training_data(agents, content))
        router = await asyncio.to_thread(lambda: self._make_router(Roster(agents), content.rules))
        router.learn(classifier)
        return router

    async def compare(
        self,
        before: ReleaseContent,
        after: ReleaseContent,
        now: Mapping[str, Agent],
        messages: Sequence[ReplayQuery],
        golden: Sequence[ReplayQuery],
    ) -> ReplayReport:
        """Return what one release does to messages and golden cases, beside another.

        Raises `Unavailable` when that takes too long.
        """
        routers = await self.router(before, now), await self.router(after, now)
        async with self._turn:  # one after the other: they would only take each other's time
            deadline = time.monotonic() + MOST_SECONDS

            def told(done: int, total: int) -> None:
                if time.monotonic() > deadline:
                    raise Unavailable(Reason.of(ReasonCode.TRIALS_LATE, done=done, total=total))

            return await asyncio.to_thread(compare, *routers, messages, golden, told=told)
