"""MCP servers: what an administrator registers, what a person enables, and the tools that come of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bailiwick.kernel.reasons import Reason
from bailiwick.tools.credentials import Credential
from bailiwick.tools.records import ToolDefinition
from bailiwick_router.core.record import Record

CREDENTIAL_KIND = "mcp-server"
"""Of the credentials that hold the values of a registration; which one is the server's id."""


class McpTransport(StrEnum):
    """How a server is reached."""

    STDIO = "stdio"
    """A program of this machine, started per person, spoken to over its standard input and output."""
    HTTP = "http"
    """An address that speaks streamable HTTP."""


class McpApproval(StrEnum):
    """Which of a server's tools a person has to agree to at each call."""

    EFFECTS = "effects"
    """Those that do not say that they only read."""
    ALWAYS = "always"
    NEVER = "never"


class McpOrigin(StrEnum):
    """Where a registration comes from."""

    REGISTERED = "registered"
    """An administrator, by API, web app or command line."""
    FILE = "file"
    """`mcp.json` in the data directory."""


class CredentialPlace(StrEnum):
    """Where a person's credential goes."""

    ENVIRONMENT = "environment"
    HEADER = "header"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededCredential(Record):
    """Something secret that each person brings, by naming one of their credentials."""

    name: str
    """What the server's registration calls it."""
    place: CredentialPlace
    key: str
    """Name of the environment variable or header."""
    prefix: str = ""
    """Put before the value, e.g. `Bearer `."""
    description: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServer(Record):
    """A server as an administrator registered it, for every user of the installation."""

    id: str
    name: str
    """Lower-case letters, digits, `-` and single `_`; the prefix of its tools."""
    transport: McpTransport
    title: str = ""
    description: str = ""
    command: str | None = None
    """The program, for stdio."""
    args: Sequence[str] = ()
    paths: Sequence[str] = ()
    """Folders and files of this machine that the program may read besides the system's own."""
    url: str | None = None
    """The address, for http."""
    environment: Sequence[str] = ()
    """Names of environment variables it is given; their values are a credential of who registered it."""
    headers: Sequence[str] = ()
    """Names of HTTP headers it is given; likewise."""
    tools: Sequence[str] = ()
    """Linear-time regular expressions over the server's own tool names, the whole name; none for all."""
    read_only: bool = False
    """Offer only tools that say that they only read."""
    approval: McpApproval = McpApproval.EFFECTS
    network: bool = False
    """Whether a program may use the network."""
    credentials: Sequence[NeededCredential] = ()
    calls_per_minute: int = 60
    """Of one person, in any 60 seconds."""
    timeout_seconds: float = 60.0
    """Seconds after which a call is given up."""
    origin: McpOrigin = McpOrigin.REGISTERED
    registered_by: str = ""
    """The user who registered it."""
    created_at: datetime | None = None
    updated_at: datetime | None = None

    @property
    def credential(self) -> str:
        """Name of the credential of `registered_by` that holds the values of its environment and headers."""
        return Credential.name_of(CREDENTIAL_KIND, self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovedTool(Record):
    """What a person agreed to."""

    digest: str
    description: str
    """As it was then, to be shown beside a changed one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enablement(Record):
    """What one person did with one server."""

    server_id: str
    server_name: str
    """As it was when it was enabled; stays when the server is removed."""
    enabled: bool
    credentials: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name of the needed credential → name of the person's credential."""
    offered: Sequence[ToolDefinition] = ()
    """What the server offered when it was last asked."""
    notes: Sequence[str] = ()
    """What a person should know about the offer, e.g. that it was cut."""
    approved: Mapping[str, ApprovedTool] | None = None
    """By the server's name of the tool; None until the server was first asked."""
    protocol: str = ""
    """Version of the protocol that was last spoken."""
    software: str = ""
    """What the server calls itself."""
    problem: str = ""
    """Why it could not be reached the last time; empty when it could."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
    failures: int = 0
    """How many times in a row it could not be reached."""
    retry_at: datetime | None = None
    """Not tried before this time, unless a person asks."""
    checked_at: datetime | None = None
    """When it was last reached or tried."""
    updated_at: datetime | None = None


class ConnectionState(StrEnum):
    """How a person's connection to a server stands."""

    DISABLED = "disabled"
    IDLE = "idle"
    """It is made when a tool is called."""
    CONNECTING = "connecting"
    CONNECTED = "connected"
    FAILED = "failed"


class OfferedToolStatus(StrEnum):
    """Whether an offered tool is used."""

    APPROVED = "approved"
    NEW = "new"
    """Off until it is approved: the server did not offer it when it was enabled."""
    CHANGED = "changed"
    """Off until it is approved again: its definition is not the one that was approved."""
    GONE = "gone"
    """It was approved; the server does not offer it any more."""
    EXCLUDED = "excluded"
    """The registration or our limits leave it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTool(Record):
    """A tool of a server, and whether the person uses it."""

    name: str
    """The server's name of it."""
    tool: str
    """Its name for agents, `<server>__<tool>`."""
    title: str
    description: str
    parameters: Mapping[str, Any]
    read_only: bool
    destructive: bool
    idempotent: bool
    digest: str
    status: OfferedToolStatus
    detail: str
    """Why it is off, in one sentence; empty when it is approved."""
    before: str | None
    """Of a changed one the description that was approved."""
    why: Reason | None = None
    """Why it is off, as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Record):
    """What a server was last seen to offer to a person."""

    tools: Sequence[OfferedTool]
    notes: Sequence[str]
    """What else there is to know about the offer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpConnection(Record):
    """How a person's connection to a server stands."""

    state: ConnectionState
    detail: str
    """Why it failed; else empty."""
    why: Reason | None
    """The same as a code with values; None where there is none."""
    next_try_at: datetime | None
    checked_at: datetime | None
    """When the server was last reached or tried."""
    protocol: str
    software: str
    credentials: Mapping[str, str]
    """Name of the needed credential → name of the person's credential."""
    approved: int
    """Tools in use."""
    waiting: int
    """Tools that wait for approval: new or changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServerView(Record):
    """A server as a person sees it."""

    server: McpServer
    connection: McpConnection
