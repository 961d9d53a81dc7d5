"""Declares the skill to the house."""

from typing import TYPE_CHECKING

from bailiwick.plugin import Equipment, Groupable, Plugin, PluginPage, TableRetention, Tool
from bailiwick_skills.notes.records import DELETED_DAYS
from bailiwick_skills.notes.tools import note_tools

if TYPE_CHECKING:
    from fastapi import APIRouter

    from bailiwick.plugin import KnowsFacts


def toolset(equipment: Equipment) -> list[Tool]:
    """Return the tools."""
    from bailiwick_skills.notes.store import NoteStore  # with the database, which not every command needs

    return note_tools(equipment.stores[NoteStore])


def knows(equipment: Equipment) -> "KnowsFacts":
    """Return what finds notes that answer a question."""
    from bailiwick_skills.notes.recalling import NoteRecall
    from bailiwick_skills.notes.store import NoteStore  # with the database, which not every command needs

    return NoteRecall(equipment.stores[NoteStore])


def routes() -> "APIRouter":
    """Return the endpoints of notes."""
    from bailiwick_skills.notes.http import notes  # with all of the web framework, which commands do without

    return notes


plugin = Plugin(
    toolset=toolset,
    knows=knows,
    routes=routes,
    retention=(
        TableRetention(table="notes", by="deleted_at", days=DELETED_DAYS),
        # By then nothing repeats a call any more.
        TableRetention(table="note_calls", by="created_at", days=90),
        TableRetention(table="note_changes", by="created_at", days=DELETED_DAYS),
    ),
    groupable=(
        Groupable(
            kind="note",
            rows="SELECT id, title, updated_at AS changed_at, false AS done, tainted FROM plugin_notes.notes"
            " WHERE deleted_at IS NULL",
            link="/plugins/notes#{id}",
            icon="notepad",
            words={"en": ("note", "notes", "list", "lists"), "es": ("nota", "notas", "lista", "listas")},
            told_by=("addNote", "appendNote", "readNote", "renameNote", "tickNote", "changeNote", "restoreNote"),
        ),
    ),
    page=PluginPage(
        titles={"en": "Notes", "es": "Notas"},
        about={
            "en": "Your notes and lists, as you keep them with your agents.",
            "es": "Tus notas y listas, como las llevas con tus agentes.",
        },
        icon="notepad",
    ),
)
