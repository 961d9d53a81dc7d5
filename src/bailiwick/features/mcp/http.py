"""MCP servers: programs and addresses that bring tools."""

from typing import Annotated, Any

from fastapi import Body as Content
from fastapi import Depends
from pydantic import AwareDatetime, Field

from bailiwick.features.mcp.actions import McpServers, administers
from bailiwick.features.mcp.records import (
    CredentialPlace,
    McpApproval,
    McpConnection,
    McpOrigin,
    McpServer,
    McpServerView,
    McpTransport,
    NeededCredential,
    Offered,
)
from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.http.idempotency import Once
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import Body, Flag, PathUuid, Real, Reply, Whole
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.callers import Keeper, Reader, TrustingKeeper
from bailiwick.people.records import Principal

mcp_servers = router("mcp")

Word = Annotated[str, Field(min_length=1, max_length=100)]
Line = Annotated[str, Field(max_length=4000)]
Pattern = Annotated[str, Field(min_length=1, max_length=500)]
Values = Annotated[dict[Word, Line | None], Field(default_factory=dict, max_length=50)]
CredentialNames = Annotated[dict[Word, Word], Field(default_factory=dict, max_length=20)]


class CredentialFields(Body):
    """A credential that each person brings."""

    name: Word
    """What the registration calls it."""
    place: CredentialPlace
    """`environment` for programs, `header` for addresses."""
    key: Word
    """Name of the environment variable or header."""
    prefix: Annotated[str, Field(max_length=100)] = ""
    """Put before the value, e.g. `Bearer `."""
    description: Annotated[str, Field(max_length=500)] = ""
    """What people should bring."""
    required: Flag = True
    """Whether the server is of no use without it."""


class ServerFields(Body):
    """A server as an administrator registers it."""

    name: Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9]+([_-][a-z0-9]+)*$")]
    """Prefix of its tools: lower-case letters and digits, single `-` or `_` between them."""
    transport: McpTransport
    """`stdio` for a program of this machine, `http` for an address."""
    title: Annotated[str, Field(max_length=200)] = ""
    """What people call it."""
    description: Annotated[str, Field(max_length=2000)] = ""
    """What it is for."""
    command: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    """The program, for `stdio`."""
    args: Annotated[tuple[Line, ...], Field(max_length=100)] = ()
    """Its arguments."""
    paths: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=1000)], ...], Field(max_length=50)] = ()
    """Folders and files of this machine that it may read inside the sandbox, besides the system's programs."""
    url: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    """The address, for `http`; it may be a private one."""
    environment: Values
    """Environment variables; values are kept sealed and never returned, null keeps the stored one."""
    headers: Values
    """HTTP headers; likewise."""
    tools: Annotated[tuple[Pattern, ...], Field(max_length=200)] = ()
    """Linear-time patterns over the server's own tool names; none for all."""
    read_only: Flag = False
    """Offer only tools that say that they only read."""
    approval: McpApproval = McpApproval.EFFECTS
    """Which tools ask before each call."""
    network: Flag = False
    """Whether a program may use the network."""
    credentials: Annotated[tuple[CredentialFields, ...], Field(max_length=20)] = ()
    """What each person brings."""
    calls_per_minute: Annotated[Whole, Field(ge=1, le=10_000)] = 60
    """Most calls of one person in any 60 seconds."""
    timeout_seconds: Annotated[Real, Field(ge=1, le=600)] = 60.0
    """Seconds after which a call is given up."""

    def server(self) -> McpServer:
        """Return the registration, its id still empty."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields}
        fields["credentials"] = tuple(NeededCredential(**each.model_dump()) for each in self.credentials)
        fields["environment"], fields["headers"] = tuple(sorted(self.environment)), tuple(sorted(self.headers))
        return McpServer(id="", **fields)

    @property
    def values(self) -> dict[str, str | None]:
        """The values of its environment and headers."""
        return {**self.environment, **self.headers}


class Choice(Body):
    """What a person brings; how a server is started or reached is not theirs to say."""

    credentials: CredentialNames
    """Name of the needed credential → name of one of the caller's credentials."""


