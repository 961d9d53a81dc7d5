"""What an agent lacks that cannot work without an MCP server."""

from collections.abc import Callable

from bailiwick.features.mcp.connections import McpConnections
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.features.mcp.uses import McpUseState, use_of
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.lacks import Lack, LackCode
from bailiwick.runs.tools import Tools
from bailiwick.tools.wrappers import Filtered
from bailiwick_router.core.agents import Agent

LACKS = {
    McpUseState.UNREGISTERED: LackCode.MCP_UNREGISTERED,
    McpUseState.DISABLED: LackCode.MCP_DISABLED,
    McpUseState.UNREACHABLE: LackCode.MCP_UNREACHABLE,
    McpUseState.UNAPPROVED: LackCode.MCP_UNAPPROVED,
}


class McpNeeds:
    """Looks at what a person has of the servers that agents need; nothing is connected to."""

    def __init__(self, stores: Stores, connections: McpConnections, tools: Tools) -> None:
        self._stores = stores
        self._tools = tools
        self._connections = connections

    async def of(self, user_id: str) -> Callable[[Agent, str], Lack | None]:
        """Return what says of a server by its name what an agent lacks of it, as it was read just now."""
        tools = await self._tools.of(user_id)
        mcp = self._stores[McpServerStore]
        servers, enablements = await mcp.servers(user_id), await mcp.enablements(user_id)

        def lack(agent: Agent, name: str) -> Lack | None:
            use = use_of(name, servers, enablements)
            if code := LACKS.get(use.state):
                return Lack(code=code, values={"server": name}, why=use.why)
            if use.server and use.server.command and self._connections.unavailable:
                return Lack(code=LackCode.MCP_UNSTARTABLE, values={"server": name}, why=self._connections.unavailable)
            usable = Filtered(tools, agent.tools).tools().values()
            if any(tool.spec.server == name for tool in usable):
                return None
            return Lack(code=LackCode.MCP_UNAPPROVED, values={"server": name})

        return lack
