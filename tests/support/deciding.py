"""The router as the product has it: with what the shipped agents teach it and with the tools that read messages."""

from typing import Any

from bailiwick import Roster, Router, RoutingContext, shipped_agents, train
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.settings import Settings
from bailiwick.models.recognising import InstalledReaders
from bailiwick.plugins import load_plugins
from bailiwick.runs.for_supervisor import for_supervisor
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.web.public import PublicWeb
from bailiwick_router.core.decisions import Decision
from bailiwick_router.core.language import detect_language
from support.public_web import every_service


class Nothing:
    """What tools that only read messages never touch."""

    def __getattr__(self, name: str) -> Any:
        return self


class AsInTheProduct:
    """Decides as the product decides the first message of a conversation."""

    def __init__(self, settings: Settings) -> None:
        """Learn from the shipped agents and put the shipped tools together."""
        nothing: Any = Nothing()
        equipment = ToolEquipment(
            database=nothing,
            credentials=nothing,
            stores=Stores(nothing),
            sandbox=BubblewrapSandbox(settings),
            web=PublicWeb(every_service(settings)),
            library=nothing,
            platform=nothing,
            agents=nothing,
            settings=settings,
        )
        toolsets = load_plugins().own_toolsets
        self.toolbox = Toolbox([tool for toolset in toolsets for tool in toolset(equipment)])
        roster = Roster(shipped_agents())
        reader = InstalledReaders(lambda: self.toolbox)
        self.router = Router(roster, classifier=train(roster), tool_reader=reader)

    def decide(self, text: str) -> Decision:
        """Return who gets a message; nobody is the supervisor."""
        own = for_supervisor(text, "", detect_language(text), self.router, self.toolbox.tools())
        return self.router.decide(text, RoutingContext(for_team=own and own.why))
