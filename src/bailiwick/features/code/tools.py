"""The tools that run programs, and those on what programs left."""

from bailiwick.features.code.file_tools import file_tools
from bailiwick.features.code.javascript import javascript_tools
from bailiwick.features.code.shell import shell_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [
        *javascript_tools(equipment.sandbox, equipment.web),
        *shell_tools(equipment.sandbox),
        *file_tools(equipment.sandbox, equipment.agents),
    ]
