"""An MCP server at an address of this machine, whose tools a test can change while it runs."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

READS = ToolAnnotations(read_only_hint=True)


class Mailbox:
    """The server and its tools."""

    def __init__(self) -> None:
        self._mcp = MCPServer("Mailbox", version="1.2", log_level="ERROR")
        self.url = ""
        self.sent: list[str] = []
        """What `send_mail` was called with."""
        self.offer("search_mail", search_mail, "Finds messages by words. Returns subject and sender.", READS)
        self.offer("send_mail", self.send_mail, "Sends a message.")

    def offer(
        self, name: str, function: Callable[..., Any], description: str, annotations: ToolAnnotations | None = None
    ) -> None:
        """Offer a tool from now on."""
        self._mcp.add_tool(function, name=name, description=description, annotations=annotations)

    def withdraw(self, name: str) -> None:
        """Offer a tool no more."""
        self._mcp.remove_tool(name)

    def send_mail(self, to: str, text: str) -> str:
        """Take a message."""
        self.sent.append(f"{to}: {text}")
        return f"Sent to {to}."

    @contextmanager
    def open(self) -> Generator["Mailbox"]:
        """Serve until the end of the block."""
        server = uvicorn.Server(
            uvicorn.Config(
                self._mcp.streamable_http_app(),
                host="127.0.0.1",
                port=0,
                log_level="error",
                # A client that stays connected would hold up the end of the block.
                timeout_graceful_shutdown=1,
            )
        )
        started = threading.Event()
        startup = server.startup

        async def announced(*args: Any, **kwargs: Any) -> None:
            await startup(*args, **kwargs)
            started.set()

        server.startup = announced
        thread = threading.Thread(target=server.run, name="mailbox")
        thread.start()
        try:
            assert started.wait(30)
            port = server.servers[0].sockets[0].getsockname()[1]
            self.url = f"http://127.0.0.1:{port}/mcp"
            yield self
        finally:
            server.should_exit = True
            thread.join(30)


def search_mail(words: str, newest: int = 10) -> list[dict[str, str]]:
    """Return messages."""
    found = [
        {"subject": "Invoice 2041", "from": "Ada <ada@example.org>"},
        {"subject": "Lunch on Friday?", "from": "Grace <grace@example.org>"},
    ]
    return [each for each in found if words.casefold() in each["subject"].casefold()][:newest]
