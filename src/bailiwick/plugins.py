"""Plug-ins: agents, tools, tables, stages, services, pages that installed packages bring, each as one value.

What ships beside the product itself comes the same way, from `bailiwick_skills`.
"""

import re  # noqa: TID251  (own fixed pattern on names)
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from bailiwick import app
from bailiwick.agents.builtin import load_folder, load_own
from bailiwick.agents.callables import CallableAgent
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.database.plugin_migrations import TableRetention, migrations_in
from bailiwick.kernel.errors import BailiwickError, Unavailable
from bailiwick.kernel.groupable import Groupable
from bailiwick.kernel.installed import GROUP, Installed, installed
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.loaded import Loaded, PluginPage, PluginProblem
from bailiwick.kernel.reasons import OwnReason, Reason, RoutingReason
from bailiwick.kernel.settings import OwnSettings, Settings
from bailiwick.tools.credentials import Credential
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.plugin_parts import FindsLack, PluginDuty, ReadsForeignTools, UsefulWhen
from bailiwick.tools.records import MissingTool, Tool
from bailiwick.tools.web.services import ServiceAddress
from bailiwick_router.core.agents import Agent, Origin
from bailiwick_router.stage import RoutingStage

if TYPE_CHECKING:
    from fastapi import APIRouter

    from bailiwick.runs.recalling import KnowsFacts

ToolsetFactory = Callable[[Equipment], Sequence[Tool | MissingTool]]
"""From what tools are built on to tools, and a `MissingTool` for each that cannot be offered here."""
MakesKnown = Callable[[Equipment], "KnowsFacts"]
"""From what tools are built on to what finds, in a plug-in's tables, facts that fit a message."""
KIND = re.compile(r"[a-z]{1,40}")
"""How kinds of things are called."""
MakesRoutes = Callable[[], "APIRouter"]
MakesReady = Callable[["Installed", "Plugin"], None]
"""What has to be done before a plug-in is used; it is not used where that raises."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """What one plug-in brings; the entry point `bailiwick.plugins` of its package names this value.

    Beside the module in which it is declared the folder `agents` may hold agents, a TOML file each, and the folder
    `locales` what tools do in other languages (`es.json`: keys `tool` and `tool.argument`). A module `commands` there
    holds the command `app` of the terminal, called like the plug-in; `locales/terminal.<language>.json` what it says.
    The folder `migrations` makes its tables, `NNNN_words.sql`, in the schema `plugin_NAME`; `page` holds the
    files of its page, `locales/page.<language>.json` what that says.
    """

    functions: Sequence[CallableAgent] = ()
    """Agents that are Python functions."""
    toolset: ToolsetFactory | None = None
    """Called once for each process that uses tools."""
    knows: MakesKnown | None = None
    """What it keeps of a person is found for any agent, in any conversation, as facts that fit a message."""
    reasons: type[OwnReason] | None = None
    """Reasons of its own; with their sentences in `locales/reasons.<language>.json`, they are said in each language."""
    stages: Sequence[RoutingStage] = ()
    services: Sequence[ServiceAddress] = ()
    """Services outside that its tools ask, each with the setting that may put it elsewhere."""
    settings: type[OwnSettings] | None = None
    """Options of its own, read with `Equipment.settings.of`."""
    foreign_tools: ReadsForeignTools | None = None
    """How tools of MCP servers are used without a model."""
    needs: Mapping[str, FindsLack] = field(default_factory=dict[str, "FindsLack"])
    """What agents may say they cannot work without beside what the product knows: `store:NAME`, and how it is found
    out whether a person lacks it."""
    useful: Sequence[UsefulWhen] = ()
    """Which of its tools are of no use before a person has something; models are not told of them until then."""
    routes: MakesRoutes | None = None
    """Its endpoints, made with `router`; asked for by a server alone."""
    retention: Sequence[TableRetention] = ()
    """Which of its tables' rows grow too old."""
    duties: Sequence[PluginDuty] = ()
    """What is done every hour for each user."""
    groupable: Sequence[Groupable] = ()
    """What of it people can put into groups, such as projects."""
    page: PluginPage | None = None
    """Its page of the web app."""


