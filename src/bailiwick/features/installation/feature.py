"""The installation, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    needed="It does the duties of each hour, and says to whoever looks after the process whether it is well.",
    commands={"doctor": "doctor_command:doctor", "db": "database_commands:app"},
    routers=(
        "health_http:health",
        "overview_http:overview",
        "http:installation",
        "doctor_http:doctor",
        "debug_http:debug",
    ),
    reasons="reasons:InstallationReason",
    retention="retention_store:OldEvents",
    settings="settings:InstallationSettings",
)
