"""The installation's MCP servers, and what each person enabled of them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from asyncpg import InsufficientPrivilegeError

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import (
    ApprovedTool,
    CredentialPlace,
    Enablement,
    McpApproval,
    McpOrigin,
    McpServer,
    McpTransport,
    NeededCredential,
)
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries, as_uuid
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.errors import Conflict, Forbidden, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode, Said, read_reason
from bailiwick.tools.records import ToolDefinition

COLUMNS = frozenset({"id", "name", "origin", "registered_by", "created_at", "updated_at"})
"""Fields of a server that are columns of their own; all others are read only with the whole server."""


class McpServerStore:
    """Registrations belong to the installation: every user reads them, owners and administrators write them.

    A write by anybody else raises `Forbidden`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.mcp.store")

    async def servers(self, user_id: str) -> Sequence[McpServer]:
        """All, by name."""
        async with self._database.as_user(user_id) as connection:
            return [_server(row) for row in await self._queries.all(connection, "servers", limit=MOST_ROWS)]

    async def server(self, user_id: str, server_id: str) -> McpServer:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "server", id=as_uuid(server_id, "MCP server"))
            if row is None:
                raise not_found("MCP server")
            return _server(row)

    async def add(self, user_id: str, server: McpServer) -> McpServer:
        """Store under its id. Raises `Conflict` when there is a server of that name, `Forbidden`."""
        try:
            async with self._database.as_user(user_id) as connection:
                await self._check_name(connection, server)
                self._database.note_change(None)
                added = _server(await self._queries.row(connection, "add", **_columns(server)))
                audited(self._database, Act.CONNECTION_ADDED, "MCP server", added.id, transport=server.transport)
                return added
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY)) from None

    async def change(self, user_id: str, server: McpServer) -> McpServer:
        """Replace the one with its id. Raises `NotFound`, `Conflict` when another has the name, `Forbidden`."""
        async with self._database.as_user(user_id) as connection:
            await self._check_name(connection, server)
            self._database.note_change(None)
            row = await self._queries.one(connection, "change", **_columns(server))
            if row is None:
                await self.server(user_id, server.id)
                raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
            audited(self._database, Act.CONNECTION_CHANGED, "MCP server", server.id, transport=server.transport)
            return _server(row)

    async def remove(self, user_id: str, server_id: str) -> None:
        """Raises `NotFound`, `Forbidden`."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(None)
            if not await self._queries.run(connection, "remove", id=as_uuid(server_id, "MCP server")):
                await self.server(user_id, server_id)
                raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
            audited(self._database, Act.CONNECTION_REMOVED, "MCP server", server_id)

    async def enablements(self, user_id: str) -> Sequence[Enablement]:
        """What this person enabled at any time."""
        async with self._database.as_user(user_id) as connection:
            return [_enablement(row) for row in await self._queries.all(connection, "enablements", limit=MOST_ROWS)]

    async def enablement(self, user_id: str, server_id: str) -> Enablement | None:
        """What this person did with a server; None when they never enabled it."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "enablement", server_id=as_uuid(server_id, "MCP server"))
            return _enablement(row) if row is not None else None

    async def enable(self, user_id: str, enablement: Enablement) -> Enablement:
        """Set enabled, server name and credentials and forget earlier failures; what was approved stays."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(user_id)
            audited(self._database, Act.SERVER_ENABLED, "MCP server", enablement.server_id)
            return _enablement(
                await self._queries.row(
                    connection,
                    "enable",
                    server_id=as_uuid(enablement.server_id, "MCP server"),
                    server_name=enablement.server_name,
                    credentials=as_json(enablement.credentials),
                )
            )

    async def disable(self, user_id: str, server_id: str) -> bool:
        """Returns false when it was not enabled."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(user_id)
            if not await self._queries.run(connection, "disable", server_id=as_uuid(server_id, "MCP server")):
                return False
            audited(self._database, Act.SERVER_DISABLED, "MCP server", server_id)
            return True

    async def forget(self, user_id: str, server_id: str) -> bool:
        """Delete all that is kept of a person and a server."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(user_id)
            return await self._queries.run(connection, "forget", server_id=as_uuid(server_id, "MCP server")) > 0

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

        Returns what was stored before and what is now; None when it is not enabled (any more).
        """
        key = as_uuid(server_id, "MCP server")
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(user_id)
            row = await self._queries.one(connection, "hold", server_id=key)
            if row is None or not row["enabled"]:
                return None
            before = _enablement(row)
            approved = before.approved
            if approved is None:
                approved = {tool.name: _approval(tool) for tool in offered if not tool.refused}
            after = await self._queries.row(
                connection,
                "reached",
                server_id=key,
                offered=as_json([asdict(tool) for tool in offered]),
                notes=as_json(list(notes)),
                approved=_approved_json(approved),
                protocol=protocol,
                software=software,
            )
            return before, _enablement(after)

    async def failed(self, user_id: str, server_id: str, problem: Said, retry_at: datetime, failures: int) -> None:
        """Note that a server could not be reached."""
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(user_id)
            await self._queries.run(
                connection,
                "failed",
                server_id=as_uuid(server_id, "MCP server"),
                problem=text_column(problem),
                why=why_column(problem),
                retry_at=retry_at,
                failures=failures,
            )

    async def approve(self, user_id: str, server_id: str, digests: Sequence[tuple[str, str]]) -> Enablement:
        """Approve offered tools by name and digest.

        Raises `NotFound` for what is not offered, `Conflict` when a definition is not the one the digest names.
        """
        key = as_uuid(server_id, "MCP server")
        async with self._database.as_user(user_id) as connection:
            self._database.note_change(user_id)
            row = await self._queries.one(connection, "hold", server_id=key)
            before = _enablement(row) if row is not None else None
            offered = {tool.name: tool for tool in before.offered} if before is not None else {}
            approved = dict(before.approved or {}) if before is not None else {}
            for name, digest in digests:
                tool = offered.get(name)
                if tool is None or tool.refused:
                    raise not_found("tool", name[:100])
                if tool.digest != digest:
                    raise Conflict(Reason.of(McpReason.DEFINITION_CHANGED, name=repr(name[:100])))
                approved[name] = _approval(tool)
            after = await self._queries.row(connection, "approve", server_id=key, approved=_approved_json(approved))
            audited(self._database, Act.TOOLS_APPROVED, "MCP server", server_id, tools=[name for name, _ in digests])
            return _enablement(after)

    async def _check_name(self, connection: Connection, server: McpServer) -> None:
        await self._queries.run(connection, "begin_naming")
        if await self._queries.one(connection, "named", name=server.name, id=as_uuid(server.id, "MCP server")):
            raise Conflict(Reason.of(McpReason.SERVER_THERE, name=server.name))


