"""What holds for every tool that ships."""

from typing import Any

import pytest
import re2

from bailiwick.features.swarm.tools import swarm_specs
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.settings import Settings
from bailiwick.plugins import load_plugins
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.records import MissingTool, Request, Tool
from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox
from bailiwick.tools.web.public import PublicWeb
from bailiwick.tools.wordings import wordings_that_ship
from support.public_web import every_service


class Anything:
    """Stores on which tools can be described and not run."""

    def __getattr__(self, name: str) -> Any:
        return self


class Working(BubblewrapSandbox):
    """The sandbox as it is where it works, whatever this machine has."""

    unavailable = None


@pytest.fixture
def tools(tmp_path) -> list[Tool]:
    """Every tool that ships."""
    settings = Settings(home=tmp_path)
    web = PublicWeb(every_service(settings))
    equipment = ToolEquipment(
        database=Anything(),
        credentials=Anything(),
        stores=Stores(Anything()),
        sandbox=Working(settings),
        web=web,
        library=Anything(),
        platform=Anything(),
        agents=Anything(),
        settings=settings,
    )
    toolsets = load_plugins().own_toolsets
    return [tool for toolset in toolsets for tool in toolset(equipment) if not isinstance(tool, MissingTool)]


def test_every_builtin_tool_is_described_for_a_model(tools):
    assert {"getCurrentDateTime", "calculator", "addNote", "createDocument", "complete_task"} <= {
        tool.spec.name for tool in tools
    }
    for tool in tools:
        assert len(tool.spec.description) > 60, tool.spec.name
        for argument in tool.spec.parameters["properties"].values():
            assert argument.get("description") or "anyOf" in argument, (tool.spec.name, argument)


def test_a_person_reads_in_spanish_what_every_tool_that_ships_does_and_what_its_arguments_mean(tools):
    specs = [*(tool.spec for tool in tools), *swarm_specs()]
    arguments = {f"{spec.name}.{name}" for spec in specs for name in spec.parameters.get("properties", {})}
    assert set(wordings_that_ship("es")) == {spec.name for spec in specs} | arguments


def test_a_tool_that_may_destroy_is_not_called_read_only(tools):
    for tool in tools:
        assert not (tool.spec.read_only and tool.spec.destructive), tool.spec.name


def test_a_message_that_is_for_no_tool_is_tried_by_few_expressions(tools, monkeypatch):
    tried = []
    match = re2._Regexp._match

    def counted(pattern, *arguments):
        tried.append(pattern.pattern)
        return match(pattern, *arguments)

    request = Request(text="my cousin from lima plays the trombone in a band with four friends", language="en")
    recognisers = [tool.recogniser for tool in tools if tool.recogniser]
    assert [found for each in recognisers if (found := each.read(request))] == []  # all is compiled
    monkeypatch.setattr(re2._Regexp, "_match", counted)
    for each in recognisers:
        each.read(Request(text="the old lighthouse keeper painted his boat while gulls were crying", language="en"))
    assert len(tried) < 2 * len(recognisers)
