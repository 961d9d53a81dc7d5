"""Advice: what could be changed about a person's routing, and what that would do.

All of it is worked out by pure functions, in a thread and on a router that no one else uses, one after another, so
that no user's message waits for it longer than a thread may hold the interpreter.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from bailiwick.agents.decision_store import DecisionStore
from bailiwick.agents.releases.traffic import RosterLint, Savings, Traffic
from bailiwick.agents.releases.traffic_reading import Past, past_of
from bailiwick.agents.releases.traffic_store import TrafficStore
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.misroute_store import MisrouteStore
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.features.routing.releases import Releases
from bailiwick.features.routing.replay_file import FileFormat, read_file
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict
from bailiwick.kernel.reasons import Reason
from bailiwick_router.comparison import effects, shortened
from bailiwick_router.core.decisions import RoutingContext
from bailiwick_router.core.edits import WhyNot
from bailiwick_router.core.replays import GeneralWord, Proposal, Replay, ReplayQuery, ReplayResult
from bailiwick_router.counterfactual import why_not
from bailiwick_router.general_words import general_words, word_proposals
from bailiwick_router.model_proposals import model_proposals
from bailiwick_router.pipeline import Router
from bailiwick_router.proposals import propose
from bailiwick_router.relearning import Train
from bailiwick_router.replaying import ReplayCounts, correct, decisions
from bailiwick_router.roster_lint import lint_roster

KEPT = 200
"""Answers that are kept for when they are asked for again."""
MOST_FINDINGS = 1000

T = TypeVar("T")


class Advice:
    """Answers what could be better; changes nothing."""

    def __init__(self, stores: Stores, rosters: Rosters, releases: Releases, train: Train, *, messages: int) -> None:
        """`train` learns what is tried as an example; `messages` is on how many of the latest messages changes are
        tried."""
        self._stores = stores
        self._rosters = rosters
        self._releases = releases
        self._train = train
        self._messages = messages
        self._turn = asyncio.Semaphore(1)
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    async def why_not(self, user_id: str, message: str, agent_id: str, context: RoutingContext) -> WhyNot:
        """Say why an agent does not get a message, and the smallest edit after which it would. Raises `NotFound`."""
        await self._rosters.get(user_id, agent_id)
        return await self._answer(
            user_id,
            ("why not", message, agent_id, context.last_agent, context.for_team and context.for_team.code),
            lambda router: why_not(router, message, agent_id, context),
        )

    async def replay(self, user_id: str, queries: Sequence[ReplayQuery], release: int | None) -> Replay:
        """Decide messages with a release, by default what decides now. Raises `NotFound`."""
        router = await self._releases.router(user_id, release)
        async with self._turn:
            return await asyncio.to_thread(_replayed, router, queries)

    async def replay_file(self, user_id: str, form: FileFormat, content: str, release: int | None) -> Replay:
        """Decide the messages of a file as `replay` does. Raises `NotFound`, and `InvalidInput` that names the lines
        that cannot be taken."""
        router = await self._releases.router(user_id, release)
        async with self._turn:
            return await asyncio.to_thread(lambda: _replayed(router, read_file(content, form, router.roster)))

    async def for_misroute(self, user_id: str, misroute_id: str) -> Sequence[Proposal]:
        """Return edits that would put a misroute right, the best first; none where the message goes right by now.

        Raises `NotFound`, and `Conflict` when the report does not say who would have been right.
        """
        misroute = await self._stores[MisrouteStore].get(user_id, misroute_id)
        if misroute.correct is None:
            raise Conflict(Reason.of(ReleaseReason.REPORT_WITHOUT_AGENT))
        decision = await self._stores[DecisionStore].get(user_id, misroute.decision_id)
        pair = ReplayQuery(
            text=decision.message,
            agent=misroute.correct,
            labelled=True,
            last_agent=decision.last_agent,
            id=misroute.decision_id,
        )
        past = await self._past(user_id)
        return await self._answer(
            user_id,
            ("misroute", pair, past),
            lambda router: propose(router, past.labelled, past.recent, pair, self._train),
        )

    async def proposals(self, user_id: str) -> Sequence[Proposal]:
        """Return rules for what only a model could settle lately, then edits for words that say too little."""
        words, past = await self.words(user_id), await self._past(user_id)
        of_words = await self._answer(
            user_id, ("narrowed", past), lambda router: word_proposals(router, words, past.labelled, past.recent)
        )
        return [*await self._by_model(user_id, past), *of_words]

    async def words(self, user_id: str) -> Sequence[GeneralWord]:
        """Return words of agents that are in many recent messages which go to others, the worst first."""
        past = await self._past(user_id)
        return await self._answer(
            user_id, ("words", past), lambda router: general_words(router, past.recent, past.labelled)
        )

    async def savings(self, user_id: str) -> Savings:
        """Return how much of the recent traffic a model settled, and rules that would have settled some of it."""
        share = await self._stores[TrafficStore].model_share(user_id, self._messages)
        return Savings(
            messages=share.messages,
            model_calls=share.model_calls,
            model_share=share.model_messages / share.messages if share.messages else 0.0,
            proposals=await self._by_model(user_id, await self._past(user_id)),
        )

    async def lint(self, user_id: str) -> RosterLint:
        """Return what will surprise people about the agents as they are now, and what each gets of recent traffic."""
        recent = (await self._past(user_id)).recent
        working = await self._releases.working(user_id)

        def work(deciding: Router) -> RosterLint:
            return RosterLint(findings=lint_roster(working)[:MOST_FINDINGS], effects=effects(deciding, working, recent))

        return await self._answer(user_id, ("lint", working.release, recent), work)

    async def traffic(self, user_id: str, days: int) -> Traffic:
        """Return how many messages of the last days each stage gave to each agent."""
        return await self._stores[TrafficStore].flows(user_id, datetime.now(UTC) - timedelta(days=days))

    async def _by_model(self, user_id: str, past: Past) -> Sequence[Proposal]:
        settled = tuple(await self._stores[TrafficStore].recent(user_id, self._messages, by_model=True))
        return await self._answer(
            user_id,
            ("model", settled, past),
            lambda router: model_proposals(router, past.labelled, settled, past.recent),
        )

    async def _past(self, user_id: str) -> Past:
        return await past_of(self._stores, user_id, self._messages)

    async def _answer(self, user_id: str, asked: Hashable, work: Callable[[Router], T]) -> T:
        """Return what `work` makes of a router of what decides now, in a thread; the same question about the same rules
        is worked out once."""
        router = await self._releases.router(user_id)
        key = (asked, router.release)
        async with self._turn:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(work, router)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def _replayed(router: Router, queries: Sequence[ReplayQuery]) -> Replay:
    counts, results = ReplayCounts(), list[ReplayResult]()
    for query, decision in decisions(router, queries):  # one whole record at a time
        counts.add(query, decision)
        results.append(
            ReplayResult(
                text=shortened(query.text),
                agent=decision.agent,
                stage=decision.stage,
                confidence=decision.confidence,
                expected=query.agent,
                correct=correct(query, decision.agent) if query.labelled else None,
            )
        )
    return Replay(summary=counts.summary(), results=results)
