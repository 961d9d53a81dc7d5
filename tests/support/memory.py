"""The nine memory tools of two makers behind one call: the reference server's, and ours."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from bailiwick.features.memory.index import BLOCK
from bailiwick.features.memory.tools import memory_tools
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.resilience import CallFailed
from bailiwick.tools.records import ToolContext
from support.knowledge import with_blocks
from support.peers import node, peer


@dataclass(frozen=True)
class Outcome:
    """What came of a call."""

    structured: Any
    """Nothing when it failed."""
    error: str | None


Call = Callable[[str, dict[str, Any]], Outcome]


@contextmanager
def speaking(parameters: StdioServerParameters) -> Iterator[Call]:
    """Start an MCP server on stdio and yield how to call its tools."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(parameters))) as client,
    ):

        def call(name: str, arguments: dict[str, Any]) -> Outcome:
            result = portal.call(client.call_tool, name, arguments)
            text = "".join(part.text for part in result.content)
            return Outcome(None if result.is_error else result.structured_content, text if result.is_error else None)

        yield call


def reference(memory_file: Path) -> StdioServerParameters:
    """Return how the reference server is started on a file; it reads the file anew with every call."""
    environment = {"MEMORY_FILE_PATH": str(memory_file), "PATH": os.environ["PATH"]}
    return StdioServerParameters(command=str(node()), args=[str(peer("server-memory"))], env=environment)


def ours(home: Path, database_url: str) -> StdioServerParameters:
    """Return how our server is started as other programs start it, on a database."""
    environment = {
        "PATH": os.environ["PATH"],
        "BAILIWICK_HOME": str(home),
        "BAILIWICK_DATABASE_URL": database_url,
        "BAILIWICK_OLLAMA_URL": "",
    }
    command = str(Path(sys.executable).with_name("bailiwick"))
    return StdioServerParameters(command=command, args=["memory", "--stdio"], env=environment)


@dataclass(frozen=True)
class InProcess:
    """Our tools, called directly."""

    portal: BlockingPortal
    stores: Stores
    tools: dict[str, Any]

    def call_as(self, user_id: str) -> Call:
        """Return how to call the tools as a user."""

        def call(name: str, arguments: dict[str, Any]) -> Outcome:
            context = ToolContext(user_id=user_id, execution_id=None, agent_id=None, call_id=uuid7())
            try:
                return Outcome(self.portal.call(self.tools[name].run, context, arguments), None)
            except (CallFailed, BailiwickError) as error:
                return Outcome(None, str(error))

        return call


@contextmanager
def in_process(app_url: str, *, block: int = BLOCK) -> Iterator[InProcess]:
    """Yield our tools on a database; small blocks let few texts be found through postings."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Database(app_url)) as database:
        stores = with_blocks(database, block)
        tools = memory_tools(stores)
        yield InProcess(portal, stores, {tool.spec.name: tool for tool in tools})
