"""Notes, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"notes": "commands:app"},
    routers=("http:notes",),
    tools="tools:toolset",
    opens="duties:open_notes",
)
