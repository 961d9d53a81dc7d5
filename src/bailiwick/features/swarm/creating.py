"""Residents are created: by people and by residents, within bounds, told to everyone."""

from collections.abc import Sequence
from dataclasses import replace

from bailiwick.agents.rosters import Rosters
from bailiwick.features.swarm.bounds import check_room_for
from bailiwick.features.swarm.events import ResidentChanged
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import COLORS, LONGEST_GUIDANCE, NewResident, Resident
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.quoting import in_one_line
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.models.contract import PersonalModels
from bailiwick_router.core.agents import Agent
from bailiwick_router.patterns import compile_pattern

LONGEST_NAME = 80
LONGEST_ROLE = 120
MOST_PATTERNS = 50


class Creating:
    """Adds residents to swarms."""

    def __init__(self, database: Database, stores: Stores, rosters: Rosters, models: PersonalModels) -> None:
        self._database = database
        self._stores = stores
        self._rosters = rosters
        self._models = models

    async def add(self, user_id: str, swarm_id: str, new: NewResident) -> Resident:
        """Add a resident; the same call adds none again.

        Raises `NotFound` (swarm, parent, agent), `InvalidInput`, `Conflict` (name, bounds).
        """
        check(new)
        await self.check_model(user_id, new.model)
        if new.agent_id is not None:
            agent = await self.agent(user_id, new.agent_id)
            new = replace(new, color=new.color or agent.color, icon=new.icon or agent.icon)
        async with self._database.as_user(user_id):
            swarm = await self._stores[SwarmStore].hold(user_id, swarm_id)
            parent = None if new.parent_id is None else await self._stores[SwarmStore].resident(user_id, new.parent_id)
            if parent is not None and parent.swarm_id != swarm_id:
                raise not_found("resident")
            if not new.color:
                new = replace(new, color=COLORS[swarm.residents % len(COLORS)])
            resident, is_new = await self._stores[SwarmStore].add_resident(user_id, swarm_id, new)
            if is_new:  # what was created before is there, whatever the bounds say now
                check_room_for(swarm, parent)
                await self._tell(user_id, resident)
        return resident

    async def check_model(self, user_id: str, name: str | None) -> None:
        """Raise `InvalidInput` for a model that the user does not have; none and an empty one mean the default."""
        if name:
            (await self._models.of(user_id)).resolve(name)

    async def agent(self, user_id: str, agent_id: str) -> Agent:
        """Return the roster's agent that a resident is to be made from. Raises `NotFound`, `Conflict`."""
        agent = (await self._rosters.of(user_id)).roster.get(agent_id)
        if agent is None:
            raise not_found("agent", agent_id[:60])
        if self._rosters.function(agent_id) is not None:
            raise Conflict(Reason.of(SwarmReason.FUNCTION_NO_RESIDENT, agent=agent.name))
        return agent

    async def _tell(self, user_id: str, resident: Resident) -> None:
        created = ResidentChanged(
            swarm=resident.swarm_id, resident=resident.id, change="created", parent=resident.parent_id, reason=""
        )
        await self._stores[EventStore].append(user_id, [created])


def check(new: NewResident) -> None:
    """Raise `InvalidInput` for what no resident can be made of; its name is checked where it is stored."""
    if in_one_line(new.role, LONGEST_ROLE) != new.role:
        raise InvalidInput(Reason.of(SwarmReason.ROLE_LINE, most=LONGEST_ROLE), field="role")
    check_guidance(new.guidance)
    check_tools(new.tools)


def check_guidance(guidance: str) -> None:
    """Raise `InvalidInput` for guidance that is too long."""
    if len(guidance) > LONGEST_GUIDANCE:
        raise InvalidInput(Reason.of(ReasonCode.LONGER_THAN, most=LONGEST_GUIDANCE), field="guidance")


def check_tools(patterns: Sequence[str]) -> None:
    """Raise `InvalidInput` for tool patterns that a resident cannot have."""
    if len(patterns) > MOST_PATTERNS:
        raise InvalidInput(Reason.of(SwarmReason.TOO_MANY_PATTERNS, most=MOST_PATTERNS), field="tools")
    for pattern in patterns:
        compile_pattern(pattern, field="tools")