class ShownTool(Body):
    """A tool as it was shown to the person."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    """The server's name of it."""
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """Of the definition that was shown."""


class Approving(Body):
    """Tools to approve."""

    tools: Annotated[tuple[ShownTool, ...], Field(min_length=1, max_length=256)]


class ServerReply(Reply):
    """A server, with the caller's connection to it."""

    id: str
    name: str
    title: str
    description: str
    transport: McpTransport
    command: str | None
    """Null for callers who may not register servers, like `args`, `paths` and `url`."""
    args: list[str]
    paths: list[str]
    url: str | None
    environment: list[str]
    """Names; values are never returned."""
    headers: list[str]
    """Names; values are never returned."""
    tools: list[str]
    read_only: bool
    approval: McpApproval
    network: bool
    credentials: list[NeededCredential]
    calls_per_minute: int
    timeout_seconds: float
    origin: McpOrigin
    created_at: AwareDatetime | None
    updated_at: AwareDatetime | None
    connection: McpConnection


class ServerList(Reply):
    """The installation's servers."""

    servers: list[ServerReply]
    may_register: bool
    """Whether the caller may register, change and remove servers."""
    sandbox: str | None
    """Why programs cannot be started here; null when they can."""
    sandbox_why: Reason | None
    """The same as a code with values."""


class Checked(Reply):
    """A server that was asked just now."""

    server: ServerReply
    offered: Offered


async def _administrator(caller: Keeper) -> Principal:
    if not administers(caller.user):
        raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
    return caller


Administrator = Annotated[Principal, Depends(_administrator)]
"""A caller who registers servers."""

EXAMPLE: dict[str, Any] = {
    "name": "gmail",
    "transport": "stdio",
    "title": "Gmail",
    "command": "/usr/bin/node",
    "args": ["/opt/gmail-mcp/index.js"],
    "paths": ["/opt/gmail-mcp"],
    "network": True,
    "readOnly": True,
    "credentials": [{"name": "token", "place": "environment", "key": "GMAIL_TOKEN"}],
    "callsPerMinute": 30,
}


@mcp_servers.get("/api/mcp/servers", operation_id="listMcpServers", summary="List servers", responses=documented(401))
async def list_servers(caller: Reader, platform: CurrentPlatform) -> ServerList:
    """Return every registered server with the caller's connection to it. Nothing is started."""
    unavailable = platform[McpServers].unavailable
    return ServerList(
        servers=[_reply(view) for view in await platform[McpServers].list(caller.user)],
        may_register=administers(caller.user),
        sandbox=unavailable.text() if unavailable else None,
        sandbox_why=unavailable,
    )


@mcp_servers.post(
    "/api/mcp/servers",
    operation_id="registerMcpServer",
    summary="Register a server",
    status_code=201,
    responses=documented(400, 401, 409, 413, 415),
    dependencies=[Once],
)
async def register_server(
    body: Annotated[ServerFields, Content(examples=[EXAMPLE])], caller: Administrator, platform: CurrentPlatform
) -> ServerReply:
    """Register a server for everybody of the installation; only owners and administrators. Nothing is started."""
    return _reply(await platform[McpServers].register(caller.user, body.server(), body.values))


