"""What carrying out runs takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bailiwick.agents.health_checks import HealthChecks
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.releases.canaries import Canaries
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.bus import Bus
from bailiwick.models.calling import PersonalCaller
from bailiwick.models.contract import ModelCaller, ModelCatalog, PersonalModels
from bailiwick.people.preferences import Preferences
from bailiwick.runs.approvals.actions import Approvals
from bailiwick.runs.files.actions import Files
from bailiwick.runs.fitting import PromptBounds
from bailiwick.runs.ledger import Ledgers, NoLedger, RunLedger
from bailiwick.runs.purpose import Purposes
from bailiwick.runs.queue_bound import QueueBound
from bailiwick.runs.recalling import Recalling
from bailiwick.runs.records import Execution
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
    """Those of the environment, until a person prefers."""
    models: PersonalModels
    tools: Tools
    recalling: Recalling
    health: HealthChecks
    approvals: Approvals
    purposes: Purposes
    secrets_for: Callable[[str], Secrets]
    """Opens the credentials of a user."""
    queue: QueueBound
    bounds: PromptBounds
    """How long what a model is given may be."""
    files: Files
    timezone: str
    runtime_agent_life: timedelta
    silence_minutes: int | None = None
    """After which the person's conversations have ended; 0 for never, None for what the rules of routing say."""
    ledgers: Sequence[Ledgers] = ()
    """What keeps spending within limits, at most one."""

    def ledger_of(self, user_id: str, execution: Execution) -> RunLedger:
        """Return what keeps the spending of a run within limits."""
        return self.ledgers[0].of(user_id, execution) if self.ledgers else NoLedger()

    async def preferring(self, user_id: str, preferences: Preferences) -> "RunDependencies":
        """Return these as a person prefers them, with the models that they have now."""
        return replace(
            self,
            catalog=await self.models.of(user_id, preferences.model),
            caller=PersonalCaller(self.caller, user_id),
            recalling=self.recalling if preferences.recall else self.recalling.off(),
            timezone=preferences.timezone or self.timezone,
            silence_minutes=preferences.silence_minutes,
        )
