"""Releases of routing, golden cases, and which release decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bailiwick.core.reasons import Reason, Said
from bailiwick.core.releases import CanaryFigures, GoldenCase, Release, ReleaseStatus
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.releases import ReleaseContent, RoutingChange
from bailiwick_router.core.replays import ReplayReport


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseDraft:
    """A release as it is to be written; its number comes with the writing."""

    digest: str
    status: ReleaseStatus
    author: str
    reason: Said
    parent: int | None
    content: ReleaseContent
    changes: Sequence[RoutingChange] = ()
    change_count: int = 0
    edits: Sequence[Edit] = ()
    working: bool = True
    """Whether its content is the working copy; otherwise it is the published release with `edits` and rules."""
    override: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingMark:
    """Which rules decide for a person."""

    revision: int = 0
    """The roster's revision at which it last changed."""
    following: bool = True
    """Whether the working copy decides."""
    published: int | None = None
    """Number of the release that decides; nothing until the first edit."""
    canary: int | None = None
    canary_share: int | None = None
    """Percent of the messages that the canary decides."""
    rules: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Rules of the working copy that differ from the installation's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterNews:
    """What changed of a roster after some revision of it."""

    revision: int
    """The revision now."""
    written: Sequence[Agent]
    """Oldest write first."""
    deleted: Sequence[str]
    mark: RoutingMark | None
    """Which rules decide, where that changed."""


class ReleaseStore(Protocol):
    """Releases; what one holds is never changed, and its number is never given again."""

    async def hold(self, user_id: str) -> int:
        """Within the caller's transaction: keep everyone else from changing agents and releases until it ends; return
        the roster's revision, which this raises."""
        ...

    async def add(self, user_id: str, draft: ReleaseDraft) -> Release:
        """Write a release under the next number. The caller holds; see `hold`."""
        ...

    async def get(self, user_id: str, number: int) -> Release:
        """Raises `NotFound`."""
        ...

    async def published(self, user_id: str) -> Release | None:
        """Return the release that decides, if there is one."""
        ...

    async def waiting(self, user_id: str, *, working: bool | None = None) -> Sequence[Release]:
        """Return the candidates, latest first, at most 100: all, or only those of the working copy, or of edits."""
        ...

    async def list(
        self, user_id: str, *, status: ReleaseStatus | None = None, before: int | None = None, limit: int = 50
    ) -> Sequence[Release]:
        """Latest first; `before` pages by number."""
        ...

    async def of_digest(self, user_id: str, digest: str) -> Release | None:
        """Return the latest release that decisions name so, if there is one."""
        ...

    async def content(self, user_id: str, number: int) -> ReleaseContent:
        """Return what a release holds. Raises `NotFound`."""
        ...

    async def is_working(self, user_id: str, number: int) -> bool:
        """Whether the release was made of the working copy rather than from edits. Raises `NotFound`."""
        ...

    async def set_status(
        self,
        user_id: str,
        number: int,
        status: ReleaseStatus,
        *,
        reason: str | None = None,
        override: str | None = None,
    ) -> Release:
        """Change what became of a release, with the time where it is published or retired. Raises `NotFound`."""
        ...

    async def keep_replay(self, user_id: str, number: int, report: ReplayReport) -> None:
        """Keep what a release does to past messages, in place of an earlier report. Raises `NotFound`."""
        ...

    async def set_canary(self, user_id: str, number: int, share: int | None, *, ended: Reason | None = None) -> Release:
        """Give a candidate a share of the messages, or take it back. Raises `NotFound`."""
        ...

    async def canary_figures(self, user_id: str, number: int) -> CanaryFigures:
        """Return how the decisions of a canary turned out beside those of the published release."""
        ...


class RoutingStateStore(Protocol):
    """Which release decides, and what a person chose about publishing."""

    async def auto_publish(self, user_id: str) -> bool:
        """Return whether edits are published at once; they are until the person chooses otherwise."""
        ...

    async def choose(self, user_id: str, auto_publish: bool) -> None:
        """Store whether edits are published at once."""
        ...

    async def mark(self, user_id: str) -> RoutingMark:
        """Return which rules decide now."""
        ...

    async def set_mark(self, user_id: str, mark: RoutingMark) -> None:
        """Let other rules decide. The caller holds the releases, and `revision` is what `hold` returned."""
        ...

    async def corrections(self, user_id: str, limit: int = 5000) -> Sequence[tuple[str, str]]:
        """Return what people said about wrong decisions, as (message, agent's id): the latest `limit`, oldest first."""
        ...

    async def roster_news(self, user_id: str, since: int) -> RosterNews:
        """Return what changed after a revision of the roster, all of one moment, in one query."""
        ...


class GoldenStore(Protocol):
    """Messages pinned to the agent that must get them; one case for each message and last agent."""

    async def put(
        self,
        user_id: str,
        text: str,
        agent: str | None,
        *,
        last_agent: str | None = None,
        note: str = "",
        source: str = "person",
        decision_id: str | None = None,
    ) -> tuple[GoldenCase, bool]:
        """Write a case in place of one for the same message and last agent; return it and whether it is new."""
        ...

    async def get(self, user_id: str, case_id: str) -> GoldenCase:
        """Raises `NotFound`."""
        ...

    async def change(
        self, user_id: str, case_id: str, *, text: str, agent: str | None, last_agent: str | None, note: str
    ) -> GoldenCase:
        """Raises `NotFound`; `Conflict` when another case has that message and last agent."""
        ...

    async def delete(self, user_id: str, case_id: str) -> None:
        """Raises `NotFound`."""
        ...

    async def unpin(self, user_id: str, decision_id: str) -> None:
        """Delete the case that was pinned from a decision. Raises `NotFound`."""
        ...

    async def list(self, user_id: str, *, before: str | None = None, limit: int = 50) -> Sequence[GoldenCase]:
        """Latest first; `before` pages by id."""
        ...

    async def all(self, user_id: str) -> Sequence[GoldenCase]:
        """Return all cases, oldest first."""
        ...

    async def count(self, user_id: str) -> int:
        """Return how many cases there are."""
        ...
