"""Tasks, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"tasks": "commands:app"},
    routers=("http:tasks",),
    events="events",
    tools="toolset:toolset",
    opens="opening:open_tasks",
    reasons="reasons:TaskReason",
    groupable="grouping:things",
)
