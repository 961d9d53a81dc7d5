"""Projects, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"projects": "commands:app"},
    routers=("http:projects",),
    events="events",
    tools="toolset:toolset",
    opens="opening:open_projects",
    reasons="reasons:ProjectReason",
)
