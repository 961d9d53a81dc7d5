"""What plug-ins are built on, put together by `wiring`."""

from dataclasses import dataclass

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.settings import Settings
from bailiwick.tools.credentials_box import CredentialBox
from bailiwick.tools.documents.library import Library
from bailiwick.tools.equipment import Agents
from bailiwick.tools.sandbox_contract import Sandbox
from bailiwick.tools.web_contract import Web


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEquipment:
    """Port `Equipment`."""

    database: Database
    credentials: CredentialBox
    stores: Stores
    sandbox: Sandbox
    web: Web
    library: Library
    platform: Platform
    """The parts of the process, for tools of the product itself; they are there once a call is made."""
    agents: Agents
    settings: Settings
