"""The roster: the agents that routing knows, in order of registration."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b

from bailiwick_router.core.agents import ROUTING_FIELDS, Agent
from bailiwick_router.core.errors import Conflict, NotFound
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.index import RosterIndex
from bailiwick_router.validate import validate

_MODULUS = 1 << 128


class Roster:
    """Agents by id, in order of registration.

    Every change reaches the indexes of its routers at once and costs the same at any size. Rosters, routers
    and decisions that are not read yet are for one thread; share them between threads only under a lock.
    """

    def __init__(self, agents: Iterable[Agent] = ()) -> None:
        self._agents: dict[str, Agent] = {}
        self._before: dict[str | None, str | None] = {None: None}
        """Each agent's predecessor; under None the last agent."""
        self._after: dict[str | None, str | None] = {None: None}
        """Each agent's successor; under None the first agent."""
        self._sum = 0
        self._told = (-1, "")
        """The sum when the digest was last asked for, and that digest."""
        self._indexes: dict[str, RosterIndex] = {}
        for agent in agents:
            self.add(agent)

    def __len__(self) -> int:
        return len(self._agents)

    def __iter__(self) -> Iterator[Agent]:
        return iter(self._agents.values())

    def __contains__(self, agent_id: object) -> bool:
        return agent_id in self._agents

    def get(self, agent_id: str) -> Agent | None:
        """Return the agent of that id, if there is one."""
        return self._agents.get(agent_id)

    def add(self, agent: Agent) -> None:
        """Register an agent, last in order; it is routable at once.

        Raises `Conflict` if the id is taken and `InvalidInput` for fields that routing cannot take.
        """
        if agent.id in self._agents:
            raise Conflict(Reason.of(RoutingReason.ID_TAKEN, id=repr(agent.id)))
        validate(agent)
        for index in self._indexes.values():
            index.add((agent,))
        self._agents[agent.id] = agent
        last = self._before[None]
        self._before[agent.id], self._after[agent.id] = last, None
        self._after[last] = self._before[None] = agent.id
        self._sum += _digest(agent) + _link(last, agent.id)

    def replace(self, agent: Agent) -> None:
        """Put a changed agent in the place of the one with its id; it keeps its place in the order.

        Raises `NotFound` if there is none and `InvalidInput` for fields that routing cannot take.
        """
        old = self._existing(agent.id)
        validate(agent)
        for index in self._indexes.values():
            index.replace(agent)
        self._agents[agent.id] = agent
        self._sum += _digest(agent) - _digest(old)

    def remove(self, agent_id: str) -> None:
        """Remove an agent. Raises `NotFound` if there is none."""
        old = self._existing(agent_id)
        for index in self._indexes.values():
            index.remove(agent_id)
        del self._agents[agent_id]
        before, after = self._before.pop(agent_id), self._after.pop(agent_id)
        self._after[before], self._before[after] = after, before
        self._sum -= _digest(old) + _link(before, agent_id)
        if after is not None:
            self._sum += _link(before, after) - _link(agent_id, after)

    def _existing(self, agent_id: str) -> Agent:
        agent = self._agents.get(agent_id)
        if agent is None:
            raise NotFound(Reason.of(RoutingReason.NO_SUCH_AGENT, name=agent_id[:80]))
        return agent

    @property
    def digest(self) -> str:
        """Hex digest of the routing fields of all agents and of their order; equal rosters have equal digests.

        It is a sum of hashes, one for each agent and one for each pair of neighbours, so a change costs the same
        at any size. It tells releases apart; it is not meant to withstand someone who looks for collisions.
        """
        known, text = self._told
        if known != self._sum:
            text = f"{self._sum % _MODULUS:032x}"
            self._told = (self._sum, text)
        return text

    def index(self, name: str, build: Callable[[], RosterIndex]) -> RosterIndex:
        """Return the index of that name, built on first use and kept up to date from then on."""
        index = self._indexes.get(name)
        if index is None:
            index = build()
            index.add(self)
            self._indexes[name] = index
        return index


def _digest(agent: Agent) -> int:
    return _hash(repr([getattr(agent, field) for field in ROUTING_FIELDS]))


def _link(before: str | None, after: str) -> int:
    return _hash(repr((before, after)))


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest(), "big")
