"""What agents are called in a message."""

from collections.abc import Iterable, Sequence

from bailiwick_router.core.agents import Agent, Role
from bailiwick_router.text import normalise, words_of

Called = dict[tuple[str, ...], str | None]


class RosterNames:
    """The agents of a roster by their names, and by their ids, which are one only after an `@`.

    A helper is called only with an `@`, too: what it is named is often the word for its work.
    """

    def __init__(self, agents: Iterable[Agent]) -> None:
        self._names: Called = {}
        self._marked: Called = {}
        for agent in agents:
            name, own_id = _words(agent.name), _words(agent.id)
            if agent.role.routable or agent.role is Role.SUPERVISOR:
                _enter(self._names, name, agent.id)
            for each in {name, own_id}:
                _enter(self._marked, each, agent.id)
        self._longest = max(map(len, self._marked), default=0)

    def at(self, words: Sequence[str], start: int, *, marked: bool) -> tuple[int, str | None]:
        """Return how many of the normalised `words` from `start` on are a name, the longest, and the agent's id.

        With `marked` an id counts as well. A name that several agents have is none: then it is 0.
        """
        called = self._marked if marked else self._names
        for length in range(min(self._longest, len(words) - start), 0, -1):
            agent = called.get(tuple(words[start : start + length]))
            if agent is not None:
                return length, agent
        return 0, None


def _words(text: str) -> tuple[str, ...]:
    return tuple(words_of(normalise(text)))


def _enter(called: Called, words: tuple[str, ...], agent_id: str) -> None:
    if words:
        called[words] = agent_id if called.get(words, agent_id) == agent_id else None
