"""Plug-ins: agents, toolsets and stages that installed packages bring by entry points.

The built-in ones are registered the same way, in this project's own `pyproject.toml`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import structlog

from bailiwick.builtin_agents import load_folder
from bailiwick.core.ports import Equipment
from bailiwick.core.reasons import Reason, RoutingReason
from bailiwick.core.tools import MissingTool, Tool
from bailiwick.runtime.callables import CallableAgent
from bailiwick_router.core.agents import Agent, Origin

AGENTS, TOOLSETS, STAGES = "bailiwick.agents", "bailiwick.toolsets", "bailiwick.stages"
OWN_DISTRIBUTION = "bailiwick"

ToolsetFactory = Callable[[Equipment], Sequence[Tool | MissingTool]]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plug-in that could not be loaded; the product runs without it."""

    name: str
    group: str
    error: str
    """What went wrong, in English."""
    why: Reason | None = None
    """The same as a code with values; None where it is in the words of the plug-in."""


@dataclass(slots=True)
class Plugins:
    """What installed packages bring."""

    agents: list[Agent] = field(default_factory=list[Agent])
    functions: dict[str, CallableAgent] = field(default_factory=dict[str, CallableAgent])
    """Agents that are Python functions, by id."""
    toolsets: list[ToolsetFactory] = field(default_factory=list["ToolsetFactory"])
    """Other people's; `own_toolsets` are the product's."""
    own_toolsets: list[ToolsetFactory] = field(default_factory=list["ToolsetFactory"])
    stages: list[Any] = field(default_factory=list[Any])
    problems: list[PluginProblem] = field(default_factory=list[PluginProblem])


def load_plugins(found: Iterable[EntryPoint] | None = None) -> Plugins:
    """Load every entry point; a broken one is reported in `problems` and never stops the product.

    `bailiwick.agents` names a function that returns agents (`Agent` or `CallableAgent`), `bailiwick.toolsets` one
    from `Equipment` to tools (and a `MissingTool` for each that it cannot offer here), `bailiwick.stages` one that
    returns routing stages.
    """
    plugins = Plugins()
    if found is None:
        every = entry_points()  # once: each call looks at all that is installed
        found = [point for group in (AGENTS, TOOLSETS, STAGES) for point in every.select(group=group)]
    for point in sorted(found, key=lambda point: (not _own(point), point.group, point.name)):
        try:
            loaded = point.load()
            if point.group == AGENTS:
                _add_agents(plugins, loaded(), Origin.BUILTIN if _own(point) else Origin.PLUGIN)
            elif point.group == TOOLSETS:
                (plugins.own_toolsets if _own(point) else plugins.toolsets).append(loaded)
            else:
                plugins.stages.extend(loaded())
        except Exception as error:
            log.exception("a plug-in could not be loaded", plugin=point.name, group=point.group)
            plugins.problems.append(PluginProblem(point.name, point.group, f"{type(error).__name__}: {error}"))
    return plugins


def add_agents_of(plugins: Plugins, directory: Path) -> None:
    """Add the agents of an operator's own folder of TOML files; a bad file is reported and never stops the product."""
    agents, errors = load_folder(directory)
    plugins.problems += [PluginProblem(str(directory), "agents", str(error), error.why) for error in errors]
    known = {agent.id for agent in plugins.agents}
    for agent in agents:
        if agent.id in known:
            taken = Reason.of(RoutingReason.ID_TAKEN, id=agent.id)
            plugins.problems.append(PluginProblem(str(directory), "agents", taken.text(), taken))
        else:
            plugins.agents.append(agent)


def _own(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == OWN_DISTRIBUTION


def _add_agents(plugins: Plugins, agents: Iterable[Agent | CallableAgent], origin: Origin) -> None:
    for entry in agents:
        if isinstance(entry, CallableAgent):
            entry.agent = entry.agent.evolve(origin=origin)
            plugins.functions[entry.agent.id] = entry
            plugins.agents.append(entry.agent)
        else:
            plugins.agents.append(entry.evolve(origin=origin))
