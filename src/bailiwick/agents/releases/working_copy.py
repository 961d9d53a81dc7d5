"""The working copy: a person's agents as they are in the database now, before anything is made of them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick.agents.store import AgentStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.events.facts import AgentRegistered
from bailiwick.kernel.events.store import EventStore
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.edits import Edit
from bailiwick_router.core.releases import ReleaseContent
from bailiwick_router.edits import apply
from bailiwick_router.release_content import content_of

NEVER = datetime.min.replace(tzinfo=UTC)


class WorkingCopy:
    """Reads all of it and makes edits to it, within the caller's transaction if there is one."""

    def __init__(self, stores: Stores, shipped: Iterable[Agent]) -> None:
        self._stores = stores
        self._shipped = {agent.id: agent for agent in shipped}

    async def agents(self, user_id: str) -> list[Agent]:
        """Return the agents in order of registration: those that ship, then the person's own, the oldest first."""
        _, written, _ = await self._stores[AgentStore].changes(user_id, 0)
        return in_order(self._shipped, written)

    async def content(self, user_id: str, rules: Mapping[str, Any]) -> ReleaseContent:
        """Return what a release of it would hold, with these rules."""
        corrections = await self._stores[RoutingStateStore].corrections(user_id)
        return content_of(await self.agents(user_id), corrections, rules)

    async def make(self, user_id: str, edits: Sequence[Edit]) -> None:
        """Make edits to the agents; what is so already stays, and so does who is gone."""
        now = {agent.id: agent for agent in await self.agents(user_id)}
        changed: dict[str, Agent] = {}
        for edit in edits:
            agent = changed.get(edit.agent) or now.get(edit.agent)
            if agent is None:
                continue
            try:
                changed[agent.id] = apply(agent, edit)
            except InvalidInput:
                continue  # a user made the same edit meanwhile
        for agent in changed.values():
            await self._stores[AgentStore].save(user_id, agent)
            registered = AgentRegistered(agent=agent.id, origin=agent.origin)
            await self._stores[EventStore].append(user_id, [registered], agent=agent.id)


def in_order(shipped: Mapping[str, Agent], own: Sequence[Agent]) -> list[Agent]:
    """Return a roster in order: shipped agents, each as the person changed it, then the person's own by age."""
    changed = {agent.id: agent for agent in own if agent.id in shipped}
    rest = sorted(
        (agent for agent in own if agent.id not in shipped), key=lambda agent: (agent.created_at or NEVER, agent.id)
    )
    return [*(changed.get(agent.id, agent) for agent in shipped.values()), *rest]
