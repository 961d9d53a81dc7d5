"""How tools read messages, and which agents of a roster have a tool."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from bailiwick_router.core.agents import Agent
from bailiwick_router.core.language import Language
from bailiwick_router.spelling import Spelling

PATTERN_MEMORY = 1 << 20
"""Memory that one compiled pattern may use, in bytes."""


class ReadByTool(NamedTuple):
    """A tool that reads a message as a request to it."""

    tool: str
    confidence: float
    """0 to 1."""


class ToolReader(Protocol):
    """What reads messages as requests to tools: a pure function, without the conversation that a message stands in."""

    @property
    def names(self) -> Sequence[str]:
        """The tools that there are."""
        ...

    @property
    def spelling(self) -> Spelling | None:
        """The words that people write to the tools; None where mistakes are not put right."""
        ...

    def read(self, text: str, language: Language) -> Sequence[ReadByTool]:
        """Return the tools that read the whole of `text`, the surest first."""
        ...


def holders_of(tool: str, agents: Iterable[Agent], names: Sequence[str]) -> Sequence[str]:
    """Return the agents that may use a tool, those first that are made for it.

    An agent is made for the tools that its list names first, and each by itself: its rank is the place of the pattern
    in its list and the number of the `names` that the pattern matches.
    """
    known, ranks = tuple(names), dict[str, tuple[int, int]]()
    for agent in agents:
        for place, pattern in enumerate(agent.tools):
            matched = _matched(pattern, known)
            if tool in matched:
                ranks[agent.id] = (place + len(matched), -agent.priority)
                break
    return sorted(ranks, key=lambda agent_id: ranks[agent_id])


@lru_cache(maxsize=1_000)
def tool_pattern(pattern: str) -> Any:
    """Return a pattern of tools' names, compiled. Raises `re2.error` for what RE2 refuses."""
    import re2  # a compiled extension; those who have no tools do not pay for loading it

    options = re2.Options()
    options.log_errors = False
    options.max_mem = PATTERN_MEMORY
    return re2.compile(pattern, options)


@lru_cache(maxsize=1_000)
def _matched(pattern: str, names: tuple[str, ...]) -> frozenset[str]:
    import re2

    try:
        compiled = tool_pattern(pattern)
    except re2.error:
        return frozenset()
    return frozenset(name for name in names if compiled.fullmatch(name))
