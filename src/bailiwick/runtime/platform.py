"""The platform: all parts, built by `wiring`, as the API and the CLI see them."""

from dataclasses import dataclass

from bailiwick.core.ports import Database, Jobs, Sandbox, Stores
from bailiwick.events.bus import Bus
from bailiwick.events.streams import Streams
from bailiwick.llm.catalog import Catalog
from bailiwick.runtime.approvals import Approvals
from bailiwick.runtime.credentials import Credentials
from bailiwick.runtime.executions import Executions
from bailiwick.runtime.mcp_servers import McpServers
from bailiwick.runtime.people import People
from bailiwick.runtime.plugins import PluginProblem
from bailiwick.runtime.roster import Rosters
from bailiwick.runtime.swarm.swarms import Swarms
from bailiwick.runtime.tools import Tools
from bailiwick.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """What a running process consists of."""

    settings: Settings
    database: Database
    stores: Stores
    jobs: Jobs
    bus: Bus
    streams: Streams
    rosters: Rosters
    executions: Executions
    people: People
    credentials: Credentials
    mcp: McpServers
    catalog: Catalog
    tools: Tools
    approvals: Approvals
    sandbox: Sandbox
    swarms: Swarms
    problems: tuple[PluginProblem, ...]
    """Plug-ins that could not be loaded."""
