"""What carrying out runs takes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.releases.canaries import Canaries
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.bus import Bus
from bailiwick.models.contract import ModelCaller, ModelCatalog
from bailiwick.models.personal import PersonalCatalog
from bailiwick.people.preferences import Preferences
from bailiwick.runs.approvals.actions import Approvals
from bailiwick.runs.purpose import Purposes
from bailiwick.runs.queue_bound import QueueBound
from bailiwick.runs.recalling import Recalling
from bailiwick.runs.tools import Tools
from bailiwick.tools.records import Secrets


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
    recalling: Recalling
    health: HealthChecks
    approvals: Approvals
    purposes: Purposes
    secrets_for: Callable[[str], Secrets]
    """Opens the credentials of a user."""
    queue: QueueBound
    timezone: str
    runtime_agent_life: timedelta
    silence_minutes: int | None = None
    """After which the person's conversations have ended; 0 for never, None for what the rules of routing say."""

    def preferring(self, preferences: Preferences) -> "RunDependencies":
        """Return these as a person prefers them."""
        catalog = PersonalCatalog(self.catalog, preferences.model)
        return replace(
            self,
            catalog=catalog,
            recalling=self.recalling if preferences.recall else self.recalling.off(),
            timezone=preferences.timezone or self.timezone,
            silence_minutes=preferences.silence_minutes,
        )
