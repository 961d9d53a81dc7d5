"""What carrying out runs takes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from bailiwick.core.ports.models import ModelCaller, ModelCatalog
from bailiwick.core.preferences import Preferences
from bailiwick.core.tools import Secrets
from bailiwick.events.bus import Bus
from bailiwick.runtime.approvals import Approvals
from bailiwick.runtime.canaries import Canaries
from bailiwick.runtime.personal import PersonalCatalog
from bailiwick.runtime.preferences import PersonalPreferences
from bailiwick.runtime.queue_bound import QueueBound
from bailiwick.runtime.roster import Rosters
from bailiwick.runtime.tools import Tools
from bailiwick.storage.database import Database
from bailiwick.storage.stores import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDependencies:
    """What carrying out a run takes, whatever it is for."""

    database: Database
    stores: Stores
    rosters: Rosters
    preferences: PersonalPreferences
    canaries: Canaries
    bus: Bus
    caller: ModelCaller
    catalog: ModelCatalog
    tools: Tools
    approvals: Approvals
    secrets_for: Callable[[str], Secrets]
    """Opens the credentials of a user."""
    queue: QueueBound
    timezone: str
    runtime_agent_life: timedelta
    routing_model: str = ""
    """Model that settles what the rules of routing leave open: its full name, `default`, or nothing for none."""

    def preferring(self, preferences: Preferences) -> "RunDependencies":
        """Return these as a person prefers them."""
        catalog = PersonalCatalog(self.catalog, preferences.model)
        return replace(self, catalog=catalog, timezone=preferences.timezone or self.timezone)
