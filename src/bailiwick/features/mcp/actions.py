"""MCP servers as people handle them: administrators register, each user enables, checks and approves for themselves."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from bailiwick.features.mcp.connections import McpConnections
from bailiwick.features.mcp.events import ToolsChanged
from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import (
    ConnectionState,
    Enablement,
    McpConnection,
    McpServer,
    McpServerView,
    McpTransport,
    Offered,
    OfferedToolStatus,
)
from bailiwick.features.mcp.registration import check_registration
from bailiwick.features.mcp.store import McpServerStore
from bailiwick.features.mcp.used_tools import offered_tools, tool_statuses
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, Forbidden, InvalidInput, not_found
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed
from bailiwick.people.records import User, UserRole
from bailiwick.tools.credential_actions import Credentials

MOST_SERVERS = 200
Values = Mapping[str, str | None]
"""Of environment variables or headers, by name; nothing keeps the value that is stored."""


class McpServers:
    """What the API and the command line do with MCP servers."""

    def __init__(
        self, database: Database, stores: Stores, credentials: Credentials, connections: McpConnections
    ) -> None:
        self._database = database
        self._stores = stores
        self._credentials = credentials
        self._connections = connections

    @property
    def unavailable(self) -> Reason | None:
        """Why programs cannot be started here, in one sentence; None when they can."""
        return self._connections.unavailable

    async def list(self, user: User) -> Sequence[McpServerView]:
        """Return every server, by name, with the person's connection. Starts nothing."""
        mine = {each.server_id: each for each in await self._stores[McpServerStore].enablements(user.id)}
        servers = await self._stores[McpServerStore].servers(user.id)
        return [self._view(user, server, mine.get(server.id)) for server in servers]

    async def get(self, user: User, server_id: str) -> McpServerView:
        """Return one. Raises `NotFound`."""
        server = await self._stores[McpServerStore].server(user.id, server_id)
        return self._view(user, server, await self._stores[McpServerStore].enablement(user.id, server_id))

    async def find(self, user: User, name: str) -> McpServer:
        """Return the server of that name or id. Raises `NotFound`."""
        for server in await self._stores[McpServerStore].servers(user.id):
            if name in (server.name, server.id):
                return server
        raise not_found("MCP server", name[:60])

    async def register(self, user: User, server: McpServer, values: Values) -> McpServerView:
        """Add a server; no user has enabled it yet and nothing is started.

        Raises `Forbidden` for members, `InvalidInput`, `Conflict` when the name is taken.
        """
        _must_administer(user)
        given = _given(values)
        server = _naming(replace(server, id=uuid7(), registered_by=user.id), values)
        check_registration(server, given)
        async with self._database.as_user(user.id):
            if len(await self._stores[McpServerStore].servers(user.id)) >= MOST_SERVERS:
                raise Conflict(Reason.of(ReasonCode.TOO_MANY_OF_THESE, count=MOST_SERVERS))
            added = await self._stores[McpServerStore].add(user.id, server)
            await self._keep_values(added, given)
        return self._view(user, added, None)

    async def change(self, user: User, server_id: str, server: McpServer, values: Values) -> McpServerView:
        """Replace a registration; a value of nothing keeps the stored one. Connections to it are made anew.

        Raises as `register` does, and `NotFound`.
        """
        _must_administer(user)
        before = await self._stores[McpServerStore].server(user.id, server_id)
        kept_fields = {"id": before.id, "registered_by": before.registered_by, "origin": before.origin}
        server = _naming(replace(server, **kept_fields), values)
        kept = await self.values_of(before)
        merged = {name: kept.get(name) if value is None else value for name, value in values.items()}
        given = _given(merged)
        check_registration(server, given)
        if before.url is not None and server.url != before.url and any(value is None for value in values.values()):
            # A stored secret must not be sent to another address by a user who was never told it.
            raise InvalidInput(Reason.of(McpReason.HEADERS_ANEW), field="headers")
        async with self._database.as_user(user.id):
            changed = await self._stores[McpServerStore].change(user.id, server)
        await self._keep_values(changed, given)
        await self._connections.close_all_of(server_id)
        return await self.get(user, server_id)

    async def remove(self, user: User, server_id: str) -> None:
        """Remove a registration. Raises `Forbidden`, `NotFound`."""
        _must_administer(user)
        server = await self._stores[McpServerStore].server(user.id, server_id)
        async with self._database.as_user(user.id):
            await self._stores[McpServerStore].remove(user.id, server_id)
            await self._stores[McpServerStore].forget(user.id, server_id)
            await self._tell(user, server, "removed", Reason.of(McpReason.MCP_WAS_REMOVED, server=server.name))
        await self._keep_values(server, {})
        await self._connections.close_all_of(server_id)

    async def enable(self, user: User, server_id: str, credentials: Mapping[str, str]) -> McpServerView:
        """Enable a server for this person with credentials of theirs, and connect.

        The first time, what it offers is approved. Raises `NotFound`, `InvalidInput` for credentials that are not
        needed, are missing or do not exist.
        """
        server = await self._stores[McpServerStore].server(user.id, server_id)
        await self._check_credentials(user, server, credentials)
        await self._stores[McpServerStore].enable(
            user.id,
            Enablement(server_id=server.id, server_name=server.name, enabled=True, credentials=dict(credentials)),
        )
        return await self.check(user, server_id)

    async def disable(self, user: User, server_id: str) -> McpServerView:
        """Disable a server for this person and end the connection; what was approved stays. Raises `NotFound`."""
        server = await self._stores[McpServerStore].server(user.id, server_id)
        async with self._database.as_user(user.id):
            if await self._stores[McpServerStore].disable(user.id, server_id):
                await self._tell(
                    user, server, "disconnected", Reason.of(McpReason.MCP_WAS_DISABLED, server=server.name)
                )
        await self._connections.close(user.id, server_id)
        return await self.get(user, server_id)

    async def check(self, user: User, server_id: str) -> McpServerView:
        """Connect now, ask for the tools, and say how it stands; a failure is part of the answer.

        Raises `NotFound`, `Conflict` when it is not enabled.
        """
        server = await self._stores[McpServerStore].server(user.id, server_id)
        enablement = await self._stores[McpServerStore].enablement(user.id, server_id)
        if enablement is None or not enablement.enabled:
            raise Conflict(Reason.of(McpReason.ENABLE_FIRST, name=server.name))
        linked = await self._connections.of(user.id, server, enablement)
        with suppress(CallFailed):  # the state says why
            await linked.connection.ready(urgent=True, fresh_seconds=0)
        return await self.get(user, server_id)

    async def offered(self, user: User, server_id: str) -> Offered:
        """Return what the server was last seen to offer this person. Starts nothing. Raises `NotFound`."""
        server = await self._stores[McpServerStore].server(user.id, server_id)
        enablement = await self._stores[McpServerStore].enablement(user.id, server_id)
        if enablement is None:
            return Offered(tools=(), notes=())
        return Offered(tools=tuple(offered_tools(server, enablement)), notes=enablement.notes)

    async def approve(self, user: User, server_id: str, digests: Sequence[tuple[str, str]]) -> Offered:
        """Approve tools as they were shown: by the server's name and the digest of the definition.

        Raises `NotFound`, `Conflict` when a definition has changed since.
        """
        server = await self._stores[McpServerStore].server(user.id, server_id)
        async with self._database.as_user(user.id):
            if await self._stores[McpServerStore].enablement(user.id, server_id) is None:
                raise Conflict(Reason.of(McpReason.ENABLE_FIRST, name=server.name))
            await self._stores[McpServerStore].approve(user.id, server_id, digests)
            names = ", ".join(name for name, _ in digests[:5])
            said = Reason.of(McpReason.MCP_TOOLS_APPROVED, server=server.name, count=len(digests), names=names)
            await self._tell(user, server, "approved", said)
        return await self.offered(user, server_id)

    def _view(self, user: User, server: McpServer, enablement: Enablement | None) -> McpServerView:
        if not administers(user):
            # How a server is started and where it is may say more than every user should know.
            server = replace(server, command=None, args=(), paths=(), url=None)
        return McpServerView(server=server, connection=self._connection(user, server, enablement))

    def _connection(self, user: User, server: McpServer, enablement: Enablement | None) -> McpConnection:
        connection = self._connections.peek(user.id, server.id)
        if enablement is None or not enablement.enabled:
            state = ConnectionState.DISABLED
        elif connection is not None and connection.state is not ConnectionState.IDLE:
            state = connection.state
        else:
            state = ConnectionState.FAILED if enablement.problem else ConnectionState.IDLE
        failed = state is ConnectionState.FAILED and enablement is not None
        if enablement is None:
            enablement = Enablement(server_id=server.id, server_name=server.name, enabled=False)
        counted = [status for _, status, _ in tool_statuses(server, enablement)]
        return McpConnection(
            state=state,
            detail=enablement.problem if failed else "",
            why=enablement.why if failed else None,
            next_try_at=enablement.retry_at if failed else None,
            checked_at=enablement.checked_at,
            protocol=enablement.protocol,
            software=enablement.software,
            credentials=enablement.credentials,
            approved=counted.count(OfferedToolStatus.APPROVED),
            waiting=counted.count(OfferedToolStatus.NEW) + counted.count(OfferedToolStatus.CHANGED),
        )

    async def _check_credentials(self, user: User, server: McpServer, chosen: Mapping[str, str]) -> None:
        needed = {each.name: each for each in server.credentials}
        mine = {credential.name for credential in await self._credentials.list(user.id)}
        for name, credential in chosen.items():
            if name not in needed:
                raise InvalidInput(
                    Reason.of(McpReason.NO_CREDENTIAL_NEEDED, name=server.name, credential=name[:60]),
                    field="credentials",
                )
            if credential not in mine:
                raise InvalidInput(
                    Reason.of(McpReason.NO_CREDENTIAL_YOURS, credential=credential[:60]), field="credentials"
                )
        missing = [each.name for each in server.credentials if each.required and each.name not in chosen]
        if missing:
            raise InvalidInput(
                Reason.of(McpReason.SERVER_NEEDS_CREDENTIALS, name=server.name, missing=", ".join(missing)),
                field="credentials",
            )

    async def values_of(self, server: McpServer) -> dict[str, str]:
        """Return the values of a registration's environment or headers; for the runtime alone, never to be told."""
        if not server.environment and not server.headers:
            return {}
        try:
            text = await self._credentials.secrets_for(server.registered_by).open(server.credential)
        except CallFailed:
            return {}
        return {str(name): str(value) for name, value in json.loads(text).items()}

    async def _keep_values(self, server: McpServer, values: Mapping[str, str]) -> None:
        """Store, replace or delete the credential that holds the values of a registration."""
        owner = server.registered_by
        kept = next((each for each in await self._credentials.list(owner) if each.name == server.credential), None)
        text = json.dumps(values)
        if kept is None and values:
            about = f"Environment or headers of the MCP server {server.name}"
            await self._credentials.store(owner, server.credential, text, about)
        elif kept is not None and values:
            await self._credentials.replace(owner, kept.id, value=text)
        elif kept is not None:
            await self._credentials.delete(owner, kept.id)

    async def _tell(self, user: User, server: McpServer, change: str, why: Reason) -> None:
        event = ToolsChanged(origin=f"mcp:{server.name}", change=change, detail=why.text(), why=why)
        await self._stores[EventStore].append(user.id, [event])


def administers(user: User) -> bool:
    """Whether this person registers servers."""
    return user.role in (UserRole.OWNER, UserRole.ADMIN)


def _must_administer(user: User) -> None:
    if not administers(user):
        raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))


def _naming(server: McpServer, values: Values) -> McpServer:
    """Return the registration with the names of its values, which are all that is kept of them there."""
    names = tuple(sorted(values))
    stdio = server.transport is McpTransport.STDIO
    return replace(server, environment=names if stdio else (), headers=() if stdio else names)


def _given(values: Values) -> dict[str, str]:
    missing = [name for name, value in values.items() if value is None]
    if missing:
        raise InvalidInput(Reason.of(McpReason.VALUE_TO_KEEP, name=missing[0][:60]), field="environment")
    return {name: value for name, value in values.items() if value is not None}
