"""Programs that agents write, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"workspaces": "commands:app"},
    routers=("http:workspaces",),
    tools="tools:toolset",
)
