"""The tools on a person's documents."""

from bailiwick.features.documents.search_tools import document_search_tools
from bailiwick.features.documents.tools import document_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    return [*document_tools(equipment.library), *document_search_tools(equipment.library)]
