"""Opens the audit log."""

from bailiwick.features.audit.actions import Audit
from bailiwick.features.audit.reasons import AuditReason
from bailiwick.kernel.house import House
from bailiwick.kernel.platform import Platform
from bailiwick.kernel.reasons import Reason
from bailiwick.people.administrators import ADMINISTRATORS
from bailiwick.people.records import User
from bailiwick.runs.checks import Checks
from bailiwick.runs.findings import Finding


async def open_audit(house: House) -> None:
    """Add the part, and have the doctor look along the chain."""
    house.add(Audit(house.stores))
    house[Checks].always.append(unbroken)


async def unbroken(platform: Platform, user: User) -> list[Finding]:
    """Say whether every entry follows the one before, and which does not."""
    if user.role not in ADMINISTRATORS:
        return []
    found = await platform[Audit].verify(user)
    whole = Reason.of(AuditReason.LOG_UNBROKEN, count=found.entries, number=str(found.number))
    return [Finding.of("audit log", fault) for fault in found.faults] or [Finding.of("audit log", whole, ok=True)]
