"""Programs that agents write, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"workspaces": "commands:app", "programs": "grant_commands:app"},
    routers=("http:workspaces", "grants_http:program_grants"),
    tools="tools:toolset",
    opens="opening:open_code",
)
