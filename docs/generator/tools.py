"""The page of tools that ship."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from bailiwick.features.swarm.tools import swarm_specs
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.installed import installed
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.settings import Settings
from bailiwick.plugins import Plugins, load_plugins
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.records import MissingTool, Tool, ToolSpec
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.web.public import PublicWeb
from bailiwick.tools.web.services import services_of
from generator.tables import NOTICE, code, kind, table

HEAD = f"""{NOTICE}
# The tools that ship

An agent has the tools whose whole name matches one of its `tools` patterns. *Effect* says what may happen when a
worker dies in the middle of a call: a read-only or idempotent tool is called again, any other leaves the execution
waiting for a person ([durability](../concepts/durability.md)). *Offline* tools are also used without a language
model.
"""

HOME = tempfile.TemporaryDirectory(prefix="bailiwick-docs-")
"""A data directory in which nothing is kept; it goes when the program ends."""


class Anything:
    """Stores on which tools can be described and not run."""

    def __getattr__(self, name: str) -> Any:
        return self


class Working(BubblewrapSandbox):
    """The sandbox as it is where it works, whatever this machine has."""

    unavailable = None

    def missing(self, program: Program) -> str | None:
        """Return nothing, without looking at this machine."""
        del program


def equipment() -> ToolEquipment:
    """Return what tools are built on when they are described."""
    settings = Settings(home=Path(HOME.name))
    web = PublicWeb(services_of(settings, plugins_that_ship().services))
    nothing: Any = Anything()
    return ToolEquipment(
        database=nothing,
        credentials=nothing,
        stores=Stores(nothing),
        sandbox=Working(settings),
        web=web,
        library=nothing,
        agents=nothing,
        settings=settings,
        platform=nothing,
    )


@cache
def plugins_that_ship() -> Plugins:
    """Return what comes with the product. Raises `RuntimeError` where something of it cannot be loaded."""
    plugins = load_plugins(each for each in installed() if each.ships)
    if plugins.loaded.problems:
        raise RuntimeError(plugins.loaded.problems)
    return plugins


def tools_that_ship() -> list[Tool]:
    """Return the tools, as they can be described."""
    given = equipment()
    every = [tool for toolset in plugins_that_ship().own_toolsets for tool in toolset(given)]
    return [tool for tool in every if not isinstance(tool, MissingTool)]


def specs() -> list[ToolSpec]:
    """Return what is known of every tool that ships, those of the swarm included."""
    return [*(tool.spec for tool in tools_that_ship()), *swarm_specs()]


def sentence(description: str) -> str:
    """Return the first sentence of what a model reads about a tool."""
    return " ".join(description.split()).partition(". ")[0].removesuffix(".") + "."


def page() -> str:
    """Return the page."""
    tools = tools_that_ship()
    rows = [(code(tool.spec.name), _effect(tool), "yes" if tool.recogniser else "no", _first(tool)) for tool in tools]
    overview = table(("tool", "effect", "offline", "what it does"), rows)
    return "\n".join([HEAD, overview, "", *(_section(tool) for tool in tools)])


def _effect(tool: Tool) -> str:
    spec = tool.spec
    words = {
        "read-only": spec.read_only,
        "idempotent": spec.idempotent,
        "destructive": spec.destructive,
        "ends the work": spec.final,
    }
    return ", ".join(word for word, holds in words.items() if holds) or "has effects"


def _first(tool: Tool) -> str:
    return tool.spec.description.split("\n\n")[0]


def _section(tool: Tool) -> str:
    parameters = tool.spec.parameters
    definitions, required = parameters.get("$defs", {}), parameters.get("required", ())
    rows = [
        (code(name), kind(entry, definitions), "yes" if name in required else "no", entry.get("description", ""))
        for name, entry in parameters.get("properties", {}).items()
    ]
    body = table(("argument", "type", "required", "meaning"), rows) if rows else "No arguments."
    return f"## {tool.spec.name}\n\n{tool.spec.description}\n\n{body}\n"
