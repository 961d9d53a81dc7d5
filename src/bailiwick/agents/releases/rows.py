"""Releases as rows: how they are read back from what was stored."""

from collections.abc import Mapping
from typing import Any

from bailiwick.agents.releases.records import Release, ReleaseStatus
from bailiwick.kernel.reasons import read_reason
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.edits import Edit, EditKind
from bailiwick_router.core.releases import RoutingChange
from bailiwick_router.core.replays import AgentShare, Flip, FlipGroup, GoldenResult, ReplayReport
from bailiwick_router.learning_versions import learning_of


def read_release(row: Mapping[str, Any]) -> Release:
    """Return a release of its row."""
    return Release(
        id=str(row["id"]),
        number=row["number"],
        digest=row["digest"],
        status=ReleaseStatus(row["status"]),
        author=row["author"],
        reason=row["reason"],
        why=read_reason(row["why"]),
        parent=row["parent"],
        changes=tuple(RoutingChange(**each) for each in row["changes"]),
        change_count=row["change_count"],
        learning=learning_of(row["rules"]),
        edits=tuple(_edit(each) for each in row["edits"]),
        override=row["override"],
        canary_share=row["canary_share"],
        canary_ended=row["canary_ended"],
        canary_why=read_reason(row["canary_why"]),
        replay=None if row["replay"] is None else read_report(row["replay"]),
        created_at=row["created_at"],
        published_at=row["published_at"],
        retired_at=row["retired_at"],
    )


def read_report(stored: Mapping[str, Any]) -> ReplayReport:
    """Return a report as it was stored."""
    fields: dict[str, Any] = {
        **stored,
        "groups": tuple(_group(each) for each in stored["groups"]),
        "shares": tuple(AgentShare(**each) for each in stored["shares"]),
        "stages_before": tuple((Stage(stage), count) for stage, count in stored["stages_before"]),
        "stages_after": tuple((Stage(stage), count) for stage, count in stored["stages_after"]),
        "golden_broken": tuple(GoldenResult(**each) for each in stored["golden_broken"]),
        "golden_fixed": tuple(GoldenResult(**each) for each in stored["golden_fixed"]),
    }
    return ReplayReport(**fields)


def _group(stored: Mapping[str, Any]) -> FlipGroup:
    fields: dict[str, Any] = {**stored, "samples": tuple(_flip(each) for each in stored["samples"])}
    return FlipGroup(**fields)


def _flip(stored: Mapping[str, Any]) -> Flip:
    stages = {name: Stage(stored[name]) for name in ("before_stage", "after_stage")}
    fields: dict[str, Any] = {**stored, **stages}
    return Flip(**fields)


def _edit(stored: Mapping[str, Any]) -> Edit:
    fields: dict[str, Any] = {**stored, "kind": EditKind(stored["kind"])}
    return Edit(**fields)
