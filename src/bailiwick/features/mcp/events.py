"""What happens to the tools of MCP servers."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.reasons import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsChanged(Event):
    """The tools that a person can use changed: a server was connected, lost, or offers other tools."""

    wire = "tools.changed"
    origin: str
    """Where they come from, e.g. `mcp:gmail`."""
    change: str
    """`connected`, `disconnected`, `changed`, `approved` or `removed`."""
    detail: str
    """What happened, in one sentence."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
