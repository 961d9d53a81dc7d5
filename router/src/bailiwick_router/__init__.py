"""Bailiwick's router: which agent of a roster a message goes to, and why, without a model."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick_router.agent_files import read_agents
    from bailiwick_router.agent_lint import lint
    from bailiwick_router.comparison import compare
    from bailiwick_router.core.agents import Agent, AgentStatus, LintWarning, Role
    from bailiwick_router.core.budgets import Budget
    from bailiwick_router.core.decisions import Candidate, Decision, Evidence, RoutingContext, Stage, StageReport
    from bailiwick_router.core.edits import Edit, EditKind, WhyNot
    from bailiwick_router.core.errors import (
        AgentUnavailable,
        BailiwickError,
        Conflict,
        InvalidInput,
        NotFound,
        UnknownAgent,
    )
    from bailiwick_router.core.replays import ReplayQuery, ReplayReport, ReplaySummary
    from bailiwick_router.counterfactual import why_not
    from bailiwick_router.examples import train
    from bailiwick_router.pipeline import Router
    from bailiwick_router.replay_files import read_queries
    from bailiwick_router.replaying import replay
    from bailiwick_router.roster import Roster
    from bailiwick_router.roster_file import read_roster
    from bailiwick_router.roster_lint import lint_roster
    from bailiwick_router.rules import RoutingSettings
    from bailiwick_router.stage import Passed, Query, RoutingStage, Skipped, Verdict

__all__ = [
    "Agent",
    "AgentStatus",
    "AgentUnavailable",
    "BailiwickError",
    "Budget",
    "Candidate",
    "Conflict",
    "Decision",
    "Edit",
    "EditKind",
    "Evidence",
    "InvalidInput",
    "LintWarning",
    "NotFound",
    "Passed",
    "Query",
    "ReplayQuery",
    "ReplayReport",
    "ReplaySummary",
    "Role",
    "Roster",
    "Router",
    "RoutingContext",
    "RoutingSettings",
    "RoutingStage",
    "Skipped",
    "Stage",
    "StageReport",
    "UnknownAgent",
    "Verdict",
    "WhyNot",
    "compare",
    "lint",
    "lint_roster",
    "read_agents",
    "read_queries",
    "read_roster",
    "replay",
    "train",
    "why_not",
]

_FROM = {
    "agent_files": ("read_agents",),
    "agent_lint": ("lint",),
    "comparison": ("compare",),
    "core.agents": ("Agent", "AgentStatus", "LintWarning", "Role"),
    "core.budgets": ("Budget",),
    "core.decisions": ("Candidate", "Decision", "Evidence", "RoutingContext", "Stage", "StageReport"),
    "core.edits": ("Edit", "EditKind", "WhyNot"),
    "core.errors": ("AgentUnavailable", "BailiwickError", "Conflict", "InvalidInput", "NotFound", "UnknownAgent"),
    "core.replays": ("ReplayQuery", "ReplayReport", "ReplaySummary"),
    "counterfactual": ("why_not",),
    "examples": ("train",),
    "pipeline": ("Router",),
    "replay_files": ("read_queries",),
    "replaying": ("replay",),
    "roster": ("Roster",),
    "roster_file": ("read_roster",),
    "roster_lint": ("lint_roster",),
    "rules": ("RoutingSettings",),
    "stage": ("Passed", "Query", "RoutingStage", "Skipped", "Verdict"),
}
"""What each module brings. It is imported when it is first asked for: a program starts with what it uses."""
_MODULES = {name: module for module, names in _FROM.items() for name in names}


def __getattr__(name: str) -> Any:
    """Return what is imported late, and `__version__`, read from the installed package (which takes a while)."""
    if name in _MODULES:
        found = globals()[name] = getattr(import_module(f"bailiwick_router.{_MODULES[name]}"), name)
        return found
    if name == "__version__":
        from importlib.metadata import version  # its imports cost more than the rest of this package together

        return version("bailiwick-router")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
