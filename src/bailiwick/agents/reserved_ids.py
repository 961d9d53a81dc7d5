"""Ids that no agent may take."""

STATIONS = ("router", "review", "finalize")
ADDRESSES = (
    "cleanup",
    "create",
    "execute",
    "execution",
    "executions",
    "export",
    "graph",
    "health",
    "import",
    "lint",
    "metrics",
    "overview",
    "register",
    "search",
    "sync",
)
RESERVED_IDS = frozenset((*STATIONS, *ADDRESSES))
"""Ids no agent may take: stations on a message's way, and addresses below /api/agents."""
