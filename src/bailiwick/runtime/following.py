"""A router that follows one user's roster in the database."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from bailiwick.core.agents import Agent
from bailiwick.core.ports import AgentStore
from bailiwick.routing.pipeline import Router
from bailiwick.routing.roster import Roster

NEVER = datetime.min.replace(tzinfo=UTC)
AT_A_STRETCH = 100
"""Agents that are taken in before others have a turn, while a roster is read for the first time."""


class Following:
    """A router on the shipped agents with a user's own on top, as of some revision of the user's roster."""

    def __init__(self, shipped: Mapping[str, Agent], make_router: Callable[[Roster], Router]) -> None:
        self._shipped = shipped
        self._make_router = make_router
        self._revision: int | None = None
        """Nothing while the roster has not been read; nobody uses the router until then."""
        self.router = make_router(Roster(shipped.values()))

    async def catch_up(self, store: AgentStore, user_id: str) -> None:
        """Read what changed since last time; the work grows with the change, not with the roster."""
        first = self._revision is None
        since = self._revision or 0
        revision, written, deleted = await store.changes(user_id, since)
        if revision < since:  # the database is an older one than before: a backup was restored
            self.router = self._make_router(Roster(self._shipped.values()))
            revision, written, deleted = await store.changes(user_id, 0)
        for agent_id in deleted:
            self._forget(agent_id)
        # In order of creation, not of the last edit: ties go by registration, and every process must see the same.
        for number, agent in enumerate(sorted(written, key=lambda agent: (agent.created_at or NEVER, agent.id))):
            self._take_in(agent)
            if first and number % AT_A_STRETCH == AT_A_STRETCH - 1:
                await asyncio.sleep(0)
        self._revision = revision

    def _forget(self, agent_id: str) -> None:
        roster = self.router.roster
        shipped = self._shipped.get(agent_id)
        if shipped is not None:
            roster.replace(shipped)
        elif roster.get(agent_id) is not None:
            roster.remove(agent_id)

    def _take_in(self, agent: Agent) -> None:
        roster = self.router.roster
        known = roster.get(agent.id)
        if known is not None and known.created_at != agent.created_at and agent.id not in self._shipped:
            roster.remove(agent.id)  # deleted and made anew since: another agent, which comes last
            known = None
        if known is None:
            roster.add(agent)
        else:
            roster.replace(agent)
