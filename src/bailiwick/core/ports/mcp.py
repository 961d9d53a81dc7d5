"""MCP servers: their registrations and what people enabled."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bailiwick.core.mcp import Enablement, McpServer, ToolDefinition
from bailiwick.core.reasons import Said


class McpServerStore(Protocol):
    """Registrations belong to the installation: everybody reads them, owners and administrators write them.

    A write by anybody else raises `Forbidden`.
    """

    async def servers(self, user_id: str) -> Sequence[McpServer]:
        """All, by name."""
        ...

    async def server(self, user_id: str, server_id: str) -> McpServer:
        """Raises `NotFound`."""
        ...

    async def add(self, user_id: str, server: McpServer) -> McpServer:
        """Store under its id. Raises `Conflict` when there is a server of that name."""
        ...

    async def change(self, user_id: str, server: McpServer) -> McpServer:
        """Replace the one with its id. Raises `NotFound`, `Conflict` when another has the name."""
        ...

    async def remove(self, user_id: str, server_id: str) -> None:
        """Raises `NotFound`."""
        ...

    async def enablements(self, user_id: str) -> Sequence[Enablement]:
        """What this person enabled at any time."""
        ...

    async def enablement(self, user_id: str, server_id: str) -> Enablement | None:
        """What this person did with a server; nothing when they never enabled it."""
        ...

    async def enable(self, user_id: str, enablement: Enablement) -> Enablement:
        """Set enabled, server name and credentials and forget earlier failures; what was approved stays."""
        ...

    async def disable(self, user_id: str, server_id: str) -> bool:
        """Returns false when it was not enabled."""
        ...

    async def forget(self, user_id: str, server_id: str) -> bool:
        """Delete all that is kept of a person and a server."""
        ...

    async def reached(
        self,
        user_id: str,
        server_id: str,
        offered: Sequence[ToolDefinition],
        notes: Sequence[str],
        *,
        protocol: str,
        software: str,
    ) -> tuple[Enablement, Enablement] | None:
        """Store what a server offers; the first time all of it that can be used is approved.

        Returns what was stored before and what is now; nothing when it is not enabled (any more).
        """
        ...

    async def failed(self, user_id: str, server_id: str, problem: Said, retry_at: datetime, failures: int) -> None:
        """Note that a server could not be reached."""
        ...

    async def approve(self, user_id: str, server_id: str, digests: Sequence[tuple[str, str]]) -> Enablement:
        """Approve offered tools by name and digest.

        Raises `NotFound` for what is not offered, `Conflict` when a definition is not the one the digest names.
        """
        ...
