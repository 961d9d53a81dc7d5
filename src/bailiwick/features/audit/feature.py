"""The audit log, declared to the house; what records acts lies in the kernel."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"audit": "commands:app"},
    routers=("http:audit",),
    opens="opening:open_audit",
    reasons="reasons:AuditReason",
)
