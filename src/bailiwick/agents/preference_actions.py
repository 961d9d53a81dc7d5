"""What people prefer, checked before it is kept."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.contract import PersonalModels
from bailiwick.people.preference_store import PreferenceStore
from bailiwick.people.preferences import Preferences
from bailiwick_router.core.agents import AgentStatus, Role


class PersonalPreferences:
    """Reads and replaces what a person prefers."""

    def __init__(
        self,
        store: PreferenceStore,
        remembered: RememberedReads,
        rosters: Rosters,
        models: PersonalModels,
        timezone: str,
    ) -> None:
        """`timezone` is the installation's, of people who have not set one."""
        self._store = store
        self._remembered = remembered
        self._rosters = rosters
        self._models = models
        self._timezone = timezone

    async def get(self, user_id: str) -> Preferences:
        """Return what the person prefers, from memory where it is known."""
        return await self._remembered.get(user_id, "preferences", lambda: self._store.get(user_id))

    async def timezone(self, user_id: str) -> str:
        """Return the person's time zone, else the installation's."""
        return (await self.get(user_id)).timezone or self._timezone

    async def change(self, user_id: str, changes: Mapping[str, Any]) -> Preferences:
        """Change what the person prefers. Raises `InvalidInput` for an unknown agent, model or time zone."""
        preferences = replace(await self._store.get(user_id), **changes)
        if preferences.timezone is not None:
            try:
                ZoneInfo(preferences.timezone)
            except (LookupError, ValueError, OSError):  # unknown, no relative path, a folder of zones
                raise InvalidInput(Reason.of(ReasonCode.ZONE_NAME), field="timezone") from None
        if changes.get("model") is not None and preferences.model is not None:
            (await self._models.of(user_id)).resolve(preferences.model)
        if "default_agent_id" in changes:
            await self._check_agent(user_id, preferences.default_agent_id)
        await self._store.save(user_id, preferences)
        return await self._store.get(user_id)

    async def _check_agent(self, user_id: str, agent_id: str | None) -> None:
        if agent_id is None:
            return
        try:
            agent = await self._rosters.get(user_id, agent_id)
        except NotFound:
            raise InvalidInput(
                Reason.of(ReasonCode.NOT_FOUND_NAMED, kind="agent", name=agent_id), field="defaultAgentId"
            ) from None
        if agent.role is Role.HELPER or agent.status is not AgentStatus.ACTIVE:
            raise InvalidInput(Reason.of(ReasonCode.NOT_TALKED_TO, agent=agent.name), field="defaultAgentId")
