"""The tools that ship with the product, a file per subject."""

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
from bailiwick.tools.builtin.shopify import shopify_tools
from bailiwick.tools.builtin.tasks import task_tools
from bailiwick_skills.coins.tools import crypto_tools
from bailiwick_skills.facts.tools import fact_tools
from bailiwick_skills.mail.tools import mailbox_tools
from bailiwick_skills.maths.tools import calculator_tools
from bailiwick_skills.npm.tools import declaration_tools, search_tools
from bailiwick_skills.snow.tools import ski_tools
from bailiwick_skills.time.tools import time_tools
from bailiwick_skills.weather.tools import weather_tools
from bailiwick_skills.web.tools import web_tools


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
        *search_tools(equipment.web),
        *declaration_tools(equipment.sandbox, equipment.web),
        *web_tools(equipment.web),
        *weather_tools(equipment.web),
        *crypto_tools(equipment.web),
        *ski_tools(equipment.web),
        *fact_tools(),
        *mailbox_tools(stores.mcp_servers),
        *shopify_tools(equipment.web, stores.credentials, lambda: datetime.now(UTC)),
        *task_tools(stores.tasks, lambda: datetime.now(UTC)),
    ]
