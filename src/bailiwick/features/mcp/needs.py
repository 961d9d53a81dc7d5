"""What an agent lacks that cannot work without an MCP server."""

from collections.abc import Callable

from bailiwick.features.mcp.connections import McpConnections
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.features.mcp.uses import McpUseState, use_of
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.lacks import Lack, LackCode

LACKS = {
    McpUseState.UNREGISTERED: LackCode.MCP_UNREGISTERED,
    McpUseState.DISABLED: LackCode.MCP_DISABLED,
    McpUseState.UNREACHABLE: LackCode.MCP_UNREACHABLE,
    McpUseState.UNAPPROVED: LackCode.MCP_UNAPPROVED,
}


class McpNeeds:
    """Looks at what a person has of the servers that agents need; nothing is connected to."""

    def __init__(self, stores: Stores, connections: McpConnections) -> None:
        self._stores = stores
        self._connections = connections

    async def of(self, user_id: str) -> Callable[[str], Lack | None]:
        """Return what says of a server by its name what it lacks for this person, as it was read just now."""
        mcp = self._stores[McpServerStore]
        servers, enablements = await mcp.servers(user_id), await mcp.enablements(user_id)

        def lack(name: str) -> Lack | None:
            use = use_of(name, servers, enablements)
            if code := LACKS.get(use.state):
                return Lack(code=code, values={"server": name}, why=use.why)
            if use.server and use.server.command and self._connections.unavailable:
                return Lack(code=LackCode.MCP_UNSTARTABLE, values={"server": name}, why=self._connections.unavailable)
            return None

        return lack
