"""The tools of tasks."""

from datetime import UTC, datetime

from bailiwick.features.tasks.store import TaskStore
from bailiwick.features.tasks.tools import task_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [*task_tools(equipment.stores[TaskStore], lambda: datetime.now(UTC))]
