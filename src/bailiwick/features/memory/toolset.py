"""The tools of memory."""

from bailiwick.features.memory.tools import memory_tools
from bailiwick.features.memory.word_tools import memory_word_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [*memory_tools(equipment.stores), *memory_word_tools(equipment.stores)]
