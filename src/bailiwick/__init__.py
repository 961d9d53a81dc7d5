"""Bailiwick: a self-hosted home for a company of AI agents."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick.core.agents import Agent, AgentStatus, LintWarning, Role
    from bailiwick.core.approvals import FoundThing
    from bailiwick.core.budgets import Budget
    from bailiwick.core.decisions import Candidate, Decision, Evidence, RoutingContext, Stage, StageReport
    from bailiwick.core.edits import Edit, EditKind, WhyNot
    from bailiwick.core.errors import AgentUnavailable, BailiwickError, Conflict, InvalidInput, NotFound, UnknownAgent
    from bailiwick.core.replays import ReplayQuery, ReplayReport, ReplaySummary
    from bailiwick.core.resilience import CallFailed, ErrorClass
    from bailiwick.core.tools import PastCall, Recognition, Request, ToolContext, ToolSpec
    from bailiwick.routing.compare import compare
    from bailiwick.routing.examples import train
    from bailiwick.routing.lint import lint
    from bailiwick.routing.pipeline import Router
    from bailiwick.routing.replay import replay
    from bailiwick.routing.replay_files import read_queries
    from bailiwick.routing.roster import Roster
    from bailiwick.routing.roster_file import read_roster
    from bailiwick.routing.roster_lint import lint_roster
    from bailiwick.routing.rules import RoutingSettings
    from bailiwick.routing.stage import Passed, Query, RoutingStage, Skipped, Verdict
    from bailiwick.routing.why_not import why_not

__all__ = [
    "Agent",
    "AgentStatus",
    "AgentUnavailable",
    "BailiwickError",
    "Budget",
    "CallFailed",
    "Candidate",
    "Conflict",
    "Decision",
    "Edit",
    "EditKind",
    "ErrorClass",
    "Evidence",
    "FoundThing",
    "InvalidInput",
    "LintWarning",
    "NotFound",
    "Passed",
    "PastCall",
    "Query",
    "Recognition",
    "ReplayQuery",
    "ReplayReport",
    "ReplaySummary",
    "Request",
    "Role",
    "Roster",
    "Router",
    "RoutingContext",
    "RoutingSettings",
    "RoutingStage",
    "Skipped",
    "Stage",
    "StageReport",
    "ToolContext",
    "ToolSpec",
    "UnknownAgent",
    "Verdict",
    "WhyNot",
    "compare",
    "lint",
    "lint_roster",
    "read_queries",
    "read_roster",
    "replay",
    "train",
    "why_not",
]

_FROM = {
    "core.agents": ("Agent", "AgentStatus", "LintWarning", "Role"),
    "core.approvals": ("FoundThing",),
    "core.budgets": ("Budget",),
    "core.decisions": ("Candidate", "Decision", "Evidence", "RoutingContext", "Stage", "StageReport"),
    "core.edits": ("Edit", "EditKind", "WhyNot"),
    "core.errors": ("AgentUnavailable", "BailiwickError", "Conflict", "InvalidInput", "NotFound", "UnknownAgent"),
    "core.replays": ("ReplayQuery", "ReplayReport", "ReplaySummary"),
    "core.resilience": ("CallFailed", "ErrorClass"),
    "core.tools": ("PastCall", "Recognition", "Request", "ToolContext", "ToolSpec"),
    "routing.compare": ("compare",),
    "routing.examples": ("train",),
    "routing.lint": ("lint",),
    "routing.pipeline": ("Router",),
    "routing.replay": ("replay",),
    "routing.replay_files": ("read_queries",),
    "routing.roster": ("Roster",),
    "routing.roster_file": ("read_roster",),
    "routing.roster_lint": ("lint_roster",),
    "routing.rules": ("RoutingSettings",),
    "routing.stage": ("Passed", "Query", "RoutingStage", "Skipped", "Verdict"),
    "routing.why_not": ("why_not",),
}
"""What each module brings. It is imported when it is first asked for: a program starts with what it uses."""
_MODULES = {name: module for module, names in _FROM.items() for name in names}


def __getattr__(name: str) -> Any:
    """Return what is imported late, and `__version__`, read from the installed package (which takes a while)."""
    if name in _MODULES:
        found = globals()[name] = getattr(import_module(f"bailiwick.{_MODULES[name]}"), name)
        return found
    if name == "__version__":
        from importlib.metadata import version  # its imports cost more than the rest of this package together

        from bailiwick.core.distribution import DISTRIBUTION

        return version(DISTRIBUTION)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
