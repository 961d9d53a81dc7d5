"""The tools of reminders."""

from datetime import UTC, datetime

from bailiwick.features.reminders.actions import Reminders
from bailiwick.features.reminders.tools import reminder_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [*reminder_tools(Reminders(equipment.database, equipment.stores), lambda: datetime.now(UTC))]
