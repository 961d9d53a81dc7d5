"""Health: which agents could do their work now, and what the others lack."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Protocol

from bailiwick.agents.contract import RunnableAgent
from bailiwick.agents.preference_actions import PersonalPreferences
from bailiwick.agents.rosters import Rosters
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.health import Health
from bailiwick.kernel.lacks import Lack, LackCode, Need, NeedKind, Program
from bailiwick.kernel.reasons import Reason
from bailiwick.models.contract import ModelCatalog, PersonalModels
from bailiwick.tools.credential_store import CredentialStore
from bailiwick.tools.credentials import Credential
from bailiwick.tools.plugin_parts import FindsLack
from bailiwick.tools.sandbox_contract import Sandbox
from bailiwick_router.core.agents import Agent, AgentStatus

Wanted = Callable[[str, Sequence[Agent]], Awaitable[Mapping[str, Sequence[Reason]]]]
"""From a user and agents to what these would like to have and lack, by their ids."""


class ServerNeeds(Protocol):
    """Says what is missing of MCP servers."""

    async def of(self, user_id: str) -> Callable[[Agent, str], Lack | None]:
        """Return what says of a server by its name what an agent of this user lacks of it, as it was read just now."""
        ...


@dataclass(frozen=True, slots=True)
class _Had:
    """What a person has of what agents can need."""

    server: Callable[[Agent, str], Lack | None]
    credentials: Sequence[Credential] = ()


class HealthChecks:
    """Says of agents whether they could do their work now; nothing is called that costs."""

    def __init__(
        self,
        rosters: Rosters,
        stores: Stores,
        models: PersonalModels,
        preferences: PersonalPreferences,
        wanted: Wanted,
        sandbox: Sandbox,
        servers: Sequence[ServerNeeds],
        finds: Mapping[str, FindsLack],
    ) -> None:
        """`finds` are by the needs of which plug-ins find out whether a person lacks them."""
        self._rosters = rosters
        self._stores = stores
        self._models = models
        self._preferences = preferences
        self._wanted = wanted
        self._sandbox = sandbox
        self._servers = servers
        self._finds = finds

    async def one(self, user_id: str, agent_id: str) -> Health:
        """Say whether the agent could do its work now. Raises `NotFound`."""
        return (await self.of(user_id, [await self._rosters.get(user_id, agent_id)]))[agent_id]

    async def all(self, user_id: str) -> Mapping[str, Health]:
        """Say of the whole roster who could do their work now, by id."""
        return await self.of(user_id, (await self._rosters.of(user_id)).roster)

    async def of(self, user_id: str, agents: Iterable[Agent]) -> Mapping[str, Health]:
        """Say of these agents whether they could do their work now, by id.

        The database is asked as often for many as for one, and no model is looked up twice.
        """
        agents = list(agents)
        needs = {agent.id: [Need.parse(text) for text in self._rosters.needs_of(agent)] for agent in agents}
        had = await self._had(user_id, {need.kind for each in needs.values() for need in each})
        wanted = await self._wanted(user_id, agents)
        catalog = await self._models.of(user_id, (await self._preferences.get(user_id)).model)
        usable = partial(_usable, catalog, cache(catalog.usable))
        found: dict[str, Health] = {}
        for agent in agents:
            health = await self._carried_out(agent, usable)
            if agent.status is AgentStatus.ACTIVE and (health.healthy or health.lacks):
                found_lacks = [await self._lack(agent, need, had) for need in needs[agent.id]]
                lacks = (*health.lacks, *[lack for lack in found_lacks if lack is not None])
                health = replace(Health.of(*lacks), model=health.model, model_why=health.model_why)
            wants = tuple(wanted.get(agent.id, ()))
            found[agent.id] = replace(health, warnings=tuple(each.text() for each in wants), wants=wants)
        return found

    async def _carried_out(self, agent: Agent, usable: Callable[[Agent], Health]) -> Health:
        """Say whether there is something that carries the agent out."""
        if agent.status is not AgentStatus.ACTIVE:
            return Health.of(Lack(code=LackCode.INACTIVE, values={"status": agent.status}))
        function: RunnableAgent | None = self._rosters.function(agent.id)
        if function is not None:
            return await function.health_check()
        if agent.kind != "model":
            return Health.of(Lack(code=LackCode.PLUGIN))
        return usable(agent)

    async def _had(self, user_id: str, kinds: set[NeedKind]) -> _Had:
        """Read what is needed of these kinds, each once."""
        return _Had(
            server=await self._servers[0].of(user_id) if NeedKind.MCP in kinds and self._servers else _no_server,
            credentials=(
                await self._stores[CredentialStore].list(user_id)
                if kinds & {NeedKind.STORE, NeedKind.CREDENTIAL}
                else ()
            ),
        )

    async def _lack(self, agent: Agent, need: Need, had: _Had) -> Lack | None:
        match need.kind:
            case NeedKind.MCP:
                return had.server(agent, need.name)
            case NeedKind.STORE:
                find = self._finds.get(f"{need.kind}:{need.name}")
                return Lack(code=LackCode.PLUGIN) if find is None else find(had.credentials)
            case NeedKind.CREDENTIAL:
                names = {name for each in had.credentials for name in (each.name, each.kind)}
                return (
                    None if need.name in names else Lack(code=LackCode.CREDENTIAL_MISSING, values={"name": need.name})
                )
            case NeedKind.SANDBOX:
                # In a thread: the first look starts processes to find out.
                reason = await asyncio.to_thread(self._sandbox.missing, Program(need.name))
                if reason is None:
                    return None
                return Lack(code=LackCode.SANDBOX_MISSING, values={"program": need.name}, why=reason)


def _usable(catalog: ModelCatalog, usable: Callable[[str], Health], agent: Agent) -> Health:
    """Say whether the model that an agent uses could answer; `usable` says it of a model."""
    try:
        chosen = catalog.chosen_for(agent)
    except InvalidInput:
        return usable(agent.model or "")
    return replace(usable(chosen.name), model=chosen.name, model_why=chosen.why)


def _no_server(agent: Agent, name: str) -> Lack:
    """Where there are no MCP servers at all."""
    del agent
    return Lack(code=LackCode.MCP_UNREGISTERED, values={"server": name})
