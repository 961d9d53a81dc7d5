"""Errors that a caller acts on; the docstring of each is what it means, the message says what to do.

HTTP statuses are decided once, in `api/errors.py`.
"""

import errno
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from bailiwick.core.reasons import Kind, Reason, ReasonCode, Said, text_of, why_of

if TYPE_CHECKING:
    from bailiwick.core.replays import GoldenResult


class BailiwickError(Exception):
    """Something a caller can act on."""

    code = "error"
    """Stable name on the wire."""
    retry_after: int | None = None
    """Seconds after which the same may be asked again, where that helps."""

    def __init__(self, said: Said = "") -> None:
        super().__init__(*([text_of(said)] if said else []))
        self.why = why_of(said)
        """The reason as a code with values; None where the message is all there is."""

    @property
    def said(self) -> Said:
        """What it says: the reason, or else the message."""
        return self.why or str(self)


class InvalidInput(BailiwickError):
    """A value cannot be accepted; `field` says which."""

    code = "invalid-input"

    def __init__(self, said: Said, *, field: str | None = None) -> None:
        super().__init__(said)
        self.field = field


class UnreadableFile(InvalidInput):
    """Lines of a file cannot be taken; `lines` names each, counted from 1, with what is wrong and how it should be."""

    def __init__(self, said: Said, *, field: str | None = None, lines: Sequence[tuple[int, Said]] = ()) -> None:
        super().__init__(said, field=field)
        self.lines = lines


class NotFound(BailiwickError):
    """No such thing among what this user can reach (also when it is somebody else's)."""

    code = "not-found"

    @classmethod
    def of(cls, kind: Kind, name: str | None = None) -> Self:
        """Return the error that says what kind of thing is missing, and under which name or id it was looked for."""
        if name is None:
            return cls(Reason.of(ReasonCode.NOT_FOUND, kind=kind))
        return cls(Reason.of(ReasonCode.NOT_FOUND_NAMED, kind=kind, name=name))


class UnknownAgent(NotFound):
    """The chosen agent does not exist among what this user can reach."""

    code = "unknown-agent"


class AgentUnavailable(BailiwickError):
    """The chosen agent exists but is paused, archived or cannot be chosen."""

    code = "agent-unavailable"


class Conflict(BailiwickError):
    """The thing is not in a state that allows this."""

    code = "conflict"


class GoldenBroken(Conflict):
    """The release gets golden cases wrong that are right now; publish it only with a reason to override them."""

    code = "golden-broken"

    def __init__(self, message: Said, *, broken: "Sequence[GoldenResult]" = ()) -> None:
        super().__init__(message)
        self.broken = broken


class WrongKey(Conflict):
    """The key that opens credentials is missing, malformed or another one."""

    code = "credential-key"


class Forbidden(BailiwickError):
    """The caller is known but may not do this."""

    code = "forbidden"


class NotAuthenticated(BailiwickError):
    """No valid session, key or link came with the request."""

    code = "not-authenticated"


class IdempotencyMismatch(BailiwickError):
    """The Idempotency-Key was used before with another request."""

    code = "idempotency-mismatch"


class Unavailable(BailiwickError):
    """Something this needs (the database, a provider) cannot be reached now; try again."""

    code = "unavailable"
    retry_after = 2


class StorageFull(Unavailable):
    """A disk is full, so nothing can be kept; free some space and try again."""

    code = "storage-full"
    retry_after = 60


def disk_is_full(error: BaseException) -> bool:
    """Whether this is what the system says where a disk, or what of it one may use, is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


class TooMuchWork(BailiwickError):
    """The user has as much unfinished work as one may have; try again when some of it is done."""

    code = "too-much-work"
    retry_after = 10

    @classmethod
    def of(cls, most: int) -> Self:
        """Return the error for somebody who has `most` pieces of it."""
        return cls(Reason.of(ReasonCode.TOO_MUCH_WORK, count=most))


class InboxFull(Conflict):
    """Everyone whom the mail is for has as much unread mail as a resident may have; write when they have read some."""

    code = "inbox-full"


class LostClaim(BailiwickError):
    """Another worker has taken this execution over; nothing more may be written by this one."""

    code = "lost-claim"


class ExecutionCancelled(BailiwickError):
    """A person cancelled the execution."""

    code = "cancelled"


class WaitsForPerson(BailiwickError):
    """The execution cannot go on before a person has decided something."""

    code = "waits-for-person"


class AlreadyServing(BailiwickError):
    """Another `bailiwick serve` uses this data directory."""

    code = "already-serving"


class UnknownEntity(NotFound):
    """There is no entity of that name in the knowledge graph."""

    code = "unknown-entity"


class SandboxUnavailable(BailiwickError):
    """Programs cannot be confined on this machine, so none is run."""

    code = "sandbox-unavailable"
