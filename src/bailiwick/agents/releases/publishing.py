"""Publishing: every edit of what routing depends on becomes a release, in the transaction that makes it."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bailiwick.agents.releases.drafts import ReleaseDraft, RoutingMark
from bailiwick.agents.releases.golden_store import GoldenStore
from bailiwick.agents.releases.records import Release, ReleaseStatus
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.releases.store import ReleaseStore
from bailiwick.agents.releases.traffic_reading import query_of
from bailiwick.agents.releases.traffic_store import TrafficStore
from bailiwick.agents.releases.trials import ReleaseTrials
from bailiwick.agents.releases.working_copy import WorkingCopy
from bailiwick.kernel.background import Background, once_reachable
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError, Unavailable
from bailiwick.kernel.events.facts import Event, RoutingCanaryEnded, RoutingCandidate, RoutingPublished
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, text_of
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.core.replays import ReplayReport
from bailiwick_router.release_content import newly_learned, same
from bailiwick_router.release_diff import diff

BASELINE = Reason.of(ReasonCode.BEFORE_EDITS)
MOST_CHANGES = 100
"""Changes that a release names."""
LONGEST_REASON = 500

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class LockedRouting:
    """A person's routing as it is while no one else can change it."""

    revision: int
    mark: RoutingMark
    published: Release | None
    content: ReleaseContent
    """What the published release holds; the working copy where none is published yet."""


