"""The tools of schedules."""

from datetime import UTC, datetime

from bailiwick.features.schedules.actions import PlannedSchedules
from bailiwick.features.schedules.tools import schedule_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [*schedule_tools(PlannedSchedules(equipment.database, equipment.stores), lambda: datetime.now(UTC))]
