"""Bailiwick: a self-hosted home for a company of AI agents."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bailiwick.agents.builtin import shipped_agents
    from bailiwick.kernel.resilience import CallFailed, ErrorClass
    from bailiwick.kernel.shown_calls import FoundThing
    from bailiwick.tools.records import PastCall, Recognition, Request, ToolContext, ToolSpec
    from bailiwick_router import (
        Agent,
        AgentStatus,
        AgentUnavailable,
        BailiwickError,
        Budget,
        Candidate,
        Conflict,
        Decision,
        Edit,
        EditKind,
        Evidence,
        InvalidInput,
        LintWarning,
        NotFound,
        Passed,
        Query,
        ReplayQuery,
        ReplayReport,
        ReplaySummary,
        Role,
        Roster,
        Router,
        RoutingContext,
        RoutingSettings,
        RoutingStage,
        Skipped,
        Stage,
        StageReport,
        UnknownAgent,
        Verdict,
        WhyNot,
        compare,
        lint,
        lint_roster,
        read_agents,
        read_queries,
        read_roster,
        replay,
        train,
        why_not,
    )

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
    "read_agents",
    "read_queries",
    "read_roster",
    "replay",
    "shipped_agents",
    "train",
    "why_not",
]

_FROM = {
    "bailiwick.agents.builtin": ("shipped_agents",),
    "bailiwick.runs.approvals.records": ("FoundThing",),
    "bailiwick.kernel.resilience": ("CallFailed", "ErrorClass"),
    "bailiwick.tools.records": ("PastCall", "Recognition", "Request", "ToolContext", "ToolSpec"),
    "bailiwick_router": (
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
    ),
}
"""What each module brings. It is imported when it is first asked for: a program starts with what it uses."""
_MODULES = {name: module for module, names in _FROM.items() for name in names}


def __getattr__(name: str) -> Any:
    """Return what is imported late, and `__version__`, read from the installed package (which takes a while)."""
    if name in _MODULES:
        found = globals()[name] = getattr(import_module(_MODULES[name]), name)
        return found
    if name == "__version__":
        from importlib.metadata import version  # its imports cost more than the rest of this package together

        from bailiwick.kernel.distribution import DISTRIBUTION

        return version(DISTRIBUTION)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