@dataclass(slots=True)
class Plugins:
    """What is there without a change by a person: what the product itself has, and what installed packages bring."""

    loaded: Loaded = field(default_factory=Loaded)
    agents: list[Agent] = field(default_factory=list[Agent])
    functions: dict[str, CallableAgent] = field(default_factory=dict[str, CallableAgent])
    """Agents that are Python functions, by id."""
    toolsets: list[ToolsetFactory] = field(default_factory=list["ToolsetFactory"])
    """Other people's; `own_toolsets` are those that ship."""
    own_toolsets: list[ToolsetFactory] = field(default_factory=list["ToolsetFactory"])
    knows: list[MakesKnown] = field(default_factory=list["MakesKnown"])
    reasons: list[type[OwnReason]] = field(default_factory=list[type[OwnReason]])
    """Those of the features, then of plug-ins; until they are imported, stored ones are not known."""
    stages: list[RoutingStage] = field(default_factory=list[RoutingStage])
    services: list[ServiceAddress] = field(default_factory=list[ServiceAddress])
    settings: list[type[OwnSettings]] = field(default_factory=list[type[OwnSettings]])
    foreign_tools: list[ReadsForeignTools] = field(default_factory=list["ReadsForeignTools"])
    needs: dict[str, FindsLack] = field(default_factory=dict[str, "FindsLack"])
    useful: list[UsefulWhen] = field(default_factory=list[UsefulWhen])
    routes: list[MakesRoutes] = field(default_factory=list["MakesRoutes"])
    groupable: list[Groupable] = field(default_factory=list["Groupable"])
    """Those of the features, then of plug-ins."""
    retention: dict[str, Sequence[TableRetention]] = field(default_factory=dict[str, Sequence[TableRetention]])
    """By the plug-in's name, as are the next two."""
    duties: dict[str, Sequence[PluginDuty]] = field(default_factory=dict[str, Sequence[PluginDuty]])
    pages: dict[str, Sequence[Traversable]] = field(default_factory=dict[str, Sequence[Traversable]])
    """The files of their pages."""


def load_plugins(found: Iterable[Installed] | None = None, make_ready: MakesReady | None = None) -> Plugins:
    """Return what the product has and what each plug-in brings that is `found`, or installed.

    A broken one is reported in `problems`, brings nothing and never stops the product. Agents that ship are in order
    of their ids, and before those of others. Raises the `Unavailable` of `make_ready`.
    """
    plugins = Plugins(
        agents=load_own(),
        own_toolsets=[each.load(each.tools) for each in app.FEATURES if each.tools],
        reasons=[Act, *(each.load(each.reasons) for each in app.FEATURES if each.reasons)],
        groupable=[each.load(each.groupable) for each in app.FEATURES if each.groupable],
    )
    for each in installed() if found is None else found:
        try:
            plugin = each.load()
            if not isinstance(plugin, Plugin):
                raise TypeError(f"{each.entry.value} is no Plugin")
            agents = _agents_of(each, plugin)
            page = _page_of(each, plugin)
            _check_settings(plugin, plugins)
            _check_groupable(plugin, plugins)
            if make_ready is not None:
                make_ready(each, plugin)
        except Unavailable:
            raise
        except Exception as error:
            log.exception("a plug-in could not be loaded", plugin=each.name)
            why = error.why if isinstance(error, BailiwickError) else None
            said = f"{type(error).__name__}: {error}" if why is None else str(error)
            plugins.loaded.problems.append(PluginProblem(each.name, GROUP, said, why))
            continue
        plugins.loaded.names.append(each.name)
        plugins.agents += agents
        plugins.functions |= {function.agent.id: function for function in plugin.functions}
        if plugin.toolset is not None:
            (plugins.own_toolsets if each.ships else plugins.toolsets).append(plugin.toolset)
        if plugin.knows is not None:
            plugins.knows.append(plugin.knows)
        if plugin.reasons is not None:
            plugins.reasons.append(plugin.reasons)
        plugins.stages += plugin.stages
        plugins.services += plugin.services
        if plugin.settings is not None:
            plugins.settings.append(plugin.settings)
        plugins.useful += plugin.useful
        plugins.needs |= {need: _of_plugin(each.name, find) for need, find in plugin.needs.items()}
        plugins.groupable += plugin.groupable
        plugins.retention[each.name] = plugin.retention
        plugins.duties[each.name] = plugin.duties
        if plugin.page is not None:
            plugins.loaded.pages[each.name] = plugin.page
            plugins.pages[each.name] = page
        if plugin.routes is not None:
            plugins.routes.append(plugin.routes)
        if plugin.foreign_tools is not None:
            plugins.foreign_tools.append(plugin.foreign_tools)
    shipped = sorted((a for a in plugins.agents if a.origin is Origin.BUILTIN), key=lambda agent: agent.id)
    plugins.agents = [*shipped, *(a for a in plugins.agents if a.origin is not Origin.BUILTIN)]
    return plugins


