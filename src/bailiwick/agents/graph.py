"""The graph of a message's way, derived from the roster."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bailiwick.agents.helpers import helpers_of
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent, AgentStatus, Role
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphNode(Record):
    """A station on the way."""

    id: str
    label: str
    kind: str
    """`supervisor`, `router`, `agent`, `helper`, `review` or `finalize`."""
    color: str = ""
    icon: str = ""
    role: Role | None = None
    """The agent's role; None for stations that are no agents."""
    status: AgentStatus | None = None
    """The agent's status; None for stations that are no agents."""
    model: str | None = None
    """The model that the agent names; None for the default model."""
    tools: Sequence[str] = ()
    """The agent's tool patterns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphEdge(Record):
    """A way between two stations."""

    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph(Record):
    """`supervisor → router → each routable agent → review → finalize`, and agents to their helpers."""

    nodes: Sequence[GraphNode]
    edges: Sequence[GraphEdge]


def graph_of(roster: Iterable[Agent]) -> Graph:
    """Return the graph of a roster; what is not active is not in it."""
    agents = list(roster)
    supervisor = next((agent for agent in agents if agent.id == SUPERVISOR_ID), None)
    nodes = [
        _node(supervisor, "supervisor")
        if supervisor
        else GraphNode(id=SUPERVISOR_ID, label="Supervisor", kind="supervisor"),
        GraphNode(id="router", label="Router", kind="router"),
        GraphNode(id="review", label="Review", kind="review"),
        GraphNode(id="finalize", label="Finalize", kind="finalize"),
    ]
    edges = [
        GraphEdge(source=SUPERVISOR_ID, target="router"),
        GraphEdge(source="router", target="finalize"),
        GraphEdge(source="review", target="finalize"),
    ]
    helpers = [agent for agent in agents if agent.role is Role.HELPER and agent.status is AgentStatus.ACTIVE]
    for agent in agents:
        if agent.routable:
            nodes.append(_node(agent, "agent"))
            edges += [GraphEdge(source="router", target=agent.id), GraphEdge(source=agent.id, target="review")]
        elif agent.role is Role.HELPER and agent.status is AgentStatus.ACTIVE:
            nodes.append(_node(agent, "helper"))
        else:
            continue
        edges += [GraphEdge(source=agent.id, target=helper.id) for helper in helpers_of(agent, helpers)]
    return Graph(nodes=nodes, edges=edges)


def _node(agent: Agent, kind: str) -> GraphNode:
    return GraphNode(
        id=agent.id,
        label=agent.name,
        kind=kind,
        color=agent.color,
        icon=agent.icon,
        role=agent.role,
        status=agent.status,
        model=agent.model,
        tools=agent.tools,
    )
