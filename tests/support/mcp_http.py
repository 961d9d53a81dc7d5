"""An MCP server over streamable HTTP on loopback, for the length of a block."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ToolAnnotations

from bailiwick.kernel.background import Background

READS = ToolAnnotations(read_only_hint=True)


@asynccontextmanager
async def serving(app: Any, port: int = 0) -> AsyncGenerator[str]:
    """Serve an ASGI application, on a free port unless one is given, and yield its base address."""
    listening = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=1, ws="none")
    )
    async with Background() as background:
        task = background.start("serve", server.serve(sockets=[listening]))
        try:
            # A client that connects before it accepts waits in the queue of the socket.
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await asyncio.wait([task])
            listening.close()
            for left in list(server.server_state.connections):  # of an answer that had not ended within the second
                left.transport.abort()


@asynccontextmanager
async def serving_mcp(server: MCPServer, *, port: int = 0, **options: Any) -> AsyncGenerator[str]:
    """Serve an MCP server and yield the address to register."""
    async with serving(server.streamable_http_app(**options), port) as address:
        yield f"{address}/mcp"


def echo_server() -> MCPServer:
    """Return a server that says who is calling, by the header `X-Marker`, and offers what it is told to."""
    server = MCPServer("echo", "1.0")

    @server.tool(annotations=READS)
    async def echo(text: str, ctx: Context) -> str:
        """Say it again, and who said it."""
        await asyncio.sleep(0.02)
        return f"{(ctx.headers or {}).get('x-marker')}: {text}"

    @server.tool()
    async def write(text: str) -> str:
        """Change something."""
        return f"wrote {text}"

    return server
