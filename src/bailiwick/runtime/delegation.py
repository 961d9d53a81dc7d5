"""Delegation: the supervisor's note, the routing of one execution, and the words for when nobody fits."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bailiwick.core.agents import SUPERVISOR_ID, Agent
from bailiwick.core.conversations import Conversation
from bailiwick.core.decisions import Decision, RoutingContext, Stage
from bailiwick.core.executions import Execution
from bailiwick.core.language import Language
from bailiwick.llm.offline import ROSTER_HEADING

if TYPE_CHECKING:
    from bailiwick.routing.pipeline import Router

LISTED = 12
"""Agents named when nobody fits; a longer list helps nobody."""


def guidance(execution: Execution, conversation: Conversation, language: Language) -> str:
    """Return the supervisor's note to whoever answers, from what is known without a model."""
    notes = [f"The person writes {'Spanish' if language == 'es' else 'English'}; answer in that language."]
    if execution.requested_agent and execution.requested_agent != SUPERVISOR_ID:
        notes.append("They chose you themselves.")
    if conversation.last_agent:
        notes.append("The conversation is under way; earlier turns may matter.")
    notes.append("Keep to what was asked, and say plainly what you could not do.")
    return " ".join(notes)


def route(router: "Router", execution: Execution, conversation: Conversation) -> Decision:
    """Decide who works on an execution. Raises `UnknownAgent` or `AgentUnavailable` for a bad choice."""
    requested = execution.requested_agent
    return router.decide(
        execution.message,
        RoutingContext(
            requested_agent=None if requested == SUPERVISOR_ID else requested,
            last_agent=conversation.last_agent,
            mode=execution.mode,
        ),
    )


def worker_of(decision: Decision) -> str | None:
    """Return the agent that works on it: the chosen one, the supervisor for small talk, nobody if nobody fits."""
    if decision.agent is None and decision.stage is Stage.SMALL_TALK:
        return SUPERVISOR_ID
    return decision.agent


def roster_list(roster: Iterable[Agent]) -> str:
    """Return what the supervisor tells a model about the roster, so that it can say who does what."""
    agents = [agent for agent in roster if agent.routable]
    lines = [f"- {agent.name}: {agent.description or agent.objective}" for agent in agents[:LISTED]]
    return "\n".join([ROSTER_HEADING, *lines])


def nobody_fits(roster: Iterable[Agent], language: Language) -> str:
    """Return the answer for a message that is in nobody's field: what the roster can do."""
    agents = [agent for agent in roster if agent.routable]
    lines = [f"- **{agent.name}**: {agent.description or agent.objective}" for agent in agents[:LISTED]]
    rest = len(agents) - len(lines)
    if language == "es":
        head = "Nadie del equipo tiene este tema como especialidad. Esto es lo que podemos hacer:"
        more, foot = f"- y {rest} más", "Dilo con otras palabras o elige un agente."
    else:
        head = "Nobody on the roster has this in their field. This is what we can do:"
        more, foot = f"- and {rest} more", "Put it in other words, or choose an agent."
    return "\n".join([head, "", *lines, *([more] if rest else []), "", foot])
