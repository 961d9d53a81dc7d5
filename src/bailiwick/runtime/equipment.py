"""What plug-ins are built on, put together by `wiring`."""

from dataclasses import dataclass

from bailiwick.core.ports.credentials import CredentialBox
from bailiwick.core.ports.documents import Library
from bailiwick.core.ports.sandbox import Sandbox
from bailiwick.core.ports.web import Web
from bailiwick.storage.database import Database
from bailiwick.storage.stores import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEquipment:
    """Port `Equipment`."""

    database: Database
    credentials: CredentialBox
    stores: Stores
    sandbox: Sandbox
    web: Web
    library: Library
