"""The tools of the product's own features, a file per subject; those of the skills that ship come as plug-ins."""

from datetime import UTC, datetime

from bailiwick.core.tools import MissingTool, Tool
from bailiwick.storage.notes import NoteStore
from bailiwick.storage.tasks import TaskStore
from bailiwick.tools.builtin.document_search import document_search_tools
from bailiwick.tools.builtin.documents import document_tools
from bailiwick.tools.builtin.javascript import javascript_tools
from bailiwick.tools.builtin.memory import memory_tools
from bailiwick.tools.builtin.memory_words import memory_word_tools
from bailiwick.tools.builtin.notes import note_tools
from bailiwick.tools.builtin.shell import shell_tools
from bailiwick.tools.builtin.tasks import task_tools
from bailiwick.tools.equipment import Equipment


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
