"""What can be registered as a server."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Mapping
from urllib.parse import urlsplit

import re2

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import CredentialPlace, McpServer, McpTransport
from bailiwick.features.mcp.used_tools import compiled
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode

NAME = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
LONGEST_NAME = 32
LONGEST_VALUE = 4_000
OWN_HEADERS = frozenset(
    "host content-length content-type content-encoding transfer-encoding connection accept accept-encoding upgrade te"
    " trailer expect mcp-session-id mcp-protocol-version last-event-id".split()
)
"""Headers that the protocol or the connection sets."""
LOADERS = frozenset({"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"})


def check_registration(server: McpServer, values: Mapping[str, str]) -> None:
    """Raise `InvalidInput`, naming the field, unless the server can be registered with these values.

    `values` are those of its environment variables (stdio) or headers (http), by name.
    """
    if not NAME.fullmatch(server.name) or len(server.name) > LONGEST_NAME:
        raise InvalidInput(
            Reason.of(McpReason.SERVER_NAME, most=LONGEST_NAME),
            field="name",
        )
    stdio = server.transport is McpTransport.STDIO
    if stdio:
        _check_program(server)
    else:
        _check_address(server)
    for name, value in values.items():
        _check_key(name, stdio=stdio, field="environment" if stdio else "headers")
        if len(value) > LONGEST_VALUE or not _one_line(value):
            raise InvalidInput(Reason.of(McpReason.VALUE_ONE_LINE, name=name), field="environment")
    _check_credentials(server, stdio=stdio)
    try:
        compiled(server.tools)
    except re2.error as error:
        raise InvalidInput(Reason.of(ReasonCode.TOOL_PATTERN, error=str(error)), field="tools") from None


def _check_program(server: McpServer) -> None:
    if not server.command or server.url or server.headers:
        raise InvalidInput(Reason.of(McpReason.PROGRAM_HAS_COMMAND), field="command")
    if any(not _printable(text) for text in (server.command, *server.args)):
        raise InvalidInput(Reason.of(McpReason.NO_CONTROL_CHARACTERS), field="args")
    for path in server.paths:
        if not path.startswith("/") or ".." in path.split("/") or not _one_line(path):
            raise InvalidInput(Reason.of(McpReason.PATHS_WHOLE), field="paths")


def _check_address(server: McpServer) -> None:
    if server.command or server.args or server.environment or server.paths or not server.url:
        raise InvalidInput(Reason.of(McpReason.ADDRESS_HAS_URL), field="url")
    try:
        parts = urlsplit(server.url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine, parts = False, urlsplit("")
    if not fine or not _one_line(server.url) or " " in server.url:
        raise InvalidInput(Reason.of(McpReason.WRITE_ADDRESS), field="url")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise InvalidInput(Reason.of(McpReason.ADDRESS_WITHOUT_SECRETS), field="url")


def _check_credentials(server: McpServer, *, stdio: bool) -> None:
    place = CredentialPlace.ENVIRONMENT if stdio else CredentialPlace.HEADER
    seen: set[str] = set()
    for needed in server.credentials:
        if needed.place is not place:
            raise InvalidInput(Reason.of(McpReason.CREDENTIALS_INTO, place=place), field="credentials")
        _check_key(needed.key, stdio=stdio, field="credentials")
        if needed.name in seen or not NAME.fullmatch(needed.name):
            raise InvalidInput(Reason.of(McpReason.NEEDED_NAMES), field="credentials")
        if not _one_line(needed.prefix):
            raise InvalidInput(Reason.of(McpReason.PREFIX_LINE), field="credentials")
        seen.add(needed.name)


def _check_key(key: str, *, stdio: bool, field: str) -> None:
    if stdio and (not VARIABLE.fullmatch(key) or key in LOADERS):
        raise InvalidInput(Reason.of(McpReason.NO_VARIABLE, name=repr(key[:60])), field=field)
    if not stdio and (not HEADER.fullmatch(key) or key.lower() in OWN_HEADERS):
        raise InvalidInput(Reason.of(McpReason.NO_HEADER, name=repr(key[:60])), field=field)


def _printable(text: str) -> bool:
    return "\0" not in text and all(character >= " " or character in "\n\t" for character in text)


def _one_line(text: str) -> bool:
    return all(character >= " " and character not in "\x7f\x85\u2028\u2029" for character in text)
