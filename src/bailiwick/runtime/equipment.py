"""What plug-ins are built on, put together by `wiring`."""

from dataclasses import dataclass

from bailiwick.core.ports import Database, Library, Stores
from bailiwick.core.ports.credentials import CredentialBox
from bailiwick.core.ports.sandbox import Sandbox
from bailiwick.core.ports.web import Web


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEquipment:
    """Port `Equipment`."""

    database: Database
    credentials: CredentialBox
    stores: Stores
    sandbox: Sandbox
    web: Web
    library: Library