def _columns(server: McpServer) -> dict[str, Any]:
    definition = {name: value for name, value in asdict(server).items() if name not in COLUMNS}
    return {
        "id": as_uuid(server.id, "MCP server"),
        "name": server.name,
        "origin": server.origin,
        "definition": as_json(definition),
    }


def _server(row: Mapping[str, Any]) -> McpServer:
    given = dict(row["definition"])
    needed = [_needed(each) for each in given.pop("credentials")]
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return McpServer(
        id=str(row["id"]),
        name=row["name"],
        origin=McpOrigin(row["origin"]),
        registered_by=str(row["user_id"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        transport=McpTransport(plain.pop("transport")),
        approval=McpApproval(plain.pop("approval")),
        credentials=tuple(needed),
        **plain,
    )


def _needed(given: Mapping[str, Any]) -> NeededCredential:
    fields: dict[str, Any] = {**given, "place": CredentialPlace(given["place"])}
    return NeededCredential(**fields)


def _approval(tool: ToolDefinition) -> ApprovedTool:
    return ApprovedTool(digest=tool.digest, description=tool.description)


def _approved_json(approved: Mapping[str, ApprovedTool]) -> Any:
    return as_json({name: asdict(tool) for name, tool in approved.items()})


def _offered(tool: Mapping[str, Any]) -> ToolDefinition:
    fields: dict[str, Any] = {**tool, "why": read_reason(tool.get("why"))}
    return ToolDefinition(**fields)


def _enablement(row: Mapping[str, Any]) -> Enablement:
    approved = row["approved"]
    return Enablement(
        server_id=str(row["server_id"]),
        server_name=row["server_name"],
        enabled=row["enabled"],
        credentials=row["credentials"],
        offered=tuple(_offered(tool) for tool in row["offered"]),
        notes=tuple(row["notes"]),
        approved=None if approved is None else {name: ApprovedTool(**tool) for name, tool in approved.items()},
        protocol=row["protocol"],
        software=row["software"],
        problem=row["problem"],
        why=read_reason(row["why"]),
        failures=row["failures"],
        retry_at=row["retry_at"],
        checked_at=row["checked_at"],
        updated_at=row["updated_at"],
    )
