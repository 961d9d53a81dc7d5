"""What plug-ins are built on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bailiwick.kernel.database.pool import Database
    from bailiwick.kernel.database.stores import Stores
    from bailiwick.kernel.settings import Settings
    from bailiwick.tools.credentials_box import CredentialBox
    from bailiwick.tools.documents.library import Library
    from bailiwick.tools.sandbox_contract import Sandbox
    from bailiwick.tools.web_contract import Web
    from bailiwick_router.core.agents import Agent


class Agents(Protocol):
    """The agents of each person."""

    async def all(self, user_id: str) -> "Sequence[Agent]":
        """Return those that the person can reach."""
        ...


class Equipment(Protocol):
    """Handed to the `toolset`, the routes and the commands of every plug-in."""

    @property
    def database(self) -> "Database":
        """Where transactions of a person begin."""
        ...

    @property
    def credentials(self) -> "CredentialBox":
        """What opens services in a person's name, kept sealed."""
        ...

    @property
    def stores(self) -> "Stores":
        """Where a person's data is kept."""
        ...

    @property
    def sandbox(self) -> "Sandbox":
        """Where unchecked code runs."""
        ...

    @property
    def web(self) -> "Web":
        """The way to pages and services outside that cannot reach anything inside."""
        ...

    @property
    def library(self) -> "Library":
        """A person's documents, to be written and searched."""
        ...

    @property
    def settings(self) -> "Settings":
        """The options of the process; those of a plug-in are read with `of`."""
        ...

    @property
    def agents(self) -> Agents:
        """Who is on a person's roster."""
        ...
