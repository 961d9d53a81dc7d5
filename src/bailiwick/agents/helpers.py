"""Helpers: agents that another agent calls as a tool, for one task, and that are gone when they have reported."""

from collections.abc import Iterable

from bailiwick_router.core.agents import Agent, AgentStatus, Role

EVERY_HELPER = "*"
"""In an agent's `helpers`: all agents of role `helper`, also those that join later."""
HELPER_ORIGIN = "helper-agent"


def tool_name(helper_id: str) -> str:
    """Return the name of the tool that calls a helper."""
    return f"call_{helper_id}_agent"


def brief(task: str, context: str) -> str:
    """Return what a helper is told."""
    return f"Task: {task}\n\nContext: {context}" if context.strip() else f"Task: {task}"


def helpers_of(agent: Agent, roster: Iterable[Agent]) -> list[Agent]:
    """Return the agents that `agent` may call: active ones that it names, in the roster's order."""
    if not agent.helpers:
        return []
    named, every = set(agent.helpers), EVERY_HELPER in agent.helpers
    return [
        one
        for one in roster
        if (one.id in named or (every and one.role is Role.HELPER))
        and one.status is AgentStatus.ACTIVE
        and one.role is not Role.SUPERVISOR
        and one.id != agent.id
    ]
