"""What a resident may use: what its own patterns name, those of the agent it was made from and of its ancestors."""

from collections.abc import Sequence

from bailiwick.features.swarm.creating import Creating
from bailiwick.features.swarm.neighbours import TurnStart
from bailiwick.features.swarm.prompts import instructions
from bailiwick.features.swarm.records import Resident
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.database.stores import Stores
from bailiwick_router.core.agents import Agent, Origin, Role


async def agents_of(
    stores: Stores, creating: Creating, user_id: str, start: TurnStart
) -> tuple[Agent, Sequence[Agent]]:
    """Return the agent that a resident is at work, and those whose tools it may not exceed.

    Raises `NotFound` when the roster's agent that it or an ancestor was made from is gone.
    """
    me, limits = start.me, start.claim.swarm.limits
    made_from = None if me.agent_id is None else await creating.agent(user_id, me.agent_id)
    above: list[Agent] = []
    for ancestor in () if me.parent_id is None else await stores[SwarmStore].ancestors(user_id, me.id):
        base = None if ancestor.agent_id is None else await creating.agent(user_id, ancestor.agent_id)
        above += _bounds(ancestor, base)
    own = _bounds(me, made_from)
    usual = made_from or Agent(id=me.id, name=me.name)
    agent = Agent(
        id=me.id,
        name=me.name,
        description=me.role,
        role=Role.RESIDENT,
        origin=Origin.AGENT,
        model=me.model or usual.model,
        instructions=instructions(start, made_from.instructions if made_from else ""),
        temperature=usual.temperature,
        max_tokens=usual.max_tokens,
        budget=usual.budget,
        tools=own[-1].tools,
        max_iterations=max(1, limits.rounds),
        color=me.color,
        icon=me.icon,
    )
    return agent, [*above, *own[:-1]]


def _bounds(resident: Resident, made_from: Agent | None) -> list[Agent]:
    """Return one agent for each list of patterns that bounds a resident; only their tools matter."""
    bounds = [] if made_from is None else [made_from]
    if resident.tools or made_from is None:
        bounds.append(Agent(id=resident.id, name=resident.name, tools=resident.tools))
    return bounds
