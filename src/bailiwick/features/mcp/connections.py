"""Every user's connections to MCP servers in this process: one per person and server, none shared."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from bailiwick.features.mcp.connection import Connection, Offer
from bailiwick.features.mcp.events import ToolsChanged
from bailiwick.features.mcp.http_connection import HttpTarget
from bailiwick.features.mcp.launch import Launcher
from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import Enablement, McpServer, McpTransport
from bailiwick.features.mcp.session import Session, open_session
from bailiwick.features.mcp.stdio import StdioTarget
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.kernel.background import Background
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.reasons import Reason, Said, reason_of
from bailiwick.kernel.redaction import redactor, without_secrets
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.records import Secrets

SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASS", "AUTH", "CREDENTIAL", "COOKIE")
LONG_VALUE = 20
"""Characters; a value of a registration that is so long is taken for a secret whatever its name."""
MOST_PER_USER = 20
"""Connections of one person in one process."""


@dataclass(frozen=True, slots=True)
class ConnectionInput:
    """What a connection is made with."""

    target: StdioTarget | HttpTarget
    secrets: tuple[str, ...]


class Linked:
    """A connection with the secrets that went into it, to be taken out of all that comes back."""

    def __init__(self, made_for: str) -> None:
        self.made_for = made_for
        """What it was made for; another registration or choice of credentials needs another connection."""
        self.connection: Connection
        self.clean: Callable[[str], str] = redactor(())


class McpConnections:
    """Finds, makes and closes connections; each is keyed by its person and server."""

    def __init__(
        self,
        database: Database,
        stores: Stores,
        secrets_for: Callable[[str], Secrets],
        launcher: Launcher,
        background: Background,
        *,
        idle_seconds: float,
    ) -> None:
        self._database = database
        self._stores = stores
        self._secrets_for = secrets_for
        self._launcher = launcher
        self._background = background
        self._idle_seconds = idle_seconds
        self._linked: dict[tuple[str, str], Linked] = {}

    @property
    def unavailable(self) -> Reason | None:
        """Why programs cannot be started here; None when they can."""
        return self._launcher.unavailable

    async def of(self, user_id: str, server: McpServer, enablement: Enablement) -> Linked:
        """Return the person's connection to the server; it is not made before a user asks it for something."""
        made_for = f"{server.updated_at}|{sorted(enablement.credentials.items())}"
        linked = self._linked.get((user_id, server.id))
        if linked is not None and linked.made_for != made_for:
            await self.close(user_id, server.id)
            linked = self._linked.get((user_id, server.id))
        if linked is None:
            if sum(1 for owner, _ in self._linked if owner == user_id) >= MOST_PER_USER:
                await self._close_quietest(user_id)
            linked = self._link(user_id, server, enablement, made_for)
            self._linked[user_id, server.id] = linked
        return linked

    def peek(self, user_id: str, server_id: str) -> Connection | None:
        """Return the person's connection if there is one in this process."""
        linked = self._linked.get((user_id, server_id))
        return linked.connection if linked is not None else None

    async def close(self, user_id: str, server_id: str) -> None:
        """End the person's connection, if there is one, and the server's process with it."""
        linked = self._linked.pop((user_id, server_id), None)
        if linked is not None:
            await linked.connection.close()

    async def close_all_of(self, server_id: str) -> None:
        """End every user's connections to a server that is changed or removed."""
        for user_id, server in list(self._linked):
            if server == server_id:
                await self.close(user_id, server)

    async def _close_quietest(self, user_id: str) -> None:
        mine = [
            (linked.connection.used_at, server) for (owner, server), linked in self._linked.items() if owner == user_id
        ]
        await self.close(user_id, min(mine)[1])

    def _link(self, user_id: str, server: McpServer, enablement: Enablement, made_for: str) -> Linked:
        linked = Linked(made_for)

        @asynccontextmanager
        async def opened(on_changed: Callable[[], None]) -> AsyncGenerator[Session]:
            given = await self._input(user_id, server, enablement)
            linked.clean = redactor(given.secrets)
            try:
                async with open_session(given.target, on_changed) as session:
                    yield session
            except CallFailed as failure:
                raise failure.reworded(without_secrets(failure.said, linked.clean)) from None

        linked.connection = Connection(
            f"mcp {server.name} of {user_id}",
            opened,
            _Record(self._database, self._stores, user_id, server),
            self._background.start,
            idle_seconds=self._idle_seconds,
        )
        return linked

    async def _input(self, user_id: str, server: McpServer, enablement: Enablement) -> ConnectionInput:
        """Open the secrets. Raises `CallFailed`."""
        values: dict[str, str] = {}
        secrets: list[str] = []
        if server.environment or server.headers:
            kept = json.loads(await self._secrets_for(server.registered_by).open(server.credential))
            values = {str(name): str(value) for name, value in kept.items()}
            secrets += [value for name, value in values.items() if _is_secret(name, value)]
        own = self._secrets_for(user_id)
        for needed in server.credentials:
            chosen = enablement.credentials.get(needed.name)
            if chosen is None:
                if needed.required:
                    raise CallFailed(
                        ErrorClass.AUTHENTICATION,
                        Reason.of(McpReason.MCP_NEEDS_CREDENTIAL, name=needed.name),
                    )
                continue
            value = await own.open(chosen)
            secrets.append(value)
            values[needed.key] = needed.prefix + value
        if server.transport is McpTransport.STDIO:
            return ConnectionInput(self._launcher.target(server, user_id, values), tuple(secrets))
        if any("\n" in value or "\r" in value for value in values.values()):
            raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(McpReason.MCP_CREDENTIAL_LINES))
        return ConnectionInput(HttpTarget(server.url or "", values), tuple(secrets))


