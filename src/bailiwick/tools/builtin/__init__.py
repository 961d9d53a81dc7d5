"""The tools that ship with the product, a file per subject."""

from datetime import UTC, datetime

from bailiwick.core.ports import Equipment
from bailiwick.core.tools import MissingTool, Tool
from bailiwick.tools.builtin.calculator import calculator_tools
from bailiwick.tools.builtin.crypto import crypto_tools
from bailiwick.tools.builtin.document_search import document_search_tools
from bailiwick.tools.builtin.documents import document_tools
from bailiwick.tools.builtin.facts import fact_tools
from bailiwick.tools.builtin.javascript import javascript_tools
from bailiwick.tools.builtin.mailbox import mailbox_tools
from bailiwick.tools.builtin.memory import memory_tools
from bailiwick.tools.builtin.memory_words import memory_word_tools
from bailiwick.tools.builtin.notes import note_tools
from bailiwick.tools.builtin.shell import shell_tools
from bailiwick.tools.builtin.shopify import shopify_tools
from bailiwick.tools.builtin.ski import ski_tools
from bailiwick.tools.builtin.tasks import task_tools
from bailiwick.tools.builtin.time import time_tools
from bailiwick.tools.builtin.weather import weather_tools
from bailiwick.tools.builtin.web import web_tools


def toolset(equipment: Equipment) -> list[Tool | MissingTool]:
    """Return the built-in tools; the entry point `bailiwick.toolsets` names this function."""
    stores = equipment.stores
    return [
        *time_tools(lambda: datetime.now(UTC)),
        *calculator_tools(),
        *note_tools(stores.notes),
        *document_tools(equipment.library),
        *document_search_tools(equipment.library),
        *memory_tools(stores),
        *memory_word_tools(stores),
        *javascript_tools(equipment.sandbox, equipment.web),
        *shell_tools(equipment.sandbox),
        *web_tools(equipment.web),
        *weather_tools(equipment.web),
        *crypto_tools(equipment.web),
        *ski_tools(equipment.web),
        *fact_tools(),
        *mailbox_tools(stores.mcp_servers),
        *shopify_tools(equipment.web, stores.credentials, lambda: datetime.now(UTC)),
        *task_tools(stores.tasks, lambda: datetime.now(UTC)),
    ]
