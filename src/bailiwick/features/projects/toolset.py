"""The tools of projects."""

from bailiwick.features.projects.tools import project_tools
from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.records import Tool


def toolset(equipment: ToolEquipment) -> list[Tool]:
    """Return the tools."""
    return project_tools(equipment.platform)
