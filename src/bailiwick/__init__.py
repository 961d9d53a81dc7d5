"""Bailiwick: a self-hosted home for a company of AI agents."""

from bailiwick.core.agents import Agent, AgentStatus, LintWarning, Role
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

__all__ = [
    "Agent", "AgentStatus", "AgentUnavailable", "BailiwickError", "Budget", "CallFailed", "Candidate", "Conflict",
    "Decision", "ErrorClass", "Evidence", "InvalidInput", "LintWarning", "NotFound", "Passed", "PastCall", "Query",
    "Recognition", "Request", "Role", "Roster", "Router", "RoutingContext", "RoutingSettings", "RoutingStage",
    "Skipped", "Stage", "StageReport", "ToolContext", "ToolSpec", "UnknownAgent", "Verdict", "lint",
]  # fmt: skip


def __getattr__(name: str) -> str:
    """Return `__version__`, read from the installed package when it is asked for (reading it takes a while)."""
    if name == "__version__":
        from importlib.metadata import version  # its imports cost more than the rest of this package together

        return version("bailiwick")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
