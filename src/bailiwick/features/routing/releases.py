"""Releases: candidates are made, tried, published, compared, taken back."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bailiwick.agents.metrics.plan import END
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.agents.releases.canaries import Canaries, candidate
from bailiwick.agents.releases.edited_content import anew, edited
from bailiwick.agents.releases.golden_store import GoldenStore
from bailiwick.agents.releases.learned_from import TrainingData
from bailiwick.agents.releases.learning import Learning
from bailiwick.agents.releases.publishing import LONGEST_REASON, LockedRouting, Publishing
from bailiwick.agents.releases.records import (
    CanaryMetrics,
    ExamplesState,
    Release,
    ReleaseStatus,
    RoutingState,
    ShadowFigures,
)
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.agents.releases.trials import ReleaseTrials
from bailiwick.agents.releases.working_copy import WorkingCopy
from bailiwick.agents.rosters import Rosters
from bailiwick.features.routing.reasons import ReleaseReason
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, GoldenBroken, InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.contract import PersonalModels
from bailiwick.models.routing_model import routing_model
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.decisions import Decision
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.releases import ReleaseContent, RoutingChange
from bailiwick_router.core.replays import ReplayReport
from bailiwick_router.edits import tidy
from bailiwick_router.examples.training_texts import CORRECTION
from bailiwick_router.learning_versions import RULE, learning_of
from bailiwick_router.pipeline import Router
from bailiwick_router.release_content import content_of, newly_learned, same, settings_with
from bailiwick_router.release_diff import diff
from bailiwick_router.rules import RoutingSettings

MOST_EDITS = 100
MOST_REPLAYED = 10_000


class Releases:
    """What a person does with releases."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        rosters: Rosters,
        publishing: Publishing,
        working: WorkingCopy,
        trials: ReleaseTrials,
        learning: Learning,
        canaries: Canaries,
        *,
        settings: RoutingSettings,
        messages: int,
        models: PersonalModels,
    ) -> None:
        """`settings` are the installation's rules of routing; `messages` is how many of the latest messages a
        candidate is tried on."""
        self._database = database
        self._stores = stores
        self._rosters = rosters
        self._publishing = publishing
        self._working = working
        self._trials = trials
        self._learning = learning
        self._canaries = canaries
        self._settings = settings
        self._messages = messages
        self._models = models
        self.edit = publishing.edit
        """Transaction that notes what it changes as a release."""

    # reading

    async def state(self, user_id: str) -> RoutingState:
        """Return how the person's routing is now."""
        choosing = await self._rosters.choosing(user_id)
        async with self._database.as_user(user_id):
            releases = self._stores[ReleaseStore]
            waiting = await releases.waiting(user_id)
            mark = await self._stores[RoutingStateStore].mark(user_id)
            automatic = await self._stores[RoutingStateStore].auto_publish(user_id)
            golden = await self._stores[GoldenStore].count(user_id)
            published = await releases.published(user_id)
        router, training_data = choosing.learns()
        learned, examples, corrections = self._learned(router, training_data)
        return RoutingState(
            published=published,
            candidate=waiting[0] if waiting else None,
            auto_publish=automatic,
            golden_cases=golden,
            canary=next((each for each in waiting if each.number == mark.canary), None),
            examples_state=learned,
            examples=examples,
            corrections=corrections,
            agents_learned=len(training_data.agents),
            agents_left_out=training_data.left_out,
        )

    def _learned(self, router: Router, training_data: TrainingData) -> tuple[ExamplesState, int, int]:
        """Return what became of learning, with how many examples it was from, and how many corrections among them."""
        if router.classifier is not None and router.classifier.digest == training_data.digest:
            counted = router.classifier.examples.sources
            return ExamplesState.TRAINED, len(counted), counted.count(CORRECTION)
        if not training_data.examples:
            state = ExamplesState.NONE
        elif not training_data.digest or not router.learns:
            state = ExamplesState.OFF
        elif self._learning.failed(training_data.digest):
            state = ExamplesState.FAILED
        else:
            state = ExamplesState.TRAINING
        return state, training_data.examples, len(training_data.corrections)

    async def get(self, user_id: str, number: int) -> Release:
        """Raises `NotFound`."""
        return await self._stores[ReleaseStore].get(user_id, number)

    async def list(
        self, user_id: str, *, limit: int = 50, before: int | None = None, status: ReleaseStatus | None = None
    ) -> Sequence[Release]:
        """Return releases, latest first; `before` pages by number."""
        return await self._stores[ReleaseStore].list(user_id, status=status, before=before, limit=limit)

    async def diff(self, user_id: str, number: int, against: int | None = None) -> Sequence[RoutingChange]:
        """Return what is different in a release, beside another one: by default the one it was made from.

        The first release is compared with nothing. Raises `NotFound`.
        """
        async with self._database.as_user(user_id):
            release = await self._stores[ReleaseStore].get(user_id, number)
            content = await self._stores[ReleaseStore].content(user_id, number)
            against = release.parent if against is None else against
            other = await self._stores[ReleaseStore].content(user_id, against) if against is not None else None
        return diff(content_of((), rules={RULE: learning_of(content.rules)}) if other is None else other, content)

    async def of_decision(self, user_id: str, decision: Decision) -> Release | None:
        """Return the release that made a decision, where it is known: the latest one of that digest."""
        return await self._stores[ReleaseStore].of_digest(user_id, decision.release)

    async def router(self, user_id: str, number: int | None = None) -> Router:
        """Return a router for the caller alone, which may use it in a thread: of a release, by default of what decides
        now. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            now = await self._now(user_id)
            mark = await self._stores[RoutingStateStore].mark(user_id)
            if number is None and not mark.following:
                number = mark.published
            if number is None:
                content = await self._working.content(user_id, mark.working_rules)
            else:
                content = await self._stores[ReleaseStore].content(user_id, number)
        return await self._trials.router(content, now)

    async def working(self, user_id: str) -> Router:
        """Return a router on the lasting agents as they are now, for the caller alone, who may use it in a thread."""
        async with self._database.as_user(user_id):
            now = await self._now(user_id)
            mark = await self._stores[RoutingStateStore].mark(user_id)
            content = await self._working.content(user_id, mark.working_rules)
        return await self._trials.router(content, now)

    async def _now(self, user_id: str) -> Mapping[str, Agent]:
        return {agent.id: agent for agent in await self._working.agents(user_id)}

    async def rules(self, user_id: str) -> tuple[RoutingSettings, RoutingSettings]:
        """Return the rules of what decides now, and those of the installation."""
        async with self._database.as_user(user_id):
            mark = await self._stores[RoutingStateStore].mark(user_id)
            rules = mark.working_rules
            if mark.published is not None and not mark.following:
                rules = (await self._stores[ReleaseStore].content(user_id, mark.published)).rules
        return settings_with(rules, self._settings), self._settings

    async def shadows(self, user_id: str, days: int = 30) -> Sequence[ShadowFigures]:
        """Return how agents in the shadow would have done in the last days, most would-be wins first."""
        since = datetime.now(UTC) - timedelta(days=days)
        messages, wins = Counter[str](), Counter[str]()
        for each in await self._stores[MetricStore].counts(user_id, MetricKind.SHADOW, (since, END)):
            messages[each.agent] += each.sums.count
            wins[each.agent] += each.sums.count if each.subject == "won" else 0
        agents = sorted(messages, key=lambda agent: (-wins[agent], agent))
        return [ShadowFigures(agent=agent, messages=messages[agent], wins=wins[agent]) for agent in agents]

    # publishing

    async def set_auto_publish(self, user_id: str, auto_publish: bool) -> RoutingState:
        """Choose whether edits are published at once.

        When it is switched on, edits that wait are published, unless they break a golden case.
        """
        waiting: int | None = None
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            await self._stores[RoutingStateStore].choose(user_id, auto_publish)
            if auto_publish and held.published is not None and not held.mark.following:
                waiting = await self._working_candidate(user_id, held)
        if waiting is not None:
            await self._publishing.settle(user_id, waiting)
        return await self.state(user_id)

    async def _working_candidate(self, user_id: str, held: LockedRouting) -> int | None:
        """Return the number of the candidate that holds the working copy, made if there is none."""
        waiting = await self._stores[ReleaseStore].waiting(user_id, working=True)
        if waiting:
            return waiting[0].number
        content = await self._working.content(user_id, held.mark.working_rules)
        if same(content, held.content):
            return None
        reason = Reason.of(ReleaseReason.PUBLISHED_AT_ONCE)
        release = await self._stores[ReleaseStore].add(user_id, self._publishing.draft(held, content, reason, "person"))
        return release.number

    async def create(
        self, user_id: str, reason: str, edits: Sequence[Edit], rules: Mapping[str, Any] | None = None
    ) -> Release:
        """Make a candidate of the published release and edits of it, and try it on past messages and golden cases.

        `rules` stand in for settings of routing. Without edits and rules it is made of the agents as they are now, in
        place of one of them that waits. Raises `InvalidInput` for edits and rules that cannot be, and when nothing
        would change.
        """
        if len(edits) > MOST_EDITS:
            raise InvalidInput(Reason.of(ReleaseReason.TOO_MANY_EDITS, most=MOST_EDITS), field="edits")
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            working = not edits and not rules
            if working:
                content = newly_learned(await self._working.content(user_id, held.mark.working_rules))
            else:
                content = edited(held.content, edits, rules or {}, self._settings, await self._now(user_id))
                await self._check(user_id, rules or {})
            if same(content, held.content):
                raise InvalidInput(Reason.of(ReleaseReason.NOTHING_WOULD_CHANGE), field="edits")
            held = await self._publishing.with_baseline(user_id, held)
            if working:
                held = await self._publishing.discard_working(user_id, held, Reason.of(ReasonCode.AGENTS_EDITED))
                # The working copy is not what is published: it decides only once it is.
                held = replace(held, mark=replace(held.mark, following=False, rules=content.rules))
                await self._publishing.set_mark(user_id, held)
            draft = self._publishing.draft(held, content, reason, "person", edits=tidy(edits), working=working)
            release = await self._stores[ReleaseStore].add(user_id, draft)
            await self._publishing.tell_candidate(user_id, release, 0)
        await self.replay(user_id, release.number)
        return await self.get(user_id, release.number)

    async def _check(self, user_id: str, rules: Mapping[str, Any]) -> None:
        """Raises `InvalidInput` for an agent that routing could not choose, and for a model that there is not."""
        wanted, now = rules.get("default_agent", ""), await self._now(user_id)
        if wanted and (wanted not in now or not now[wanted].role.routable):
            raise InvalidInput(Reason.of(ReleaseReason.NOT_FOR_THE_REST, agent=wanted), field="rules")
        routing_model(await self._models.of(user_id), rules.get("model", ""))

    async def replay(self, user_id: str, number: int, limit: int | None = None) -> ReplayReport:
        """Decide the latest messages and all golden cases with a release, beside the published one; the report is kept
        on it. Raises `NotFound`."""
        messages = min(max(self._messages if limit is None else limit, 1), MOST_REPLAYED)
        async with self._database.as_user(user_id):
            await self._stores[ReleaseStore].get(user_id, number)
            published = await self._stores[ReleaseStore].published(user_id)
        before = published.number if published is not None else number
        report = await self._publishing.report(user_id, before, number, messages=messages)
        await self._stores[ReleaseStore].keep_replay(user_id, number, report)
        return report

    async def publish(
        self, user_id: str, number: int, reason: str | None = None, override: str | None = None
    ) -> Release:
        """Let a candidate decide from now on; the edits that it was made from are made to the agents.

        One that was made from edits of a release that is not the published one any more is made anew, from the
        published one: the answer is then the new release. Raises `NotFound`; `GoldenBroken` when it gets golden cases
        wrong that are right now and there is no `override` (a reason); `Conflict` when it is no candidate, or another
        else published meanwhile.
        """
        reason = reason[:LONGEST_REASON] if reason else None
        async with self._database.as_user(user_id):
            release = candidate(await self._stores[ReleaseStore].get(user_id, number))
            published = await self._stores[ReleaseStore].published(user_id)
            working = await self._stores[ReleaseStore].is_working(user_id, number)
            golden = await self._stores[GoldenStore].all(user_id)
            if published is None:
                raise Conflict(Reason.of(ReleaseReason.RELEASE_OVERTAKEN))
            stale = not working and release.parent != published.number
            content = await self._stores[ReleaseStore].content(user_id, number)
            if stale:
                current = await self._stores[ReleaseStore].content(user_id, published.number)
                content = anew(current, release.edits, content.rules, self._settings, await self._now(user_id))
        report = await self._publishing.report(
            user_id, published.number, number, messages=self._messages, content=content
        )
        await self._stores[ReleaseStore].keep_replay(user_id, number, report)
        if report.golden_broken and not override:
            raise GoldenBroken(_broken(report), broken=report.golden_broken)
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            candidate(await self._stores[ReleaseStore].get(user_id, number))
            if held.published is None or held.published.number != published.number:
                raise Conflict(Reason.of(ReleaseReason.RELEASE_OVERTAKEN))
            if await self._stores[GoldenStore].all(user_id) != golden:
                raise Conflict(Reason.of(ReleaseReason.CASES_CHANGED))
            if stale:
                held, number = await self._replaced(user_id, held, release, content)
                await self._stores[ReleaseStore].keep_replay(user_id, number, report)
            if not working:
                await self._working.make(user_id, release.edits)
                held = replace(held, mark=replace(held.mark, rules=content.rules))
            override = override[:LONGEST_REASON] if override and report.golden_broken else None
            return await self._publish(user_id, held, number, content, reason, override)

    async def _publish(
        self,
        user_id: str,
        held: LockedRouting,
        number: int,
        content: ReleaseContent,
        reason: str | None,
        override: str | None,
    ) -> Release:
        """Publish, and bring the candidate of the working copy in line: it waits only where it is something else."""
        after = await self._working.content(user_id, held.mark.working_rules)
        waiting = [
            each for each in await self._stores[ReleaseStore].waiting(user_id, working=True) if each.number != number
        ]
        following = same(after, content)
        for each in waiting:
            if following or not same(await self._stores[ReleaseStore].content(user_id, each.number), after):
                held = await self._publishing.discard_working(user_id, held, Reason.of(ReasonCode.AGENTS_EDITED))
        release = await self._publishing.publish_candidate(user_id, held, number, reason, override, following=following)
        if waiting and not following:
            now = replace(held, published=release, content=content)
            draft = self._publishing.draft(now, after, waiting[0].why or waiting[0].reason, "person")
            if await self._stores[ReleaseStore].waiting(user_id, working=True) == []:
                await self._stores[ReleaseStore].add(user_id, draft)
        return release

    async def _replaced(
        self, user_id: str, held: LockedRouting, stale: Release, content: ReleaseContent
    ) -> tuple[LockedRouting, int]:
        """Write the candidate that takes the place of one that was made from an earlier release."""
        draft = self._publishing.draft(
            held, content, stale.why or stale.reason, stale.author, edits=stale.edits, working=False
        )
        held = await self._publishing.end_canary(
            user_id, held, stale.number, Reason.of(ReleaseReason.CANDIDATE_MADE_ANEW)
        )
        await self._stores[ReleaseStore].set_status(user_id, stale.number, ReleaseStatus.DISCARDED)
        return held, (await self._stores[ReleaseStore].add(user_id, draft)).number

    async def discard(self, user_id: str, number: int) -> Release:
        """Let a candidate never decide; the agents stay as they were edited. Raises `NotFound`, `Conflict`."""
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            candidate(await self._stores[ReleaseStore].get(user_id, number))
            held = await self._publishing.end_canary(
                user_id, held, number, Reason.of(ReleaseReason.CANDIDATE_DISCARDED)
            )
            release = await self._stores[ReleaseStore].set_status(user_id, number, ReleaseStatus.DISCARDED)
            await self._publishing.set_mark(user_id, held)
        return release

    async def rollback(self, user_id: str, number: int, reason: str | None = None) -> Release:
        """Publish a new release that decides as an earlier one did; edits are no longer published at once.

        The agents stay as they are edited. Golden cases do not hinder it. Raises `NotFound`; `Conflict` for a release
        that never decided, or that decides now.
        """
        async with self._database.as_user(user_id):
            held = await self._publishing.hold(user_id)
            target = await self._stores[ReleaseStore].get(user_id, number)
            if target.status is not ReleaseStatus.RETIRED:
                raise Conflict(Reason.of(ReleaseReason.RELEASE_NEVER_DECIDED, number=number, status=target.status))
            content = await self._stores[ReleaseStore].content(user_id, number)
            then = Reason.of(ReasonCode.PERSON_SAID, text=reason or target.reason)
            why = Reason.of(ReleaseReason.BACK_TO, then if reason else target.why or then, number=number)
            await self._stores[RoutingStateStore].choose(user_id, False)
            after = await self._working.content(user_id, held.mark.working_rules)
            following = same(after, content)
            if following:
                held = await self._publishing.discard_working(user_id, held, Reason.of(ReasonCode.EDITS_UNDONE))
            draft = self._publishing.draft(held, content, why, "person", working=following)
            return await self._publishing.publish_new(user_id, held, draft, following=following)

    # canaries

    async def canary(self, user_id: str, number: int, share: int) -> Release:
        """Let a candidate decide a share (1 to 100 percent) of the conversations. Raises `NotFound`, `InvalidInput`;
        `Conflict` when it is no candidate or another one has a share."""
        return await self._canaries.begin(user_id, number, share)

    async def end_canary(self, user_id: str, number: int) -> Release:
        """Take the share of a canary back; it waits as before. Raises `NotFound`, `Conflict` when it has none."""
        return await self._canaries.end(user_id, number)

    async def canary_figures(self, user_id: str, number: int) -> CanaryMetrics:
        """Return how the decisions of a canary turned out beside those of the published release, all 0 for a release
        that decides no share. Raises `NotFound`."""
        async with self._database.as_user(user_id):
            await self._stores[ReleaseStore].get(user_id, number)
            return await self._stores[ReleaseStore].canary_figures(user_id, number)


def _broken(report: ReplayReport) -> Reason:
    count = len(report.golden_broken)
    first = report.golden_broken[0]
    values = {"text": first.text[:80], "after": first.after or "–", "expected": first.expected or "–"}
    if count > 1:
        return Reason.of(ReleaseReason.BREAKS_CASES, **values, more=count - 1)
    return Reason.of(ReleaseReason.BREAKS_CASE, **values)
