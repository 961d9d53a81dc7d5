"""What holds for every tool that ships."""

from typing import Any

from bailiwick.core.tools import MissingTool, Tool
from bailiwick.tools.builtin import toolset


class Anything:
    """Equipment on which tools can be described: everything works and has everything."""

    def __init__(self, unavailable: str | None = None) -> None:
        self.unavailable = unavailable

    def __getattr__(self, name: str) -> Any:
        return self


def shipped() -> list[Tool]:
    return [tool for tool in toolset(Anything()) if not isinstance(tool, MissingTool)]


def test_every_builtin_tool_is_described_for_a_model():
    tools = shipped()
    assert {"getCurrentDateTime", "calculator", "addNote", "createDocument", "complete_task"} <= {
        tool.spec.name for tool in tools
    }
    for tool in tools:
        assert len(tool.spec.description) > 60, tool.spec.name
        for argument in tool.spec.parameters["properties"].values():
            assert argument.get("description") or "anyOf" in argument, (tool.spec.name, argument)


def test_a_tool_that_may_destroy_is_not_called_read_only():
    for tool in shipped():
        assert not (tool.spec.read_only and tool.spec.destructive), tool.spec.name
