"""What a person can use of a registered server now, from what is stored: nothing is connected to."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bailiwick.features.mcp.names import tool_name
from bailiwick.features.mcp.records import Enablement, McpServer, OfferedToolStatus
from bailiwick.features.mcp.used_tools import tool_statuses
from bailiwick.kernel.reasons import Reason, reason_of


class McpUseState(StrEnum):
    """How far a person has come with a server."""

    UNREGISTERED = "unregistered"
    DISABLED = "disabled"
    UNREACHABLE = "unreachable"
    """It could not be reached the last time."""
    UNAPPROVED = "unapproved"
    """None of its tools is approved."""
    CONNECTED = "connected"


@dataclass(frozen=True, slots=True)
class McpUse:
    """What a person can use of a server."""

    state: McpUseState
    server: McpServer | None = None
    why: Reason | None = None
    """Why it could not be reached."""
    tools: Sequence[str] = ()
    """The names of its approved tools."""


def use_of(name: str, servers: Sequence[McpServer], enablements: Sequence[Enablement]) -> McpUse:
    """Return what a person with these enablements can use of the server of that name."""
    server = next((each for each in servers if each.name == name), None)
    if server is None:
        return McpUse(McpUseState.UNREGISTERED)
    enablement = next((each for each in enablements if each.server_id == server.id), None)
    if enablement is None or not enablement.enabled:
        return McpUse(McpUseState.DISABLED, server)
    if enablement.problem:
        return McpUse(McpUseState.UNREACHABLE, server, reason_of(enablement.why or enablement.problem))
    tools = [
        tool_name(server.name, definition.name)
        for definition, status, _ in tool_statuses(server, enablement)
        if status is OfferedToolStatus.APPROVED
    ]
    return McpUse(McpUseState.CONNECTED if tools else McpUseState.UNAPPROVED, server, tools=tools)
