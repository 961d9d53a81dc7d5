"""When the tools that ship and those of plug-ins are put together."""

import asyncio
from typing import Any, cast

import pytest

from bailiwick.core.tools import Tool, ToolContext
from bailiwick.runtime.equipment import ToolEquipment
from bailiwick.runtime.plugins import Plugins, load_plugins
from bailiwick.runtime.tools import Tools
from bailiwick.tools.toolbox import tool
from bailiwick.wiring import toolbox_of

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


def test_the_products_own_toolset_is_told_from_those_of_plugins():
    plugins = load_plugins()
    assert [toolset.__module__ for toolset in plugins.own_toolsets] == ["bailiwick.tools.builtin"]
    assert "bailiwick.tools.builtin" not in [toolset.__module__ for toolset in plugins.toolsets]
