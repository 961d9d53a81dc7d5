"""A router that follows one user's roster in the database."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bailiwick.agents.releases.drafts import RoutingMark
from bailiwick.agents.releases.states import RoutingStateStore
from bailiwick_router.core.agents import Agent, AgentStatus, Origin
from bailiwick_router.pipeline import Router
from bailiwick_router.roster import Roster

NEVER = datetime.min.replace(tzinfo=UTC)
AT_A_STRETCH = 100
"""Agents that are taken in before others have a turn, while a roster is read for the first time."""

MakeRouter = Callable[[Roster, Mapping[str, Any]], Router]
"""Makes a router on a roster, with rules in place of the installation's."""


class Following:
    """A router on the shipped agents with a user's own on top, as of some revision of the user's roster."""

    def __init__(self, shipped: Mapping[str, Agent], make_router: MakeRouter) -> None:
        self._shipped = shipped
        self._make_router = make_router
        self._revision: int | None = None
        """None while the roster has not been read; the router is not used until then."""
        self.mark = RoutingMark()
        """Which rules decide."""
        self.corrections: Sequence[tuple[str, str]] = ()
        """What people said about wrong decisions, as (message, agent's id), oldest first."""
        self.shadows: dict[str, Agent] = {}
        """The agents in the shadow."""
        self.changes = 0
        """Raised with every change, of agents or of rules."""
        self.age = 0
        """Raised when the database turned out to be an older one: its releases may be others of the same numbers."""
        self.training_version = 0
        """Raised when there is something else to learn: lasting agents or corrections changed."""
        self.router = make_router(Roster(shipped.values()), self.mark.working_rules)
        self.shadows.update({agent.id: agent for agent in shipped.values() if agent.status is AgentStatus.SHADOW})

    async def catch_up(self, store: RoutingStateStore, user_id: str) -> None:
        """Read what changed since last time; the work grows with the change, not with the roster."""
        first = self._revision is None
        since = self._revision or 0
        news = await store.roster_news(user_id, since)
        if news.revision < since:  # the database is an older one than before: a backup was restored
            self.mark, self.shadows, self.age = RoutingMark(), {}, self.age + 1
            self.router = self._make_router(Roster(self._shipped.values()), self.mark.working_rules)
            news = await store.roster_news(user_id, 0)
        if first or news.mark is not None:
            # Before anything is taken in: should it fail, all of it is read again next time.
            corrections = await store.corrections(user_id)
            self._decide_by(news.mark or RoutingMark())
            self.corrections = corrections
            self.training_version += 1
        for agent_id in news.deleted:
            self._forget(agent_id)
        # In order of creation, not of the last edit: ties go by registration, and every process must see the same.
        for number, agent in enumerate(sorted(news.written, key=lambda agent: (agent.created_at or NEVER, agent.id))):
            self._take_in(agent)
            if first and number % AT_A_STRETCH == AT_A_STRETCH - 1:
                await asyncio.sleep(0)
        if first or news.revision != self._revision:
            self.changes += 1
        self._revision = news.revision

    def _decide_by(self, mark: RoutingMark) -> None:
        if mark.working_rules != self.mark.working_rules:
            learned = self.router.classifier
            self.router = self._make_router(self.router.roster, mark.working_rules)
            self.router.learn(learned)
        self.mark = mark

    def _forget(self, agent_id: str) -> None:
        roster = self.router.roster
        self._note_training(roster.get(agent_id))
        shipped = self._shipped.get(agent_id)
        if shipped is not None:
            roster.replace(shipped)
            self._note_shadow(shipped)
        elif roster.get(agent_id) is not None:
            roster.remove(agent_id)
            self.shadows.pop(agent_id, None)

    def _take_in(self, agent: Agent) -> None:
        roster = self.router.roster
        known = roster.get(agent.id)
        self._note_training(agent)
        if known is not None and known.created_at != agent.created_at and agent.id not in self._shipped:
            roster.remove(agent.id)  # deleted and made anew since: another agent, which comes last
            known = None
        if known is None:
            roster.add(agent)
        else:
            roster.replace(agent)
        self._note_shadow(agent)

    def _note_shadow(self, agent: Agent) -> None:
        if agent.status is AgentStatus.SHADOW and agent.role.routable:
            self.shadows[agent.id] = agent
        else:
            self.shadows.pop(agent.id, None)

    def _note_training(self, agent: Agent | None) -> None:
        if agent is not None and agent.origin is not Origin.RUNTIME:
            self.training_version += 1
