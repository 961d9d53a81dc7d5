"""What administrators allow programs of agents: folders of the machine, and npm packages."""

from dataclasses import dataclass
from datetime import datetime

from bailiwick.tools.confined import Lending
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class LentFolder(Record):
    """A folder of the server's machine that programs of agents see."""

    id: str
    name: str
    """Programs see it as `/lent/<name>`."""
    path: str
    """On the machine."""
    writable: bool
    """Whether programs may change what is in it; else the kernel lets them read only."""
    for_everybody: bool
    """Whether programs of all people's agents see it; else only those of the administrator's own."""
    agent_id: str | None
    """The one agent whose programs see it; null for all."""
    own: bool
    """Whether the caller lent it."""
    created_at: datetime

    def lending(self) -> Lending:
        """Return what a program is lent."""
        return Lending(name=self.name, path=self.path, writable=self.writable)


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantedPackage(Record):
    """An npm package that scripts of everybody's agents may import."""

    name: str
    version: str
    """A version or range; `*` for any."""
    created_at: datetime