def _is_secret(name: str, value: str) -> bool:
    return len(value) >= LONG_VALUE or any(mark in name.upper() for mark in SECRET_NAMES)


class _Record:
    """Writes down what happens to a connection, and tells its person."""

    def __init__(self, database: Database, stores: Stores, user_id: str, server: McpServer) -> None:
        self._database = database
        self._stores = stores
        self._user_id = user_id
        self._server = server
        self._latest: Offer | None = None

    async def offered(self, offer: Offer) -> None:
        """Store what is offered where it differs from what was offered last. Raises `CallFailed` when disabled."""
        if self._latest is not None and self._latest == offer:
            return
        try:
            async with self._database.as_user(self._user_id):
                stored = await self._stores[McpServerStore].reached(
                    self._user_id,
                    self._server.id,
                    list(offer.tools.values()),
                    offer.notes,
                    protocol=offer.protocol,
                    software=offer.software,
                )
                if stored is None:
                    raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_DISABLED))
                before, after = stored
                if self._latest is None:
                    await self._tell("connected", Reason.of(McpReason.MCP_CONNECTED, server=self._server.name))
                if before.approved is not None and (parts := _differences(before, after)):
                    others = Reason.of(McpReason.MCP_OFFERS_OTHERS, *parts, server=self._server.name)
                    await self._tell("changed", others)
        except Unavailable:
            raise CallFailed(ErrorClass.NETWORK, Reason.of(McpReason.MCP_DATABASE_AWAY)) from None
        self._latest = offer

    async def failed(self, problem: Said, retry_at: datetime, failures: int) -> None:
        """Store why it failed; the first time in a row its person is told."""
        self._latest = None
        try:
            async with self._database.as_user(self._user_id):
                await self._stores[McpServerStore].failed(self._user_id, self._server.id, problem, retry_at, failures)
                if failures == 1:
                    said = Reason.of(McpReason.MCP_FAILED, reason_of(problem), server=self._server.name)
                    await self._tell("disconnected", said)
        except Unavailable:
            return  # it is seen in this process; the database has other troubles

    async def _tell(self, change: str, why: Reason) -> None:
        event = ToolsChanged(origin=f"mcp:{self._server.name}", change=change, detail=why.text(), why=why)
        await self._stores[EventStore].append(self._user_id, [event])


def _differences(before: Enablement, after: Enablement) -> list[Reason]:
    """Say what has changed between two offers; nothing where nothing has."""
    old = {tool.name: tool.digest for tool in before.offered}
    new = {tool.name: tool.digest for tool in after.offered}
    return [
        Reason.of(code, count=len(names), names=", ".join(sorted(names)[:5]))
        for code, names in (
            (McpReason.MCP_TOOLS_NEW, new.keys() - old.keys()),
            (McpReason.MCP_TOOLS_OTHER, {name for name in new.keys() & old.keys() if new[name] != old[name]}),
            (McpReason.MCP_TOOLS_GONE, old.keys() - new.keys()),
        )
        if names
    ]
