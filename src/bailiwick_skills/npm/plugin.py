"""Declares the skill to the house."""

from bailiwick.plugin import Equipment, MissingTool, Plugin, Tool
from bailiwick_skills.npm.tools import declaration_tools, search_tools


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [*search_tools(equipment.web), *declaration_tools(equipment.sandbox, equipment.web)]


plugin = Plugin(toolset=toolset)
