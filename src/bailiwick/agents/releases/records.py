"""Releases: the rules of routing as they were at a time, tried, published, compared and rolled back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.record import Record
from bailiwick_router.core.releases import RoutingChange
from bailiwick_router.core.replays import ReplayReport
from bailiwick_router.learning_versions import FIRST


class ReleaseStatus(StrEnum):
    """What became of a release."""

    CANDIDATE = "candidate"
    """It can be replayed, compared and published; it gets no traffic unless it is a canary."""
    PUBLISHED = "published"
    """It decides; there is one."""
    RETIRED = "retired"
    """It decided before."""
    DISCARDED = "discarded"
    """It never decided and will not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Record):
    """All that routing depends on besides message and context, under a number."""

    id: str
    """UUID."""
    number: int
    """1, 2, 3, … of this person."""
    digest: str
    """What decisions made with it name as their release."""
    status: ReleaseStatus
    author: str
    """`person`, `agent`, `upgrade` or `restore`: who made the edit."""
    reason: str
    """Why, in a sentence."""
    parent: int | None
    """Number of the release it was made from."""
    changes: Sequence[RoutingChange]
    """What differs from its parent; at most 100, see `change_count`."""
    change_count: int
    learning: int = FIRST
    """With which version of the rules of learning it was learned and decides."""
    edits: Sequence[Edit] = ()
    """Edits that are made to the agents when it is published, where it was made from edits."""
    override: str | None = None
    """Why it was published although it breaks golden cases."""
    canary_share: int | None = None
    """Percent of the messages it decides while it is a candidate."""
    canary_ended: str | None = None
    """Why its canary was taken back, where the rules did that."""
    replay: ReplayReport | None = None
    """What it does to past messages and golden cases, once it was replayed."""
    created_at: datetime
    published_at: datetime | None = None
    retired_at: datetime | None = None
    why: Reason | None = None
    """The reason as a code with values; None where a person said it."""
    canary_why: Reason | None = None
    """The same of `canary_ended`."""


class ExamplesState(StrEnum):
    """What became of learning from examples and corrections."""

    TRAINED = "trained"
    TRAINING = "training"
    """What was learned before still decides."""
    NONE = "none"
    """No agent has examples, and nothing was corrected."""
    OFF = "off"
    """The installation does not learn."""
    FAILED = "failed"
    """Training failed; it is tried again after the next change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingState(Record):
    """How a person's routing is at this moment."""

    published: Release | None
    """None until the first edit: the agents as they ship decide."""
    candidate: Release | None
    """The latest release that waits to be published."""
    auto_publish: bool
    """Whether an edit is published at once; one that would break a golden case waits all the same."""
    canary: Release | None
    golden_cases: int
    examples_state: ExamplesState
    examples: int
    """How many examples the router learned from, or is to learn from, corrections included."""
    corrections: int
    agents_learned: int
    """How many agents it learns about."""
    agents_left_out: int
    """How many agents it learns nothing about, because there are too many; their words decide as ever."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenCase(Record):
    """A message pinned to the agent that must get it."""

    id: str
    text: str
    agent: str | None
    """None for a message that no agent should get."""
    last_agent: str | None
    """The agent that answered last in the thread, for follow-ups."""
    note: str
    source: str
    """`person` (written), `decision` (a decision that was right) or `import`."""
    decision_id: str | None
    created_at: datetime
    decided: str | None = None
    """Who gets it with the published release; only where cases are listed or run."""
    passes: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenRun(Record):
    """All golden cases decided once."""

    release: str
    total: int
    passed: int
    failed: Sequence[GoldenCase]


@dataclass(frozen=True, slots=True, kw_only=True)
class CanaryMetrics(Record):
    """How the decisions of a canary turned out beside those of the published release."""

    decided: int
    """Decisions of the canary: the latest 1,000 since it began, without those for which a person chose the agent."""
    wrong: int
    """Those of them that a person reported as wrong or whose execution failed."""
    others: int
    """Decisions of the published release: the latest 1,000 since it was published."""
    others_wrong: int
    """Those of them that a person reported as wrong or whose execution failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShadowFigures(Record):
    """How an agent in the shadow would have done."""

    agent: str
    messages: int
    """Decisions in which it took part in the shadow."""
    wins: int
    """Those of them that it would have won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenProblem(Record):
    """A line of an import that is no golden case."""

    line: int
    """From 1."""
    message: str
    """What is wrong with it and what to do, in one sentence."""
    why: Reason | None
    """The same as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenImport(Record):
    """What an import of golden cases did; with problems it did nothing."""

    added: int
    replaced: int
    problems: Sequence[GoldenProblem]
    """At most 100."""
