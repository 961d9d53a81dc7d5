"""Servers from `mcp.json` in the data directory, in the format that other MCP clients use too."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bailiwick.features.mcp.actions import McpServers
from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import (
    CredentialPlace,
    McpApproval,
    McpOrigin,
    McpServer,
    McpTransport,
    NeededCredential,
)
from bailiwick.kernel.errors import BailiwickError, Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode, RoutingReason, Said, reason_of, text_of
from bailiwick.people.records import User
from bailiwick_router.core.reasons.faults import said_of
from bailiwick_router.core.record import camel

FILE = "mcp.json"
LARGEST_FILE = 1024 * 1024


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=camel)


class FileCredential(_Part):
    """A credential that each person brings."""

    name: str
    place: CredentialPlace
    key: str
    prefix: str = ""
    description: str = ""
    required: bool = True


class FileEntry(_Part):
    """One server: what other clients' files say, and what only ours do."""

    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    url: str | None = None
    headers: dict[str, str] = {}
    type: Literal["stdio", "http", "streamable-http", "streamableHttp"] | None = None
    disabled: bool = False
    title: str = ""
    description: str = ""
    paths: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    read_only: bool = False
    approval: McpApproval = McpApproval.EFFECTS
    network: bool = False
    credentials: tuple[FileCredential, ...] = ()
    calls_per_minute: Annotated[int, Field(ge=1, le=10_000)] = 60
    timeout_seconds: Annotated[float, Field(ge=1, le=600)] = 60.0

    def server(self, name: str) -> McpServer:
        """Return the registration, its id still empty."""
        return McpServer(
            id="",
            name=name,
            transport=McpTransport.HTTP if self.url is not None else McpTransport.STDIO,
            title=self.title,
            description=self.description,
            command=self.command,
            args=self.args,
            paths=self.paths,
            url=self.url,
            environment=tuple(sorted(self.env)),
            headers=tuple(sorted(self.headers)),
            tools=self.tools,
            read_only=self.read_only,
            approval=self.approval,
            network=self.network,
            credentials=tuple(NeededCredential(**each.model_dump()) for each in self.credentials),
            calls_per_minute=self.calls_per_minute,
            timeout_seconds=self.timeout_seconds,
            origin=McpOrigin.FILE,
        )


@dataclass(frozen=True, slots=True)
class FileProblem:
    """An entry of the file that was left out."""

    name: str
    error: str
    """What is wrong with it, in English."""
    why: Reason
    """The same as a code with values."""

    @classmethod
    def of(cls, name: str, said: Said) -> "FileProblem":
        """Return what is wrong with an entry."""
        return cls(name, text_of(said), reason_of(said))


async def register_from_file(home: Path, servers: McpServers, owner: User) -> Sequence[FileProblem]:
    """Make the registrations of origin `file` what the file says; without a file nothing is changed.

    Pure data: nothing is started and nothing connected. Returns what could not be registered.
    """
    path = home / FILE
    if not path.is_file():
        return ()
    try:
        entries, problems = read_file(path)
    except InvalidInput as error:
        return (FileProblem.of(FILE, error.said),)
    known = {view.server.name: view.server for view in await servers.list(owner)}
    for name, entry in entries.items():
        try:
            await _register(servers, owner, known.get(name), entry.server(name), {**entry.env, **entry.headers})
        except BailiwickError as error:
            problems.append(FileProblem.of(name, error.said))
    mentioned = entries.keys() | {problem.name for problem in problems}
    for name, server in known.items():
        if server.origin is McpOrigin.FILE and name not in mentioned:
            await servers.remove(owner, server.id)
    return problems


async def _register(
    servers: McpServers, owner: User, before: McpServer | None, server: McpServer, values: Mapping[str, str]
) -> None:
    if before is None:
        await servers.register(owner, server, values)
    elif before.origin is not McpOrigin.FILE:
        raise Conflict(Reason.of(McpReason.SERVER_THERE, name=server.name))
    elif not same_registration(before, server) or await servers.values_of(before) != values:
        await servers.change(owner, before.id, server, values)


def read_file(path: Path) -> tuple[dict[str, FileEntry], list[FileProblem]]:
    """Return the servers that a file names and what is wrong with the others. Raises `InvalidInput`."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InvalidInput(Reason.of(McpReason.FILE_LARGER_MIB, file=str(path), most=LARGEST_FILE >> 20))
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(Reason.of(ReasonCode.FILE_NOT_READ, file=str(path), problem=str(error))) from None
    found = cast("dict[str, Any]", content).get("mcpServers") if isinstance(content, dict) else None
    if not isinstance(found, dict):
        raise InvalidInput(Reason.of(McpReason.MCP_FILE_FORM, file=str(path)))
    entries: dict[str, FileEntry] = {}
    problems: list[FileProblem] = []
    for name, given in cast("dict[str, Any]", found).items():
        try:
            entry = FileEntry.model_validate(given)
        except ValidationError as error:
            # The faults without the values: those may be secret.
            faults = [
                Reason.of(RoutingReason.FIELD_SAYS, said_of(fault), field=".".join(map(str, fault["loc"])))
                for fault in error.errors(include_url=False, include_input=False)[:3]
            ]
            problems.append(FileProblem.of(name, Reason.of(ReasonCode.SEVERAL, *faults)))
            continue
        if not entry.disabled:
            entries[name] = entry
    return entries, problems


def same_registration(one: McpServer, other: McpServer) -> bool:
    """Whether two registrations say the same, apart from who made them and when."""
    blank: dict[str, Any] = {"id": "", "registered_by": "", "created_at": None, "updated_at": None}
    return replace(one, **blank) == replace(other, **blank)
