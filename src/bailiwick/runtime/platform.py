"""The platform: all parts, built by `wiring`, as the API and the CLI see them."""

from dataclasses import dataclass

from bailiwick.core.ports import Database, Jobs, Sandbox, Stores
from bailiwick.events.bus import Bus
from bailiwick.events.streams import Streams
from bailiwick.llm.catalog import Catalog
from bailiwick.runtime.account import Account
from bailiwick.runtime.administration import Administration
from bailiwick.runtime.advice import Advice
from bailiwick.runtime.approvals import Approvals
from bailiwick.runtime.credentials import Credentials
from bailiwick.runtime.documents import Documents
from bailiwick.runtime.embedding import Embedding
from bailiwick.runtime.equipment import ToolEquipment
from bailiwick.runtime.executions import Executions
from bailiwick.runtime.golden import Golden
from bailiwick.runtime.health import AgentHealth
from bailiwick.runtime.knowledge_search import KnowledgeSearch
from bailiwick.runtime.mcp_servers import McpServers
from bailiwick.runtime.measures import Measures
from bailiwick.runtime.misroutes import Misroutes
from bailiwick.runtime.monitoring import Monitoring
from bailiwick.runtime.people import People
from bailiwick.runtime.plugins import MakesRoutes, PluginProblem
from bailiwick.runtime.preferences import PersonalPreferences
from bailiwick.runtime.releases import Releases
from bailiwick.runtime.roster import Rosters
from bailiwick.runtime.schedules.schedules import Schedules
from bailiwick.runtime.swarm.swarms import Swarms
from bailiwick.runtime.tasks import Tasks
from bailiwick.runtime.tools import Tools
from bailiwick.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """What a running process consists of."""

    settings: Settings
    equipment: ToolEquipment
    """What plug-ins are built on."""
    plugins: tuple[str, ...]
    """The names of the plug-ins that were loaded."""
    routes: tuple[MakesRoutes, ...]
    """The endpoints of plug-ins."""
    database: Database
    stores: Stores
    jobs: Jobs
    bus: Bus
    streams: Streams
    rosters: Rosters
    health: AgentHealth
    releases: Releases
    golden: Golden
    misroutes: Misroutes
    advice: Advice
    executions: Executions
    documents: Documents
    embedding: Embedding
    knowledge_search: KnowledgeSearch
    people: People
    credentials: Credentials
    mcp: McpServers
    catalog: Catalog
    tools: Tools
    approvals: Approvals
    sandbox: Sandbox
    swarms: Swarms
    tasks: Tasks
    schedules: Schedules
    measures: Measures
    preferences: PersonalPreferences
    administration: Administration
    account: Account
    monitoring: Monitoring
    problems: tuple[PluginProblem, ...]
    """Plug-ins that could not be loaded."""
