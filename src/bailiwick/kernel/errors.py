"""Errors that a caller acts on; the docstring of each is what it means, the message says what to do.

HTTP statuses are decided once, in `api/errors.py`.
"""

import errno
from collections.abc import Sequence
from typing import Self

from bailiwick.kernel.reasons import Kind, Reason, ReasonCode, Said
from bailiwick_router.core.errors import (
    AgentUnavailable,
    BailiwickError,
    Conflict,
    InvalidInput,
    NotFound,
    UnknownAgent,
)
from bailiwick_router.core.replays import GoldenResult

__all__ = [
    "AgentUnavailable",
    "AlreadyServing",
    "BailiwickError",
    "Conflict",
    "ExecutionCancelled",
    "Forbidden",
    "GoldenBroken",
    "IdempotencyMismatch",
    "InboxFull",
    "InvalidInput",
    "LostClaim",
    "NotAuthenticated",
    "NotFound",
    "RateLimitHit",
    "SandboxUnavailable",
    "SpendingLimitHit",
    "StorageFull",
    "TooMuchWork",
    "Unavailable",
    "UnknownAgent",
    "UnknownEntity",
    "UnreadableFile",
    "WaitsForPerson",
    "WrongKey",
    "disk_is_full",
    "not_found",
]


def not_found(kind: Kind, name: str | None = None) -> NotFound:
    """Return the error that says what kind of thing is missing, and under which name or id it was looked for."""
    if name is None:
        return NotFound(Reason.of(ReasonCode.NOT_FOUND, kind=kind))
    return NotFound(Reason.of(ReasonCode.NOT_FOUND_NAMED, kind=kind, name=name))


class UnreadableFile(InvalidInput):
    """Lines of a file cannot be taken; `lines` names each, counted from 1, with what is wrong and how it should be."""

    def __init__(self, said: Said, *, field: str | None = None, lines: Sequence[tuple[int, Said]] = ()) -> None:
        super().__init__(said, field=field)
        self.lines = lines


class GoldenBroken(Conflict):
    """The release gets golden cases wrong that are right now; publish it only with a reason to override them."""

    code = "golden-broken"

    def __init__(self, message: Said, *, broken: Sequence[GoldenResult] = ()) -> None:
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
        """Return the error for a user who has `most` pieces of it."""
        return cls(Reason.of(ReasonCode.TOO_MUCH_WORK, count=most))


class RateLimitHit(BailiwickError):
    """More was asked for in a minute than may be; try again after `retry_after` seconds."""

    code = "rate-limit"

    def __init__(self, said: Said, *, limit: str | None = None, retry_after: int = 1) -> None:
        super().__init__(said)
        self.limit = limit
        """The name of the limit."""
        self.retry_after = retry_after


class SpendingLimitHit(BailiwickError):
    """A limit on spending is used up; raise it, or wait until its next period begins."""

    code = "spending-limit"


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
