"""Schedules, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"schedules": "commands:app"},
    routers=("http:schedules",),
    events="events",
    tools="toolset:toolset",
    opens="opening:open_schedules",
    reasons="reasons:ScheduleReason",
)
