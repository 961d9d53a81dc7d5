"""The tools by which the team tells of itself."""

from bailiwick.tools.given_equipment import ToolEquipment
from bailiwick.tools.records import Tool


def toolset(equipment: ToolEquipment) -> list[Tool]:
    """Return the tools."""
    # They stand on the engine, which takes long to import and which reading a roster does without.
    from bailiwick.features.about.tools import about_tools

    return about_tools(equipment.platform)
