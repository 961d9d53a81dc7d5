"""Databases that an administrator connected: what is told about one, and how that is kept beside its credential."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from bailiwick.plugin import Credential, InvalidInput, Reason, ReasonCode, Record, as_data, read_reason

KIND = "databases"
"""Of the credentials that hold a connection string; which one is the database's name."""
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
MOST_DATABASES = 20
"""Of one administrator."""


class DatabaseState(StrEnum):
    """How a database answered when it was last asked."""

    OK = "ok"
    MAY_CREATE = "may_create"
    """Its user changes no data, but may create tables of its own."""
    MAY_WRITE = "may_write"
    """Its user may change data: no agent uses it."""
    REFUSED = "refused"
    """It did not let the user in."""
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"
    """It has not been asked."""

    @property
    def usable(self) -> bool:
        """Whether agents may ask it."""
        return self is not DatabaseState.MAY_WRITE


class Reach(StrEnum):
    """Where an administrator says that a database is; each may also be where those before it may be."""

    INTERNET = "internet"
    """At a public address."""
    NETWORK = "network"
    """In the network of this installation."""
    MACHINE = "machine"
    """On the machine of this installation: loopback, or a socket."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectedDatabase(Record):
    """One database; nothing of what opens it."""

    name: str
    """What people and agents call it."""
    own: bool
    """Whether the caller connected it; another one is lent to everybody."""
    for_everybody: bool
    """Whether all people of the installation may ask it; else only who connected it."""
    reach: Reach
    place: str | None
    """Host, port and database, as told to whom connected it."""
    user: str | None
    """The role that it is asked as, as told to whom connected it."""
    version: str | None
    """Of the server, e.g. `PostgreSQL 17.2`; nothing before it answered."""
    state: DatabaseState
    checked_at: datetime | None
    """When it was last asked."""
    reason: str | None
    """What is wrong and what to do; nothing when nothing is."""
    why: Reason | None
    """The same as a code with values; nothing where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseLabel:
    """What is known of a database, as it is noted with its credential."""

    for_everybody: bool = False
    reach: Reach = Reach.INTERNET
    place: str | None = None
    user: str | None = None
    version: str | None = None
    state: DatabaseState = DatabaseState.UNKNOWN
    checked_at: datetime | None = None
    why: Reason | None = None

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Self:
        """Return what was noted with a credential; a label that knows nothing where nothing was."""
        at = noted.get("checked_at")
        return cls(
            for_everybody=noted.get("for_everybody") is True,
            reach=Reach(noted.get("reach", Reach.INTERNET)),
            place=noted.get("place"),
            user=noted.get("user"),
            version=noted.get("version"),
            state=DatabaseState(noted.get("state", DatabaseState.UNKNOWN)),
            checked_at=None if at is None else datetime.fromisoformat(at),
            why=read_reason(noted.get("why")),
        )

    def write(self) -> Mapping[str, Any]:
        """Return what is to be noted."""
        return {
            "for_everybody": self.for_everybody,
            "reach": self.reach,
            "place": self.place,
            "user": self.user,
            "version": self.version,
            "state": self.state,
            "checked_at": None if self.checked_at is None else self.checked_at.isoformat(timespec="seconds"),
            "why": as_data(self.why),
        }


def database_name(text: str) -> str:
    """Return the name of a database as it is kept. Raises `InvalidInput` (field `name`)."""
    name = text.strip().lower()
    if not NAME.fullmatch(name):
        raise InvalidInput(Reason.of(ReasonCode.SQL_NAME), field="name")
    return name


def credential_name(name: str) -> str:
    """Return the name of the credential that opens a database."""
    return Credential.name_of(KIND, name)


def databases_among(
    credentials: Sequence[Credential], *, own: bool = True
) -> Sequence[tuple[ConnectedDatabase, Credential]]:
    """Return the databases that a person's credentials open, by name; those that are not one's `own` without place."""
    found = [
        (_database(credential.which, DatabaseLabel.read(credential.noted), own=own), credential)
        for credential in credentials
        if credential.kind == KIND and credential.which is not None and NAME.fullmatch(credential.which)
    ]
    return sorted(found, key=lambda each: each[0].name)


def _database(name: str, label: DatabaseLabel, *, own: bool) -> ConnectedDatabase:
    return ConnectedDatabase(
        name=name,
        own=own,
        for_everybody=label.for_everybody,
        reach=label.reach,
        place=label.place if own else None,
        user=label.user if own else None,
        version=label.version,
        state=label.state,
        checked_at=label.checked_at,
        reason=label.why.text() if label.why and own else None,
        why=label.why if own else None,
    )
