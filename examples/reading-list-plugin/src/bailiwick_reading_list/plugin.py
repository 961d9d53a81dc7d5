"""What the entry point `bailiwick.plugins` names: everything that the plug-in brings, as one value."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bailiwick.plugin import Equipment, Plugin, PluginDuty, PluginPage, TableRetention, Tool
from bailiwick_reading_list.tools import book_tools

if TYPE_CHECKING:
    from fastapi import APIRouter


def toolset(equipment: Equipment) -> Sequence[Tool]:
    """Return the tools."""
    from bailiwick_reading_list.store import BookStore  # with the database, which commands that only route do without

    return book_tools(equipment.stores[BookStore])


def routes() -> "APIRouter":
    """Return the endpoints."""
    from bailiwick_reading_list.http import books  # with the web framework, which commands do without

    return books


async def gather_dust(equipment: Equipment, user_id: str) -> None:
    """Note which of a user's books have waited for long."""
    from bailiwick_reading_list.store import BookStore

    await equipment.stores[BookStore].gather_dust(user_id)


# Beside this file lie the table (`migrations`), an agent (`agents`), the page (`page`) and texts (`locales`).
plugin = Plugin(
    toolset=toolset,
    routes=routes,
    retention=(
        TableRetention(
            table="books",
            by="finished_at",
            days=365,
            setting="reading_list_days",
            description="Days for which finished books stay on the reading list; empty for ever.",
        ),
    ),
    duties=(PluginDuty(name="gather dust", work=gather_dust, seconds=10),),
    page=PluginPage(titles={"en": "Reading list", "es": "Lecturas"}, icon="book-open"),
)
