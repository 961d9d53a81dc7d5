"""The tools of the product's own features, a file per subject; those of the skills that ship come as plug-ins."""

from datetime import UTC, datetime

from bailiwick.features.code.javascript import javascript_tools
from bailiwick.features.code.shell import shell_tools
from bailiwick.features.documents.search_tools import document_search_tools
from bailiwick.features.documents.tools import document_tools
from bailiwick.features.memory.tools import memory_tools
from bailiwick.features.memory.word_tools import memory_word_tools
from bailiwick.features.notes.store import NoteStore
from bailiwick.features.notes.tools import note_tools
from bailiwick.features.tasks.store import TaskStore
from bailiwick.features.tasks.tools import task_tools
from bailiwick.tools.equipment import Equipment
from bailiwick.tools.records import MissingTool, Tool


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the tools."""
    stores = equipment.stores
    return [
        *note_tools(stores[NoteStore]),
        *document_tools(equipment.library),
        *document_search_tools(equipment.library),
        *memory_tools(stores),
        *memory_word_tools(stores),
        *javascript_tools(equipment.sandbox, equipment.web),
        *shell_tools(equipment.sandbox),
        *task_tools(stores[TaskStore], lambda: datetime.now(UTC)),
    ]
