"""The agents that work on one execution: its own agent, the helpers that it calls, and their helpers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic_ai.messages import ModelMessage

from bailiwick.agents.callables import CallableAgent
from bailiwick.kernel.places import Place
from bailiwick.runs.agent_loop import ModelAgent, Work
from bailiwick.runs.helper_tools import HelperTool
from bailiwick.runs.helpers import helpers_of
from bailiwick.tools.records import Tool, Toolset
from bailiwick_router.core.agents import Agent


class ToolsForAgents(Protocol):
    """Wraps what a user can use for one agent."""

    async def for_agent(
        self, user_id: str, agent: Agent, *, callers: Sequence[Agent] = (), helpers: Sequence[Tool] = ()
    ) -> Toolset:
        """Return the tools that the agent and all its callers may use, and its helpers, wrapped."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """Makes each agent of one execution, with the tools it may use where it works."""

    user_id: str
    work: Work
    tools: ToolsForAgents
    roster: Iterable[Agent]
    function: Callable[[str], CallableAgent | None]
    """Returns the Python function that carries out an agent, if one does."""

    async def agent(self, agent: Agent, *, callers: tuple[Agent, ...] = (), place: Place = Place()) -> ModelAgent:
        """Return the agent, ready to work at `place`; `callers` are whose helper it is, the execution's agent first."""
        heard: list[ModelMessage] = []
        helpers: list[Tool] = []
        if len(callers) < self.work.budget.depth:
            helpers = [HelperTool(self, helper, (*callers, agent), heard) for helper in self._helpers(agent, callers)]
        tools = await self.tools.for_agent(self.user_id, agent, callers=callers, helpers=helpers)
        return ModelAgent(agent, self.work, tools, place=place, heard=heard)

    def _helpers(self, agent: Agent, callers: Sequence[Agent]) -> list[Agent]:
        """Return whom the agent may call: its helpers, but nobody who waits for it."""
        waiting = {caller.id for caller in callers}
        return [helper for helper in helpers_of(agent, self.roster) if helper.id not in waiting]
