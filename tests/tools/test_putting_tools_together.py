"""When the tools that ship and those of plug-ins are put together."""

import asyncio
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import Field, ValidationError

from bailiwick.agents.settings import AgentSettings
from bailiwick.kernel.database.plugin_migrations import TableRetention
from bailiwick.kernel.database.urls import DatabaseUrls
from bailiwick.kernel.installed import Installed
from bailiwick.kernel.settings import OwnSettings, Settings
from bailiwick.opening import toolbox_of
from bailiwick.plugins import Plugin, Plugins, load_plugins
from bailiwick.runs.tools import Tools
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.records import Tool, ToolContext
from bailiwick.tools.toolbox import tool
from bailiwick.tools.web.services import ServiceAddress
from support.running import running


class Bells(OwnSettings):
    """Options of a plug-in."""

    bells_a_day: int = Field(default=3, description="How often a bell is rung.")


class Ports(OwnSettings):
    """Options with a name that the product has."""

    port: int = Field(default=1, description="Where a bell is.")


EQUIPMENT = cast("ToolEquipment", None)
"""What the toolsets of these tests are built on."""


@tool()
async def ring(context: ToolContext) -> str:
    """Ring a bell."""
    return context.call_id


class Counting:
    """A toolset that knows how often it was asked for its tools."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, equipment: Any) -> list[Tool]:
        del equipment
        self.asked += 1
        return [ring]


def test_the_tools_that_ship_are_put_together_once_when_they_are_wanted():
    ours = Counting()
    toolbox = toolbox_of(Plugins(own_toolsets=[ours]), EQUIPMENT)
    tools = Tools(toolbox, (), cast("Any", None), cast("Any", None), cast("Any", None))
    assert ours.asked == 0
    assert list(asyncio.run(tools.prepare()).tools()) == ["ring"]
    assert tools.toolbox is asyncio.run(tools.prepare())
    assert ours.asked == 1


def test_a_plugin_whose_tool_has_a_name_that_is_taken_stops_the_start():
    with pytest.raises(ValueError, match="Two tools are called 'ring'"):
        toolbox_of(Plugins(own_toolsets=[Counting()], toolsets=[Counting()]), EQUIPMENT)


def test_what_a_plugins_toolset_raises_stops_the_start():
    def broken(equipment: Any) -> list[Tool]:
        raise LookupError(equipment)

    with pytest.raises(LookupError):
        toolbox_of(Plugins(own_toolsets=[Counting()], toolsets=[broken]), EQUIPMENT)


def test_what_ships_is_told_from_what_others_bring():
    plugins = load_plugins()
    modules = [toolset.__module__ for toolset in plugins.own_toolsets]
    features = [module for module in modules if module.startswith("bailiwick.features.")]
    assert features == modules[: len(features)]
    assert len(features) == 8
    assert all(module.startswith("bailiwick_skills.") for module in modules[len(features) :])
    assert plugins.toolsets == []


@dataclass
class Entry:
    """An entry point of a package that a user installed."""

    name: str
    brings: Any
    value: str = "theirs:plugin"
    module: str = "bailiwick_skills.facts.plugin"
    dist: None = None

    def load(self) -> Any:
        if isinstance(self.brings, Exception):
            raise self.brings
        return self.brings


@pytest.mark.parametrize(
    "broken", [ImportError("no such module"), {"toolset": Counting()}, None], ids=["raises", "no plug-in", "nothing"]
)
def test_a_broken_plugin_brings_nothing_and_is_reported(broken: Any):
    entries = [Installed(cast("EntryPoint", Entry("broken", broken)))]
    entries += [Installed(cast("EntryPoint", Entry("whole", Plugin(toolset=Counting()))))]
    plugins = load_plugins(entries)
    assert [problem.name for problem in plugins.loaded.problems] == ["broken"]
    assert len(plugins.toolsets) == 1


BELL_SERVICE = ServiceAddress(name="bells", setting="bells_a_day", description="Where bells are.")


@pytest.mark.parametrize(
    "clashing",
    [
        Plugin(settings=Ports),
        Plugin(settings=AgentSettings),
        Plugin(settings=Bells),
        Plugin(services=[BELL_SERVICE]),
        Plugin(retention=[TableRetention(table="rung", by="at", setting="bells_a_day")]),
    ],
    ids=["process", "room", "plug-in", "service", "table"],
)
def test_a_plugin_whose_setting_is_called_like_another_is_reported(clashing: Plugin):
    entries = [Installed(cast("EntryPoint", Entry("bells", Plugin(settings=Bells))))]
    entries += [Installed(cast("EntryPoint", Entry("clashing", clashing)))]
    plugins = load_plugins(entries)
    assert [problem.name for problem in plugins.loaded.problems] == ["clashing"]
    assert "There is a setting" in plugins.loaded.problems[0].error
    assert plugins.settings == [Bells]


def test_the_settings_of_a_plugin_have_types_and_come_from_where_the_others_do(monkeypatch: pytest.MonkeyPatch):
    assert Settings().of(Bells).bells_a_day == 3
    monkeypatch.setenv("BAILIWICK_BELLS_A_DAY", "7")
    assert Settings().of(Bells).bells_a_day == 7


def test_a_wrong_setting_of_a_plugin_stops_the_start(
    own_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def with_bells(**given: Any) -> Plugins:
        return replace(load_plugins(**given), settings=[Bells])

    monkeypatch.setattr("bailiwick.opening.load_plugins", with_bells)

    async def start() -> None:
        async with running(own_database.owner, tmp_path, bells_a_day="many"):
            pass

    with pytest.raises(ValidationError, match="bells_a_day"):
        asyncio.run(start())
