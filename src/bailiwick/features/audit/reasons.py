"""Reasons that have to do with the audit log; their sentences are in `locales/reasons.*.json`."""

from bailiwick.kernel.reasons import OwnReason


class AuditReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    LOG_UNBROKEN = "log-unbroken"
    """Every entry follows the one before. `count`, `number`."""
    ENTRY_CHANGED = "entry-changed"
    """An entry says something else than when it was written. `number`."""
    ENTRIES_MISSING = "entries-missing"
    """Entries are not there. `count`, `first`, `last`."""
    ENTRY_UNLINKED = "entry-unlinked"
    """An entry was written after another one than the one before it. `number`."""
    HEAD_ELSEWHERE = "head-elsewhere"
    """The end that was noted is not that of the log. `number`, `last`."""
    NOTED_ELSEWHERE = "noted-elsewhere"
    """An entry has another hash than was noted. `number`."""
    NOTED_HEAD = "noted-head"
    """What was given is no number and hash."""
