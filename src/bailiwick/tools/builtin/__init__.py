"""The tools that ship with the product, a file per subject."""

from datetime import UTC, datetime

from bailiwick.core.ports import DocumentStore, NoteStore, Stores
from bailiwick.core.tools import Tool
from bailiwick.tools.builtin.calculator import calculator_tools
from bailiwick.tools.builtin.documents import document_tools
from bailiwick.tools.builtin.notes import note_tools
from bailiwick.tools.builtin.tasks import task_tools
from bailiwick.tools.builtin.time import Clock, time_tools


def builtin_tools(notes: NoteStore, documents: DocumentStore, clock: Clock) -> list[Tool]:
    """Return every built-in tool; `clock` returns the present moment with a time zone."""
    return [
        *time_tools(clock),
        *calculator_tools(),
        *note_tools(notes),
        *document_tools(documents),
        *task_tools(),
    ]


def toolset(stores: Stores) -> list[Tool]:
    """Return the built-in tools on these stores; the entry point `bailiwick.toolsets` names this function."""
    return builtin_tools(stores.notes, stores.documents, lambda: datetime.now(UTC))
