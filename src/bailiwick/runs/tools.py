"""Tools: what each user can use, what an agent may use of it, and what is missing."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

from bailiwick.agents.helpers import helpers_of, tool_name
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.events.remembered import RememberedReads
from bailiwick.kernel.http.rates import RateStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode, reason_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.people.preference_store import PreferenceStore
from bailiwick.people.records import UserRole
from bailiwick.people.store import AccessStore
from bailiwick.tools.gate import Gate
from bailiwick.tools.plugin_parts import IdleTools
from bailiwick.tools.records import MissingTool, Secrets, Tool, ToolContext, Toolset, ToolSpec
from bailiwick.tools.redaction import Redacted
from bailiwick.tools.toolbox import Toolbox
from bailiwick.tools.wrappers import (
    Approved,
    Classified,
    Filtered,
    MemorySwitched,
    OutputCapped,
    RateLimited,
    TimeLimited,
    Together,
)
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.language import Language


class ToolSource(Protocol):
    """Where further tools of a user come from, e.g. the servers that the user has enabled."""

    async def of(self, user_id: str) -> tuple[Mapping[str, Tool], Sequence[MissingTool]]:
        """Return the tools that can be used, by name, and those that exist and cannot be used now."""
        ...


class Tools:
    """Puts the toolset of each user and of each agent together, wrapper around wrapper."""

    def __init__(
        self,
        toolbox: Callable[[], Toolbox],
        sources: Sequence[ToolSource],
        gate: Gate,
        stores: Stores,
        remembered: RememberedReads,
        *,
        member_tools: Sequence[str] = (".*",),
        timezone: str = "UTC",
        specs: Sequence[ToolSpec] = (),
        idle: IdleTools | None = None,
    ) -> None:
        """`toolbox` returns what ships or was installed, and may start processes and wait for them to find out.

        `member_tools` are patterns of what people may use who are neither owner nor administrator. `specs` are of tools
        that some runs make for themselves; `idle` finds what is of no use to a person now.
        """
        self.specs = specs
        self._idle = idle
        self._put_together = toolbox
        self._toolbox: Toolbox | None = None
        self._first_look = Lock()
        self._sources = sources
        self._gate = gate
        self._stores = stores
        self._remembered = remembered
        self._member_tools = member_tools
        self._timezone = timezone

    @property
    def toolbox(self) -> Toolbox:
        """What ships or was installed, the same for every user; the first look may wait for processes."""
        with self._first_look:
            if self._toolbox is None:
                self._toolbox = self._put_together()
            return self._toolbox

    async def prepare(self) -> Toolbox:
        """Return what ships or was installed; the first look is taken in a thread."""
        return self._toolbox or await asyncio.to_thread(lambda: self.toolbox)

    async def of(self, user_id: str) -> Toolset:
        """Return all that the user can use, unwrapped but for the user's rights; missing tools say why."""
        toolbox = await self.prepare()
        every: list[Tool | MissingTool] = []
        names = {*toolbox.tools(), *toolbox.missing}
        for source in self._sources:
            usable, absent = await source.of(user_id)
            for name, tool in usable.items():
                if name not in names:
                    names.add(name)
                    every.append(tool)
            for missing in absent:
                if missing.name not in names:
                    names.add(missing.name)
                    every.append(missing)
        if every:
            toolbox = Toolbox([*toolbox.tools().values(), *toolbox.missing.values(), *every])
        user = await self._remembered.get(user_id, "user", lambda: self._stores[AccessStore].user(user_id))
        return Filtered(toolbox, self._member_tools) if user.role is UserRole.MEMBER else toolbox

    async def idle(self, user_id: str, names: Collection[str]) -> frozenset[str]:
        """Return those of these tools that are of no use to the user now: models need not be told of them."""
        return frozenset() if self._idle is None else await self._idle.among(user_id, names)

    async def missing(self, user_id: str) -> Sequence[MissingTool]:
        """Return the tools that exist and that the user cannot use now."""
        found = list((await self.prepare()).missing.values())
        for source in self._sources:
            found += (await source.of(user_id))[1]
        return found

    async def wanted(self, user_id: str, agents: Iterable[Agent]) -> Mapping[str, Sequence[Reason]]:
        """Return, by agent, why each tool that its patterns name and that cannot be used now cannot."""
        absent = {tool.name: tool for tool in await self.missing(user_id)}
        named = Toolbox([_Absent(tool) for tool in absent.values()])
        found: dict[tuple[str, ...], list[Reason]] = {}
        wanted: dict[str, Sequence[Reason]] = {}
        for agent in agents:
            patterns = tuple(agent.tools)
            if patterns not in found:
                names = Filtered(named, patterns).tools() if absent else ()
                found[patterns] = [_why_absent(absent[name]) for name in names]
            if found[patterns]:
                wanted[agent.id] = found[patterns]
        return wanted

    async def users_of(self, user_id: str, agents: Iterable[Agent]) -> Mapping[str, Sequence[str]]:
        """Return, by tool, the ids of the agents that may use it; work grows with the different lists of patterns."""
        tools = await self.of(user_id)
        named: dict[tuple[str, ...], list[str]] = {}
        users: dict[str, list[str]] = {}
        agents = list(agents)
        for agent in agents:
            patterns = tuple(agent.tools)
            if patterns not in named:
                named[patterns] = list(Filtered(tools, patterns).tools())
            for name in [*named[patterns], *(tool_name(helper.id) for helper in helpers_of(agent, agents))]:
                users.setdefault(name, []).append(agent.id)
        return users

    async def for_agent(
        self, user_id: str, agent: Agent, *, callers: Sequence[Agent] = (), helpers: Sequence[Tool] = ()
    ) -> Toolset:
        """Return the tools that the user, the agent and all its callers may use, and its helpers, wrapped.

        `helpers` are its own, whatever its patterns; no other tool can take the name of one. The outermost wrapper is
        last.
        """
        tools = await self.of(user_id)
        for one in (*callers, agent):
            tools = Filtered(tools, one.tools)
        if helpers:
            tools = Together(Toolbox(helpers), tools)
        if off := await self._memory_off(user_id, (*callers, agent)):
            tools = MemorySwitched(tools, off)
        return Approved(self._guarded(tools), self._gate)

    async def _memory_off(self, user_id: str, agents: Sequence[Agent]) -> Mapping[str, Reason]:
        """Return why memory is not read or not written, by the person's word and for any of these agents."""
        preferences = await self._remembered.get(
            user_id, "preferences", lambda: self._stores[PreferenceStore].get(user_id)
        )
        off: dict[str, Reason] = {}
        for agent in agents:
            if not agent.recall:
                off["reads"] = Reason.of(ReasonCode.RECALL_OFF_FOR, agent=agent.name)
            if not agent.remember:
                off["writes"] = Reason.of(ReasonCode.REMEMBER_OFF_FOR, agent=agent.name)
        if not preferences.recall:
            off["reads"] = Reason.of(ReasonCode.RECALL_OFF)
        if not preferences.remember:
            off["writes"] = Reason.of(ReasonCode.REMEMBER_OFF)
        return off

    async def call(
        self, user_id: str, name: str, arguments: Mapping[str, Any], *, secrets: Secrets, language: Language = "en"
    ) -> Any:
        """Run a tool for a person who tries it by hand: their own word is the approval. Raises `CallFailed`."""
        preferences = await self._stores[PreferenceStore].get(user_id)
        context = ToolContext(
            user_id=user_id,
            execution_id=None,
            agent_id=None,
            call_id=f"by-hand:{uuid7()}",
            secrets=secrets,
            language=language,
            timezone=preferences.timezone or self._timezone,
        )
        return await self._guarded(await self.of(user_id)).call(name, context, arguments)

    async def known(self, user_id: str, name: str) -> bool:
        """Whether there is such a tool, usable or not."""
        tools = await self.of(user_id)
        return name in tools.tools() or any(name == tool.name for tool in await self.missing(user_id))

    def _guarded(self, tools: Toolset) -> Toolset:
        """Wrap what every call goes through, of agents and people alike; the outermost wrapper is last."""
        tools = RateLimited(tools, self._stores[RateStore])
        tools = TimeLimited(tools)
        tools = Redacted(tools)
        tools = Classified(tools)
        return OutputCapped(tools)


def _why_absent(missing: MissingTool) -> Reason:
    return Reason.of(ReasonCode.TOOL_ABSENT, missing.why or reason_of(missing.reason), tool=missing.name)


class _Absent:
    """Stands for a missing tool where patterns are matched."""

    recogniser = None

    def __init__(self, missing: MissingTool) -> None:
        self.spec = ToolSpec(name=missing.name, description=missing.reason, parameters={}, origin=missing.origin)

    def addresses(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """It opens nothing."""
        del arguments
        return ()

    async def found(self, context: ToolContext, arguments: Mapping[str, Any]) -> None:
        """It is not known here."""
        del context, arguments

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Refuse."""
        raise CallFailed(ErrorClass.TOOL, self.spec.description)