def add_agents_of(plugins: Plugins, directory: Path) -> None:
    """Add the agents of an operator's own folder of TOML files; a bad file is reported and never stops the product."""
    agents, errors = load_folder(directory)
    plugins.loaded.problems += [PluginProblem(str(directory), "agents", str(error), error.why) for error in errors]
    known = {agent.id for agent in plugins.agents}
    for agent in agents:
        if agent.id in known:
            taken = Reason.of(RoutingReason.ID_TAKEN, id=agent.id)
            plugins.loaded.problems.append(PluginProblem(str(directory), "agents", taken.text(), taken))
        else:
            plugins.agents.append(agent)


def make_tables(owner_url: str, found: Installed, plugin: Plugin) -> None:
    """Bring a plug-in's tables up to date. Raises `Conflict`, which says what is wrong with it, and `Unavailable`."""
    from bailiwick.kernel.database.plugin_tables import upgrade  # with a driver, which who only routes does without

    migrations = migrations_in(found.folder)
    if migrations or plugin.retention:
        upgrade(owner_url, found.name, migrations, plugin.retention)


def _of_plugin(name: str, find: FindsLack) -> FindsLack:
    """Return `find` with the plug-in's name among the values of what it finds: on its page that is set right."""

    def found(credentials: Sequence[Credential]) -> Lack | None:
        lack = find(credentials)
        return None if lack is None else replace(lack, values={**lack.values, "plugin": name})

    return found


def _check_settings(plugin: Plugin, earlier: Plugins) -> None:
    """Raises `ValueError` where an option of a plug-in is called like another one.

    Services and tables only name theirs, so several may name the same.
    """
    known = (Settings, *app.all_settings(), *earlier.settings)
    taken = {name for each in known for name in each.model_fields}
    own = set(() if plugin.settings is None else plugin.settings.model_fields)
    retention = [*plugin.retention, *(each for tables in earlier.retention.values() for each in tables)]
    named = {each.setting for each in (*plugin.services, *plugin.retention)}
    every = {each.setting for each in (*plugin.services, *earlier.services, *retention)}
    if clash := sorted((own | named) & taken | own & every):
        raise ValueError(f"There is a setting {clash[0]!r} already")


def _check_groupable(plugin: Plugin, earlier: Plugins) -> None:
    """Raises `ValueError` for a kind of thing that there is already, or whose name is none."""
    known = {each.kind for each in earlier.groupable}
    for each in plugin.groupable:
        if not KIND.fullmatch(each.kind) or each.kind in known:
            raise ValueError(f"A kind of thing cannot be called {each.kind!r}")
        known.add(each.kind)


def _page_of(found: Installed, plugin: Plugin) -> Sequence[Traversable]:
    """Return the files of a plug-in's page.

    Raises `FileNotFoundError` for a page whose module is not there, and `ValueError` for a section with no such name.
    """
    if plugin.page is None:
        return ()
    if plugin.page.section and not (plugin.page.section.isascii() and plugin.page.section.isalpha()):
        raise ValueError(f"A section of the settings has a name of letters, not {plugin.page.section!r}")
    folder = None if found.folder is None else found.folder / "page"
    if found.folder is None or folder is None or not (folder / "page.js").is_file():
        raise FileNotFoundError("There is no page/page.js beside the plug-in")
    locales = found.folder / "locales"
    texts = [each for each in locales.iterdir() if each.name.startswith("page.")] if locales.is_dir() else []
    return [*folder.iterdir(), *texts]


def _agents_of(found: Installed, plugin: Plugin) -> list[Agent]:
    """Return the agents of a plug-in: of files, then functions. Raises the `InvalidInput` of the first bad file."""
    origin = Origin.BUILTIN if found.ships else Origin.PLUGIN
    agents, errors = ([], []) if found.folder is None else load_folder(found.folder / "agents", origin)
    if errors:
        raise errors[0]
    for function in plugin.functions:
        function.agent = function.agent.evolve(origin=origin)
    return [*agents, *(function.agent for function in plugin.functions)]
