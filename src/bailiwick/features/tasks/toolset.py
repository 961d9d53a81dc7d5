"""The tools of tasks."""

from datetime import UTC, datetime

from bailiwick.features.tasks.board import Board
from bailiwick.features.tasks.store import TaskStore
from bailiwick.features.tasks.tools import task_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    board = Board(equipment.database, equipment.stores)
    return [*task_tools(equipment.stores[TaskStore], board, equipment.agents, lambda: datetime.now(UTC))]
