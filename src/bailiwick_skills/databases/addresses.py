"""Connection strings: what they may say, and to which addresses they may lead."""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bailiwick.plugin import (
    AddressKind,
    CallFailed,
    ErrorClass,
    InvalidInput,
    Reason,
    ReasonCode,
    address_kind,
)
from bailiwick_skills.databases.records import Reach

LONGEST = 2_000
"""Characters of a connection string."""
PORT = 5432
TAKEN = frozenset(("host", "port", "dbname", "user", "password", "sslmode", "channel_binding"))
"""Parts of a connection string that count."""
DROPPED = frozenset(("application_name", "fallback_application_name", "connect_timeout", "client_encoding"))
"""Parts that are said by us."""
CONNECT_SECONDS = 5
MOST_ADDRESSES = 4
"""Addresses of one host that are tried."""
ALWAYS = {
    # Nothing of the account under which the server runs goes to a database: no key, certificate, ticket or password.
    "passfile": os.devnull,
    "sslcertmode": "disable",
    "gssencmode": "disable",
    "require_auth": "password,md5,scram-sha-256,none",
    "connect_timeout": str(CONNECT_SECONDS),
    "client_encoding": "UTF8",
    "application_name": "bailiwick",
}

ALLOWED = {
    Reach.INTERNET: {AddressKind.PUBLIC},
    Reach.NETWORK: {AddressKind.PUBLIC, AddressKind.PRIVATE},
    Reach.MACHINE: {AddressKind.PUBLIC, AddressKind.PRIVATE, AddressKind.MACHINE},
}
"""Where a host may be, by what an administrator said."""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Target:
    """What a connection string says."""

    host: str
    port: int
    database: str
    user: str
    password: str = field(repr=False)
    more: tuple[tuple[str, str], ...] = ()
    """Further parts that count, e.g. `sslmode`."""

    @property
    def is_socket(self) -> bool:
        """Whether it is a socket of this machine."""
        return self.host.startswith(("/", "@"))

    @property
    def place(self) -> str:
        """Where it is, as people read it."""
        return f"{self.host}:{self.port}/{self.database}"

    def conninfo(self, address: str | None, reach: Reach) -> str:
        """Return the connection string for one address of the host. TLS is a must where it leads over the internet."""
        parts = {"sslmode": "require" if reach is Reach.INTERNET else "prefer"} | dict(self.more)
        if address is not None:
            parts["hostaddr"] = address
        return make_conninfo(
            host=self.host,
            port=self.port,
            dbname=self.database,
            user=self.user,
            # An empty one is none, and keeps the driver from looking for one elsewhere.
            password=self.password,
            **parts,
            **ALWAYS,
        )


def read_target(text: str) -> Target:
    """Return what a connection string says. Raises `InvalidInput` (field `connection`) without a word of it."""
    try:
        said = conninfo_to_dict(text.strip()) if len(text) <= LONGEST and "\0" not in text else {}
    except ProgrammingError:
        said = {}
    parts = {name: str(value) for name, value in said.items() if value is not None and name not in DROPPED}
    if unknown := sorted(parts.keys() - TAKEN):
        raise InvalidInput(Reason.of(ReasonCode.SQL_CONNECTION_PART, part=unknown[0]), field="connection")
    port = parts.get("port") or str(PORT)
    whole = all(parts.get(name, "").strip() for name in ("host", "dbname", "user"))
    if not whole or "," in parts["host"] or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65_536:
        raise InvalidInput(Reason.of(ReasonCode.SQL_CONNECTION), field="connection")
    more = tuple((name, parts[name]) for name in ("sslmode", "channel_binding") if parts.get(name))
    return Target(parts["host"], int(port), parts["dbname"], parts["user"], parts.get("password", ""), more)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Ask the system's resolver. Raises `OSError`."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def allowed_addresses(target: Target, reach: Reach, resolve: Resolve = resolve) -> Sequence[str | None]:
    """Return the addresses that may be connected to, exactly these; `None` is the socket that the host names.

    Raises `CallFailed`: class `validation` where one of them is not where the administrator said, `network` where
    there is none.
    """
    if target.is_socket:
        if reach is not Reach.MACHINE:
            raise _elsewhere(target)
        return [None]
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            found = list(await resolve(target.host, target.port))
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise CallFailed(ErrorClass.NETWORK, Reason.of(ReasonCode.SQL_UNREACHABLE, host=target.host[:100]))
    if not {address_kind(text) for text in found} <= ALLOWED[reach]:
        raise _elsewhere(target)
    return found[:MOST_ADDRESSES]


def _elsewhere(target: Target) -> CallFailed:
    return CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.SQL_ELSEWHERE, host=target.host[:100]))