class Publishing:
    """Writes releases. Agents, corrections and rules are changed within `edit`."""

    def __init__(
        self, database: Database, stores: Stores, working: WorkingCopy, trials: ReleaseTrials, background: Background
    ) -> None:
        self._database = database
        self._stores = stores
        self._working = working
        self._trials = trials
        self._background = background

    @asynccontextmanager
    async def edit(self, user_id: str, reason: Said, author: str = "person") -> AsyncGenerator[None]:
        """Note what the block changes of the person's routing as one release, in the block's transaction.

        With automatic publishing it is published: at once while there are no golden cases, else as soon as none of
        them turned out to break; one that breaks some waits. Otherwise it is the candidate, in place of an earlier
        one. A block that changes nothing makes none. Within a transaction that began before, golden cases are tried in
        the background.
        """
        joined = self._database.in_transaction(user_id)
        async with self._database.as_user(user_id):
            held = await self.hold(user_id)
            yield
            waiting = await self._note(user_id, held, reason, author)
        if waiting is None:
            return
        if joined:
            self._settle_later(user_id, waiting)
        else:
            await self.settle(user_id, waiting)

    async def hold(self, user_id: str) -> LockedRouting:
        """Within the caller's transaction: let no one else change the person's routing until it ends."""
        revision = await self._stores[ReleaseStore].hold(user_id)
        mark = await self._stores[RoutingStateStore].mark(user_id)
        published = await self._stores[ReleaseStore].published(user_id)
        if published is None:
            content = await self._working.content(user_id, mark.working_rules)
        else:
            content = await self._stores[ReleaseStore].content(user_id, published.number)
        return LockedRouting(revision, mark, published, content)

    async def automatic(self, user_id: str) -> bool:
        """Whether an edit is published at once: unless the person chose otherwise. Golden cases guard it either way."""
        return await self._stores[RoutingStateStore].auto_publish(user_id)

    async def _note(self, user_id: str, held: LockedRouting, edited: Said, author: str) -> int | None:
        """Return the number of a release that is to be published once golden cases were tried."""
        after = await self._working.content(user_id, held.mark.working_rules)
        if held.published is None and after.agents == held.content.agents and same(after, held.content):
            return None
        held = await self.with_baseline(user_id, held)
        automatic = await self.automatic(user_id)
        if same(after, held.content) and (not automatic or after.agents == held.content.agents):
            await self._follow(user_id, held)
            return None
        after = newly_learned(after)
        held = replace(held, mark=replace(held.mark, rules=after.rules))
        waiting = await self._stores[ReleaseStore].waiting(user_id, working=True)
        if automatic and not await self._stores[GoldenStore].count(user_id):
            held = await self.discard_working(user_id, held, Reason.of(ReasonCode.AGENTS_EDITED))
            await self.publish_new(user_id, held, self.draft(held, after, edited, author), following=True)
            return None
        reason: Said = edited
        for earlier in waiting:
            reason = joined_reason(earlier.why or earlier.reason, reason)
        held = await self.discard_working(user_id, held, Reason.of(ReasonCode.AGENTS_EDITED))
        release = await self._stores[ReleaseStore].add(user_id, self.draft(held, after, reason, author))
        await self._set(user_id, held, following=False)
        if not automatic:
            await self.tell_candidate(user_id, release, 0)
        return release.number if automatic else None

    def draft(
        self,
        held: LockedRouting,
        content: ReleaseContent,
        reason: Said,
        author: str,
        status: ReleaseStatus | None = None,
        **more: Any,
    ) -> ReleaseDraft:
        """Return a release of that content, made from the published one."""
        changes = diff(held.content, content)
        return ReleaseDraft(
            digest=self._trials.digest(content),
            status=status or ReleaseStatus.CANDIDATE,
            author=author,
            reason=_short(reason),
            parent=held.published.number if held.published else None,
            content=content,
            changes=changes[:MOST_CHANGES],
            change_count=len(changes),
            **more,
        )

    async def with_baseline(self, user_id: str, held: LockedRouting) -> LockedRouting:
        """Return what is held, with the release of how it all was before the first change."""
        if held.published is not None:
            return held
        rules = held.content.rules
        draft = ReleaseDraft(
            digest=self._trials.digest(held.content),
            status=ReleaseStatus.PUBLISHED,
            author="upgrade",
            reason=BASELINE,
            parent=None,
            content=held.content,
        )
        published = await self._stores[ReleaseStore].add(user_id, draft)
        mark = replace(held.mark, revision=held.revision, following=True, published=published.number, rules=rules)
        await self._stores[RoutingStateStore].set_mark(user_id, mark)
        return replace(held, published=published, mark=mark)

    async def _follow(self, user_id: str, held: LockedRouting) -> None:
        """Let the working copy decide, which is as the published release: nothing waits any more."""
        held = await self.discard_working(user_id, held, Reason.of(ReasonCode.EDITS_UNDONE))
        await self._set(user_id, held, following=True)

    async def discard_working(self, user_id: str, held: LockedRouting, why: Reason) -> LockedRouting:
        """Discard the candidate that was made of the working copy, if there is one; a canary ends with it."""
        for each in await self._stores[ReleaseStore].waiting(user_id, working=True):
            await self._stores[ReleaseStore].set_status(user_id, each.number, ReleaseStatus.DISCARDED)
            held = await self.end_canary(user_id, held, each.number, why)
        return held

    async def end_canary(
        self, user_id: str, held: LockedRouting, number: int, why: Reason, *, by_rule: bool = False, told: bool = True
    ) -> LockedRouting:
        """Take the canary's share back, if it is this release's; the caller sets the mark."""
        if held.mark.canary != number:
            return held
        if told:
            await self.tell(user_id, RoutingCanaryEnded(number=number, reason=why.text(), by_rule=by_rule, why=why))
        return replace(held, mark=replace(held.mark, canary=None, canary_share=None))

    async def publish_new(self, user_id: str, held: LockedRouting, draft: ReleaseDraft, *, following: bool) -> Release:
        """Write a release that decides from now on, in place of the published one."""
        if held.published is not None:
            await self._stores[ReleaseStore].set_status(user_id, held.published.number, ReleaseStatus.RETIRED)
        release = await self._stores[ReleaseStore].add(user_id, replace(draft, status=ReleaseStatus.PUBLISHED))
        await self._decides(user_id, held, release, following=following)
        return release

    async def publish_candidate(
        self,
        user_id: str,
        held: LockedRouting,
        number: int,
        reason: str | None,
        override: str | None,
        *,
        following: bool,
    ) -> Release:
        """Let a candidate decide from now on, in place of the published release."""
        if held.published is not None:
            await self._stores[ReleaseStore].set_status(user_id, held.published.number, ReleaseStatus.RETIRED)
        held = await self.end_canary(user_id, held, number, Reason.of(ReasonCode.CANDIDATE_PUBLISHED))
        release = await self._stores[ReleaseStore].set_status(
            user_id, number, ReleaseStatus.PUBLISHED, reason=reason, override=override
        )
        await self._decides(user_id, held, release, following=following)
        return release

    async def _decides(self, user_id: str, held: LockedRouting, release: Release, *, following: bool) -> None:
        await self._set(user_id, held, following=following, published=release.number)
        await self.tell(
            user_id,
            RoutingPublished(
                number=release.number,
                author=release.author,
                reason=release.reason,
                changes=release.change_count,
                why=release.why,
            ),
        )

    async def _set(self, user_id: str, held: LockedRouting, **changes: Any) -> None:
        mark = replace(held.mark, revision=held.revision, **changes)
        await self._stores[RoutingStateStore].set_mark(user_id, mark)

    async def set_mark(self, user_id: str, held: LockedRouting) -> None:
        """Let every process hear what decides now."""
        await self._set(user_id, held)

    async def tell(self, user_id: str, event: Event) -> None:
        """Tell the person's streams."""
        await self._stores[EventStore].append(user_id, [event])

    async def tell_candidate(self, user_id: str, release: Release, breaks: int) -> None:
        """Tell that a release waits."""
        await self.tell(
            user_id,
            RoutingCandidate(
                number=release.number,
                reason=release.reason,
                changes=release.change_count,
                breaks=breaks,
                why=release.why,
            ),
        )

    # automatic publishing where there are golden cases

    async def settle(self, user_id: str, number: int) -> None:
        """Publish a candidate of the working copy unless it breaks a golden case; then it waits, and that is told.

        One that is not there (any more), or that another took the place of meanwhile, is left alone. When the database
        cannot be reached that is done in the background, once it can be.
        """
        try:
            await self._settle(user_id, number)
        except Unavailable:
            self._settle_later(user_id, number)

    def _settle_later(self, user_id: str, number: int) -> None:
        work = once_reachable(lambda: self._settle(user_id, number))
        self._background.start(f"publish release {number}", work)

    async def _settle(self, user_id: str, number: int) -> None:
        try:
            async with self._database.as_user(user_id):
                await self._stores[ReleaseStore].hold(user_id)  # who made it has committed by then
            async with self._database.as_user(user_id):
                published = await self._stores[ReleaseStore].published(user_id)
                release = await self._stores[ReleaseStore].get(user_id, number)
            if published is None or release.status is not ReleaseStatus.CANDIDATE:
                return
            report = await self.report(user_id, published.number, number, messages=0)
            async with self._database.as_user(user_id):
                held = await self.hold(user_id)
                release = await self._stores[ReleaseStore].get(user_id, number)
                still = held.published is not None and held.published.number == published.number
                if release.status is not ReleaseStatus.CANDIDATE or not still:
                    return
                if report.golden_broken:
                    await self._stores[ReleaseStore].keep_replay(user_id, number, report)
                    await self.tell_candidate(user_id, release, len(report.golden_broken))
                    return
                content = await self._stores[ReleaseStore].content(user_id, number)
                after = await self._working.content(user_id, held.mark.working_rules)
                await self.publish_candidate(user_id, held, number, None, None, following=same(content, after))
        except Unavailable:
            raise
        except BailiwickError as error:
            log.warning("a release could not be published at once; it waits", release=number, error=str(error))

    async def report(
        self, user_id: str, before: int, after: int, *, messages: int, content: ReleaseContent | None = None
    ) -> ReplayReport:
        """Return what one release does to the latest messages and to golden cases, beside another; `content` stands in
        for what `after` holds."""
        async with self._database.as_user(user_id):
            first = await self._stores[ReleaseStore].content(user_id, before)
            second = content or await self._stores[ReleaseStore].content(user_id, after)
            now: Mapping[str, Any] = {agent.id: agent for agent in await self._working.agents(user_id)}
            past = await self._stores[TrafficStore].recent(user_id, messages) if messages else []
            golden = [query_of(case) for case in await self._stores[GoldenStore].all(user_id)]
        return await self._trials.compare(first, second, now, past, golden)


def joined_reason(earlier: Said, reason: Said) -> Said:
    """Return the reason of a candidate that takes the place of an earlier one: both, the latest last."""
    before, after = _parts(earlier), _parts(reason)
    both = Reason.of(ReasonCode.SEVERAL, *before, *(part for part in after if part not in before))
    return both if len(both.text()) <= LONGEST_REASON else reason


def _parts(said: Said) -> Sequence[Reason]:
    if isinstance(said, str):
        return (Reason.of(ReasonCode.PERSON_SAID, text=said),)
    return said.parts if said.code is ReasonCode.SEVERAL else (said,)


def _short(said: Said) -> Said:
    """Return it as it is unless it is too long to keep; then the beginning of its text."""
    text = text_of(said)
    return said if len(text) <= LONGEST_REASON else text[:LONGEST_REASON]
