"""Opens MCP servers."""

from bailiwick.agents.health_checks import ServerNeeds
from bailiwick.features.mcp.actions import McpServers
from bailiwick.features.mcp.connections import McpConnections
from bailiwick.features.mcp.file import register_from_file
from bailiwick.features.mcp.launch import Launcher
from bailiwick.features.mcp.needs import McpNeeds
from bailiwick.features.mcp.settings import McpSettings
from bailiwick.features.mcp.tools import McpTools
from bailiwick.kernel.background import Background
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.house import House
from bailiwick.kernel.loaded import Loaded, PluginProblem
from bailiwick.people.actions import People
from bailiwick.runs.tools import Tools, ToolSource
from bailiwick.tools.credential_actions import Credentials
from bailiwick.tools.plugin_parts import ForeignTools
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox


async def open_mcp(house: House) -> None:
    """Add the parts, the tools of servers and what their agents lack; register what `mcp.json` names."""
    settings, credentials = house.settings.of(McpSettings), house[Credentials]
    connections = McpConnections(
        house.database,
        house.stores,
        credentials.secrets_for,
        Launcher(house[BubblewrapSandbox], house.settings.home, unsandboxed=settings.mcp_unsandboxed),
        house[Background],
        idle_seconds=settings.mcp_idle_seconds,
    )
    servers = McpServers(house.database, house.stores, credentials, connections)
    house.add(servers)
    house.offers(ToolSource).append(
        McpTools(house.stores, house[RememberedReads], connections, house[ForeignTools].readers)
    )
    house.offers(ServerNeeds).append(McpNeeds(house.stores, connections, house[Tools]))
    for each in await register_from_file(house.settings.home, servers, await house[People].owner()):
        house[Loaded].problems.append(PluginProblem(each.name, "mcp.json", each.error, each.why))
