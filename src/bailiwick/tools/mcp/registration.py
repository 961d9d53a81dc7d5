"""What can be registered as a server."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Mapping
from urllib.parse import urlsplit

import re2

from bailiwick.core.errors import InvalidInput
from bailiwick.core.mcp import CredentialPlace, McpServer, McpTransport
from bailiwick.tools.mcp.standing import compiled

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
            f"Write the name with lower-case letters and digits, single - or _ between them, at most {LONGEST_NAME}.",
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
            raise InvalidInput(f"The value of {name} is too long or not one line.", field="environment")
    _check_credentials(server, stdio=stdio)
    try:
        compiled(server.tools)
    except re2.error as error:
        raise InvalidInput(f"A tool pattern cannot be used: {error}.", field="tools") from None


def _check_program(server: McpServer) -> None:
    if not server.command or server.url or server.headers:
        raise InvalidInput("A program has a command, and neither url nor headers.", field="command")
    if any(not _printable(text) for text in (server.command, *server.args)):
        raise InvalidInput("Command and arguments cannot hold control characters.", field="args")
    for path in server.paths:
        if not path.startswith("/") or ".." in path.split("/") or not _one_line(path):
            raise InvalidInput("Write paths whole, from /, without ..", field="paths")


def _check_address(server: McpServer) -> None:
    if server.command or server.args or server.environment or server.paths or not server.url:
        raise InvalidInput("An address has a url, and no command, args, environment or paths.", field="url")
    try:
        parts = urlsplit(server.url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine, parts = False, urlsplit("")
    if not fine or not _one_line(server.url) or " " in server.url:
        raise InvalidInput("Write the address as http://… or https://….", field="url")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise InvalidInput("Leave user names, passwords and # out of the address; use headers.", field="url")


def _check_credentials(server: McpServer, *, stdio: bool) -> None:
    place = CredentialPlace.ENVIRONMENT if stdio else CredentialPlace.HEADER
    seen: set[str] = set()
    for needed in server.credentials:
        if needed.place is not place:
            raise InvalidInput(f"Credentials of this kind of server go into {place}.", field="credentials")
        _check_key(needed.key, stdio=stdio, field="credentials")
        if needed.name in seen or not NAME.fullmatch(needed.name):
            raise InvalidInput("Give each needed credential a name of its own, as servers have.", field="credentials")
        if not _one_line(needed.prefix):
            raise InvalidInput("A prefix is one line.", field="credentials")
        seen.add(needed.name)


def _check_key(key: str, *, stdio: bool, field: str) -> None:
    if stdio and (not VARIABLE.fullmatch(key) or key in LOADERS):
        raise InvalidInput(f"{key[:60]!r} cannot be an environment variable here.", field=field)
    if not stdio and (not HEADER.fullmatch(key) or key.lower() in OWN_HEADERS):
        raise InvalidInput(f"{key[:60]!r} cannot be a header here.", field=field)


def _printable(text: str) -> bool:
    return "\0" not in text and all(character >= " " or character in "\n\t" for character in text)


def _one_line(text: str) -> bool:
    return all(character >= " " and character not in "\x7f\x85\u2028\u2029" for character in text)
