"""The chain of the audit log: each entry's hash covers the one before and its own content."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from bailiwick.features.audit.reasons import AuditReason
from bailiwick.features.audit.records import AuditEntry, AuditHead
from bailiwick.kernel.reasons import Reason

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def hash_of(entry: AuditEntry) -> str:
    """Return the hash, in hex, that an entry of this content has: SHA-256 of a JSON list, as the database makes it."""
    content = [
        entry.number,
        entry.previous,
        (entry.at - EPOCH) // MICROSECOND,
        entry.whose,
        entry.act,
        entry.person,
        entry.token,
        entry.face,
        entry.address,
        entry.kind,
        entry.thing,
        entry.written,
    ]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


class Chain:
    """Goes along the log from its first entry and says what does not hold."""

    def __init__(self) -> None:
        self.entries = 0
        self.last = AuditHead(0, "")

    def follow(self, entry: AuditEntry) -> Iterator[Reason]:
        """Take the next entry, in the order of their numbers, and yield what is wrong with it."""
        if hash_of(entry) != entry.hash:
            yield Reason.of(AuditReason.ENTRY_CHANGED, number=str(entry.number))
        expected = self.last.number + 1
        if entry.number != expected:
            first, last = str(expected), str(entry.number - 1)
            yield Reason.of(AuditReason.ENTRIES_MISSING, count=entry.number - expected, first=first, last=last)
        elif entry.previous != self.last.hash:
            yield Reason.of(AuditReason.ENTRY_UNLINKED, number=str(entry.number))
        self.entries += 1
        self.last = AuditHead(entry.number, entry.hash)

    def end(self, head: AuditHead) -> Iterator[Reason]:
        """Yield what is wrong with the end: the log ends where the database says that it does."""
        if head.number > self.last.number:
            first, last = str(self.last.number + 1), str(head.number)
            yield Reason.of(AuditReason.ENTRIES_MISSING, count=head.number - self.last.number, first=first, last=last)
        elif head != self.last:
            yield Reason.of(AuditReason.HEAD_ELSEWHERE, number=str(head.number), last=str(self.last.number))
