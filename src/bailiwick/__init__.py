"""Bailiwick: a self-hosted home for a company of AI agents."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bailiwick.core.agents import Agent, AgentStatus, LintWarning, Role
from bailiwick.core.approvals import FoundThing
from bailiwick.core.budgets import Budget
from bailiwick.core.decisions import Candidate, Decision, Evidence, RoutingContext, Stage, StageReport
from bailiwick.core.errors import AgentUnavailable, BailiwickError, Conflict, InvalidInput, NotFound, UnknownAgent
from bailiwick.core.resilience import CallFailed, ErrorClass
from bailiwick.core.tools import PastCall, Recognition, Request, ToolContext, ToolSpec
from bailiwick.routing.lint import lint
from bailiwick.routing.pipeline import Router
from bailiwick.routing.roster import Roster
from bailiwick.routing.rules import RoutingSettings
from bailiwick.routing.stage import Passed, Query, RoutingStage, Skipped, Verdict

if TYPE_CHECKING:
    from bailiwick.core.edits import Edit, EditKind, WhyNot
    from bailiwick.core.replays import ReplayQuery, ReplayReport, ReplaySummary
    from bailiwick.routing.compare import compare
    from bailiwick.routing.examples import train
    from bailiwick.routing.replay import replay
    from bailiwick.routing.replay_files import read_queries
    from bailiwick.routing.roster_file import read_roster
    from bailiwick.routing.roster_lint import lint_roster
    from bailiwick.routing.why_not import why_not

__all__ = [
    "Agent", "AgentStatus", "AgentUnavailable", "BailiwickError", "Budget", "CallFailed", "Candidate", "Conflict",
    "Decision", "Edit", "EditKind", "ErrorClass", "Evidence", "FoundThing", "InvalidInput", "LintWarning", "NotFound",
    "Passed", "PastCall", "Query", "Recognition", "ReplayQuery", "ReplayReport", "ReplaySummary", "Request", "Role",
    "Roster", "Router", "RoutingContext", "RoutingSettings", "RoutingStage", "Skipped", "Stage", "StageReport",
    "ToolContext", "ToolSpec", "UnknownAgent", "Verdict", "WhyNot", "compare", "lint", "lint_roster", "read_queries",
    "read_roster", "replay", "train", "why_not",
]  # fmt: skip

_LATER = {
    "Edit": "core.edits", "EditKind": "core.edits", "WhyNot": "core.edits", "ReplayQuery": "core.replays",
    "ReplayReport": "core.replays", "ReplaySummary": "core.replays", "compare": "routing.compare",
    "lint_roster": "routing.roster_lint", "read_queries": "routing.replay_files", "read_roster": "routing.roster_file",
    "replay": "routing.replay", "train": "routing.examples", "why_not": "routing.why_not",
}  # fmt: skip
"""What is imported when it is first asked for, so that a program that only decides starts without it."""


def __getattr__(name: str) -> Any:
    """Return what is imported late, and `__version__`, read from the installed package (which takes a while)."""
    if name in _LATER:
        found = globals()[name] = getattr(import_module(f"bailiwick.{_LATER[name]}"), name)
        return found
    if name == "__version__":
        from importlib.metadata import version  # its imports cost more than the rest of this package together

        return version("bailiwick")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