@mcp_servers.get(
    "/api/mcp/servers/{id}", operation_id="getMcpServer", summary="Read a server", responses=documented(401, 404)
)
async def get_server(server_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> ServerReply:
    """Return one server with the caller's connection to it."""
    return _reply(await platform[McpServers].get(caller.user, server_id))


@mcp_servers.put(
    "/api/mcp/servers/{id}",
    operation_id="changeMcpServer",
    summary="Change a server",
    responses=documented(400, 401, 404, 409, 413, 415),
)
async def change_server(
    server_id: PathUuid,
    body: Annotated[ServerFields, Content(examples=[EXAMPLE])],
    caller: Administrator,
    platform: CurrentPlatform,
) -> ServerReply:
    """Replace a registration; connections to it are made anew."""
    return _reply(await platform[McpServers].change(caller.user, server_id, body.server(), body.values))


@mcp_servers.delete(
    "/api/mcp/servers/{id}",
    operation_id="removeMcpServer",
    summary="Remove a server",
    status_code=204,
    responses=documented(401, 404),
)
async def remove_server(server_id: PathUuid, caller: Administrator, platform: CurrentPlatform) -> None:
    """Remove a registration; people who used its tools see them as missing."""
    await platform[McpServers].remove(caller.user, server_id)


# Enabling, disabling and checking again do no harm, and keeping answers keeps a transaction open meanwhile: the
# connection, which is another task, would not see what it has just been told, or wait for it for ever.


@mcp_servers.post(
    "/api/mcp/servers/{id}/enable",
    operation_id="enableMcpServer",
    summary="Enable a server",
    responses=documented(400, 401, 404, 413, 415),
)
async def enable_server(
    server_id: PathUuid,
    body: Annotated[Choice, Content(examples=[{"credentials": {"token": "my-gmail"}}])],
    caller: TrustingKeeper,
    platform: CurrentPlatform,
) -> Checked:
    """Enable a server for the caller and connect; the first time, the tools it offers are approved with that.

    A failed connection is part of the answer: `server.connection.state` is `failed` and `detail` says why.
    """
    return await _checked(caller, platform, await platform[McpServers].enable(caller.user, server_id, body.credentials))


@mcp_servers.post(
    "/api/mcp/servers/{id}/disable",
    operation_id="disableMcpServer",
    summary="Disable a server",
    responses=documented(400, 401, 404, 409),
)
async def disable_server(server_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> ServerReply:
    """Disable a server for the caller and end the connection; what was approved stays approved."""
    return _reply(await platform[McpServers].disable(caller.user, server_id))


@mcp_servers.post(
    "/api/mcp/servers/{id}/check",
    operation_id="checkMcpServer",
    summary="Connect to a server now",
    responses=documented(400, 401, 404, 409),
)
async def check_server(server_id: PathUuid, caller: Keeper, platform: CurrentPlatform) -> Checked:
    """Connect now, read the tools again, and say how it stands."""
    return await _checked(caller, platform, await platform[McpServers].check(caller.user, server_id))


@mcp_servers.get(
    "/api/mcp/servers/{id}/tools",
    operation_id="listMcpTools",
    summary="List a server's tools",
    responses=documented(401, 404),
)
async def list_tools(server_id: PathUuid, caller: Reader, platform: CurrentPlatform) -> Offered:
    """Return what the server was last seen to offer the caller, and which of it is approved. Nothing is started."""
    return await platform[McpServers].offered(caller.user, server_id)


@mcp_servers.post(
    "/api/mcp/servers/{id}/approve",
    operation_id="approveMcpTools",
    summary="Approve a server's tools",
    responses=documented(400, 401, 404, 409, 413, 415),
    dependencies=[Once],
)
async def approve_tools(
    server_id: PathUuid,
    body: Annotated[Approving, Content(examples=[{"tools": [{"name": "search_emails", "digest": "ab" * 32}]}])],
    caller: TrustingKeeper,
    platform: CurrentPlatform,
) -> Offered:
    """Approve tools as they were shown; a definition that has changed since is refused with 409."""
    return await platform[McpServers].approve(caller.user, server_id, [(tool.name, tool.digest) for tool in body.tools])


async def _checked(caller: Principal, platform: CurrentPlatform, view: McpServerView) -> Checked:
    return Checked(server=_reply(view), offered=await platform[McpServers].offered(caller.user, view.server.id))


def _reply(view: McpServerView) -> ServerReply:
    server = view.server
    fields = {name: getattr(server, name) for name in ServerReply.model_fields if name != "connection"}
    return ServerReply(**fields, connection=view.connection)
