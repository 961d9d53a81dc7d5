"""The tools of the product's own features, a file per subject; those of the skills that ship come as plug-ins."""

from datetime import UTC, datetime

from bailiwick.core.ports import Equipment
from bailiwick.core.tools import MissingTool, Tool
from bailiwick.tools.builtin.document_search import document_search_tools
from bailiwick.tools.builtin.documents import document_tools
from bailiwick.tools.builtin.javascript import javascript_tools
from bailiwick.tools.builtin.memory import memory_tools
from bailiwick.tools.builtin.memory_words import memory_word_tools
from bailiwick.tools.builtin.notes import note_tools
from bailiwick.tools.builtin.shell import shell_tools
from bailiwick.tools.builtin.tasks import task_tools


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    stores = equipment.stores
    return [
        *note_tools(stores.notes),
        *document_tools(equipment.library),
        *document_search_tools(equipment.library),
        *memory_tools(stores),
        *memory_word_tools(stores),
        *javascript_tools(equipment.sandbox, equipment.web),
        *shell_tools(equipment.sandbox),
        *task_tools(stores.tasks, lambda: datetime.now(UTC)),
    ]
