"""Releases of routing, golden cases, and which release decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bailiwick.agents.releases.records import ReleaseStatus
from bailiwick.kernel.reasons import Said
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.releases import ReleaseContent, RoutingChange
from bailiwick_router.learning_versions import LATEST, RULE
from bailiwick_router.release_content import with_learning


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
    """Number of the release that decides; None until the first edit."""
    canary: int | None = None
    canary_share: int | None = None
    """Percent of the messages that the canary decides."""
    rules: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Rules of the working copy that differ from the installation's, and its learning version."""

    @property
    def working_rules(self) -> Mapping[str, Any]:
        """The rules of the working copy; it has the latest learning version until something was published."""
        return {RULE: LATEST, **self.rules} if self.published is None else with_learning(self.rules)


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
