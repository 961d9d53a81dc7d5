"""What the audit log consists of, what can be looked for in it, and how it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bailiwick.kernel.audit.acting import Face
from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry(Record):
    """One act."""

    number: int
    """One more than that of the entry before, of all people together."""
    at: datetime
    """When it was done, by the database's clock."""
    act: str
    """What was done, as a code."""
    person: str | None
    """Id of who did it; None where nobody is known."""
    token: str | None
    """Id of the session or key with which it was done."""
    face: Face
    """By which way."""
    address: str | None
    """From which address, of what came over the network."""
    whose: str | None
    """Id of the person whose data it was done to; None for nobody's."""
    kind: str
    """What sort of thing it was done to."""
    thing: str
    """Id of that thing."""
    details: Mapping[str, Any]
    """What else there is to say, as codes, numbers and ids."""
    written: str
    """The details as they are stored, from which the hash is made."""
    previous: str
    """Hash of the entry before, in hex; empty for the first."""
    hash: str
    """Hash of this one, in hex."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """What is looked for; nothing of it means everything."""

    person: str | None = None
    """Who did it."""
    acts: Sequence[str] = ()
    whose: str | None = None
    """Whose data it was done to."""
    thing: str | None = None
    """Id of what it was done to."""
    since: datetime | None = None
    until: datetime | None = None
    """Before this."""


@dataclass(frozen=True, slots=True)
class AuditHead:
    """The last entry that was written, as the database remembers it beside the log."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification(Record):
    """How the chain of the log stands."""

    ok: bool
    entries: int
    """How many there are."""
    number: int
    """Number of the last one."""
    hash: str
    """Its hash: noted elsewhere, it shows later that nothing before it has become another."""
    faults: Sequence[Reason]
    """What is wrong, in the order of the log; the first hundred."""
