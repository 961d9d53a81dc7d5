"""Reminders, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"reminders": "commands:app"},
    routers=("http:reminders",),
    events="events",
    tools="toolset:toolset",
    opens="opening:open_reminders",
    reasons="reasons:ReminderReason",
)
